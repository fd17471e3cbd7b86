//! Finds what is worth knowing of a URL (V6), one thing after another.
//!
//! Nothing is allocated: the iterator knows how far it is. Most kinds can be true once only; a control
//! character that is escaped, and one that is hidden, can stand anywhere, any number of times.

use crate::deception::{is_hidden, is_number_in_disguise, looks_like_host};
use crate::encoded::escaped_octet;
use crate::grammar::Grammar;
use crate::note::{Note, NoteKind};
use crate::port::default_port;
use crate::span::Span;
use crate::url::Url;

/// The notes on a URL, by kind in the order of [`NoteKind::ALL`]. Made by
/// [`Url::notes`](crate::Url::notes).
///
/// ```
/// use urlsift_validator::{NoteKind, Validator};
///
/// let url = Validator::new().url("http://jim:secret@host.dom:8080/");
/// let kinds = url.notes().map(|note| note.kind());
/// assert!(kinds.eq([NoteKind::Password, NoteKind::UserNotAllowed, NoteKind::PortNotDefault]));
/// ```
#[derive(Clone, Debug)]
pub struct Notes<'u, 'v> {
    url: &'v Url<'u>,
    /// The kinds whose turn has not ended.
    kinds: &'static [NoteKind],
    /// From where on the first of them is looked for.
    from: usize,
}

impl<'u, 'v> Notes<'u, 'v> {
    pub(crate) fn of(url: &'v Url<'u>) -> Notes<'u, 'v> {
        let kinds = match () {
            () if url.verdict().is_plain => &[],
            () if is_ordinary(url) => OF_HOST,
            () => NoteKind::ALL,
        };
        Notes { url, kinds, from: 0 }
    }

    /// The notes on `url`, asked after every kind.
    #[cfg(test)]
    pub(crate) fn of_all_kinds(url: &'v Url<'u>) -> Notes<'u, 'v> {
        Notes { url, kinds: NoteKind::ALL, from: 0 }
    }
}

impl Iterator for Notes<'_, '_> {
    type Item = Note;

    fn next(&mut self) -> Option<Note> {
        loop {
            let (&kind, others) = self.kinds.split_first()?;
            let found = match kind {
                NoteKind::EncodedControl => find_encoded_control(self.url, self.from),
                NoteKind::HiddenCharacter => find_hidden(self.url.as_str(), self.from),
                _ if self.from > 0 => None,
                _ => find(self.url, kind),
            };
            if let Some(span) = found {
                // An empty span must not be found again either.
                self.from = span.end.max(1);
                return Some(Note { kind, span });
            }
            self.kinds = others;
            self.from = 0;
        }
    }
}

/// What may be said of an ordinary URL: something about its host.
const OF_HOST: &[NoteKind] =
    &[NoteKind::HostDisputed, NoteKind::HostInDisguise, NoteKind::HostPunycode];

/// Whether `url` has a host, no user, no port, no scheme of which there may be more to say, no escape and nothing beyond ASCII, which is what most are
/// like; asking after each kind by itself took a tenth of the instructions of finding such a URL.
fn is_ordinary(url: &Url<'_>) -> bool {
    let parts = url.verdict().parts();
    let has_host = parts.host.is_some() && parts.user.is_none() && parts.port.is_none();
    let text = url.as_str();
    // Of nntp and mailto URLs there is one thing more to say, and of those of `OPENED`.
    let is_listed = || match text.as_bytes() {
        [b'f' | b'F', second, ..] => second.eq_ignore_ascii_case(&b'i'),
        [first, ..] => b"djlmnv".contains(&first.to_ascii_lowercase()),
        [] => false,
    };
    has_host && !is_listed() && text.is_ascii() && !text.as_bytes().contains(&b'%')
}

/// Schemes whose URLs have a host and no user (RFC 1738, section 5; RFC 9110, 4.2.4, for `https`).
const NO_USER: [&str; 7] = ["http", "https", "gopher", "nntp", "wais", "file", "prospero"];

/// The first place of `kind`, which can be true once only.
fn find(url: &Url<'_>, kind: NoteKind) -> Option<Span> {
    if let Some((_, names)) = OPENED.iter().find(|(opened, _)| *opened == kind) {
        return find_scheme(url.as_str(), names);
    }
    let parts = url.verdict().parts();
    let scheme = url.text(parts.scheme?);
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    match kind {
        NoteKind::Password => parts.password.filter(|password| !password.is_empty()),
        NoteKind::UserNotAllowed => parts.user.filter(|_| NO_USER.iter().any(|name| is(name))),
        NoteKind::UserLooksLikeHost => {
            parts.user.filter(|user| looks_like_host(&url.piece(*user).decode_utf8_lossy()))
        }
        NoteKind::HostDisputed => {
            let end = parts.host?.end.max(parts.port.map_or(0, |port| port.end));
            let rest = url.as_str().get(end..)?;
            // RFC 1738 lets a `?` stand in a user, and then the host comes behind the `@`.
            let has_login = is("ftp") || is("telnet");
            let goes_on = |rest: &str| rest.split('/').next().is_some_and(|run| run.contains('@'));
            let is_disputed =
                rest.starts_with('\\') || has_login && rest.starts_with('?') && goes_on(rest);
            is_disputed.then_some(Span { start: end, end: end + 1 })
        }
        NoteKind::PortNotDefault | NoteKind::PortReserved | NoteKind::PortTooBig => {
            let port = parts.port?;
            (kind_of_port(scheme, url.text(port))? == kind).then_some(port)
        }
        NoteKind::HostInDisguise => {
            parts.host.filter(|host| is_number_in_disguise(url.text(*host)))
        }
        NoteKind::HostNotAscii => parts.host.filter(|host| !url.text(*host).is_ascii()),
        NoteKind::HostPunycode => {
            let is_punycode = |four: &[u8]| four.eq_ignore_ascii_case(b"xn--");
            parts.host.filter(|host| {
                let host = url.text(*host).as_bytes();
                host.get(..4).is_some_and(is_punycode)
                    || host.windows(5).any(|five| five[0] == b'.' && is_punycode(&five[1..]))
            })
        }
        NoteKind::NumberMissing => {
            let path = parts.path.filter(|_| is("nntp") && parts.host.is_some())?;
            let has_number = url.text(path).trim_start_matches('/').contains('/');
            (!has_number && url.verdict().satisfies(Grammar::Rfc1738)).then_some(path)
        }
        NoteKind::AddressMissing => {
            let path = parts.path.filter(|_| is("mailto"))?;
            // To RFC 1738 all of it is the address, whatever it begins with.
            let start = parts.scheme?.end + 1;
            let address = Span { start, end: parts.query.unwrap_or(path).end };
            let text = url.text(address);
            let has_address = text.contains('@') || text.contains("%40");
            (!has_address && url.verdict().satisfies(Grammar::Rfc1738)).then_some(address)
        }
        // Those that can stand anywhere, and those of `OPENED`.
        NoteKind::EncodedControl
        | NoteKind::HiddenCharacter
        | NoteKind::ProgramInUrl
        | NoteKind::DocumentInUrl
        | NoteKind::LocalFile => None,
    }
}

/// Schemes whose URLs are no places in a network.
const OPENED: [(NoteKind, &[&str]); 3] = [
    (NoteKind::ProgramInUrl, &["javascript", "vbscript", "livescript", "mocha"]),
    (NoteKind::DocumentInUrl, &["data"]),
    (NoteKind::LocalFile, &["file"]),
];

/// The scheme of `text`, if it is one of `names`, as browsers read it: they pass over control characters and
/// blanks before it, and tabs and line breaks wherever they stand.
fn find_scheme(text: &str, names: &[&str]) -> Option<Span> {
    let start = text.bytes().position(|byte| byte > b' ')?;
    let is_passed_over = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let read = |name: &&str| {
        let mut letters = name.bytes();
        for (i, byte) in text.bytes().enumerate().skip(start) {
            if is_passed_over(&byte) {
                continue;
            }
            match letters.next() {
                Some(letter) if letter == byte.to_ascii_lowercase() => {}
                None if byte == b':' => return Some(Span { start, end: i }),
                _ => return None,
            }
        }
        None
    };
    names.iter().find_map(read)
}

/// What is to be said of `port`, if anything: one thing, the gravest.
fn kind_of_port(scheme: &str, port: &str) -> Option<NoteKind> {
    if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // No digit is left of a port that is all zeros; it is nobody's.
    let digits = port.trim_start_matches('0');
    let Ok(port) = (if digits.is_empty() { Ok(0) } else { digits.parse::<u16>() }) else {
        return Some(NoteKind::PortTooBig);
    };
    // Of a scheme without a known port, any port may be its own.
    match default_port(scheme)? {
        default if default == port => None,
        _ if port < 1024 => Some(NoteKind::PortReserved),
        _ => Some(NoteKind::PortNotDefault),
    }
}

fn find_encoded_control(url: &Url<'_>, from: usize) -> Option<Span> {
    let text = url.as_str().as_bytes();
    let scheme = url.verdict().parts().scheme.map_or("", |scheme| url.text(scheme));
    let is_gopher = scheme.eq_ignore_ascii_case("gopher");
    let mut at = from;
    loop {
        at += text.get(at..)?.iter().position(|byte| *byte == b'%')?;
        match escaped_octet(&text[at..]) {
            // In gopher a tab delimits.
            Some(b'\t') if is_gopher => at += 3,
            Some(octet) if octet.is_ascii_control() => {
                return Some(Span { start: at, end: at + 3 });
            }
            Some(_) => at += 3,
            None => at += 1,
        }
    }
}

fn find_hidden(text: &str, from: usize) -> Option<Span> {
    let rest = text.get(from..).filter(|rest| !rest.is_ascii())?;
    let (at, c) = rest.char_indices().find(|&(_, c)| is_hidden(c))?;
    Some(Span { start: from + at, end: from + at + c.len_utf8() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validator::Validator;
    use std::vec::Vec;

    /// Asked after every kind, an ordinary URL has the same to say.
    #[test]
    fn of_ordinary_urls_nothing_is_left_out() {
        let urls = [
            "http://host.dom/a?b#c",
            "http://host.dom\\a",
            "ftp://host.dom?a@b/",
            "telnet://host.dom?a@b",
            "http://0x7f.1/",
            "http://a.xn--p1ai/",
            "nntp://host.dom/group",
            "NEWS://host.dom/",
            "nfs://host.dom/",
            "http:///",
            "x-any://host.dom",
            "http://user@host.dom/",
            "http://host.dom:81/",
            "http://host.dom/%00",
            "http://host.dom/\u{202e}",
            "mailto:x",
            "mailto://x",
            "File://host.dom/a",
            "javascript://host.dom/a",
            "vbscript://host.dom/a",
            "LiveScript://host.dom/a",
            "mocha://host.dom/a",
            "data://host.dom/a",
            "ftp://host.dom/a",
        ];
        let mut ordinary = 0;
        for text in urls {
            let url = Validator::new().url(text);
            ordinary += usize::from(is_ordinary(&url));
            let every = Notes::of_all_kinds(&url);
            assert_eq!(url.notes().collect::<Vec<_>>(), every.collect::<Vec<_>>(), "{text}");
        }
        assert_eq!(ordinary, 9);
    }
}
