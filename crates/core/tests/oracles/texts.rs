//! The texts of a message: what we and the oracles are compared by.
//!
//! A text is a part that is `text/*`, or `message/*` and no message, decoded. Oracles know of no preamble,
//! epilogue or footer behind base64, so ours are left out; they know of no blocks within a text, so what
//! we skip there is put back. They differ in line breaks, in blanks at a text's ends and in how many
//! U+FFFD a bad byte is worth, which is all one to who searches it, and is made the same ([`push`]).

use std::mem;

use urlsift::archive::{
    Charset, Damage, Part, Reason, Region, Role, TransferEncoding, parts, regions,
};

/// Our texts of `message`, in order.
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
            Region::Skipped { range, reason } if stands_in_text(reason) => {
                text.pieces.push(Piece::Stored(&message[range]));
            }
            _ => push(&mut texts, &mem::take(&mut text).join()),
        }
    }
    push(&mut texts, &text.join());
    texts
}

/// Whether `part` is a message that was decoded.
fn is_message(part: &Part<'_>) -> bool {
    part.base.is_none() && part.damage.contains(&Damage::EncodedMessage)
}

fn stands_in_text(reason: Reason) -> bool {
    !matches!(reason, Reason::NotText | Reason::Delimiter)
}

/// A text in pieces, for blocks may stand in it.
#[derive(Default)]
struct Text<'m> {
    pieces: Vec<Piece<'m>>,
    /// As what those of its pieces were decoded that are text.
    read_as: Option<(Charset, TransferEncoding)>,
}

enum Piece<'m> {
    Decoded(String),
    /// What was skipped, as it stands in the message.
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

/// What stands in a block, its transfer encoding undone. It is read as a page, for in those no blocks are
/// looked for.
fn undo(stored: &[u8], encoding: TransferEncoding) -> Vec<u8> {
    let Some(name) = encoding.name() else { return stored.to_vec() };
    let header = format!("Content-Type: text/html\nContent-Transfer-Encoding: {name}\n\n");
    let message = [header.as_bytes(), stored].concat();
    parts(&message).flat_map(|part| part.text.into_owned()).collect()
}

/// Adds `text` as it is compared, unless it is blank: with LF for every line break, one U+FFFD for a
/// run of them, and neither blanks nor a byte order mark at its ends.
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
