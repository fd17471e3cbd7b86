//! Times the validator: one verdict by all grammars, with host and parts.
//!
//! In the same run, the crate `url` parses the same URLs for comparison. Each bench asserts its result.

mod measure;
mod stage;
mod text;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use text::URLS;
use url::Url;
use urlsift_validator::{Grammar, Validator};

fn validate(c: &mut Criterion) {
    measure::stage(c, "validate");
    let mut group = c.benchmark_group("validate-beside-url");
    for &(name, url, _) in URLS {
        group.throughput(Throughput::Bytes(url.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| Url::parse(black_box(url)).expect("a browser opens it"));
        });
    }
    group.finish();
}

/// Times the results that are computed on demand: why a grammar is not satisfied, and the notes.
fn asked(c: &mut Criterion) {
    let validator = Validator::new();
    let mut group = c.benchmark_group("asked");
    for &(name, text, count) in URLS {
        let url = validator.url(text);
        group.bench_function(format!("{name}/failures"), |b| {
            b.iter(|| {
                let failures = Grammar::ALL.iter().filter_map(|grammar| url.failure(*grammar));
                assert_eq!(failures.count(), Grammar::ALL.len() - count);
            });
        });
        group.bench_function(format!("{name}/notes"), |b| {
            let notes = url.notes().count();
            b.iter(|| assert_eq!(url.notes().count(), notes));
        });
    }
    group.finish();
}

criterion_group!(benches, validate, asked);
criterion_main!(benches);
