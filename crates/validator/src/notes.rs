//! Finds the notes on a URL, one after another: facts worth knowing that do not make it any less of a URL.
//!
//! The state of the iterator is the kind to search for next and an offset. It allocates only for a host or a field of a
//! mailto URL with escapes.

use crate::grammar::{Grammar, Grammars};
use crate::notes::browser_scheme::{find_inner_scheme, find_odd_slashes};
use crate::notes::deception::{is_number_in_disguise, looks_like_host};
use crate::notes::note::{Note, NoteKind, Severity};
use crate::notes::possible::{NoteKinds, set};
use crate::span::Span;
use crate::syntax::encoded::{Encoded, escaped_octet};
use crate::syntax::hidden::is_hidden;
use crate::syntax::parts::{Parts, find as find_byte};
use crate::syntax::scheme_part::SchemePart;

pub(crate) mod browser_scheme;
pub(crate) mod deception;
pub(crate) mod imitation;
pub(crate) mod note;
pub(crate) mod possible;

/// An iterator over the notes on a URL, by kind in the order of [`NoteKind::ALL`]. Made by
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
    url: Judged<'u, 'v>,
    /// Kinds still to be searched for. The lowest is searched for now.
    kinds: NoteKinds,
    /// Offset from which to search for that kind.
    from: usize,
    /// Where the answers to a Gopher+ form begin.
    form_answers: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Judged<'u, 'v> {
    text: &'u str,
    parts: &'v Parts,
    grammars: Grammars,
}

impl<'u> Judged<'u, '_> {
    fn text(self, span: Span) -> &'u str {
        self.text.get(span.range()).unwrap_or_default()
    }
}

impl<'u, 'v> Notes<'u, 'v> {
    #[inline]
    pub(crate) fn of(
        text: &'u str,
        parts: &'v Parts,
        grammars: Grammars,
        kinds: NoteKinds,
    ) -> Notes<'u, 'v> {
        let url = Judged { text, parts, grammars };
        // Found once for all notes: each search takes time linear in the URL.
        let has_controls = kinds & const { set(&[NoteKind::EncodedControl]) } != 0;
        let form_answers = if has_controls { find_form_answers(url) } else { None };
        Notes { url, kinds, from: 0, form_answers }
    }
}

impl Iterator for Notes<'_, '_> {
    type Item = Note;

    #[inline]
    fn next(&mut self) -> Option<Note> {
        if self.kinds == 0 { None } else { self.find_next() }
    }
}

impl Notes<'_, '_> {
    fn find_next(&mut self) -> Option<Note> {
        loop {
            // The lowest bit that is set. An empty set gives 32, which is out of bounds.
            let kind = *NoteKind::ALL.get(self.kinds.trailing_zeros() as usize)?;
            // Two kinds are searched for again after each note. All others are done once one was found.
            let found = match kind {
                NoteKind::EncodedControl => find_encoded_control(self.url, self.from),
                NoteKind::HiddenCharacter => find_hidden(self.url.text, self.from),
                _ if self.from > 0 => None,
                _ => find(self.url, kind),
            };
            if let Some(span) = found {
                // An empty span must not be found again.
                self.from = span.end.max(1);
                let is_answer = kind == NoteKind::EncodedControl
                    && self.form_answers.is_some_and(|answers| span.start >= answers)
                    && matches!(
                        escaped_octet(&self.url.text.as_bytes()[span.start..]),
                        Some(b'\r' | b'\n')
                    );
                let severity = if is_answer { Severity::Info } else { kind.severity() };
                return Some(Note { kind, span, severity });
            }
            self.kinds &= self.kinds - 1;
            self.from = 0;
        }
    }
}

/// Schemes whose URLs have a host and no user (RFC 1738, section 5; RFC 9110, 4.2.4, for `https`).
const SCHEMES_WITHOUT_USER: [&str; 7] =
    ["http", "https", "gopher", "nntp", "wais", "file", "prospero"];

fn find(url: Judged<'_, '_>, kind: NoteKind) -> Option<Span> {
    if !kind.schemes().is_empty() {
        return find_inner_scheme(url.text, kind.schemes());
    }
    if kind == NoteKind::HostDisputed
        && let Some(span) = find_odd_slashes(url.text)
    {
        return Some(span);
    }
    let parts = url.parts;
    let scheme = url.text(parts.scheme?);
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    match kind {
        NoteKind::Password => parts.password.filter(|password| !password.is_empty()),
        NoteKind::UserNotAllowed => {
            parts.user.filter(|_| SCHEMES_WITHOUT_USER.iter().any(|name| is(name)))
        }
        NoteKind::UserLooksLikeHost => parts
            .user
            .filter(|user| looks_like_host(&Encoded::of(url.text, *user).decode_utf8_lossy())),
        NoteKind::HostDisputed => {
            // Of several `@`, some programs end the user at the first and others at the last. RFC 1738 allows a `?`
            // in the login of ftp and telnet, where browsers end the host.
            if let Some(user) = parts.user
                && let login_end = parts.password.unwrap_or(user).end
                && let Some(at) = find_byte(url.text, user.start, login_end, b"@?")
            {
                return Some(Span { start: at, end: at + 1 });
            }
            let end = parts.host?.end.max(parts.port.map_or(0, |port| port.end));
            let is_disputed = url.text.get(end..)?.starts_with('\\');
            is_disputed.then_some(Span { start: end, end: end + 1 })
        }
        NoteKind::PortNotDefault | NoteKind::PortReserved | NoteKind::PortTooBig => {
            let port = parts.port?;
            (NoteKind::of_port(scheme, url.text(port))? == kind).then_some(port)
        }
        NoteKind::HostInDisguise => {
            parts.host.filter(|host| is_number_in_disguise(url.text(*host)))
        }
        NoteKind::HostNotAscii => parts.host.filter(|host| !url.text(*host).is_ascii()),
        NoteKind::HostPunycode => {
            // A label in Punycode begins with `xn--`, at the start of the host or after a dot.
            let is_punycode = |four: &[u8]| four.eq_ignore_ascii_case(b"xn--");
            parts.host.filter(|host| {
                let host = url.text(*host).as_bytes();
                host.get(..4).is_some_and(is_punycode)
                    || host.windows(5).any(|five| five[0] == b'.' && is_punycode(&five[1..]))
            })
        }
        NoteKind::MixedScripts | NoteKind::ConfusableHost => {
            parts.host.filter(|host| imitation::of_host(url.text(*host)) == Some(kind))
        }
        NoteKind::NumberMissing => {
            let path = parts.path.filter(|_| is("nntp") && parts.host.is_some())?;
            // `/group/number` has a second slash.
            let has_number = url.text(path).trim_start_matches('/').contains('/');
            (!has_number && url.grammars.contains(Grammar::Rfc1738)).then_some(path)
        }
        NoteKind::AddressMissing => {
            let path = parts.path.filter(|_| is("mailto"))?;
            // To RFC 1738 everything after the colon is the address.
            let start = parts.scheme?.end + 1;
            let address = Span { start, end: parts.query.unwrap_or(path).end };
            let text = url.text(address);
            let has_address = text.contains('@') || text.contains("%40");
            (!has_address && url.grammars.contains(Grammar::Rfc1738)).then_some(address)
        }
        NoteKind::TypeOfRfc959 => {
            let SchemePart::Ftp(ftp) = SchemePart::of(url.text, parts) else { return None };
            ftp.type_code
                .filter(|code| is_type_of_rfc959(code.as_str().as_bytes()))
                .map(Encoded::span)
        }
        NoteKind::FileAttached => find_attachment(url),
        NoteKind::OptionInHost => {
            // A program may get user and host as one argument, `user@host`.
            let begins = |part: &Span| url.text(*part).starts_with('-');
            parts.user.filter(begins).or(parts.host.filter(begins))
        }
        NoteKind::EncodedControl
        | NoteKind::HiddenCharacter
        | NoteKind::ProgramInUrl
        | NoteKind::DocumentInUrl
        | NoteKind::LocalFile
        | NoteKind::StartsProgram => None,
    }
}

/// Reports whether `code` is a type of RFC 959, section 5.3.2, without its space, that RFC 1738 lacks.
fn is_type_of_rfc959(code: &[u8]) -> bool {
    match code {
        [b'e' | b'E'] | [b'a' | b'A' | b'e' | b'E', b'n' | b'N' | b't' | b'T' | b'c' | b'C'] => {
            true
        }
        [b'l' | b'L', size @ ..] => !size.is_empty() && size.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Returns the first field of a mailto URL whose name begins with `attach`. RFC 6068, section 4, warns of such fields.
/// Mail programs have attached local files by them (CVE-2020-11879, CVE-2020-12618).
fn find_attachment(url: Judged<'_, '_>) -> Option<Span> {
    let SchemePart::Mailto(mailto) = SchemePart::of(url.text, url.parts) else {
        return None;
    };
    let is_attachment =
        |name: &[u8]| name.get(..6).is_some_and(|it| it.eq_ignore_ascii_case(b"attach"));
    let (name, value) =
        mailto.header_fields.iter().find(|(name, _)| is_attachment(&name.decode()))?;
    Some(Span { start: name.span().start, end: value.unwrap_or(name).span().end })
}

/// Returns where the answers to a Gopher+ form begin, at the port of gopher. Each of them ends in an escaped line break
/// (draft-ietf-uri-url-03, "Gopher"). At another port, a line break may begin a command of the protocol there.
fn find_form_answers(url: Judged<'_, '_>) -> Option<usize> {
    let parts = url.parts;
    let SchemePart::Gopher(gopher) = SchemePart::of(url.text, parts) else { return None };
    let string = gopher.gopher_plus?;
    let is_own_port = parts.port.is_none_or(|port| matches!(url.text(port), "" | "70"));
    let (view, answers) = string.as_str().split_once("%09")?;
    let head = answers.get(..FORM_HEAD.len())?;
    let is_form = view.starts_with('+') && head.eq_ignore_ascii_case(FORM_HEAD);
    (is_own_port && is_form).then(|| string.span().start + view.len())
}

/// The start of the answers to a form, after `+`, a view and a tab: the kind of the data and its length.
const FORM_HEAD: &str = "1%0D%0A+-1%0D%0A";

fn find_encoded_control(url: Judged<'_, '_>, from: usize) -> Option<Span> {
    let text = url.text.as_bytes();
    let scheme = url.parts.scheme.map_or("", |scheme| url.text(scheme));
    let is_gopher = scheme.eq_ignore_ascii_case("gopher");
    let is_prospero = scheme.eq_ignore_ascii_case("prospero");
    let mut at = from;
    loop {
        at += text.get(at..)?.iter().position(|byte| *byte == b'%')?;
        match escaped_octet(&text[at..]) {
            // In gopher a tab is a delimiter.
            Some(b'\t') if is_gopher => at += 3,
            // In prospero a NUL ends the name of the object (draft-ietf-uri-url-03, "Prospero").
            Some(b'\0') if is_prospero => at += 3,
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
