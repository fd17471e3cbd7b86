//! Times each stage with criterion. `cargo bench --bench stages -- scan` times one: `scan`, `schemes` (beside
//! aho-corasick), `rejoin`, `validate` (beside the crate `url`), `extract`, `archive` or `hostile`.

mod stage;
mod text;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use text::URLS;
use url::Url;
use urlsift_validator::{Grammar, Validator};

fn stages(c: &mut Criterion) {
    for name in stage::STAGES {
        let mut group = c.benchmark_group(name);
        for task in stage::tasks(name) {
            // The text is made here, so criterion times only the search.
            let work = task.make(None);
            group.throughput(Throughput::Bytes(work.bytes as u64));
            group.bench_function(&task.name, |b| b.iter(|| work.run()));
        }
        group.finish();
    }
}

fn beside_url(c: &mut Criterion) {
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

criterion_group!(benches, stages, beside_url, asked);
criterion_main!(benches);
