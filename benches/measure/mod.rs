//! Times the work of a stage with criterion.

use criterion::{Criterion, Throughput};

use crate::stage;

/// Times all work of the stage called `name`.
pub(crate) fn stage(c: &mut Criterion, name: &str) {
    let mut group = c.benchmark_group(name);
    for task in stage::tasks(name) {
        // The text is made here, so criterion times only the search.
        let work = task.make(None);
        group.throughput(Throughput::Bytes(work.bytes as u64));
        group.bench_function(&task.name, |b| b.iter(|| work.run()));
    }
    group.finish();
}
