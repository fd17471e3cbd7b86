//! The scanner alone, on texts of different density. Each bench asserts the count that it measures.

mod text;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use text::Text;
use urlsift_scanner::Scanner;

fn scan(c: &mut Criterion) {
    let scanner = Scanner::new();
    let mut group = c.benchmark_group("scan");
    for Text { name, haystack, wrappers, .. } in text::texts() {
        group.throughput(Throughput::Bytes(haystack.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(scanner.find_iter(&haystack).count(), wrappers));
        });
    }
    group.finish();
}

criterion_group!(benches, scan);
criterion_main!(benches);
