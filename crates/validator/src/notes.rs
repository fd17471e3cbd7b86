//! Finds what is worth knowing of a URL (V6), one thing after another.
//!
//! Nothing is allocated: the iterator knows how far it is. All kinds but one can be true once only; an
//! encoded control character can stand anywhere, any number of times.

use crate::encoded::escaped_octet;
use crate::grammar::Grammar;
use crate::host::HostKind;
use crate::note::{Note, NoteKind};
use crate::port::default_port;
use crate::span::Span;
use crate::url::Url;

/// The notes on a URL, by kind in the order of [`NoteKind::ALL`]. Made by
/// [`Url::notes`](crate::Url::notes).
#[derive(Clone, Debug)]
pub struct Notes<'u, 'v> {
    url: &'v Url<'u>,
    /// The kinds that have not been looked for.
    kinds: core::slice::Iter<'static, NoteKind>,
    /// Where encoded control characters are still to be looked for, while it is their turn.
    escapes: Option<usize>,
}

impl<'u, 'v> Notes<'u, 'v> {
    pub(crate) fn of(url: &'v Url<'u>) -> Notes<'u, 'v> {
        Notes { url, kinds: NoteKind::ALL.iter(), escapes: None }
    }
}

impl Iterator for Notes<'_, '_> {
    type Item = Note;

    fn next(&mut self) -> Option<Note> {
        loop {
            if let Some(from) = self.escapes {
                if let Some(span) = find_encoded_control(self.url, from) {
                    self.escapes = Some(span.end);
                    return Some(Note { kind: NoteKind::EncodedControl, span });
                }
                self.escapes = None;
            }
            let kind = *self.kinds.next()?;
            if kind == NoteKind::EncodedControl {
                self.escapes = Some(0);
            } else if let Some(span) = find(self.url, kind) {
                return Some(Note { kind, span });
            }
        }
    }
}

/// Schemes whose URLs have a host and no user (RFC 1738, 3.3, 3.4, 3.7, 3.9, 3.10, 3.11; RFC 9110,
/// 4.2.4, for `https`).
const NO_USER: [&str; 7] = ["http", "https", "gopher", "nntp", "wais", "file", "prospero"];

fn find(url: &Url<'_>, kind: NoteKind) -> Option<Span> {
    let parts = url.verdict().parts();
    let scheme = url.text(parts.scheme?);
    match kind {
        NoteKind::Password => parts.password.filter(|password| !password.is_empty()),
        NoteKind::UserNotAllowed => {
            let allows_none = |_: &Span| NO_USER.iter().any(|it| it.eq_ignore_ascii_case(scheme));
            parts.user.filter(allows_none)
        }
        NoteKind::UserLooksLikeHost => {
            let user = parts.user?;
            let kind = HostKind::of(url.text(user));
            matches!(kind, Some(HostKind::Name | HostKind::Address)).then_some(user)
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
        NoteKind::HiddenCharacter => {
            if url.as_str().is_ascii() {
                return None;
            }
            let (at, c) = url.as_str().char_indices().find(|&(_, c)| is_hidden(c))?;
            Some(Span { start: at, end: at + c.len_utf8() })
        }
        NoteKind::ProseDiffers => {
            let is = |name: &str| scheme.eq_ignore_ascii_case(name);
            let path = parts.path.filter(|_| is("nntp") || is("mailto"))?;
            // To RFC 1738 a query is part of the address.
            let all = Span { start: path.start, end: parts.query.unwrap_or(path).end };
            let lacks = if is("nntp") {
                !url.text(path).trim_start_matches('/').contains('/')
            } else {
                !url.text(all).contains('@')
            };
            (lacks && url.verdict().satisfies(Grammar::Rfc1738)).then_some(all)
        }
        // Its own turn, in `next`.
        NoteKind::EncodedControl => None,
    }
}

/// What is to be said of `port`, if anything: one thing, the gravest.
fn kind_of_port(scheme: &str, port: &str) -> Option<NoteKind> {
    if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match port.trim_start_matches('0').parse::<u16>() {
        // All zeros; a port 0 is nobody's.
        Err(_) if port.bytes().all(|byte| byte == b'0') => Some(NoteKind::PortReserved),
        Err(_) => Some(NoteKind::PortTooBig),
        Ok(port) => match default_port(scheme) {
            Some(default) if default == port => None,
            _ if port < 1024 => Some(NoteKind::PortReserved),
            Some(_) => Some(NoteKind::PortNotDefault),
            // Of a scheme without a port of its own, any port above is as good as another.
            None => None,
        },
    }
}

/// Whether `host` is one to four numbers with dots between, decimal, octal or hexadecimal, and not
/// plainly an address. Many programs read it as one (`inet_aton`): the last number fills the rest.
fn is_number_in_disguise(host: &str) -> bool {
    // Nearly all hosts end in a letter that no number has.
    if !host.ends_with(|last: char| last.is_ascii_hexdigit() || last == '.' || last == 'x') {
        return false;
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    let is_number = |group: &str| {
        let hex = group.strip_prefix("0x").or_else(|| group.strip_prefix("0X"));
        match hex {
            Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
            None => !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()),
        }
    };
    // With a leading zero a group is octal to some and decimal to others.
    let is_plain = |group: &str| group.len() <= 3 && (group == "0" || !group.starts_with('0'));
    let groups = host.split('.').count();
    groups <= 4 && host.split('.').all(is_number) && !(groups == 4 && host.split('.').all(is_plain))
}

fn find_encoded_control(url: &Url<'_>, from: usize) -> Option<Span> {
    let text = url.as_str().as_bytes();
    let scheme = url.verdict().parts().scheme.map_or("", |scheme| url.text(scheme));
    let is_gopher = scheme.eq_ignore_ascii_case("gopher");
    let mut at = from;
    loop {
        at += text.get(at..)?.iter().position(|byte| *byte == b'%')?;
        match escaped_octet(&text[at..]) {
            Some(b'\0' | b'\n' | b'\r') => return Some(Span { start: at, end: at + 3 }),
            Some(b'\t') if !is_gopher => return Some(Span { start: at, end: at + 3 }),
            Some(_) => at += 3,
            None => at += 1,
        }
    }
}

/// Blanks beyond ASCII, what has no width, and what says in which direction text runs (RFC 3987, 4.1,
/// and Unicode's `Default_Ignorable_Code_Point`, so far as it is no letter's own).
fn is_hidden(c: char) -> bool {
    !c.is_ascii()
        && (c.is_whitespace()
            || matches!(
                c,
                '\u{AD}'
                    | '\u{61C}'
                    | '\u{180E}'
                    | '\u{200B}'..='\u{200F}'
                    | '\u{202A}'..='\u{202E}'
                    | '\u{2060}'..='\u{206F}'
                    | '\u{3164}'
                    | '\u{FEFF}'
                    | '\u{FFF9}'..='\u{FFFB}'
                    | '\u{E0000}'..='\u{E0FFF}'
            ))
}
