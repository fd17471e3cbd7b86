//! Defects of messages on which parsers disagree.
//!
//! A message without these defects is *well-formed*, and all parsers must read the same texts from it. For each
//! defect a sentence says why parsers disagree. A defect must not excuse too much. Each one has an example on
//! which both other parsers disagree with urlsift for this reason alone, and most real messages have no
//! defect.

use memchr::memmem;
use urlsift_archive::internal::TransferEncoding;
use urlsift_archive::internal::{Reason, Region, regions};
use urlsift_archive::mail::{DamageKind, Header, Part, Role};

/// A way in which a message is malformed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Defect {
    NoField,
    NoBoundary,
    AfterBase64,
    BadBase64,
    BadQuotedPrintable,
    UndeclaredQuotedPrintable,
    LyingCharset,
    Controls,
    BareUtf7,
    NoEmptyLine,
    AttachedMessage,
}

impl Defect {
    pub(super) const ALL: [Defect; 11] = [
        Defect::NoField,
        Defect::NoBoundary,
        Defect::AfterBase64,
        Defect::BadBase64,
        Defect::BadQuotedPrintable,
        Defect::UndeclaredQuotedPrintable,
        Defect::LyingCharset,
        Defect::Controls,
        Defect::BareUtf7,
        Defect::NoEmptyLine,
        Defect::AttachedMessage,
    ];

    /// Describes the defect, and how each parser reads it.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Defect::NoField => {
                "A line of a header is not a field. urlsift begins the text there, mail-parser skips the line, and \
                 Python returns all lines as text or drops them."
            }
            Defect::NoBoundary => {
                "A multipart declares no boundary, or never uses it. urlsift reads its body as one text; the others \
                 find parts in it, or nothing."
            }
            Defect::NoEmptyLine => {
                "The empty line after a header is missing before a delimiter. urlsift recognises the delimiter; the \
                 others read it as a field or as text, and what follows as a part."
            }
            Defect::AfterBase64 => {
                "Text follows base64. urlsift reads it as is; the others decode it together with the base64, or \
                 return everything undecoded."
            }
            Defect::BadBase64 => {
                "Base64 is cut off and contains other bytes. urlsift decodes the valid bytes; the others return it \
                 undecoded."
            }
            Defect::BadQuotedPrintable => {
                "An `=` of quoted-printable begins no escape. urlsift keeps it, Python reads `==` as one, and \
                 mail-parser returns everything undecoded."
            }
            Defect::UndeclaredQuotedPrintable => {
                "Text is quoted-printable and no field says so. urlsift decodes it; the others return it as is."
            }
            Defect::LyingCharset => {
                "Bytes contradict the charset, such as 8-bit bytes in UTF-7. urlsift reads the text as is; the \
                 others decode what they can."
            }
            Defect::Controls => {
                "Text in ISO-8859-1 has control bytes: urlsift and mail-parser read windows-1252, Python does not. \
                 Lines of quoted-printable end in spaces: urlsift and Python keep them, mail-parser \
                 drops them."
            }
            Defect::AttachedMessage => {
                "A part of type `application` contains a message. urlsift reads its texts; for the others it is data."
            }
            Defect::BareUtf7 => {
                "A `+` of UTF-7 begins no base64. urlsift keeps it; the others lose it."
            }
        }
    }

    /// Reports whether `message` has this defect.
    pub(super) fn is_in(self, message: &[u8]) -> bool {
        let walk: Vec<_> = regions(message).collect();
        let any_text = |is: &dyn Fn(&Part<'_>) -> bool| {
            walk.iter().any(|region| matches!(region, Region::Text(part) if is(part)))
        };
        let has = |damage: DamageKind| any_text(&|part| part.damage.contains(&damage));
        match self {
            Defect::NoField => has_stray_line(message, &walk),
            Defect::NoBoundary => has(DamageKind::NoBoundary) || has(DamageKind::MissingBoundary),
            Defect::NoEmptyLine => walk.windows(2).any(|two| {
                let is_open = match &two[0] {
                    Region::Header(header) => !ends_in_empty_line(&message[header.clone()]),
                    before => is_delimiter(before),
                };
                is_open && is_delimiter(&two[1])
            }),
            Defect::AfterBase64 => any_text(&|part| part.role == Role::Footer),
            Defect::BadBase64 => has(DamageKind::BadBase64),
            Defect::BadQuotedPrintable => has(DamageKind::BadQuotedPrintable),
            Defect::UndeclaredQuotedPrintable => has(DamageKind::UndeclaredQuotedPrintable),
            Defect::LyingCharset => has(DamageKind::LyingCharset),
            Defect::Controls => {
                let has_blanks = |part: &Part<'_>| {
                    part.encoding == TransferEncoding::QuotedPrintable
                        && lines(&message[part.stored.clone()]).any(|line| line.ends_with(b" "))
                };
                walk.windows(2).any(|two| has_controls(message, two)) && any_text(&has_blanks)
            }
            Defect::AttachedMessage => walk.windows(2).any(|two| {
                let [Region::Header(header), next] = two else { return false };
                let content_type = Header::of(&message[header.clone()]).content_type();
                content_type.is_some_and(|it| it.is_kind("application"))
                    && match next {
                        Region::Text(part) => part.role == Role::Body,
                        next => matches!(next, Region::Header(_)),
                    }
            }),
            Defect::BareUtf7 => any_text(&|part| {
                part.stored_charset.name() == Some("UTF-7")
                    && has_bare_plus(&message[part.stored.clone()])
            }),
        }
    }

    /// Returns a message with this defect only, from which neither other parser reads the texts that urlsift reads.
    pub(super) fn example(self) -> &'static [u8] {
        match self {
            Defect::NoField => b"A : b\nno field\nC: d\n\ntext\n",
            Defect::NoBoundary => {
                b"Content-Type: multipart/mixed; boundary=b\n\n--bc\n\
                  Content-Type: multipart/mixed; boundary=b\n\n--bd\n\ntext\n"
            }
            Defect::NoEmptyLine => {
                b"Content-Type: multipart/mixed; boundary=b\n\n--b\n--b--\n\nepilogue\n"
            }
            Defect::AfterBase64 => {
                b"Content-Transfer-Encoding: base64\n\nZm9v\n\n____\nthe footer\n"
            }
            Defect::BadBase64 => b"Content-Transfer-Encoding: base64\n\ndGV4\x01dGV4d\n",
            Defect::BadQuotedPrintable => {
                b"Content-Transfer-Encoding: quoted-printable\n\na =3D==== b\n"
            }
            Defect::UndeclaredQuotedPrintable => {
                b"A: b\n\nas long as the lines of quoted-printable get to be before they are broken in=\n\
                  two\n"
            }
            Defect::LyingCharset => b"Content-Type: text/plain; charset=utf-7\n\ncaf\xE9 +AOk-\n",
            Defect::Controls => {
                b"Content-Type: text/plain; charset=iso-8859-1\n\
                  Content-Transfer-Encoding: quoted-printable\n\n=93a=94 \nb\n"
            }
            Defect::AttachedMessage => {
                b"Content-Type: application/octet-stream\n\nTo: a\nX-A: b\n\nx\n"
            }
            Defect::BareUtf7 => b"Content-Type: text/plain; charset=utf-7\n\nc++& +AOk-\n",
        }
    }
}

/// Returns the defects of `message`.
pub(super) fn defects(message: &[u8]) -> Vec<Defect> {
    Defect::ALL.into_iter().filter(|defect| defect.is_in(message)).collect()
}

fn is_delimiter(region: &Region<'_>) -> bool {
    matches!(region, Region::Skipped { reason: Reason::Delimiter, .. })
}

/// Reports whether a line is neither a field nor a folded line where fields are expected. That is in a header,
/// directly after one, or at the start of a part without a header.
fn has_stray_line(message: &[u8], walk: &[Region<'_>]) -> bool {
    let is_good = |line: &[u8]| line.first().is_none_or(|&byte| is_blank(byte)) || is_field(line);
    let in_header = walk.iter().any(|region| {
        matches!(region, Region::Header(range) if !lines(&message[range.clone()]).all(is_good))
    });
    let at_text = walk.windows(2).any(|two| match two {
        [Region::Header(header), Region::Text(_)] => !ends_in_empty_line(&message[header.clone()]),
        [before, Region::Text(part)] => is_delimiter(before) && part.role == Role::Body,
        _ => false,
    });
    in_header || at_text
}

fn ends_in_empty_line(header: &[u8]) -> bool {
    lines(header).last().is_none_or(<[u8]>::is_empty)
}

/// Reports whether `line` is a field of RFC 5322. Spaces before the colon are allowed.
fn is_field(line: &[u8]) -> bool {
    let Some(colon) = line.iter().position(|&byte| byte == b':') else { return false };
    let name = line[..colon].trim_ascii_end();
    !name.is_empty() && name.iter().all(u8::is_ascii_graphic)
}

/// Reports whether `two` is a header that declares ISO-8859-1 and a text with bytes from 0x80 to 0x9F.
fn has_controls(message: &[u8], two: &[Region<'_>]) -> bool {
    let [Region::Header(header), Region::Text(part)] = two else { return false };
    let header = message[header.clone()].to_ascii_lowercase();
    memmem::find(&header, b"iso-8859-1").is_some()
        && part.text.iter().any(|byte| (0x80..0xA0).contains(byte))
}

/// Reports whether a `+` begins neither `+-` nor base64 of whole UTF-16 code units. One unit takes three symbols,
/// two take six, three take eight.
fn has_bare_plus(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(plus) = rest.iter().position(|&byte| byte == b'+') {
        rest = &rest[plus + 1..];
        let is_symbol = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        let length = rest.iter().take_while(is_symbol).count();
        rest = &rest[length..];
        let is_good =
            if length == 0 { rest.starts_with(b"-") } else { [0, 3, 6].contains(&(length % 8)) };
        if !is_good {
            return true;
        }
    }
    false
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
