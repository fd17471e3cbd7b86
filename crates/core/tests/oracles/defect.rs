//! What may be wrong with a message, so that its readers disagree.
//!
//! A message is *well-formed* that has none of these defects; of such a one we and an oracle read the same
//! texts. Of any other we may read what no oracle does, and a sentence says why. The trap is a defect
//! that excuses nothing or too much: each has an example that neither oracle reads as we do for this reason
//! alone, and most messages have none.

use memchr::memmem;
use urlsift::archive::{Damage, Part, Reason, Region, Role, TransferEncoding, regions};

/// A way in which a message is not well-formed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Defect {
    NoField,
    NoBoundary,
    BehindBase64,
    BadBase64,
    BadQuotedPrintable,
    UndeclaredQuotedPrintable,
    LyingCharset,
    Controls,
    BareUtf7,
    NoEmptyLine,
}

impl Defect {
    pub(super) const ALL: [Defect; 10] = [
        Defect::NoField,
        Defect::NoBoundary,
        Defect::BehindBase64,
        Defect::BadBase64,
        Defect::BadQuotedPrintable,
        Defect::UndeclaredQuotedPrintable,
        Defect::LyingCharset,
        Defect::Controls,
        Defect::BareUtf7,
        Defect::NoEmptyLine,
    ];

    /// What it is, and who makes what of it.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Defect::NoField => {
                "A line of a header is no field: to us the text begins there, mail-parser passes over it, \
                 and Python gives all lines back as text or drops them."
            }
            Defect::NoBoundary => {
                "A multipart declares no boundary or never uses it: to us its body is one text, the others \
                 take parts out of it, or nothing."
            }
            Defect::NoEmptyLine => {
                "The empty line that ends a header is missing before a delimiter: to us the delimiter is one \
                 all the same, the others take it for a field or for text, and what follows for a part."
            }
            Defect::BehindBase64 => {
                "Text stands behind base64: we read it as it stands, the others decode it with the rest or \
                 give the whole undecoded."
            }
            Defect::BadBase64 => {
                "Base64 is cut off and holds other bytes: we decode what there is, the others give it \
                 undecoded."
            }
            Defect::BadQuotedPrintable => {
                "An `=` of quoted-printable begins nothing: to us it stands for itself, Python reads `==` \
                 as one, and mail-parser gives the whole undecoded."
            }
            Defect::UndeclaredQuotedPrintable => {
                "Text is quoted-printable and no field says so: we decode it, the others give it as it stands."
            }
            Defect::LyingCharset => {
                "Bytes belie the charset, as those of eight bits do UTF-7: we read all as it stands, the \
                 others decode what they can."
            }
            Defect::Controls => {
                "What is called ISO-8859-1 has bytes that are controls there: we and mail-parser read \
                 windows-1252, Python does not; and there are blanks at the end of lines of \
                 quoted-printable, which we and Python keep and mail-parser drops."
            }
            Defect::BareUtf7 => {
                "A `+` of UTF-7 begins nothing: to us it stands for itself, the others lose it."
            }
        }
    }

    /// Whether `message` has it.
    pub(super) fn is_in(self, message: &[u8]) -> bool {
        let walk: Vec<_> = regions(message).collect();
        let any_text = |is: &dyn Fn(&Part<'_>) -> bool| {
            walk.iter().any(|region| matches!(region, Region::Text(part) if is(part)))
        };
        let has = |damage: Damage| any_text(&|part| part.damage.contains(&damage));
        match self {
            Defect::NoField => has_stray_line(message, &walk),
            Defect::NoBoundary => has(Damage::NoBoundary) || has(Damage::MissingBoundary),
            Defect::NoEmptyLine => walk.windows(2).any(|two| {
                let is_open = match &two[0] {
                    Region::Header(header) => !ends_in_empty_line(&message[header.clone()]),
                    before => is_delimiter(before),
                };
                is_open && is_delimiter(&two[1])
            }),
            Defect::BehindBase64 => any_text(&|part| part.role == Role::Footer),
            Defect::BadBase64 => has(Damage::BadBase64),
            Defect::BadQuotedPrintable => has(Damage::BadQuotedPrintable),
            Defect::UndeclaredQuotedPrintable => has(Damage::UndeclaredQuotedPrintable),
            Defect::LyingCharset => has(Damage::LyingCharset),
            Defect::Controls => {
                let has_blanks = |part: &Part<'_>| {
                    part.encoding == TransferEncoding::QuotedPrintable
                        && lines(&message[part.stored.clone()]).any(|line| line.ends_with(b" "))
                };
                walk.windows(2).any(|two| has_controls(message, two)) && any_text(&has_blanks)
            }
            Defect::BareUtf7 => any_text(&|part| {
                part.stored_charset.name() == Some("UTF-7")
                    && has_bare_plus(&message[part.stored.clone()])
            }),
        }
    }

    /// A message that has it alone, and of which neither oracle reads our texts.
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
            Defect::BehindBase64 => {
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
            Defect::BareUtf7 => b"Content-Type: text/plain; charset=utf-7\n\nc++& +AOk-\n",
        }
    }
}

/// The defects of `message`.
pub(super) fn defects(message: &[u8]) -> Vec<Defect> {
    Defect::ALL.into_iter().filter(|defect| defect.is_in(message)).collect()
}

fn is_delimiter(region: &Region<'_>) -> bool {
    matches!(region, Region::Skipped { reason: Reason::Delimiter, .. })
}

/// Whether a line where fields should be is neither a field nor the fold of one: within a header, right
/// behind one, or where a part should have one.
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

/// Whether `line` is a field of RFC 5322, with blanks before the colon or not.
fn is_field(line: &[u8]) -> bool {
    let Some(colon) = line.iter().position(|&byte| byte == b':') else { return false };
    let name = line[..colon].trim_ascii_end();
    !name.is_empty() && name.iter().all(u8::is_ascii_graphic)
}

/// Whether the first of `two` regions is a header that says ISO-8859-1, and the second a text with controls.
fn has_controls(message: &[u8], two: &[Region<'_>]) -> bool {
    let [Region::Header(header), Region::Text(part)] = two else { return false };
    let header = message[header.clone()].to_ascii_lowercase();
    memmem::find(&header, b"iso-8859-1").is_some()
        && part.text.iter().any(|byte| (0x80..0xA0).contains(byte))
}

/// Whether a `+` has neither `-` nor whole units of UTF-16 in base64 behind it: one is of three symbols,
/// two are of six, three of eight.
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
