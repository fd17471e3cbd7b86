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

/// Defines the kinds of notes: for each its doc, number, name, severity, section and message.
///
/// The first sentences of the doc are the guide's, and that with "Show" is EMBEDDING.md's: a test writes them there. A
/// number is that of the C ABI and never changes. The order is that of the notes on a URL.
macro_rules! notes {
    ($($(#[$doc:meta])* $kind:ident = $number:literal $name:literal $severity:ident $section:literal $message:literal)+) => {
        named! {
            /// The kind of a note.
            #[derive(PartialOrd, Ord)]
            NoteKind:
            $($(#[$doc])* $kind $name)+
        }

        /// Number, severity, section and message by kind.
        const NOTES: [(u32, Severity, &str, &str); NoteKind::ALL.len()] =
            [$(($number, Severity::$severity, $section, $message)),+];
    };
}

notes! {
    /// The URL contains a password. Show that the URL contains a password.
    Password = 6 "password" Warning "RFC 1738, 6" "a password stands in the URL"
    /// The scheme allows no user name, as in `http://user@host/`. Show only the host.
    ///
    /// The schemes are `http`, `https`, `gopher`, `nntp`, `wais`, `file` and `prospero`.
    UserNotAllowed = 7 "user_not_allowed" Warning "RFC 1738, 5" "the scheme allows no user"
    /// The user name looks like a host, and the host comes after it. Show the host, apart from the text before the `@`.
    ///
    /// The user name may also begin with a host, as in `http://www.example.org@elsewhere.example/`.
    UserLooksLikeHost = 8 "user_looks_like_host" Danger "RFC 3986, 7.6"
        "the user looks like a host, and the host comes after it"
    /// Programs disagree where the host begins or ends, as in `http:/host/`, `http://a\b`, `http://a@@b/` or
    /// `ftp://a?b@c/`. Show both hosts: programs disagree. Best do not open it.
    ///
    /// The beginning is disputed in `http`, `https`, `ftp`, `ws` and `wss`: browsers take the text after the colon and
    /// any number of `/` or `\` for the host. The end is disputed at a `\`, at a `?` that RFC 1738 gives to the user of
    /// ftp and telnet, and at several `@`. Reported in any string, URL or not.
    HostDisputed = 9 "host_disputed" Danger "RFC 3986, 7.6" "programs do not agree where the host begins or ends"
    /// The port is not the scheme's default. Show the port.
    PortNotDefault = 10 "port_not_default" Info "RFC 1738, 6" "the port is not the scheme's own"
    /// The port is not the scheme's default, and below 1024. Show the port, and that another service may be there.
    PortReserved = 11 "port_reserved" Warning "RFC 1738, 6" "the port is not the scheme's own and is below 1024"
    /// The port is above 65535. Show that the link cannot be opened.
    PortTooBig = 12 "port_too_big" Warning "RFC 793, 3.1" "the port is over 65535"
    /// An escape stands for a control character, such as `%0A`; info for a line break in a Gopher+ form. Show the escape
    /// itself, not decoded.
    ///
    /// Other protocols may end a line or a string there, or move a terminal's cursor. In `gopher` a `%09` does not count,
    /// and in `prospero` a `%00`, because it ends the object's name there. One note for each.
    EncodedControl = 13 "encoded_control" Danger "RFC 1738, 6" "an escape hides a control character"
    /// The host is a number that some programs read as an address. Show that some programs read the host as an IP
    /// address.
    ///
    /// Examples are `0x7f.1`, `3232235777` and `0177.0.0.1`.
    HostInDisguise = 14 "host_in_disguise" Danger "RFC 3986, 7.4" "the host is a number that may be read as an address"
    /// The host has characters beyond ASCII. Show the host of `display_url()`, and that of `href()`.
    HostNotAscii = 15 "host_not_ascii" Info "RFC 3987, 8" "the host has characters beyond ASCII"
    /// The host has a label in Punycode. Show the same.
    HostPunycode = 16 "host_punycode" Info "RFC 5891, 4.4" "the host is shown in other characters than it is spelled in"
    /// A label of the host mixes scripts whose letters look alike (UTS 39). Show the host in Punycode, and that it mixes
    /// alphabets.
    MixedScripts = 4 "mixed_scripts" Danger "UTS 39, 5.1" "the host mixes scripts whose letters look alike"
    /// A label of the host is not ASCII, but looks like it. Show the host in Punycode, and that it looks like another.
    ConfusableHost = 5 "confusable_host" Danger "UTS 39, 4" "the host looks like another"
    /// A character has no width or changes the direction of the text. Show the URL as in `display_url()`.
    ///
    /// RFC 3987's BNF allows such characters, and its prose forbids some. One note for each.
    HiddenCharacter = 17 "hidden_character" Danger "RFC 3987, 4.1 and 8"
        "a character is not seen, or turns the direction of others"
    /// An nntp URL has no article number. Show nothing.
    NumberMissing = 18 "number_missing" Info "RFC 1738, 3.7"
        "the article's number is missing, which only the BNF allows"
    /// A mailto URL has no address. Show nothing: the mail program asks.
    AddressMissing = 19 "address_missing" Info "RFC 1738, 3.5" "the mail address is missing, which only the BNF allows"
    /// The URL is a program, as in `javascript:`. Show that opening it runs a program. Best do not open it.
    ///
    /// The other schemes are `vbscript`, and, for old browsers, `livescript` and `mocha`. They are read as browsers read
    /// them, in any string: spaces and control characters before the scheme are skipped, and tabs and line breaks within
    /// it. The scheme may be that of a URL within `feed`, `jar`, `url` or `view-source`.
    ProgramInUrl = 20 "program_in_url" Danger "RFC 3986, 7.2"
        "a program stands in the URL, and is run where it is opened"
    /// The URL is a document, as in `data:` and `blob:`. Show that the document is by the author of the text.
    DocumentInUrl = 21 "document_in_url" Danger "RFC 2397, 6"
        "it opens a document of an unknown author, not a place in a network"
    /// The URL names a file of the reader's machine or network, as in `file:` and `smb:`. Show the path and its host, and
    /// that it is a file of the machine or network.
    ///
    /// Opening it may send the reader's name and a hash of the password to the host.
    LocalFile = 22 "local_file" Warning "RFC 8089, 5" "what opens it looks for a file of its own machine or network"
    /// The type of an ftp URL is one of RFC 959 only, such as `;type=E`. Show nothing.
    ///
    /// The prose of draft-ietf-uri-url-03 allows it, but not RFC 1738's grammar.
    TypeOfRfc959 = 26 "type_of_rfc959" Info "RFC 959, 5.3.2" "the type is one of RFC 959, not of RFC 1738's grammar"
    /// The URL starts a program of the system, as in `ms-…`, `search-ms:` and `intent:`. Show the scheme, and that a
    /// program gets text of the URL. Best do not open it.
    ///
    /// Such text has run code of others. The other schemes are `shell`, `hcp` (Windows) and `x-man-page` (macOS).
    StartsProgram = 28 "starts_program" Danger "RFC 7595, 3.7" "opening it starts a program with text of the URL"
    /// A mailto URL asks the mail program to attach a file. Show the file, and that it may be sent to the address.
    FileAttached = 29 "file_attached" Danger "RFC 6068, 4" "a mail program may attach a file of its own machine"
    /// The host or user begins with a hyphen, like an option of a program. Show the host: a program may take it for an
    /// option. Best do not open it.
    OptionInHost = 30 "option_in_host" Danger "RFC 1123, 2.1" "a program may take the host or the user for an option"
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

    /// Returns the number of the kind in `urlsift.h`. It never changes.
    pub const fn number(self) -> u32 {
        NOTES[self as usize].0
    }

    /// Returns the severity of notes of this kind.
    pub const fn severity(self) -> Severity {
        NOTES[self as usize].1
    }

    /// Returns the document and section that notes of this kind rest on.
    pub const fn section(self) -> &'static str {
        NOTES[self as usize].2
    }

    /// Returns the message for people, without the section.
    pub const fn message(self) -> &'static str {
        NOTES[self as usize].3
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind.message(), self.section())
    }
}
