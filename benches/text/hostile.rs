//! Texts that take quadratic time in a careless search: openers without a closer, only separators, only delimiters,
//! nested tags.

/// A message with a hostile text that is repeated.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    /// The message before the repeated text.
    before: &'static str,
    unit: &'static str,
    urls: UrlCount,
}

/// How many URLs the repeated text contains.
enum UrlCount {
    None,
    /// The text begins with one URL.
    One,
    /// The text has one URL after the other, each as long as a URL without delimiters may be.
    Long,
    /// Each repetition contains one URL.
    Each,
}

impl Hostile {
    /// Returns a message of about `size` bytes and the number of URLs in it.
    pub(crate) fn message(&self, size: usize) -> (Vec<u8>, usize) {
        let count = size / self.unit.len();
        let mut message = self.before.as_bytes().to_vec();
        message.extend(self.unit.repeat(count).into_bytes());
        let urls = match self.urls {
            UrlCount::None => 0,
            UrlCount::One => 1,
            UrlCount::Each => count,
            // The next URL begins after the `p://` that the bound cuts off.
            UrlCount::Long => count.div_ceil(65_541 / self.unit.len()),
        };
        // A header before the text contains one more URL.
        (message, urls + usize::from(!self.before.is_empty()))
    }
}

/// The start of a message with a URL in its header. Without any URL, the program would skip the whole message.
macro_rules! with_url {
    ($rest:literal) => {
        concat!("From a@b.example Mon Jan  1 00:00:00 2001\nX-Url: http://a.example/\n", $rest)
    };
}

const TEXT: &str = with_url!("To: c\n\n");
const URL: &str = with_url!("To: c\n\nhttp://a.b/");
/// A URL with a reading for which facts about the whole text are collected.
const DOUBT: &str = with_url!("To: c\n\nhttp://a.example/bbb-\nccc/ddd.html\n");
const PAGE: &str = with_url!("Content-Type: text/html\n\n");
const QUOTED: &str = with_url!("Content-Transfer-Encoding: quoted-printable\n\n");
const PARTS: &str = with_url!("Content-Type: multipart/mixed; boundary=b\n\n");
const FIELD: &str = with_url!("Subject: ");
const HEADER: &str = with_url!("");

/// A URL with as many pieces as half of its bytes.
const ESCAPES: &str = "http://a.b/\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\-\\- ";

/// A full line of undeclared quoted-printable.
const FULL_LINE: &str =
    "a line as long as encoders of quoted-printable make them, before it breaks =\n";

const fn hostile(name: &'static str, before: &'static str, unit: &'static str) -> Hostile {
    Hostile { name, before, unit, urls: UrlCount::None }
}

pub(crate) const HOSTILE: &[Hostile] = &[
    hostile("url-opener", TEXT, "<URL:"),
    Hostile { urls: UrlCount::Each, ..hostile("url-opener-hyphen", TEXT, "<URL:http://a-\n") },
    hostile("less", TEXT, "<"),
    hostile("greater", TEXT, ">"),
    hostile("quote-marks", TEXT, "> > > a\n"),
    hostile("hyphen-line", TEXT, "-\n"),
    hostile("opener-hyphen", TEXT, "<a:-\n"),
    hostile("quote", TEXT, "\""),
    hostile("quote-scheme", TEXT, "\"http:"),
    hostile("colon", TEXT, ":"),
    hostile("slash", TEXT, "/"),
    Hostile { urls: UrlCount::Long, ..hostile("http", TEXT, "http://") },
    Hostile { urls: UrlCount::One, ..hostile("escapes", URL, "\\-") },
    Hostile { urls: UrlCount::One, ..hostile("references", URL, "&amp;") },
    Hostile { urls: UrlCount::Each, ..hostile("escapes-each", TEXT, ESCAPES) },
    Hostile { urls: UrlCount::One, ..hostile("lines-in-doubt", DOUBT, "a\n") },
    Hostile { urls: UrlCount::One, ..hostile("empty-lines-in-doubt", DOUBT, "\n") },
    Hostile { urls: UrlCount::Each, ..hostile("urls-in-doubt", TEXT, "http://a.b/c-\nd/e.html\n") },
    hostile("mailto", TEXT, "mailto:"),
    hostile("prefix", TEXT, "URL: "),
    hostile("blank", TEXT, " "),
    hostile("line", TEXT, "\n"),
    hostile("open-bracket", TEXT, "(http://"),
    hostile("separator", "", "From a\n"),
    hostile("separator-dated", "", "From a@b.example Mon Jan  1 00:00:00 2001\n"),
    hostile("separator-blank", "", "From a@b.example Mon Jan  1 00:00:00 2001\n\n"),
    hostile("uuencode", TEXT, "begin 644 x\n"),
    hostile("yenc", TEXT, "=ybegin line=128 size=1 name=x\n"),
    hostile("binhex", TEXT, "(This file must be converted with BinHex 4.0)\n"),
    hostile("pgp", TEXT, "-----BEGIN PGP MESSAGE-----\n"),
    hostile("delimiter", PARTS, "--b\n"),
    hostile("delimiter-blank", PARTS, "--b\n\n"),
    hostile("nested-multipart", PARTS, "--b\nContent-Type: multipart/mixed; boundary=b\n\n"),
    hostile("nested-message", PARTS, "--b\nContent-Type: message/rfc822\n\n"),
    hostile("soft-break", QUOTED, "=\n"),
    hostile("soft-break-short", TEXT, "a=\n"),
    hostile("soft-break-full", TEXT, FULL_LINE),
    hostile("escape", QUOTED, "=3"),
    hostile("field", HEADER, "X: "),
    hostile("fields", HEADER, "X-A: http:\n"),
    hostile("fold", FIELD, "<http:\n "),
    hostile("encoded-word", FIELD, "=?a?Q?"),
    hostile("encoded-words", FIELD, "=?us-ascii?Q?=3A?= "),
    hostile("anchor", PAGE, "<a href="),
    hostile("anchor-quote", PAGE, "<a href=\""),
    Hostile { urls: UrlCount::Each, ..hostile("anchor-closed", PAGE, "<a href=\"http:\">") },
    hostile("tags", PAGE, "<div>"),
    hostile("comment", PAGE, "<!--"),
    hostile("script", PAGE, "<script>"),
    hostile("entity", PAGE, "&amp"),
];
