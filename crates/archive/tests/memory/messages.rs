//! Tests how much memory a message without URLs allocates if it is stored as is. Most messages are. It is a binary
//! of its own, because it counts the allocations of the whole process.

use std::hint::black_box;

use allocation_counter::measure;
use urlsift::Extractor;
use urlsift_archive::item::Item;
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;

/// Name, message without its envelope line, and the expected number of allocations.
const MESSAGES: &[(&str, &str, u64)] = &[
    ("little", "To: a@b.example\n\nJust a text, at 10:25.\n", 0),
    (
        "mail",
        "From: a@b.example\nSubject: Re: one\nDate: Mon, 1 Jan 2001 10:25:01 +0100\n\nA text: a < b.\n",
        0,
    ),
    (
        "typed",
        "From: a@b.example\nContent-Type: text/plain; charset=us-ascii\n\nA text: a < b.\n",
        0,
    ),
    (
        "8 bits",
        "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\nText.\n",
        0,
    ),
    ("no body", "From: a@b.example\nSubject: one\n\n", 0),
];

fn cost(items: &[Item<'_>], extractor: &Extractor, headers: Headers) -> (u64, usize) {
    let mut urls = 0;
    let mut find = || {
        for item in items {
            item.find(extractor, headers, |_, found| {
                black_box(found);
                urls += 1;
            });
        }
    };
    // The first call builds the searchers for literals.
    find();
    let counted = measure(find);
    (counted.count_total, urls)
}

#[test]
fn a_message_without_urls_allocates_nothing() {
    let extractor = Extractor::new();
    for &(name, message, most) in MESSAGES {
        let mbox = format!("From a@b.example Mon Jan  1 00:00:00 2001\n{message}\n").repeat(100);
        let window = Window::whole("-", mbox.into_bytes());
        let items: Vec<Item<'_>> = window.items().collect();
        assert_eq!(items.len(), 100, "{name}");
        for headers in [Headers::None, Headers::Useful] {
            let (count, urls) = cost(&items, &extractor, headers);
            assert_eq!((count, urls), (100 * most, 0), "{name}, {headers:?}");
        }
    }
}
