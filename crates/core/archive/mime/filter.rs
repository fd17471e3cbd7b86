//! What need not be taken apart: bytes of which somebody who knows what is looked for says that it is not in
//! them.
//!
//! The archive knows nothing of URLs, and most messages hold none. To see that takes a fraction of what it
//! takes to walk through them. The trap is what is not stored as it is read: text in a transfer encoding,
//! in a charset where ASCII is not as it is, or in a page, and encoded words.

use core::fmt;
use core::ops::Range;
use std::sync::LazyLock;

use memchr::{memchr, memchr_iter};

use crate::archive::headers::header::Header;
use crate::archive::html::page::Html;
use crate::archive::line::trim_mark;
use crate::archive::mime::block;
use crate::archive::mime::literals::Literals;
use crate::archive::mime::part::Part;
use crate::archive::transfer::charset::Charset;
use crate::archive::transfer::transfer_encoding::TransferEncoding;

/// Says of the bytes of a message whether anything that is wanted may stand in them.
#[derive(Clone, Copy)]
pub(crate) struct Filter<'f> {
    find: &'f dyn Fn(&[u8]) -> Option<usize>,
    /// Before this byte of the message there is nothing; `None` where there is nothing at all.
    first: Option<usize>,
}

impl<'f> Filter<'f> {
    /// Looks for the first thing in `message`.
    pub(crate) fn of(message: &[u8], find: &'f dyn Fn(&[u8]) -> Option<usize>) -> Filter<'f> {
        Filter { find, first: find(message) }
    }

    /// Whether nothing may stand in `message`, the one that was looked at, so that there is no need to walk
    /// through it. Linear in it.
    pub(crate) fn passes_over(self, message: &[u8]) -> bool {
        self.first.is_none() && is_stored_as_it_is(message)
    }

    /// The byte of `part`, a part of `message`, before which there is nothing; its end, if there is nothing at
    /// all. Of what was decoded nothing is known, nor of what begins within a word, which may read otherwise
    /// there.
    pub(crate) fn first_in(self, message: &[u8], part: &Part<'_>) -> usize {
        let Some(base) = part.base else { return 0 };
        let begins_word = message[..base].last().is_none_or(|&byte| byte <= b' ' || byte == b':');
        if !begins_word {
            return 0;
        }
        self.first.map_or(part.text.len(), |first| first.saturating_sub(base).min(part.text.len()))
    }

    /// Whether anything may stand in `fields`, which are in `range` of the message: some header fields or the
    /// value of one, once their encoded words are decoded.
    pub(crate) fn may_hold(self, range: Range<usize>, fields: &[u8]) -> bool {
        let is_behind = self.first.is_some_and(|first| first < range.end);
        is_behind && (self.find)(fields).is_some() || has_encoded_word(fields)
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filter")
    }
}

/// Whether every text of `message` stands in it as it is searched, so that what is not in the message is in
/// none of them. A no may be wrong. Linear in the message.
fn is_stored_as_it_is(message: &[u8]) -> bool {
    shows_to_be_plain(message) || says_to_be_plain(message)
}

/// Whether its header says that `message` is stored so, and nothing in the body speaks against it.
fn says_to_be_plain(message: &[u8]) -> bool {
    let header = Header::of(message);
    let body = &message[header.body()..];
    let is_identity = header.transfer_encoding() == TransferEncoding::Identity;
    // What stands behind a block may begin as nobody says, as what stands at the beginning may.
    let begins_plainly = || {
        Charset::find_utf_16(body).is_none()
            && !Html::looks_like_page(body)
            && block::is_free_of_blocks(body)
    };
    if !is_identity || has_encoded_word(header.all()) || !begins_plainly() {
        return false;
    }
    header.content_type().is_none_or(|content_type| {
        let charset = Charset::of_label(&content_type.parameter("charset").unwrap_or_default());
        content_type.is("text", "plain")
            && charset.is_none_or(|charset| charset.is_transparent_in(body))
    })
}

/// Whether `message` shows at one look that it is stored so: it has no field `Content-Type` or
/// `Content-Transfer-Encoding`, wherever its header ends, and nothing of what is asked of others below. Of old
/// messages it is the answer, for half of what it costs to find the lines of the header.
fn shows_to_be_plain(message: &[u8]) -> bool {
    // The first line has no break before it that could be searched for.
    if matches!(trim_mark(message), [] | [b'C' | b'c', ..]) {
        return false;
    }
    let mut at = 0;
    while let Some((_, start)) = LITERALS.find(message, at) {
        let is_other_line = matches!(message[start], b'\n' | b'\r')
            && !message[start + 1..]
                .get(..FIELD.len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case(FIELD));
        if !is_other_line {
            return false;
        }
        at = start + 1;
    }
    // UTF-16 without its mark has NULs.
    memchr(0, message).is_none()
}

/// How both fields begin.
const FIELD: &[u8] = b"Content-T";

/// What a message has that is not stored as it is searched.
static LITERALS: LazyLock<Literals> = LazyLock::new(|| {
    Literals::new(&[
        // A line that may be one of those fields.
        b"\nCo",
        b"\nco",
        b"\nCO",
        b"\ncO",
        b"\rCo",
        b"\rco",
        b"\rCO",
        b"\rcO",
        // An encoded word.
        b"=?",
        // A soft break of quoted-printable.
        b"=\n",
        b"=\r",
        // A page: `<!doctype`, `<html` or `<head`.
        b"<!d",
        b"<!D",
        b"<h",
        b"<H",
        // The mark of UTF-16.
        b"\xFF\xFE",
        b"\xFE\xFF",
    ])
});

fn has_encoded_word(fields: &[u8]) -> bool {
    // There are fewer question marks than a search for two bytes takes time to begin.
    memchr_iter(b'?', fields).any(|at| at > 0 && fields[at - 1] == b'=')
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::part::Role;
    use super::*;
    use crate::archive::tests::config;

    #[test]
    fn plain_at_one_look() {
        let filler = "Subject: a\n".repeat(9);
        // (a line behind others, plain)
        let table = [
            ("", true),
            ("Content-Length: 9\n", true),
            ("\nCould I see it?\n", true),
            ("content-type: text/plain\n", false),
            ("\rContent-Transfer-Encoding: 7bit\r", false),
            ("To: =?utf-8?Q?a?=\n", false),
            ("\n<HTML>", false),
            ("\n<!DOCTYPE html>", false),
            ("\n<?xml?><html>", false),
            ("\n<!-- a -->\n", true),
            ("\n<p>\u{1}\n", true),
            ("\na\0b\n", false),
        ];
        let page = "<html>".to_owned() + &filler;
        assert!(!shows_to_be_plain(page.as_bytes()));
        for (line, plain) in table {
            let message = format!("From a Mon\n{filler}{line}");
            let shows = shows_to_be_plain(message.as_bytes());
            assert_eq!(shows, plain, "{line:?}");
            assert!(!shows || says_to_be_plain(message.as_bytes()), "{line:?}");
        }
    }

    /// A part that begins within a word reads otherwise there: nothing is taken for granted.
    #[test]
    fn what_is_known_of_a_part() {
        let message = b"ab http: c";
        let find = |text: &[u8]| memchr::memchr(b':', text);
        let first_in = |base: usize| {
            let part = Part::new(message, base..message.len(), "1".into(), Role::Body);
            Filter::of(message, &find).first_in(message, &part)
        };
        assert_eq!([first_in(0), first_in(3), first_in(1), first_in(9)], [7, 4, 0, 0]);
        let part = Part { base: None, ..Part::new(message, 0..10, "1".into(), Role::Body) };
        assert_eq!(Filter::of(message, &find).first_in(message, &part), 0);
        let part = Part::new(message, 3..10, "1".into(), Role::Body);
        assert_eq!(Filter::of(message, &|_| None).first_in(message, &part), 7);
    }

    proptest! {
        #![proptest_config(config())]

        /// What shows is what the header says too, however lines end.
        #[test]
        fn what_shows_is_so(lines in vec(line(), 0..20), end in select(vec!["\n", "\r\n", "\r"])) {
            let message = lines.join(end).into_bytes();
            prop_assert!(!shows_to_be_plain(&message) || says_to_be_plain(&message));
        }
    }

    fn line() -> impl Strategy<Value = String> {
        let line = select(vec![
            "From a@b.example Mon Jan  1 00:00:00 2001",
            "Subject: a",
            "Content-Length: 1",
            "content-type: text/html",
            "Content-Type: text/plain; charset=utf-7",
            "Content-Transfer-Encoding: base64",
            "To: =?utf-8?Q?a?=",
            "",
            " <html>",
            "\u{FEFF}Content-Type: text/html",
        ]);
        prop_oneof![3 => line.prop_map(str::to_owned), 5 => "[a-zC: <=?\0]{0,40}"]
    }
}
