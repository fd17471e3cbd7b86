//! Times the whole pipeline on a mailbox in memory, on one thread and on two.

mod measure;
mod stage;
mod text;

use criterion::{Criterion, criterion_group, criterion_main};

fn archive(c: &mut Criterion) {
    measure::stage(c, "archive");
}

criterion_group!(benches, archive);
criterion_main!(benches);
