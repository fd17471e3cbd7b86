//! Notes: accepted, but worth knowing (V6).
//!
//! They are what RFC 1738, section 6, warns of, and what people have learned since. A note never
//! makes a URL any less of one. Each says where, how grave it is, and which document says so.

use crate::span::Span;
use crate::syntax::port::default_port;
use core::fmt;

/// Something about a URL that is worth knowing. Made by [`Url::notes`](crate::Url::notes).
///
/// ```
/// use urlsift_validator::{NoteKind, Severity, Validator};
///
/// let url = Validator::new().url("ftp://jim:secret@host.dom/");
/// let note = url.notes().next().unwrap();
/// assert_eq!((note.kind(), note.severity()), (NoteKind::Password, Severity::Warning));
/// assert_eq!(url.text(note.span()), "secret");
/// assert_eq!(note.section(), "RFC 1738, 6");
/// assert_eq!(note.to_string(), "a password stands in the URL (RFC 1738, 6)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    pub(crate) kind: NoteKind,
    pub(crate) span: Span,
}

/// What there is to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// There is a password, and it is not empty.
    Password,
    /// There is a user, and the scheme allows none: `http`, `https`, `gopher`, `nntp`, `wais`,
    /// `file`, `prospero`.
    UserNotAllowed,
    /// The user looks like a host or begins with one, so that a reader takes it for the host:
    /// `http://www.example.org@elsewhere.example/`.
    UserLooksLikeHost,
    /// Programs do not agree where the host ends: at a `\`, and at a `?` that RFC 1738 gives to the
    /// user of ftp and telnet; or where it begins: in `http`, `https`, `ftp`, `ws` and `wss` browsers take
    /// what follows the colon and any number of `/` or `\` for the host, where by the grammars only `//`
    /// promises one: `http:/elsewhere.example/`, `http:///elsewhere.example/`, in any string.
    HostDisputed,
    /// The port is not the scheme's.
    PortNotDefault,
    /// The port is not the scheme's, and below 1024, where ports are given to protocols.
    PortReserved,
    /// The port is over 65,535, which no port is.
    PortTooBig,
    /// An escape of a control character, which ends a line or a string in other protocols or moves a
    /// terminal's cursor: `%00`, `%0A`, `%0D`, `%1B`; and `%09` outside `gopher`. One note for each.
    EncodedControl,
    /// The host is a number that some programs read as an address: `0x7f.1`, `3232235777`,
    /// `0177.0.0.1`.
    HostInDisguise,
    /// The host has characters beyond ASCII, some of which look like others.
    HostNotAscii,
    /// The host has a label in Punycode, so it is shown to readers as something else.
    HostPunycode,
    /// There is a character that nobody sees, or that turns the direction of what is around it. The
    /// BNF of RFC 3987 has them, and its prose forbids some. One note for each.
    HiddenCharacter,
    /// An nntp URL without an article's number, which RFC 1738's BNF allows and its prose does not.
    NumberMissing,
    /// A mailto URL without a mail address, which RFC 1738's BNF allows and its prose does not.
    AddressMissing,
    /// The scheme is one by which a program stands in the URL, which is run by what opens it:
    /// `javascript`, `vbscript`, or as old browsers had it `livescript` and `mocha`. Schemes are read here
    /// as browsers read them, in any string: what is no more than a blank before it and tabs and line
    /// breaks within are passed over.
    ProgramInUrl,
    /// By the scheme, `data`, the document itself stands in the URL, and may be a page that nobody
    /// answers for.
    DocumentInUrl,
    /// By the scheme, `file`, what opens it looks for a file of its own machine or network.
    LocalFile,
}

/// How grave a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// It is so, and there is nothing wrong with it.
    Info,
    /// It is unwise, or likely a mistake.
    Warning,
    /// It is how readers and programs are deceived.
    Danger,
}

impl Note {
    /// What there is to know.
    pub const fn kind(self) -> NoteKind {
        self.kind
    }

    /// What it is about, as a range of bytes of the URL.
    pub const fn span(self) -> Span {
        self.span
    }

    /// How grave it is.
    pub const fn severity(self) -> Severity {
        self.kind.severity()
    }

    /// The document and section that warn of it, or by which it is so.
    pub const fn section(self) -> &'static str {
        self.kind.section()
    }
}

impl NoteKind {
    /// All of them, in the order in which they are given.
    pub const ALL: &'static [NoteKind] = &[
        NoteKind::Password,
        NoteKind::UserNotAllowed,
        NoteKind::UserLooksLikeHost,
        NoteKind::HostDisputed,
        NoteKind::PortNotDefault,
        NoteKind::PortReserved,
        NoteKind::PortTooBig,
        NoteKind::EncodedControl,
        NoteKind::HostInDisguise,
        NoteKind::HostNotAscii,
        NoteKind::HostPunycode,
        NoteKind::HiddenCharacter,
        NoteKind::NumberMissing,
        NoteKind::AddressMissing,
        NoteKind::ProgramInUrl,
        NoteKind::DocumentInUrl,
        NoteKind::LocalFile,
    ];

    /// The name in rows: `password`, `user_not_allowed` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            NoteKind::Password => "password",
            NoteKind::UserNotAllowed => "user_not_allowed",
            NoteKind::UserLooksLikeHost => "user_looks_like_host",
            NoteKind::HostDisputed => "host_disputed",
            NoteKind::PortNotDefault => "port_not_default",
            NoteKind::PortReserved => "port_reserved",
            NoteKind::PortTooBig => "port_too_big",
            NoteKind::EncodedControl => "encoded_control",
            NoteKind::HostInDisguise => "host_in_disguise",
            NoteKind::HostNotAscii => "host_not_ascii",
            NoteKind::HostPunycode => "host_punycode",
            NoteKind::HiddenCharacter => "hidden_character",
            NoteKind::NumberMissing => "number_missing",
            NoteKind::AddressMissing => "address_missing",
            NoteKind::ProgramInUrl => "program_in_url",
            NoteKind::DocumentInUrl => "document_in_url",
            NoteKind::LocalFile => "local_file",
        }
    }

    /// What is to be said of `port`, if anything: one thing, the gravest.
    pub(crate) fn of_port(scheme: &str, port: &str) -> Option<NoteKind> {
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

    /// How grave it is.
    pub const fn severity(self) -> Severity {
        match self {
            NoteKind::PortNotDefault
            | NoteKind::HostNotAscii
            | NoteKind::HostPunycode
            | NoteKind::NumberMissing
            | NoteKind::AddressMissing => Severity::Info,
            NoteKind::Password
            | NoteKind::UserNotAllowed
            | NoteKind::PortReserved
            | NoteKind::PortTooBig
            | NoteKind::LocalFile => Severity::Warning,
            NoteKind::UserLooksLikeHost
            | NoteKind::HostDisputed
            | NoteKind::EncodedControl
            | NoteKind::HostInDisguise
            | NoteKind::HiddenCharacter
            | NoteKind::ProgramInUrl
            | NoteKind::DocumentInUrl => Severity::Danger,
        }
    }

    /// The document and section that warn of it, or by which it is so.
    pub const fn section(self) -> &'static str {
        match self {
            NoteKind::Password
            | NoteKind::PortNotDefault
            | NoteKind::PortReserved
            | NoteKind::EncodedControl => "RFC 1738, 6",
            NoteKind::UserNotAllowed => "RFC 1738, 5",
            NoteKind::UserLooksLikeHost | NoteKind::HostDisputed => "RFC 3986, 7.6",
            NoteKind::PortTooBig => "RFC 793, 3.1",
            NoteKind::HostInDisguise => "RFC 3986, 7.4",
            NoteKind::HostNotAscii => "RFC 3987, 8",
            NoteKind::HostPunycode => "RFC 5891, 4.4",
            NoteKind::HiddenCharacter => "RFC 3987, 4.1 and 8",
            NoteKind::NumberMissing => "RFC 1738, 3.7",
            NoteKind::AddressMissing => "RFC 1738, 3.5",
            NoteKind::ProgramInUrl => "RFC 3986, 7.2",
            NoteKind::DocumentInUrl => "RFC 2397, 6",
            NoteKind::LocalFile => "RFC 8089, 5",
        }
    }

    /// What is said of it to people, without the section.
    pub const fn message(self) -> &'static str {
        match self {
            NoteKind::Password => "a password stands in the URL",
            NoteKind::UserNotAllowed => "the scheme allows no user",
            NoteKind::UserLooksLikeHost => {
                "the user looks like a host, and the host comes after it"
            }
            NoteKind::HostDisputed => "programs do not agree where the host begins or ends",
            NoteKind::PortNotDefault => "the port is not the scheme's own",
            NoteKind::PortReserved => "the port is not the scheme's own and is below 1024",
            NoteKind::PortTooBig => "the port is over 65535",
            NoteKind::EncodedControl => "an escape hides a control character",
            NoteKind::HostInDisguise => "the host is a number that may be read as an address",
            NoteKind::HostNotAscii => "the host has characters beyond ASCII_AUTOMATA",
            NoteKind::HostPunycode => "the host is shown in other characters than it is spelled in",
            NoteKind::HiddenCharacter => {
                "a character is not seen, or turns the direction of others"
            }
            NoteKind::NumberMissing => "the article's number is missing, which only the BNF allows",
            NoteKind::AddressMissing => "the mail address is missing, which only the BNF allows",
            NoteKind::ProgramInUrl => "a program stands in the URL, and is run where it is opened",
            NoteKind::DocumentInUrl => "the document that is opened stands in the URL itself",
            NoteKind::LocalFile => "what opens it looks for a file of its own machine or network",
        }
    }
}

impl Severity {
    /// The name in rows: `info`, `warning`, `danger`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Danger => "danger",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind.message(), self.section())
    }
}

impl fmt::Display for NoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
