//! Times the rejoiner alone, on wrappers whose lines are known.

mod measure;
mod stage;
mod text;

use criterion::{Criterion, criterion_group, criterion_main};

fn rejoin(c: &mut Criterion) {
    measure::stage(c, "rejoin");
}

criterion_group!(benches, rejoin);
criterion_main!(benches);
