//! The whole facade: scan, rejoin, validate, rank. Each bench asserts the count that it measures.

mod text;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use text::Text;
use urlsift::Extractor;

fn extract(c: &mut Criterion) {
    let extractor = Extractor::new();
    let mut group = c.benchmark_group("extract");
    for Text { name, haystack, urls, .. } in text::texts() {
        group.throughput(Throughput::Bytes(haystack.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(extractor.find_iter(&haystack).count(), urls));
        });
    }
    group.finish();
}

criterion_group!(benches, extract);
criterion_main!(benches);
