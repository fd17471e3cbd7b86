//! A verdict allocates nothing, nor do its parts, notes and messages until they are written. A binary of its
//! own, since it counts the allocations of the whole process.

use allocation_counter::measure;
use std::hint::black_box;
use urlsift_validator::{Grammar, SchemePart, Validator};

const URLS: [&str; 8] = [
    "http://www.example.org/pub/overview.html",
    "https://user:pass@www.example.org:8080/a%20b?c=d#e",
    "ftp://jim@ftp.example.org/%2Fetc/motd;type=a",
    "wais://host.dom/db/TEXT/1=a;2=b;",
    "http://b\u{fc}cher.example/caf\u{e9}",
    "http://3232235777/%0A<no>",
    "gopher://[::1/7s%09find",
    "no scheme",
];

#[test]
fn a_verdict_allocates_nothing() {
    for text in URLS {
        let counted = measure(|| {
            let url = Validator::new().url(black_box(text));
            for grammar in Grammar::ALL {
                black_box(url.failure(*grammar));
            }
            black_box(url.notes().count());
            match url.scheme_part() {
                SchemePart::Ftp(ftp) => assert_eq!(ftp.cwd.iter().count(), 1),
                SchemePart::Wais(wais) => assert_eq!(wais.fields().iter().count(), 2),
                other => {
                    black_box(other);
                }
            }
        });
        assert_eq!(counted.count_total, 0, "{text}");
    }
    // Checks that the counter works: an escaped piece is decoded into new memory.
    let url = Validator::new().url(URLS[2]);
    let SchemePart::Ftp(ftp) = url.scheme_part() else { panic!("the scheme is ftp") };
    let counted = measure(|| {
        black_box(ftp.cwd.iter().map(|segment| segment.decode().len()).sum::<usize>());
    });
    assert_eq!(counted.count_total, 1);
}
