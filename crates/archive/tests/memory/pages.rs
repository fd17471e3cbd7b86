//! Tests how much memory the search of a hostile HTML page or text takes, in relation to its size. It is a binary of
//! its own, because it counts the memory of the whole process.

use allocation_counter::measure;
use urlsift::Extractor;
use urlsift_archive::internal::ALL_FIELDS;
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;
use urlsift_archive::rows::Row;

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

/// The most bytes of rows for each byte of a text, without names and facts that rows repeat.
const MAX_ROW_BYTES_PER_BYTE: u64 = 100;

/// A URL with a doubt. Facts about the whole text are collected for it.
const DOUBT: &str = "http://a.example/bbb-\nccc/ddd.html ";

/// Name, header, beginning, the unit that is repeated, and the limit of memory in percent of the text. The rows of its
/// URLs are written one after the other. In a unit, `#` is a number of its own for each.
const TEXTS: &[(&str, &str, &str, &str, u64)] = &[
    ("escapes of one URL", "", "http://a.b/", "\\-", 100),
    ("references of one URL", "", "http://a.b/", "&amp;", 100),
    ("one URL", "", "http://a.b/", "a", 100),
    ("control characters of one URL", "", "http://a.b/", "%01", 100),
    ("URLs with escapes", "", "", "http://a.b/\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\- ", 100),
    ("one scheme", "", "", "a", 100),
    ("undecodable bytes", "", "", "http://a.b/\u{80} ", 100),
    ("empty lines", "", DOUBT, "\n", 100),
    ("short lines", "", DOUBT, "a\n", 900),
    ("seen URLs", "", DOUBT, "ab://#,\n", 1600),
    ("one encoded part", "Content-Transfer-Encoding: base64\n", "", "aHR0cDov", 400),
    ("a charset", "Content-Type: text/plain; charset=windows-1252\n", "", "\u{80}", 1000),
    (
        "a decoded charset",
        "Content-Type: text/plain; charset=cp1252\nContent-Transfer-Encoding: quoted-printable\n",
        "",
        "=80",
        1000,
    ),
    ("UTF-7", "Content-Type: text/plain; charset=utf-7\n", "", "+AGgAdAB0AHA-:", 400),
    ("encoded words", "Subject: =?iso-8859-1?Q?http://a.b?=\n", "", "a", 100),
    (
        "attributes with spaces",
        "Content-Type: text/html\n",
        "",
        "<a href=\"http://a b c d e f g h i\">",
        700,
    ),
    (
        "damaged parts",
        "Content-Type: multipart/mixed; boundary=b\n",
        "",
        "--b\nContent-Transfer-Encoding: x\n\n",
        1600,
    ),
    ("short URLs", "", "", "ab://# ", 1600),
    ("an attribute", "Content-Type: text/html\n", "<a href=http://a/", "b", 400),
];

/// Returns the largest memory of a search of the page, in percent of its size. The page itself is not counted.
fn percent(begin: &str, unit: &str) -> u64 {
    let unit = unit.repeat(PAGE_BYTES / unit.len());
    let header = "From: a@b.example\nSubject: a\nContent-Type: text/html\n\n";
    percent_of(format!("{header}{begin}{unit}> http://a.example/").into_bytes())
}

/// Like `percent`, for any message. The rows are made, too.
fn percent_of(message: Vec<u8>) -> u64 {
    let size = message.len() as u64;
    let window = Window::whole("-", message);
    let extractor = Extractor::new();
    let mut urls = 0;
    let mut written = 0;
    let find = || {
        for item in window.items() {
            item.find(&extractor, Headers::None, |location, found| {
                written += Row::new(location, found, &ALL_FIELDS).bytes() as u64;
                urls += 1;
            });
        }
    };
    let counted = measure(find);
    assert!(urls > 0, "a message has a URL");
    assert!(written <= MAX_ROW_BYTES_PER_BYTE * size, "{written} bytes of rows");
    counted.bytes_max * 100 / size
}

#[test]
fn a_page_takes_a_few_times_its_size() {
    let percents =
        PAGES.iter().map(|&(name, begin, unit, most)| (name, percent(begin, unit), most));
    let over: Vec<_> = percents.filter(|&(_, percent, most)| percent > most).collect();
    assert!(over.is_empty(), "{over:?}");
}

#[test]
fn a_text_takes_at_most_16_times_its_size() {
    let percents = TEXTS.iter().map(|&(name, header, begin, unit, most)| {
        let numbered = |number: usize| unit.replace('#', &format!("{number:x}"));
        let units: String = (0..PAGE_BYTES / unit.len()).map(numbered).collect();
        let text = format!("From: a@b.example\n{header}\nhttp://a.example/ {begin}{units}\n");
        // Characters below U+0100 are bytes.
        let bytes = text.chars().map(|c| u8::try_from(c).expect("it is a byte")).collect();
        (name, percent_of(bytes), most)
    });
    let over: Vec<_> = percents.filter(|&(_, percent, most)| percent > most.min(1600)).collect();
    assert!(over.is_empty(), "{over:?}");
}
