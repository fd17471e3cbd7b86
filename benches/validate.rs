//! The validator: one verdict by all grammars, with host and parts, beside what `url` takes to parse
//! the same URL in the same run. Each bench asserts what it measures.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use url::Url;
use urlsift_validator::{Grammar, Validator};

/// Name, URL, and the number of grammars that it satisfies.
const URLS: &[(&str, &str, usize)] = &[
    ("plain", "http://www.example.org/pub/www/doc/overview.html", 5),
    ("secure", "https://lists.example.org/mailman/listinfo/urls", 4),
    ("query", "http://www.example.org/search?q=present+value&hl=en&lr=lang_en", 4),
    (
        "long",
        "http://www.example.org:8080/search?q=%22present+value%22+java&hl=en&lr=lang_en#first",
        4,
    ),
    ("ftp", "ftp://jim:secret@ftp.example.org/%2Fetc/motd;type=a", 4),
    ("mailto", "mailto:urls-request@lists.example.org?subject=unsubscribe", 4),
    ("beyond", "http://b\u{fc}cher.example.org/caf\u{e9}/menu.html", 1),
    ("loose", "http://www.example.org/a|b/[c]", 0),
];

fn validate(c: &mut Criterion) {
    let validator = Validator::new();
    let mut group = c.benchmark_group("validate");
    for &(name, url, count) in URLS {
        group.throughput(Throughput::Bytes(url.len() as u64));
        group.bench_function(format!("{name}/urlsift"), |b| {
            b.iter(|| {
                let verdict = validator.validate(url);
                assert_eq!(verdict.grammars().len(), count);
                verdict
            });
        });
        group.bench_function(format!("{name}/url"), |b| {
            b.iter(|| Url::parse(url).expect("a browser opens it"));
        });
    }
    group.finish();
}

/// What is found when it is asked for: why each grammar is not satisfied, and the notes.
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
