//! Tests how much memory the search of a hostile HTML page takes, in relation to the size of the page. It is a
//! binary of its own, because it counts the memory of the whole process.

use std::hint::black_box;

use allocation_counter::measure;
use urlsift::Extractor;
use urlsift::archive::Headers;
use urlsift::bulk::Window;

/// The size in bytes of each page.
const PAGE_BYTES: usize = 1 << 20;

/// Name, beginning, unit that is repeated, and the limit of memory in percent of the page. A vector that grows is
/// counted with its copy, although the system moves large ones.
const PAGES: &[(&str, &str, &str, u64)] = &[
    ("text", "", "a line\n", 160),
    ("references", "", "&lt;", 240),
    ("references in text", "", "x&lt;", 240),
    ("references without a semicolon", "", "&lt ", 410),
    ("tags", "", "<a>", 60),
    ("links", "", "<a>x", 310),
    ("links with a value", "", "<a href=x>y", 620),
    ("blocks", "", "<p>x", 310),
    ("line breaks", "", "<br>", 125),
    ("short blocks", "", "<p>", 60),
    ("comments", "", "<!---->", 60),
    ("declarations", "", "<!>x", 165),
    ("attributes of one tag", "<p ", "alt=x ", 680),
    ("references in attributes", "<p ", "alt=&lt ", 370),
    ("unknown elements", "", "<q1 alt=x>", 470),
    ("one value", "<p title=", "x", 60),
    ("one value of references", "<p title=", "x&lt;", 350),
    ("URLs", "", "<a href=http://a/>x", 340),
    ("quotes", "<p ", "alt='", 370),
];

/// Returns the largest memory of a search of the page, in percent of its size. The page itself is not counted.
fn percent(begin: &str, unit: &str) -> u64 {
    let unit = unit.repeat(PAGE_BYTES / unit.len());
    let header = "From: a@b.example\nSubject: a\nContent-Type: text/html\n\n";
    let message = format!("{header}{begin}{unit}> http://a.example/");
    let size = message.len() as u64;
    let window = Window::whole("-", message.into_bytes());
    let extractor = Extractor::new();
    let mut urls = 0;
    let find = || {
        for item in window.items() {
            item.find(&extractor, Headers::None, None, |location, found| {
                black_box(location.range(found.outer()));
                urls += 1;
            });
        }
    };
    let counted = measure(find);
    assert!(urls > 0, "{unit}");
    counted.bytes_max * 100 / size
}

#[test]
fn a_page_takes_a_few_times_its_size() {
    let percents =
        PAGES.iter().map(|&(name, begin, unit, most)| (name, percent(begin, unit), most));
    let over: Vec<_> = percents.filter(|&(_, percent, most)| percent > most).collect();
    assert!(over.is_empty(), "{over:?}");
}
