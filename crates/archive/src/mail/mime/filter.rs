//! A filter that skips byte ranges which cannot contain a URL. The caller gives a function that finds the first byte of
//! a possible match. Most messages have none, and the search costs a fraction of a walk. It proves nothing about text
//! in a transfer encoding, in a charset that is not transparent, in a page or in encoded words.

use core::fmt;
use core::ops::Range;
use std::sync::LazyLock;

use memchr::{memchr, memchr_iter};

use crate::mail::headers::encoded_word::may_hide_candidate;
use crate::mail::headers::field::Field;
use crate::mail::headers::header::{FieldIter, Header};
use crate::mail::html::page::Html;
use crate::mail::line::{begins_with, strip_bom};
use crate::mail::mime::block;
use crate::mail::mime::literals::Literals;
use crate::mail::mime::part::{Part, PartKind};
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::transfer_encoding::TransferEncoding;

#[derive(Clone, Copy)]
pub(crate) struct Filter<'f> {
    find: &'f dyn Fn(&[u8]) -> Option<usize>,
    first: Option<usize>,
    may_hide: fn(&[u8]) -> bool,
}

impl<'f> Filter<'f> {
    pub(crate) fn of(message: &[u8], find: &'f dyn Fn(&[u8]) -> Option<usize>) -> Filter<'f> {
        Filter { find, first: find(message), may_hide: |_| true }
    }

    /// Like [`Filter::of`], for matches that are URLs.
    pub(crate) fn of_urls(message: &[u8], find: &'f dyn Fn(&[u8]) -> Option<usize>) -> Filter<'f> {
        Filter { may_hide: may_hide_candidate, ..Filter::of(message, find) }
    }

    pub(crate) fn passes_over(self, message: &[u8]) -> bool {
        self.first.is_none() && is_stored_as_it_is(message)
    }

    /// Returns the offset in the text of `part`, a part of `message`, before which there is no match; its length if
    /// there is none at all. It is 0 for decoded parts with escapes or markup, and for a part that begins within a
    /// word.
    pub(crate) fn first_in(self, message: &[u8], part: &Part<'_>) -> usize {
        let Some(base) = part.base else {
            // The search of the part begins at its first match, so nothing is searched twice.
            let is_text = matches!(part.kind, PartKind::Plain | PartKind::Other);
            return if is_text { (self.find)(&part.text).unwrap_or(part.text.len()) } else { 0 };
        };
        let begins_word = message[..base].last().is_none_or(|&byte| byte <= b' ' || byte == b':');
        if !begins_word {
            return 0;
        }
        self.first.map_or(part.text.len(), |first| first.saturating_sub(base).min(part.text.len()))
    }

    /// Reports whether a field of `header`, at `range` of the message, may have a match.
    pub(crate) fn may_hold_any(self, range: Range<usize>, header: &Header<'_>) -> bool {
        let is_in_reach = self.first.is_some_and(|first| first < range.end);
        let next_match = if is_in_reach { 0 } else { usize::MAX };
        let mut filter = FieldFilter { next_match, ..FieldFilter::new(self) };
        filter.next(&mut header.fields(), header).is_some()
    }

    fn may_encode(self, value: &[u8]) -> bool {
        find_encoded_word(value).is_some() && (self.may_hide)(value)
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filter")
    }
}

#[derive(Clone, Debug)]
pub(crate) struct FieldFilter<'f> {
    filter: Filter<'f>,
    /// The offsets of the next match and of the next encoded word in the header; `usize::MAX` if there is none. They are
    /// looked for again after they were passed.
    next_match: usize,
    next_word: usize,
}

impl<'f> FieldFilter<'f> {
    pub(crate) fn new(filter: Filter<'f>) -> FieldFilter<'f> {
        FieldFilter { filter, next_match: 0, next_word: 0 }
    }

    /// Returns the next of `fields`, those of `header`, that may have a match in its value, also after decoding of its
    /// encoded words.
    pub(crate) fn next<'h>(
        &mut self,
        fields: &mut FieldIter<'h>,
        header: &Header<'h>,
    ) -> Option<Field<'h>> {
        let FieldFilter { filter, next_match, next_word } = self;
        let look = |next: &mut usize, at: usize, find: &dyn Fn(&[u8]) -> Option<usize>| {
            if *next <= at {
                *next = find(header.bytes_from(at)).map_or(usize::MAX, |length| at + length);
            }
        };
        loop {
            look(next_match, fields.offset(), filter.find);
            look(next_word, fields.offset(), &find_encoded_word);
            let at = *next_match.min(next_word);
            if at == usize::MAX {
                return None;
            }
            fields.skip_to(at);
            let field = fields.next()?;
            // What was found may be in the name.
            look(next_match, field.range.end - field.raw.len(), filter.find);
            let end = field.range.end;
            if *next_match < end || *next_word < end && filter.may_encode(field.raw) {
                return Some(field);
            }
        }
    }
}

/// Reports whether a match in a text is a match in the message. May report false although this is so. Linear.
fn is_stored_as_it_is(message: &[u8]) -> bool {
    looks_plain(message) || declares_plain(message)
}

/// Reports whether the header declares text that is stored as is, and nothing in the body contradicts it.
fn declares_plain(message: &[u8]) -> bool {
    let header = Header::of(message);
    let body = &message[header.body()..];
    let is_identity = header.transfer_encoding() == TransferEncoding::Identity;
    // The text after a block may begin in UTF-16 or as a page, like that at the start. So blocks are excluded too.
    let begins_plainly = || {
        Charset::find_utf_16(body).is_none()
            && !Html::looks_like_html(body)
            && block::is_free_of_blocks(body)
    };
    if !is_identity || find_encoded_word(header.all()).is_some() || !begins_plainly() {
        return false;
    }
    header.content_type().is_none_or(|content_type| {
        let charset = Charset::of_label(&content_type.parameter("charset").unwrap_or_default());
        content_type.is("text", "plain")
            && charset.is_none_or(|charset| charset.is_transparent_in(body))
    })
}

/// Reports whether one search shows that all of `message` is stored as is: it finds no field `Content-Type` or
/// `Content-Transfer-Encoding` and no sign of encoded text. This decides most old messages, for half the cost of
/// finding the lines of the header.
fn looks_plain(message: &[u8]) -> bool {
    // Every literal includes the line break before it, which the first line of the message lacks.
    if matches!(strip_bom(message), [] | [b'C' | b'c' | b'<', ..]) {
        return false;
    }
    // Any match of one vector search means "not plain", except a line that only begins like the two fields.
    let mut at = 0;
    while let Some((_, start)) = LITERALS.find(message, at) {
        let is_other_line = matches!(message[start], b'\n' | b'\r')
            && !(message.get(start + 1) == Some(&b'<') && Html::looks_like_html(&message[start..]))
            && !begins_with(&message[start + 1..], b"Content-T");
        if !is_other_line {
            return false;
        }
        at = start + 1;
    }
    // UTF-16 without a byte order mark has NULs.
    memchr(0, message).is_none()
}

static LITERALS: LazyLock<Literals> = LazyLock::new(|| {
    Literals::new(&[
        // A line that may be one of the two fields.
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
        // A line that may begin a page, such as `<p>`.
        b"\n<",
        b"\r<",
        // A page: `<!doctype`, `<html` or `<head`.
        b"<!d",
        b"<!D",
        b"<h",
        b"<H",
        // The byte order mark of UTF-16.
        b"\xFF\xFE",
        b"\xFE\xFF",
    ])
});

fn find_encoded_word(fields: &[u8]) -> Option<usize> {
    // A search for two bytes takes longer to set up than one for the few question marks takes to check them.
    let mut marks = memchr_iter(b'?', fields).filter_map(|at| at.checked_sub(1));
    marks.find(|&at| fields[at] == b'=')
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::mail::mime::part::Role;
    use crate::mail::tests::config;

    #[test]
    fn one_search_recognises_plain_messages() {
        let filler = "Subject: a\n".repeat(9);
        // (a line after others, whether the message is plain)
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
            ("\n<jim@a.example> wrote\n", true),
            ("\n <!-- a -->\n", true),
            ("\n<p>\u{1}\n", false),
            ("\na\0b\n", false),
        ];
        let page = "<html>".to_owned() + &filler;
        assert!(!looks_plain(page.as_bytes()));
        for (line, plain) in table {
            let message = format!("From a Mon\n{filler}{line}");
            let shows = looks_plain(message.as_bytes());
            assert_eq!(shows, plain, "{line:?}");
            assert!(!shows || declares_plain(message.as_bytes()), "{line:?}");
        }
    }

    /// Nothing is known about a part that begins within a word, which may match there.
    #[test]
    fn the_first_possible_match_in_a_part() {
        let message = b"ab http: c";
        let find = |text: &[u8]| memchr::memchr(b':', text);
        let first_in = |base: usize| {
            let part = Part::new(message, base..message.len(), "1".into(), Role::Body);
            Filter::of(message, &find).first_in(message, &part)
        };
        assert_eq!([first_in(0), first_in(3), first_in(1), first_in(9)], [7, 4, 0, 0]);
        let part = Part { base: None, ..Part::new(message, 0..10, "1".into(), Role::Body) };
        assert_eq!(Filter::of(message, &find).first_in(message, &part), 7);
        let page = Part { kind: PartKind::Html, ..part };
        assert_eq!(Filter::of(message, &find).first_in(message, &page), 0);
        let part = Part::new(message, 3..10, "1".into(), Role::Body);
        assert_eq!(Filter::of(message, &|_| None).first_in(message, &part), 7);
    }

    #[test]
    fn only_a_message_that_is_stored_as_is_is_passed_over() {
        let soft_break = format!("Content-Type: text/plain\n\n{}=\nb\n", "a".repeat(75));
        // (message, whether it is passed over if nothing in it matches)
        let table = [
            ("A: b\n\ntext\n", true),
            ("Content-Type: text/plain\n\ntext\n", true),
            ("Content-Type: text/html\n\ntext\n", false),
            ("Content-Type: text/plain; charset=utf-7\n\n+AOk-\n", false),
            ("Content-Transfer-Encoding: base64\n\ndGV4dA==\n", false),
            ("Content-Type: text/plain\n\n<html>\n", false),
            ("<p>text\n", false),
            ("Content-Type: text/plain\n\nbegin 644 x\n#86)C\n`\nend\n", false),
            (&soft_break, false),
        ];
        for (message, is_passed_over) in table {
            let passes_over =
                |first| Filter::of(message.as_bytes(), &|_| first).passes_over(message.as_bytes());
            assert_eq!(
                (passes_over(None), passes_over(Some(0))),
                (is_passed_over, false),
                "{message:?}"
            );
        }
    }

    /// An encoded word may have a match that is not stored.
    #[test]
    fn fields_with_encoded_words_may_have_a_match() {
        for (field, may_hold) in [(" =?utf-8?Q?a?=", true), (" a? = b", false), ("?", false)] {
            let filter = Filter::of(b"", &|_| None);
            assert_eq!(filter.may_encode(field.as_bytes()), may_hold, "{field}");
        }
    }

    proptest! {
        #![proptest_config(config())]

        /// If the search shows plain text, the header agrees, whatever the line breaks are.
        #[test]
        fn the_header_agrees_with_the_search(lines in vec(line(), 0..20), end in select(vec!["\n", "\r\n", "\r"])) {
            let message = lines.join(end).into_bytes();
            prop_assert!(!looks_plain(&message) || declares_plain(&message));
        }

        /// The one search of a header finds what a search of each value finds.
        #[test]
        fn a_header_is_searched_as_its_fields_are(
            lines in vec("(X|www|http|=\\?)(:|: |:\n |://)[a:/w \n]{0,9}(=\\?)?\n", 0..9),
        ) {
            let message = lines.concat().into_bytes();
            let find = |text: &[u8]| {
                let begins = |at: usize, sign: &[u8]| text[at..].starts_with(sign);
                let is_word = |at: usize| at == 0 || !text[at - 1].is_ascii_alphanumeric();
                (0..text.len()).find(|&at| begins(at, b"://") || is_word(at) && begins(at, b"www"))
            };
            let header = Header::of(&message);
            let (mut filter, mut rest) = (FieldFilter::new(Filter::of(&message, &find)), header.fields());
            let found: Vec<_> = std::iter::from_fn(|| filter.next(&mut rest, &header)).collect();
            let may_hold = |field: &Field<'_>| {
                find(field.raw).is_some() || find_encoded_word(field.raw).is_some()
            };
            prop_assert_eq!(found, header.fields().filter(may_hold).collect::<Vec<_>>());
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
