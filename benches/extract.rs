//! Times the facade: scan, rejoin, validate, choose.

mod measure;
mod stage;
mod text;

use criterion::{Criterion, criterion_group, criterion_main};

fn extract(c: &mut Criterion) {
    measure::stage(c, "extract");
}

criterion_group!(benches, extract);
criterion_main!(benches);
