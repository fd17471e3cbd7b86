//! Sources of mail and news, made of structures: boundaries, encodings and nesting mostly match, and then some
//! bytes are damaged.

use arbitrary::Arbitrary;
use data_encoding::BASE64;

use crate::Mode;
use tokens::{BOUNDARIES, CHARSETS, FIELD_TOKENS, HTML_TOKENS, LINES, NAMES, SUBTYPES, TYPES};

mod tokens;

/// The largest number of messages in a source, and of parts in a multipart.
const MAX_CHILDREN: usize = 6;

/// The number of levels of entities that are written.
const MAX_LEVELS: usize = 9;

/// A mailbox, batch, log, single message or text.
#[derive(Arbitrary, Clone, Debug)]
pub struct Source {
    framing: Framing,
    front: Front,
    line_end: LineEnd,
    messages: Vec<Message>,
    damage: Vec<Damage>,
}

/// How the messages of a source are separated.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Framing {
    Mbox,
    DatedMbox,
    NumberedMbox,
    Rnews,
    Listserv,
    Mmdf,
    Babyl,
    Patches,
    Mbx,
    Dbox,
    None,
}

/// The bytes before the first message.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Front {
    Nothing,
    EmptyLine,
    ByteOrderMark,
    Introduction,
    Nuls(u8),
    Junk(u8),
}

/// How lines end.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum LineEnd {
    Lf,
    CrLf,
    Cr,
}

/// A message with its header.
#[derive(Arbitrary, Clone, Debug)]
struct Message {
    fields: Vec<Field>,
    entity: Entity,
}

/// A field of a header: its name, and a value of folded tokens.
#[derive(Arbitrary, Clone, Debug)]
struct Field {
    name: u8,
    value: Value,
}

/// The value of a field.
#[derive(Arbitrary, Clone, Debug)]
enum Value {
    Tokens(Vec<u8>),
    Words(Vec<(u8, bool, Vec<u8>)>),
    Date(u8, u8, u8, u8),
}

/// A body with the fields that describe it.
#[derive(Arbitrary, Clone, Debug)]
enum Entity {
    Text(TextBody),
    Multipart { subtype: u8, boundary: u8, is_closed: bool, around: u8, parts: Vec<Entity> },
    Message { encoding: Encoding, message: Box<Message> },
    Block { kind: u8, bytes: Vec<u8>, after: TextBody },
}

/// A text with its charset and its transfer encoding.
#[derive(Arbitrary, Clone, Debug)]
struct TextBody {
    /// The type and its parameters.
    kind: u8,
    charset: u8,
    declared: Encoding,
    /// The encoding that the text really has, if it is not the declared one.
    actual: Option<Encoding>,
    is_raw: bool,
    bytes: Vec<u8>,
}

/// A transfer encoding.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Encoding {
    None,
    QuotedPrintable(u8),
    Base64(u8),
    Unknown,
}

/// Damage to a source: what happens, and where.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Damage {
    /// One bit is flipped.
    Flip(u16, u8),
    /// The rest is cut off.
    Cut(u16),
    /// A range is lost.
    Lose(u16, u8),
    /// A range occurs twice.
    Double(u16, u8),
    /// NULs replace a range.
    Zero(u16, u8),
    /// A token is inserted.
    Insert(u16, u8),
}

impl Damage {
    /// Damages `bytes`. The offset is taken modulo their length.
    pub fn apply(self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let len = bytes.len();
        let range = |at: u16, length: u8| {
            let start = at as usize % len;
            start..(start + length as usize).min(len)
        };
        match self {
            Damage::Flip(at, bit) => bytes[range(at, 0).start] ^= 1 << (bit % 8),
            Damage::Cut(at) => bytes.truncate(range(at, 0).start),
            Damage::Lose(at, length) => drop(bytes.drain(range(at, length))),
            Damage::Double(at, length) => {
                let range = range(at, length);
                let copy = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, copy);
            }
            Damage::Zero(at, length) => bytes[range(at, length)].fill(0),
            Damage::Insert(at, token) => {
                let at = range(at, 0).start;
                let token = LINES[token as usize % LINES.len()].bytes();
                bytes.splice(at..at, token);
            }
        }
    }
}

/// Makes a page of HTML: each byte selects a token.
pub fn html(bytes: &[u8]) -> Vec<u8> {
    tokens(HTML_TOKENS, bytes).into_bytes()
}

/// Makes lines of mail: each byte selects one.
pub fn lines(bytes: &[u8]) -> Vec<u8> {
    tokens(LINES, bytes).into_bytes()
}

fn tokens(table: &[&str], bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| table[byte as usize % table.len()]).collect()
}

fn entry<'t>(table: &[&'t str], byte: u8) -> &'t str {
    table[byte as usize % table.len()]
}

impl Source {
    /// Returns the bytes of the source.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = match self.front {
            Front::Nothing => Vec::new(),
            Front::EmptyLine => b"\n".to_vec(),
            Front::ByteOrderMark => "\u{FEFF}".as_bytes().to_vec(),
            Front::Introduction => b"These are all the messages posted.\n\n".to_vec(),
            Front::Nuls(count) => vec![0; count as usize],
            Front::Junk(byte) => vec![byte, b'\n'],
        };
        for (i, message) in self.messages.iter().take(MAX_CHILDREN).enumerate() {
            bytes.extend_from_slice(
                match self.framing {
                    Framing::Mbox => "From a Mon\n".to_owned(),
                    Framing::DatedMbox => "From a@b.example Mon Jan  1 00:00:00 2001\n".to_owned(),
                    Framing::Patches => {
                        format!(
                            "From {} Mon Sep 17 00:00:00 2001\n",
                            "0123456789abcdef0123".repeat(2)
                        )
                    }
                    Framing::NumberedMbox => format!("From -{i}\n"),
                    Framing::Rnews => "#! rnews 12\n".to_owned(),
                    Framing::Listserv => "=".repeat(73) + "\n",
                    Framing::Mmdf => "\x01\x01\x01\x01\n".to_owned(),
                    Framing::Babyl if i == 0 => "BABYL OPTIONS:\n\x1F\x0C\n1,,\n".to_owned(),
                    Framing::Babyl => "\x1F\x0C\n0,,\n*** EOOH ***\n".to_owned(),
                    Framing::Mbx => " 3-Jan-2000 12:00:00 +0000,9;0-1\n".to_owned(),
                    Framing::Dbox => "\x01\x02N   00CD\n".to_owned(),
                    Framing::None => String::new(),
                }
                .as_bytes(),
            );
            message.write(0, &mut bytes);
            bytes.extend_from_slice(b"\n\n");
        }
        if let Some(end) = match self.line_end {
            LineEnd::Lf => None,
            LineEnd::CrLf => Some(&b"\r\n"[..]),
            LineEnd::Cr => Some(&b"\r"[..]),
        } {
            bytes = bytes.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(end);
        }
        self.damage.iter().for_each(|damage| damage.apply(&mut bytes));
        bytes
    }
}

impl Message {
    fn write(&self, level: usize, into: &mut Vec<u8>) {
        for field in self.fields.iter().take(MAX_CHILDREN) {
            into.extend_from_slice(entry(NAMES, field.name).as_bytes());
            into.extend_from_slice(b": ");
            field.value.write(into);
            into.push(b'\n');
        }
        self.entity.write(level, into);
    }
}

impl Value {
    fn write(&self, into: &mut Vec<u8>) {
        match self {
            Value::Tokens(bytes) => into.extend_from_slice(tokens(FIELD_TOKENS, bytes).as_bytes()),
            Value::Words(words) => {
                for (charset, is_base64, bytes) in words {
                    let charset = entry(CHARSETS, *charset);
                    let (letter, text) = if *is_base64 {
                        ('B', BASE64.encode(bytes))
                    } else {
                        ('Q', quoted_printable(bytes, usize::MAX).replace(' ', "_"))
                    };
                    into.extend_from_slice(format!("=?{charset}?{letter}?{text}?=\n ").as_bytes());
                }
            }
            Value::Date(day, month, year, time) => {
                let months = ["Jan", "Feb", "Mar", "Dec", "Mai", "13"];
                let month = entry(&months, *month);
                let zone = entry(&["+0000", "-1200", "GMT", "EST", "+9999", "Z", ""], time % 7);
                let date = format!("{day} {month} 19{year} {}:{}:00 {zone}", time % 25, time % 61);
                into.extend_from_slice(date.as_bytes());
            }
        }
    }
}

impl Entity {
    /// Writes the fields of the entity, an empty line, and its body.
    fn write(&self, level: usize, into: &mut Vec<u8>) {
        match self {
            _ if level > MAX_LEVELS => into.extend_from_slice(b"\n"),
            Entity::Text(body) => body.write(into),
            Entity::Multipart { subtype, boundary, is_closed, around, parts } => {
                let (subtype, boundary) = (entry(SUBTYPES, *subtype), entry(BOUNDARIES, *boundary));
                into.extend_from_slice(
                    format!("Content-Type: multipart/{subtype}; boundary={boundary}\n\n")
                        .as_bytes(),
                );
                let boundary = boundary.trim_matches('"');
                if around & 1 == 1 {
                    into.extend_from_slice(b"<http://before.example/>\n");
                }
                for part in parts.iter().take(MAX_CHILDREN) {
                    into.extend_from_slice(format!("--{boundary}\n").as_bytes());
                    part.write(level + 1, into);
                    into.push(b'\n');
                }
                if *is_closed {
                    into.extend_from_slice(format!("--{boundary}--\n").as_bytes());
                }
                if around & 2 == 2 {
                    into.extend_from_slice(b"<http://after.example/>\n");
                }
            }
            Entity::Message { encoding, message } => {
                into.extend_from_slice(b"Content-Type: message/rfc822\n");
                encoding.declare(into);
                into.push(b'\n');
                let mut inner = Vec::new();
                message.write(level + 1, &mut inner);
                into.extend_from_slice(&encoding.encode(&inner));
            }
            Entity::Block { kind, bytes, after } => {
                into.push(b'\n');
                let (begin, end) = match kind % 4 {
                    0 => ("begin 644 x\n", "`\nend\n"),
                    1 => ("=ybegin line=128 size=4 name=x\n", "=yend\n"),
                    2 => ("-----BEGIN PGP MESSAGE-----\n\n", "-----END PGP MESSAGE-----\n"),
                    _ => ("(This file must be converted with BinHex 4.0)\n\n:", ":\n"),
                };
                into.extend_from_slice(begin.as_bytes());
                into.extend_from_slice(BASE64.encode(bytes).as_bytes());
                into.push(b'\n');
                into.extend_from_slice(end.as_bytes());
                into.extend_from_slice(&after.text());
            }
        }
    }
}

impl TextBody {
    fn write(&self, into: &mut Vec<u8>) {
        let kind = entry(TYPES, self.kind);
        let charset = entry(CHARSETS, self.charset);
        into.extend_from_slice(format!("Content-Type: {kind}; charset={charset}\n").as_bytes());
        self.declared.declare(into);
        into.push(b'\n');
        into.extend_from_slice(&self.actual.unwrap_or(self.declared).encode(&self.text()));
    }

    /// Returns the text in its charset, without its transfer encoding.
    fn text(&self) -> Vec<u8> {
        let text = match (self.is_raw, self.kind as usize % TYPES.len()) {
            (true, _) => return self.bytes.clone(),
            (false, 1) => html(&self.bytes),
            (false, _) => Mode::Folded.text(&self.bytes),
        };
        in_charset(&text, entry(CHARSETS, self.charset))
    }
}

/// Writes `text`, which is UTF-8, in the charset called `label`, as far as it is known.
fn in_charset(text: &[u8], label: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    match label {
        "utf-16" | "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => match encoding_rs::Encoding::for_label(label.as_bytes()) {
            Some(encoding) => encoding.encode(&text).0.into_owned(),
            None => text.into_owned().into_bytes(),
        },
    }
}

impl Encoding {
    fn declare(self, into: &mut Vec<u8>) {
        let name = match self {
            Encoding::None => return,
            Encoding::QuotedPrintable(_) => "quoted-printable",
            Encoding::Base64(_) => "base64",
            Encoding::Unknown => "x-unknown",
        };
        into.extend_from_slice(format!("Content-Transfer-Encoding: {name}\n").as_bytes());
    }

    fn encode(self, text: &[u8]) -> Vec<u8> {
        match self {
            Encoding::None | Encoding::Unknown => text.to_vec(),
            Encoding::QuotedPrintable(columns) => {
                quoted_printable(text, columns as usize).into_bytes()
            }
            Encoding::Base64(columns) => {
                let encoded = BASE64.encode(text).into_bytes();
                let lines: Vec<_> = encoded.chunks(columns.max(1) as usize).collect();
                lines.join(&b'\n')
            }
        }
    }
}

/// Encodes `text` as quoted-printable, with soft breaks after `columns` columns.
fn quoted_printable(text: &[u8], columns: usize) -> String {
    let mut encoded = String::new();
    let mut column = 0;
    for &byte in text {
        let is_literal = matches!(byte, b'\n' | b' ' | b'!'..=b'<' | b'>' | b'@'..=b'~');
        let octet = if is_literal { char::from(byte).to_string() } else { format!("={byte:02X}") };
        if column + octet.len() > columns.max(4) {
            encoded += "=\n";
            column = 0;
        }
        column = if byte == b'\n' { 0 } else { column + octet.len() };
        encoded += &octet;
    }
    encoded
}
