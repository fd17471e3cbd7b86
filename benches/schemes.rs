//! Times the search for schemes, by the scanner and by aho-corasick.

mod measure;
mod stage;
mod text;

use criterion::{Criterion, criterion_group, criterion_main};

fn schemes(c: &mut Criterion) {
    measure::stage(c, "schemes");
}

criterion_group!(benches, schemes);
criterion_main!(benches);
