//! Generated texts to search, each with the number of URLs in it, so that everyone measures the same.
//!
//! A text repeats one unit, so the unit determines how much it contains. A match must not span two units: each unit
//! ends with a line break, and every measurement asserts the count.

mod hostile;
mod mail;
mod urls;

pub(crate) use self::hostile::{HOSTILE, Hostile};
pub(crate) use self::mail::{Density, mbox};
pub(crate) use self::urls::URLS;

/// The default size of a text in bytes.
pub(crate) const SIZE: usize = 1 << 20;

/// A text to repeat, with the results that a search of it must have.
pub(crate) struct Unit {
    /// The form and how dense it is, or `none`, or `hostile`.
    pub(crate) name: String,
    /// The text that is repeated.
    pub(crate) text: String,
    /// The number of wrappers, and so of URLs, in the text.
    pub(crate) urls: usize,
    /// The number of readings of each wrapper.
    pub(crate) readings: usize,
}

impl Unit {
    fn new(name: impl Into<String>, text: impl Into<String>, urls: usize) -> Unit {
        Unit { name: name.into(), text: text.into(), urls, readings: 1 }
    }

    /// Returns the text repeated as often as fits into `size` bytes, and the number of repetitions.
    pub(crate) fn repeated(&self, size: usize) -> (String, usize) {
        let count = size / self.text.len();
        (self.text.repeat(count), count)
    }
}

/// Ordinary prose without a URL. It contains the things at which a scanner stops: a `<`, an address, a time, a lone
/// `http`.
const PROSE: &str = "It is convenient to have a separate syntactic wrapper that delimits the URL\n\
    and separates it from the rest of the text, and in particular from marks\n\
    that might be mistaken for part of it: a < b, or <user@example.org> wrote\n\
    at 10:25 that \"http\" is enough.\n";

/// A line with a URL in each form.
const LINES: [(&str, &str); 5] = [
    ("url", "> see <URL:http://www.example.org/pub/www/doc/overview.html#WARNING> there\n"),
    ("angle", "> see <http://www.example.org/pub/www/doc/overview.html#WARNING> there\n"),
    ("quote", "> see \"http://www.example.org/pub/www/doc/overview.html#WARNING\" there\n"),
    ("prefix", "> see URL: http://www.example.org/pub/www/doc/overview.html#WARNING there\n"),
    ("bare", "> see http://www.example.org/pub/www/doc/overview.html#WARNING there\n"),
];

/// Broken wrappers in each form that can be broken across lines. One break is at a hyphen, which gives two readings.
const BROKEN: [(&str, &str); 3] = [
    ("url", "> see <URL:http://www.example.org/pub/www/\n> doc/over-\n> view.html> there\n"),
    ("angle", "> see <http://www.example.org/pub/www/\n> doc/over-\n> view.html> there\n"),
    ("quote", "> see \"http://www.example.org/pub/www/\n> doc/over-\n> view.html\" there\n"),
];

/// Returns the units: no URL; for each form a URL in 4 kB, only URLs, and broken ones; and wrappers that never
/// close, each with a bare URL in it.
pub(crate) fn units() -> Vec<Unit> {
    let mut units = vec![Unit::new("none", PROSE, 0)];
    for (form, line) in LINES {
        units.push(Unit::new(format!("{form}/rare"), PROSE.repeat(16) + line, 1));
        units.push(Unit::new(format!("{form}/dense"), line, 1));
    }
    for (form, lines) in BROKEN {
        let unit = Unit::new(format!("{form}/broken"), lines, 1);
        units.push(Unit { readings: 2, ..unit });
    }
    units.push(Unit::new("hostile", "<URL:http://a-\n", 1));
    units
}
