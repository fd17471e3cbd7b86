//! The parts that all URLs share, as byte ranges.
//!
//! The cuts are those of the generic syntax (RFC 3986, section 3):
//!
//! ```text
//! scheme ":" [ "//" [ user [ ":" password ] "@" ] host [ ":" port ] ] path [ "?" query ]
//!        [ "#" fragment ]
//! ```
//!
//! RFC 1738 allows a `?` in the path or selector of ftp, telnet, gopher and prospero, and no later document takes that
//! back, so there it opens no query. Directly after a host it ends the host in every scheme. In the user and password
//! of ftp and telnet it is allowed too, so there an `@` before the path ends a login. Browsers end the host at such a
//! `?`, and the URL gets the note `host_disputed`.

use crate::automata::plain_prefix::PlainPrefix;
use crate::grammar::production::Production;
use crate::span::Span;

/// The parts of a URL, as byte ranges.
///
/// An empty part is not a missing one: `ftp://@host.com/` has an empty user (RFC 1738, 3.1). A string without a scheme
/// has no parts at all. A string that is not a URL by any grammar has the parts that its delimiters suggest.
///
/// ```
/// use urlsift_validator::Validator;
///
/// let url = "ftp://foo:@host.com:2121/etc/motd";
/// let verdict = Validator::new().validate(url);
/// let parts = verdict.parts();
/// assert_eq!(&url[parts.user.unwrap()], "foo");
/// assert!(parts.password.unwrap().is_empty());
/// assert_eq!(&url[parts.port.unwrap()], "2121");
/// assert_eq!(parts.query, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
// `urlsift`'s archive module has an unrelated `Parts`, the parts of a MIME message. Both are the term of their field.
pub struct Parts {
    /// The scheme as spelled, without the `:`. Compare it case-insensitively.
    pub scheme: Option<Span>,
    /// The text between `//` and the host's `@`, up to the first `:`.
    pub user: Option<Span>,
    /// The text between that `:` and the `@`.
    pub password: Option<Span>,
    /// The host as spelled; an IP literal includes its brackets. Present if `//` is, though it may be empty.
    pub host: Option<Span>,
    /// The text after the host's `:`, digits or not.
    pub port: Option<Span>,
    /// The path with its leading `/`; in a URL without `//`, everything up to the query. Present if a scheme is.
    pub path: Option<Span>,
    /// The query without the `?`. RFC 1738 calls it search.
    pub query: Option<Span>,
    /// The fragment without the `#`.
    pub fragment: Option<Span>,
}

impl Parts {
    pub(crate) fn of(url: &str, classes: u8) -> Parts {
        let scheme = scheme_len(url);
        if scheme == 0 || url.as_bytes().get(scheme) != Some(&b':') {
            return Parts::default();
        }
        let mut parts = Parts { scheme: Some(span(0, scheme)), ..Parts::default() };
        // Without `//` the path begins after the colon. With it, the authority comes first.
        let mut path = scheme + 1;
        if url.as_bytes()[path..].starts_with(b"//") {
            let authority = path + 2;
            // No grammar allows a `\`, and browsers read it as `/`: in `http://a\@b/` the host is `a`.
            path = find_class(url, authority, HASH | QUESTION_MARK | SLASH);
            if url.as_bytes().get(path) == Some(&b'?')
                && matches!(Production::of(url).0, Production::Ftp | Production::Telnet)
                && let login = &url[path..find_class(url, path, HASH | SLASH)]
                && let Some(at) = login.rfind('@')
            {
                path = find_class(url, path + at, HASH | QUESTION_MARK | SLASH);
            }
            parts.cut_authority(url, authority, path);
        }
        parts.cut_rest(url, path, path, classes);
        parts
    }

    /// Like [`Parts::of`] for a `url` with a plain `prefix`. The bytes after the prefix have `classes`.
    pub(crate) fn after_prefix(url: &str, prefix: &PlainPrefix, classes: u8) -> Parts {
        let PlainPrefix { host, authority_end, path_end, len, .. } = *prefix;
        let port = (host.end < authority_end).then(|| span(host.end + 1, authority_end));
        let scheme = Some(span(0, host.start - "://".len()));
        let mut parts = Parts { scheme, host: Some(host), port, ..Parts::default() };
        // A prefix with a query has a complete path. Otherwise the path may go on after the prefix.
        if path_end < len {
            parts.path = Some(span(authority_end, path_end));
            parts.cut_query(url, path_end + 1, len, classes);
        } else {
            parts.cut_rest(url, authority_end, len.max(authority_end), classes);
        }
        parts
    }

    /// Cuts path, query and fragment. The path begins at `path` and does not end before `from`.
    fn cut_rest(&mut self, url: &str, path: usize, from: usize, classes: u8) {
        if classes & (HASH | QUESTION_MARK) == 0 {
            self.path = Some(span(path, url.len()));
            return;
        }
        // Directly after a host, a `?` opens a query in any scheme.
        let is_mark = self.host.is_some() && url.as_bytes().get(path) == Some(&b'?');
        let ends_path = if is_mark || has_query(url) { HASH | QUESTION_MARK } else { HASH };
        let end = find_class(url, from, ends_path);
        self.path = Some(span(path, end));
        if url.as_bytes().get(end) == Some(&b'?') {
            self.cut_query(url, end + 1, end + 1, classes);
        } else if end < url.len() {
            self.fragment = Some(span(end + 1, url.len()));
        }
    }

    /// Cuts query and fragment. The query begins at `query` and does not end before `from`.
    fn cut_query(&mut self, url: &str, query: usize, from: usize, classes: u8) {
        let end = if classes & HASH == 0 { url.len() } else { find_class(url, from, HASH) };
        self.query = Some(span(query, end));
        if end < url.len() {
            self.fragment = Some(span(end + 1, url.len()));
        }
    }

    fn cut_authority(&mut self, url: &str, mut start: usize, end: usize) {
        let bytes = url.as_bytes();
        // A second `@` satisfies no grammar. Browsers take the last one, and so does this code: a favourite
        // trick puts a fake host before it.
        if let Some(at) = bytes[start..end].iter().rposition(|byte| *byte == b'@') {
            let at = start + at;
            let colon = find(url, start, at, b":");
            self.user = Some(span(start, colon.unwrap_or(at)));
            self.password = colon.map(|colon| span(colon + 1, at));
            start = at + 1;
        }
        // The colons within an IP literal separate no port.
        let literal = if bytes[start..end].starts_with(b"[") {
            find(url, start, end, b"]").unwrap_or(end)
        } else {
            start
        };
        let colon = find(url, literal, end, b":");
        self.host = Some(span(start, colon.unwrap_or(end)));
        self.port = colon.map(|colon| span(colon + 1, end));
    }
}

/// Returns whether a `?` opens a query in the scheme of `url`. It does not in the schemes below: RFC 1738, 3.2 (ftp),
/// 3.4 (gopher; RFC 4266), 3.8 (telnet; RFC 4248) and 3.11 (prospero; RFC 4157). Later documents adopted the generic
/// syntax for `file` (RFC 8089) and `news` (RFC 5538).
fn has_query(url: &str) -> bool {
    use Production::{Ftp, Gopher, Prospero, Telnet};
    !matches!(Production::of(url).0, Ftp | Gopher | Telnet | Prospero)
}

// The classes of bytes, one bit each. They say where a part may end, and whether a search can be skipped.

const SCHEME: u8 = 1;
const SLASH: u8 = 2;
const QUESTION_MARK: u8 = 4;
const HASH: u8 = 8;
pub(crate) const PERCENT: u8 = 16;
pub(crate) const BEYOND_ASCII: u8 = 32;
pub(crate) const AT: u8 = 64;
pub(crate) const HYPHEN: u8 = 128;

/// Classes of each byte.
static CLASSES: [u8; 256] = {
    let mut classes = [BEYOND_ASCII; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'/' | b'\\' => SLASH,
            b'?' => QUESTION_MARK,
            b'#' => HASH,
            b'%' => PERCENT,
            b'@' => AT,
            b'-' => SCHEME | HYPHEN,
            b'+' | b'.' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => SCHEME,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// A search for a class that is absent can be skipped.
pub(crate) fn classes_of(bytes: &[u8]) -> u8 {
    union(&CLASSES, bytes)
}

pub(crate) fn union(table: &[u8; 256], bytes: &[u8]) -> u8 {
    let class = |byte: &u8| table[usize::from(*byte)];
    let (eights, rest) = bytes.as_chunks::<8>();
    // Chunks of eight let the compiler unroll the loop.
    let eights = eights.iter().fold(0, |classes, eight| {
        eight.iter().fold(classes, |classes, byte| classes | class(byte))
    });
    rest.iter().fold(eights, |classes, byte| classes | class(byte))
}

/// Returns the offset of the first byte from `start` on in one of `classes`, or the length of `url`.
fn find_class(url: &str, start: usize, classes: u8) -> usize {
    // Looks up four bytes at a time and tests the union of their classes: one branch for four bytes.
    let (bytes, mut at) = (url.as_bytes(), start);
    let class = |byte: u8| CLASSES[usize::from(byte)] & classes;
    while let Some(&[a, b, c, d]) = bytes[at..].first_chunk()
        && class(a) | class(b) | class(c) | class(d) == 0
    {
        at += 4;
    }
    while bytes.get(at).is_some_and(|&byte| class(byte) == 0) {
        at += 1;
    }
    at
}

/// Returns the length of the run of scheme characters at the start, whichever comes first (RFC 1738).
pub(crate) fn scheme_len(url: &str) -> usize {
    let bytes = url.as_bytes();
    let mut at = 0;
    while bytes.get(at).is_some_and(|&byte| CLASSES[usize::from(byte)] & SCHEME != 0) {
        at += 1;
    }
    at
}

pub(crate) fn find(url: &str, start: usize, end: usize, bytes: &[u8]) -> Option<usize> {
    let haystack = &url.as_bytes()[start..end];
    haystack.iter().position(|byte| bytes.contains(byte)).map(|at| start + at)
}

fn span(start: usize, end: usize) -> Span {
    Span { start, end }
}
