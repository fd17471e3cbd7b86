//! The validator: one verdict with all that it holds. Each bench asserts what it measures.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use urlsift_validator::{Standing, Validator};

const URLS: &[(&str, &str)] = &[
    ("plain", "http://www.example.org/pub/www/doc/overview.html"),
    (
        "long",
        "http://www.example.org:8080/search?q=%22present+value%22+java&hl=en&lr=lang_en#first",
    ),
    ("ftp", "ftp://jim:secret@ftp.example.org/%2Fetc/motd;type=a"),
    ("loose", "http://www.example.org/a|b/[c]"),
];

fn validate(c: &mut Criterion) {
    let validator = Validator::new();
    let mut group = c.benchmark_group("validate");
    for &(name, url) in URLS {
        group.throughput(Throughput::Bytes(url.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let verdict = validator.validate(url);
                assert_eq!(verdict.standing() == Standing::Loose, name == "loose");
                verdict
            });
        });
    }
    group.finish();
}

criterion_group!(benches, validate);
criterion_main!(benches);
