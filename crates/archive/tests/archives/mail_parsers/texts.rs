//! The texts of a message in a form that can be compared between parsers.
//!
//! A text is a decoded part of type `text/*`, or of type `message/*` if it is not a message. The other parsers do not
//! know preambles, epilogues and footers after base64, so these are left out. They do not know blocks inside a text,
//! so blocks that urlsift skips are put back. Line breaks, whitespace at the ends of a text, and the number of
//! U+FFFD for a bad byte differ without effect on a search, so [`push`] normalises them.

use std::mem;

use urlsift_archive::internal::TransferEncoding;
use urlsift_archive::internal::{Reason, Region, regions};
use urlsift_archive::mail::{Charset, DamageKind, Part, Role, parts};

/// Returns the texts that urlsift finds in `message`, in order.
pub(super) fn ours(message: &[u8]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut text = Text::default();
    for region in regions(message) {
        match region {
            Region::Text(part) if is_message(&part) => {
                push(&mut texts, &mem::take(&mut text).join());
                texts.append(&mut ours(&part.text));
            }
            Region::Text(part) if part.role == Role::Body => {
                text.read_as = Some((part.stored_charset, part.encoding));
                text.pieces.push(Piece::Decoded(part.charset.decode(&part.text).into_owned()));
            }
            Region::Skipped { range, reason } if is_inside_text(reason) => {
                text.pieces.push(Piece::Stored(&message[range]));
            }
            _ => push(&mut texts, &mem::take(&mut text).join()),
        }
    }
    push(&mut texts, &text.join());
    texts
}

/// Reports whether `part` is a message that was decoded.
fn is_message(part: &Part<'_>) -> bool {
    part.base.is_none() && part.damage.contains(&DamageKind::EncodedMessage)
}

fn is_inside_text(reason: Reason) -> bool {
    !matches!(reason, Reason::NotText | Reason::Delimiter)
}

/// A text in pieces: text and skipped blocks.
#[derive(Default)]
struct Text<'m> {
    pieces: Vec<Piece<'m>>,
    /// The charset and transfer encoding of the pieces of text.
    read_as: Option<(Charset, TransferEncoding)>,
}

enum Piece<'m> {
    Decoded(String),
    /// A skipped block, as stored in the message.
    Stored(&'m [u8]),
}

impl Text<'_> {
    fn join(self) -> String {
        let (charset, encoding) =
            self.read_as.unwrap_or((Charset::UNKNOWN, TransferEncoding::Identity));
        let whole = |piece| match piece {
            Piece::Decoded(text) => text,
            Piece::Stored(stored) => charset.decode(&undo(stored, encoding)).into_owned(),
        };
        self.pieces.into_iter().map(whole).collect()
    }
}

/// Undoes the transfer encoding of a block. The block is parsed as HTML, because urlsift looks for blocks in plain
/// text only.
fn undo(stored: &[u8], encoding: TransferEncoding) -> Vec<u8> {
    let Some(name) = encoding.name() else { return stored.to_vec() };
    let header = format!("Content-Type: text/html\nContent-Transfer-Encoding: {name}\n\n");
    let message = [header.as_bytes(), stored].concat();
    parts(&message).flat_map(|part| part.text.into_owned()).collect()
}

/// Adds `text` in normal form, unless it is empty: LF as line break, one U+FFFD for several in a row, and no
/// whitespace or byte order mark at the ends.
pub(super) fn push(texts: &mut Vec<String>, text: &str) {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{FEFF}');
    let mut plain = text.replace("\r\n", "\n").replace('\r', "\n");
    if plain.contains("\u{FFFD}\u{FFFD}") {
        let mut last = ' ';
        plain.retain(|c| mem::replace(&mut last, c) != '\u{FFFD}' || c != '\u{FFFD}');
    }
    if !plain.is_empty() {
        texts.push(plain);
    }
}
