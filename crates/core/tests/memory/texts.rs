//! Tests how much memory a search allocates. It is a binary of its own, because it counts the allocations of the
//! whole process.

use allocation_counter::measure;
use std::hint::black_box;
use urlsift::Extractor;
use urlsift::extract::{Budget, Forms, Step};

/// Texts that look like links, with the number of URLs for the default forms and for all forms.
const BODIES: &[(&str, [usize; 2])] = &[
    ("", [0, 0]),
    (
        "Dear Jim,\n\nthank you for the draft, which I read at once.\n\n> > So it is: fine.\n",
        [0, 0],
    ),
    (
        "a < b > c, \"http: no\", URL: none, std::string, svn:HEAD, <o:p>, <a@b>, http://, mailto:jim\n",
        [0, 0],
    ),
    ("See README.md, e.g. os.path(x), v1.2.3, over.It, image.jpg; jim@ @example.org a@b\n", [0, 0]),
    ("Grüße aus München: 「例」。\u{202e}\n", [0, 0]),
    // Delimiters that are not closed; the bare URLs after them are found.
    ("<http://never\n\nclosed \"http://a b\n", [2, 2]),
];

#[test]
fn a_body_without_links_allocates_nothing() {
    for (column, forms) in [Forms::default(), Forms::all()].into_iter().enumerate() {
        let extractor = Extractor::builder().forms(forms).build();
        for (body, urls) in BODIES {
            let long = body.repeat(100);
            assert_eq!(extractor.find_iter(&long).count(), 100 * urls[column], "{body:?}");
            if urls[column] > 0 {
                continue;
            }
            let counted = measure(|| {
                black_box(extractor.find_iter(black_box(&long)).count());
            });
            assert_eq!(counted.count_total, 0, "{body:?}");
            let counted = measure(|| {
                let mut links = extractor.find_iter(black_box(&long));
                while !matches!(links.next_within(&mut Budget::bytes(50)), Step::Done) {}
            });
            assert_eq!(counted.count_total, 0, "{body:?}, with a budget");
        }
    }
}

/// A URL in one piece with one reading needs no memory. A second reading does.
#[test]
fn a_link_allocates_little() {
    let extractor = Extractor::new();
    let counted = |text: &str| {
        let counted = measure(|| {
            assert_eq!(extractor.find_iter(black_box(text)).map(black_box).count(), 1);
        });
        counted.count_total
    };
    assert_eq!(counted("see http://example.org/ there"), 0);
    assert_eq!(counted("see <http://example.org/?a=b#c> there"), 0);
    let other = counted("see http://example.org/.");
    assert!((1..=4).contains(&other), "{other}");
}

/// The first doubt makes the search read the whole text. With a budget this takes several calls, and they must not
/// repeat the work on the doubt.
#[test]
fn a_doubt_is_not_read_at_each_call() {
    let extractor = Extractor::new();
    let text = "<http://example.org/well-\nknown>".to_owned() + &" and so on".repeat(1000);
    let counted = measure(|| {
        black_box(extractor.find_iter(black_box(&text)).count());
    });
    let mut calls = 0;
    let stopped = measure(|| {
        let mut links = extractor.find_iter(black_box(&text));
        while !matches!(links.next_within(&mut Budget::bytes(50)), Step::Done) {
            calls += 1;
        }
    });
    assert!(calls > 200, "{calls}");
    assert!(
        stopped.count_total <= 2 * counted.count_total,
        "{} and {}",
        stopped.count_total,
        counted.count_total
    );
}

/// A feed takes no more memory than the documented bound, however long the text is.
#[test]
fn a_feed_is_bounded() {
    let line = "An ordinary line of mail with nothing in it.\n".repeat(20) + "http://a.example/b\n";
    let table: &[(&str, &str, usize, u64)] = &[
        ("lines", &line, 10_000_000, 200_000),
        ("paragraphs of one line", "text\n\n", 1_000_000, 200_000),
        ("no line break", "http://a.example/b and more ", 1_000_000, 400_000),
        ("one URL", "http://a.example/", 1_000_000, 400_000),
        ("openers", "<http://a.example/b\n", 1_000_000, 200_000),
        ("quotes", "\"http://a.example/b ", 1_000_000, 400_000),
        ("no URL", "a", 1_000_000, 400_000),
        ("line breaks", "\n", 1_000_000, 200_000),
        ("colons", ":", 1_000_000, 400_000),
    ];
    let extractor = Extractor::builder().forms(Forms::all()).build();
    for &(name, part, total, most) in table {
        let chunk = part.repeat(8192_usize.div_ceil(part.len()));
        let mut urls = 0;
        let counted = measure(|| {
            let mut feed = extractor.feed("");
            for _ in 0..total / chunk.len() {
                feed.push(black_box(&chunk));
                urls += feed.by_ref().count();
            }
        });
        assert!(counted.bytes_max <= most, "{name}: {} bytes", counted.bytes_max);
        let has_urls = extractor.find_iter(&chunk).next().is_some();
        assert_eq!(urls > total / 100_000, has_urls, "{name}: {urls}");
    }
}
