//! Texts to search, made so that anyone has the same, each with what is in it.
//!
//! A text is one unit again and again, so that what it holds is known from the unit. The trap is a unit
//! that finds itself again over its own end: each ends with a line, and a count is asserted
//! wherever it is measured.

mod hostile;
mod mail;
mod urls;

pub(crate) use self::hostile::{HOSTILE, Hostile};
pub(crate) use self::mail::{Density, mbox};
pub(crate) use self::urls::URLS;

/// How large a text is, in bytes, where nobody says otherwise.
pub(crate) const SIZE: usize = 1 << 20;

/// A unit with what a search of it must find.
pub(crate) struct Unit {
    /// The form and how dense it is, or `none`, or `hostile`.
    pub(crate) name: String,
    /// What is repeated.
    pub(crate) text: String,
    /// How many wrappers, and so URLs, are in it.
    pub(crate) urls: usize,
    /// How many ways there are to read each of these.
    pub(crate) readings: usize,
}

impl Unit {
    fn new(name: impl Into<String>, text: impl Into<String>, urls: usize) -> Unit {
        Unit { name: name.into(), text: text.into(), urls, readings: 1 }
    }

    /// As often as goes into `size` bytes, and how often that is.
    pub(crate) fn repeated(&self, size: usize) -> (String, usize) {
        let count = size / self.text.len();
        (self.text.repeat(count), count)
    }
}

/// What most mail is made of. It has what a scanner stops at: a `<`, an address, times, `http` alone.
const PROSE: &str = "It is convenient to have a separate syntactic wrapper that delimits the URL\n\
    and separates it from the rest of the text, and in particular from marks\n\
    that might be mistaken for part of it: a < b, or <user@example.org> wrote\n\
    at 10:25 that \"http\" is enough.\n";

/// A line for each form that has a URL.
const LINES: [(&str, &str); 5] = [
    ("url", "> see <URL:http://www.example.org/pub/www/doc/overview.html#WARNING> there\n"),
    ("angle", "> see <http://www.example.org/pub/www/doc/overview.html#WARNING> there\n"),
    ("quote", "> see \"http://www.example.org/pub/www/doc/overview.html#WARNING\" there\n"),
    ("prefix", "> see URL: http://www.example.org/pub/www/doc/overview.html#WARNING there\n"),
    ("bare", "> see http://www.example.org/pub/www/doc/overview.html#WARNING there\n"),
];

/// The forms that can be broken over lines, so broken, at a hyphen that belongs or does not.
const BROKEN: [(&str, &str); 3] = [
    ("url", "> see <URL:http://www.example.org/pub/www/\n> doc/over-\n> view.html> there\n"),
    ("angle", "> see <http://www.example.org/pub/www/\n> doc/over-\n> view.html> there\n"),
    ("quote", "> see \"http://www.example.org/pub/www/\n> doc/over-\n> view.html\" there\n"),
];

/// No URL; for each form one in 4 kB, nothing else, and broken ones; and wrappers that never close,
/// in each of which a bare URL is left.
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
