//! A note: a fact worth knowing about a URL, which does not make it any less of a URL. Notes are about what RFC 1738,
//! section 6, warns of, and about later experience.

use crate::names::named;
use crate::span::Span;
use crate::syntax::port::default_port;
use core::fmt;

/// A fact worth knowing about a URL. Made by [`Url::notes`](crate::Url::notes).
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
    pub(crate) severity: Severity,
}

/// Defines the kinds of notes: for each its doc, name, severity, section and message.
macro_rules! notes {
    ($($(#[$doc:meta])* $kind:ident $name:literal $severity:ident $section:literal $message:literal)+) => {
        named! {
            /// The kind of a note.
            #[derive(PartialOrd, Ord)]
            NoteKind:
            $($(#[$doc])* $kind $name)+
        }

        /// Severity, section and message by kind.
        const NOTES: [(Severity, &str, &str); NoteKind::ALL.len()] =
            [$((Severity::$severity, $section, $message)),+];
    };
}

notes! {
    /// A password that is not empty.
    Password "password" Warning "RFC 1738, 6" "a password stands in the URL"
    /// A user in a scheme that allows none: `http`, `https`, `gopher`, `nntp`, `wais`, `file`, `prospero`.
    UserNotAllowed "user_not_allowed" Warning "RFC 1738, 5" "the scheme allows no user"
    /// The user looks like a host or begins with one, and a reader may take it for the host:
    /// `http://www.example.org@elsewhere.example/`.
    UserLooksLikeHost "user_looks_like_host" Danger "RFC 3986, 7.6"
        "the user looks like a host, and the host comes after it"
    /// Programs disagree where the host begins or ends.
    ///
    /// The end is disputed at a `\`, at a `?` that RFC 1738 gives to the user of ftp and telnet, and at several `@`.
    /// The beginning is disputed in `http`, `https`, `ftp`, `ws` and `wss`, as in `http:/elsewhere.example/` and
    /// `http:///elsewhere.example/`: browsers take the text after the colon and any number of `/` or `\` for the host.
    /// Reported in any string, URL or not.
    HostDisputed "host_disputed" Danger "RFC 3986, 7.6" "programs do not agree where the host begins or ends"
    /// The port is not the scheme's default.
    PortNotDefault "port_not_default" Info "RFC 1738, 6" "the port is not the scheme's own"
    /// The port is not the scheme's default, and below 1024, the range assigned to protocols.
    PortReserved "port_reserved" Warning "RFC 1738, 6" "the port is not the scheme's own and is below 1024"
    /// The port is over 65,535, the highest port.
    PortTooBig "port_too_big" Warning "RFC 793, 3.1" "the port is over 65535"
    /// A control character is escaped: `%00`, `%0A`, `%0D`, `%1B`, and outside `gopher` `%09`. In other
    /// protocols it may end a line or a string, or move a terminal's cursor. One note for each. A `%00` in
    /// `prospero` is none, because it ends the object's name there.
    EncodedControl "encoded_control" Danger "RFC 1738, 6" "an escape hides a control character"
    /// The host is a number that some programs read as an address: `0x7f.1`, `3232235777`, `0177.0.0.1`.
    HostInDisguise "host_in_disguise" Danger "RFC 3986, 7.4" "the host is a number that may be read as an address"
    /// The host has characters beyond ASCII. Some of these look like others.
    HostNotAscii "host_not_ascii" Info "RFC 3987, 8" "the host has characters beyond ASCII"
    /// The host has a label in Punycode, which programs show in other characters.
    HostPunycode "host_punycode" Info "RFC 5891, 4.4" "the host is shown in other characters than it is spelled in"
    /// A label of the host, decoded, mixes scripts whose letters look alike (Unicode Technical Standard 39).
    MixedScripts "mixed_scripts" Danger "UTS 39, 5.1" "the host mixes scripts whose letters look alike"
    /// A label of the host, decoded, has letters beyond ASCII, and all of it looks like ASCII.
    ConfusableHost "confusable_host" Danger "UTS 39, 4" "the host looks like another"
    /// A character that is invisible, or that changes the direction of the text around it. RFC
    /// 3987's BNF allows such characters, and its prose forbids some. One note for each.
    HiddenCharacter "hidden_character" Danger "RFC 3987, 4.1 and 8"
        "a character is not seen, or turns the direction of others"
    /// An nntp URL lacks the article's number. RFC 1738's BNF allows that, its prose does not.
    NumberMissing "number_missing" Info "RFC 1738, 3.7" "the article's number is missing, which only the BNF allows"
    /// A mailto URL lacks a mail address. RFC 1738's BNF allows that, its prose does not.
    AddressMissing "address_missing" Info "RFC 1738, 3.5" "the mail address is missing, which only the BNF allows"
    /// The URL contains a program, and opening it runs that program. The schemes are `javascript`,
    /// `vbscript`, and, for old browsers, `livescript` and `mocha`.
    ///
    /// Schemes are read as browsers read them, in any string: spaces and control characters before the scheme
    /// are skipped, and tabs and line breaks within it. The scheme may be that of a URL within `feed`, `jar`, `url` or
    /// `view-source`.
    ProgramInUrl "program_in_url" Danger "RFC 3986, 7.2" "a program stands in the URL, and is run where it is opened"
    /// The URL contains the document itself (`data`), or names one that a page has made (`blob`). It may be a page
    /// whose author is unknown.
    DocumentInUrl "document_in_url" Danger "RFC 2397, 6"
        "it opens a document of an unknown author, not a place in a network"
    /// The URL is a `file` or `smb`: opening it looks for a file on the reader's own machine or network, and may send
    /// the reader's name and a hash of the password to the host.
    LocalFile "local_file" Warning "RFC 8089, 5" "what opens it looks for a file of its own machine or network"
    /// The type of an ftp URL is one of RFC 959 (`AN`, `E`, `L8`) that RFC 1738's grammar lacks. The prose of
    /// draft-ietf-uri-url-03 allows it.
    TypeOfRfc959 "type_of_rfc959" Info "RFC 959, 5.3.2" "the type is one of RFC 959, not of RFC 1738's grammar"
    /// Opening the URL starts a program of the system with text of the URL, which has run code of others: `ms-…`,
    /// `search-ms`, `shell`, `hcp` (Windows), `x-man-page` (macOS), and `intent` (Android).
    StartsProgram "starts_program" Danger "RFC 7595, 3.7" "opening it starts a program with text of the URL"
    /// A mailto URL has a field `attach` or `attachment`: mail programs have attached files of the reader.
    FileAttached "file_attached" Danger "RFC 6068, 4" "a mail program may attach a file of its own machine"
    /// The host begins with a hyphen, or the user does: a program may take it for an option, as ssh did.
    OptionInHost "option_in_host" Danger "RFC 1123, 2.1" "a program may take the host or the user for an option"
}

named! {
    /// The severity of a note.
    #[derive(PartialOrd, Ord)]
    Severity:
    /// A fact with nothing wrong about it.
    Info "info"
    /// Unwise, or likely a mistake.
    Warning "warning"
    /// A way to deceive readers or programs.
    Danger "danger"
}

impl Note {
    /// Returns the kind of the note.
    pub const fn kind(self) -> NoteKind {
        self.kind
    }

    /// Returns the bytes of the URL that the note is about.
    pub const fn span(self) -> Span {
        self.span
    }

    /// Returns the note with a range that begins `bytes` bytes later, for a URL that is part of a longer string.
    #[must_use]
    pub const fn moved(self, bytes: usize) -> Note {
        let Span { start, end } = self.span;
        Note { span: Span { start: start + bytes, end: end + bytes }, ..self }
    }

    /// Returns the severity of the note: that of its kind, or a lower one where the kind is expected. An escaped line
    /// break in the answers to a Gopher+ form is [`Severity::Info`].
    pub const fn severity(self) -> Severity {
        self.severity
    }

    /// Returns the document and section that the note rests on.
    pub const fn section(self) -> &'static str {
        self.kind.section()
    }
}

impl NoteKind {
    /// Returns the schemes whose URLs have a note of this kind, in lower case, or nothing if the scheme does not
    /// decide. A name that ends in a hyphen is the beginning of schemes.
    ///
    /// ```
    /// use urlsift_validator::NoteKind;
    ///
    /// assert_eq!(NoteKind::LocalFile.schemes(), ["file", "smb"]);
    /// ```
    pub const fn schemes(self) -> &'static [&'static str] {
        match self {
            NoteKind::ProgramInUrl => &["javascript", "vbscript", "livescript", "mocha"],
            NoteKind::DocumentInUrl => &["data", "blob"],
            NoteKind::LocalFile => &["file", "smb"],
            NoteKind::StartsProgram => {
                &["ms-", "search-ms", "shell", "hcp", "x-man-page", "intent"]
            }
            _ => &[],
        }
    }

    /// Returns the gravest kind of note on `port`, if any applies.
    pub(crate) fn of_port(scheme: &str, port: &str) -> Option<NoteKind> {
        if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // A port of zeros alone leaves no digit. It is port 0, no scheme's default.
        let digits = port.trim_start_matches('0');
        let Ok(port) = (if digits.is_empty() { Ok(0) } else { digits.parse::<u16>() }) else {
            return Some(NoteKind::PortTooBig);
        };
        match default_port(scheme)? {
            default if default == port => None,
            _ if port < 1024 => Some(NoteKind::PortReserved),
            _ => Some(NoteKind::PortNotDefault),
        }
    }

    /// Returns the severity of notes of this kind.
    pub const fn severity(self) -> Severity {
        NOTES[self as usize].0
    }

    /// Returns the document and section that notes of this kind rest on.
    pub const fn section(self) -> &'static str {
        NOTES[self as usize].1
    }

    /// Returns the message for people, without the section.
    pub const fn message(self) -> &'static str {
        NOTES[self as usize].2
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind.message(), self.section())
    }
}
