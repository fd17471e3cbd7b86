//! Times the scanner alone, for each form and density.

mod measure;
mod stage;
mod text;

use criterion::{Criterion, criterion_group, criterion_main};

fn scan(c: &mut Criterion) {
    measure::stage(c, "scan");
}

criterion_group!(benches, scan);
criterion_main!(benches);
