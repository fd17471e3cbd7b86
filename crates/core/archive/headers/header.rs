//! The header of a message: where it ends, and the fields in it (RFC 5322, section 2.1).
//!
//! An mbox's `From ` line and the `>From ` lines that relays left below it may stand before the first
//! field, or the `#! rnews` line of a batch, or a LISTSERV log's line of `=`; they belong to no field. The
//! header ends at the first empty line, which is its last.
//!
//! The trap is damage (A7). A line that is neither a field nor the continuation of one ends the
//! header, and the body begins with that very line, so that no text is taken for a field; a text
//! without any header is all body. Only where a well-known field comes next was the line an
//! accident in the middle of a header (a wrapped `Subject`), and what decides how the body reads
//! still stands below it. But a multipart's delimiter below which a part's fields or its text begin is where
//! the body begins, though the empty line before it is missing: taken for one of the header's own lines
//! it would give the message the part's encoding, and a boundary may well have a colon in it.

use core::ops::Range;
use std::borrow::Cow;

use crate::archive::containers::listserv;
use crate::archive::containers::rnews;
use crate::archive::headers::content_type::ContentType;
use crate::archive::headers::field::{Field, is_well_known, name_length};
use crate::archive::line::{Line, LineBreaks, trim_mark};
use crate::archive::transfer::charset::Charset;
use crate::archive::transfer::transfer_encoding::TransferEncoding;

/// The header of a message or of a part.
///
/// # Example
///
/// ```
/// use urlsift::archive::Header;
///
/// let message = b"From ann Mon Jan  1 00:00:00 2001\nMessage-ID:\n <1@a.example>\n\nbody";
/// let header = Header::of(message);
/// assert_eq!(header.message_id().as_deref(), Some(&b"<1@a.example>"[..]));
/// assert_eq!(&message[header.body()..], b"body");
/// ```
#[derive(Clone, Debug)]
pub struct Header<'h> {
    message: &'h [u8],
    outline: Outline,
}

/// Where what stands in a header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    /// The lines of the fields, without what stands before the first and the empty line.
    start: usize,
    end: usize,
    body: usize,
    breaks: LineBreaks,
    mime: MimeFields,
}

/// What was mime when the header's end was looked for, which sees every line: each walk asks for it, and
/// would have to look at them all again.
#[derive(Clone, Copy, Debug, Default)]
struct MimeFields {
    /// Where the fields begin that say how the body is to be read.
    content_type: Option<usize>,
    transfer_encoding: Option<usize>,
}

const CONTENT_TYPE: &str = "Content-Type";
const TRANSFER_ENCODING: &str = "Content-Transfer-Encoding";

impl MimeFields {
    /// Takes note of the field at `at`, whose name is `name`. The first of a name counts.
    #[inline]
    fn note(&mut self, name: &[u8], at: usize) {
        // Most begin with another letter.
        if !matches!(name.first(), Some(b'C' | b'c')) {
            return;
        }
        if name.len() == CONTENT_TYPE.len() && name.eq_ignore_ascii_case(CONTENT_TYPE.as_bytes()) {
            self.content_type.get_or_insert(at);
        } else if name.len() == TRANSFER_ENCODING.len()
            && name.eq_ignore_ascii_case(TRANSFER_ENCODING.as_bytes())
        {
            self.transfer_encoding.get_or_insert(at);
        }
    }
}

impl<'h> Header<'h> {
    /// The header that `message` begins with.
    ///
    /// Linear in the header; the body is not looked at, its first line apart.
    pub fn of(message: &'h [u8]) -> Header<'h> {
        let mut start = message.len() - trim_mark(message).len();
        while is_envelope_line(&message[start..]) {
            start = Line::at(message, start, LineBreaks::Lf).next;
        }
        let breaks = LineBreaks::of(&message[start..]);
        let (end, body, mime) = find_end(message, start, breaks);
        // Without a field there is no header, and `From ` may be how a text begins.
        let is_text = end == start && body == start;
        let body = if is_text { 0 } else { body };
        Header { message, outline: Outline { start, end, body, breaks, mime } }
    }

    /// The header that `message` begins with, where its outline is known.
    pub(crate) fn with_outline(message: &'h [u8], outline: Outline) -> Header<'h> {
        Header { message, outline }
    }

    pub(crate) fn outline(&self) -> Outline {
        self.outline
    }

    /// Where the body begins, in bytes: behind the empty line, or at the message's end.
    pub fn body(&self) -> usize {
        self.outline.body
    }

    /// The fields, in order.
    pub fn fields(&self) -> Fields<'h> {
        let Outline { start, end, breaks, .. } = self.outline;
        Fields { message: self.message, range: start..end, breaks }
    }

    /// All fields as they are stored.
    pub(crate) fn all(&self) -> &'h [u8] {
        &self.message[self.outline.start..self.outline.end]
    }

    /// The value of the first field called `name`, whatever its case: unfolded, trimmed, as given.
    pub fn value(&self, name: &str) -> Option<Cow<'h, [u8]>> {
        self.find(name).map(|field| field.value())
    }

    /// The value of `Message-ID` (RFC 5322, section 3.6.4), with its angle brackets.
    pub fn message_id(&self) -> Option<Cow<'h, [u8]>> {
        self.value("Message-ID")
    }

    /// The value of `Date` (RFC 5322, section 3.6.1), as given: it may be no date at all.
    pub fn date(&self) -> Option<Cow<'h, [u8]>> {
        self.value("Date")
    }

    /// What `Content-Type` says (RFC 2045, section 5); `None` where there is no such field.
    pub fn content_type(&self) -> Option<ContentType<'h>> {
        self.at(self.outline.mime.content_type).map(|field| ContentType::of(field.raw))
    }

    /// The charset that `Content-Type` declares, unknown where it declares none that is known. That of the
    /// body, and of fields that hold eight bits and no UTF-8: no RFC allows these, and who wrote them wrote
    /// both in one. Linear in that field.
    pub(crate) fn charset(&self) -> Charset {
        let label = self.content_type().and_then(|it| Some(it.parameter("charset")?.into_owned()));
        label.and_then(|label| Charset::of_label(&label)).unwrap_or(Charset::UNKNOWN)
    }

    /// What `Content-Transfer-Encoding` says (RFC 2045, section 6), 7bit where it says nothing.
    pub fn transfer_encoding(&self) -> TransferEncoding {
        self.at(self.outline.mime.transfer_encoding)
            .map_or(TransferEncoding::Identity, |field| TransferEncoding::of_label(field.raw))
    }

    /// Whether there is a field that says it.
    pub(crate) fn declares_transfer_encoding(&self) -> bool {
        self.outline.mime.transfer_encoding.is_some()
    }

    fn at(&self, start: Option<usize>) -> Option<Field<'h>> {
        Fields { range: start?..self.outline.end, ..self.fields() }.next()
    }

    fn find(&self, name: &str) -> Option<Field<'h>> {
        self.fields().find(|field| field.is(name))
    }
}

/// The fields of a header, in order. See [`Header::fields`].
#[derive(Clone, Debug)]
pub struct Fields<'h> {
    message: &'h [u8],
    range: Range<usize>,
    breaks: LineBreaks,
}

impl<'h> Iterator for Fields<'h> {
    type Item = Field<'h>;

    fn next(&mut self) -> Option<Field<'h>> {
        while self.range.start < self.range.end {
            let header = &self.message[..self.range.end];
            let start = self.range.start;
            let mut end = Line::at(header, start, self.breaks).next;
            let Some(length) = name_length(&header[start..end]) else {
                // A damaged line in the middle of the header, or the fold of one.
                self.range.start = end;
                continue;
            };
            // Blanks may stand before the colon.
            let colon = header[start + length..end].iter().position(|&byte| byte == b':');
            let value = start + length + colon.expect("a name is followed by a colon") + 1;
            while is_fold(&header[end..]) {
                end = Line::at(header, end, self.breaks).next;
            }
            self.range.start = end;
            let name = &header[start..start + length];
            return Some(Field { name, raw: &header[value..end], range: start..end });
        }
        None
    }
}

/// Where the fields that begin at `start` end, where the body begins, and where what MIME says stands.
fn find_end(message: &[u8], start: usize, breaks: LineBreaks) -> (usize, usize, MimeFields) {
    let mut mime = MimeFields::default();
    let mut at = start;
    while at < message.len() {
        let line = Line::at(message, at, breaks);
        if line.text.is_empty() {
            return (at, line.next, mime);
        }
        let text = &message[line.text];
        if text[0] == b'-' && text.starts_with(b"--") && begins_part(&message[line.next..], breaks)
        {
            break;
        }
        if at > start && is_fold(text) {
            // No field begins here.
        } else if let Some(length) = name_length(text) {
            mime.note(&text[..length], at);
        } else if at == start || !is_well_known(&message[line.next..]) {
            break;
        }
        at = line.next;
    }
    (at, at, mime)
}

/// Does `text` begin with a field that parts have, or with the empty line in the place of one?
fn begins_part(text: &[u8], breaks: LineBreaks) -> bool {
    const FIELD: &[u8] = b"Content-";
    let is_field = text.len() > FIELD.len() && text[..FIELD.len()].eq_ignore_ascii_case(FIELD);
    is_field || (!text.is_empty() && Line::at(text, 0, breaks).text.is_empty())
}

/// Is the line that `text` begins with an mbox's envelope line, a relay's below it, or what stands in its
/// place in a batch or a log?
fn is_envelope_line(text: &[u8]) -> bool {
    text.starts_with(b"From ")
        || text.starts_with(b">From ")
        || rnews::line_len(text).is_some()
        || listserv::line_len(text).is_some()
}

/// Is the line that `text` begins with a continuation of the line before it?
fn is_fold(text: &[u8]) -> bool {
    matches!(text.first(), Some(b' ' | b'\t'))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::archive::tests::config;

    /// The line at `at`, its text and where the next one begins, by looking at each byte.
    fn naive_line(message: &[u8], at: usize, breaks: LineBreaks) -> (&[u8], usize) {
        let end = if breaks == LineBreaks::Lf { b'\n' } else { b'\r' };
        let length = message[at..].iter().position(|&byte| byte == end);
        let text = &message[at..length.map_or(message.len(), |length| at + length)];
        let crs = text.iter().rev().take_while(|&&byte| byte == b'\r').count();
        let is_cut = breaks == LineBreaks::Lf && length.is_some();
        (
            &text[..text.len() - if is_cut { crs } else { 0 }],
            at + text.len() + usize::from(length.is_some()),
        )
    }

    /// [`find_end`] line by line, and the names and ranges of the fields.
    fn naive(message: &[u8], breaks: LineBreaks) -> (usize, usize, Vec<(usize, Range<usize>)>) {
        let (mut at, mut fields) = (0, Vec::<(usize, Range<usize>)>::new());
        let mut is_open = false;
        while at < message.len() {
            let (text, next) = naive_line(message, at, breaks);
            if text.is_empty() {
                return (at, next, fields);
            }
            if text.starts_with(b"--") && begins_part(&message[next..], breaks) {
                break;
            }
            let is_folded = at > 0 && is_fold(text);
            if let Some(length) = name_length(&message[at..next]) {
                fields.push((length, at..next));
                is_open = true;
            } else if is_folded {
                if let Some((_, range)) = fields.last_mut().filter(|_| is_open) {
                    range.end = next;
                }
            } else if at == 0 || !is_well_known(&message[next..]) {
                break;
            } else {
                is_open = false;
            }
            at = next;
        }
        (at, at, fields)
    }

    proptest! {
        #![proptest_config(config())]

        /// The quick way through a header is that of its lines one by one.
        #[test]
        fn as_line_by_line(lines in vec(line(), 0..9), end in select(vec!["\n", "\r\n", "\r", "\r\r\n"])) {
            let message = lines.join(end).into_bytes();
            let breaks = LineBreaks::of(&message);
            let (end, body, mime) = find_end(&message, 0, breaks);
            let (naive_end, naive_body, naive_fields) = naive(&message, breaks);
            prop_assert_eq!((end, body), (naive_end, naive_body));
            let outline = Outline { start: 0, end, body, breaks, mime };
            let header = Header::with_outline(&message, outline);
            let fields: Vec<_> = header.fields().map(|it| (it.name.len(), it.range)).collect();
            prop_assert_eq!(fields, naive_fields);
            let first = header.fields().find(|field| field.is(CONTENT_TYPE));
            prop_assert_eq!(mime.content_type, first.map(|field| field.range.start));
        }
    }

    fn line() -> impl Strategy<Value = String> {
        let line = select(vec![
            "Content-Type: text/plain",
            "content-type : a/b",
            "To: c",
            "--b",
            "--b: c",
            ": no name",
            "http://a.example/",
            "X:",
            "",
        ]);
        prop_oneof![
            3 => line.prop_map(str::to_owned),
            2 => "[A-Za-z-]{1,9}:[ \t][a-z: ]{0,120}",
            1 => "[ \t]{1,2}[a-z: ]{0,90}",
            1 => "[a-z: \r-]{0,80}",
            1 => "[A-Za-z]{60,70}: [a-z]{0,9}",
        ]
    }

    fn body(message: &str) -> &str {
        &message[Header::of(message.as_bytes()).body()..]
    }

    #[test]
    fn the_body_begins_behind_the_empty_line() {
        // (what is tried, message, body)
        let table = [
            ("plain", "A: b\n\nx\n", "x\n"),
            ("crlf", "A: b\r\n\r\nx\r\n", "x\r\n"),
            ("lone cr", "A: b\rTo: c\r\rx\ry", "x\ry"),
            ("folded", "A: b\n c\n\nx", "x"),
            ("no fields", "\nx", "x"),
            ("nothing but fields", "A: b\nC: d\n", ""),
            ("empty", "", ""),
            ("envelope", "From a Mon\n>From b Tue\nA: b\n\nx", "x"),
            ("no empty line", "A: b\nthis is text\nmore\n", "this is text\nmore\n"),
            ("no header at all", "this is text\nA: b\n\nx", "this is text\nA: b\n\nx"),
            (
                "a text that begins with From",
                "From here on\nit is text\n",
                "From here on\nit is text\n",
            ),
            ("a text that begins with a URL", "http://a.example/\nx", "http://a.example/\nx"),
            ("a subject wrapped by accident", "Subject: a\nb c\nTo: d\n\nx", "x"),
            ("a stray CR in a value", "Subject: a\nX: b\rc\nTo: d\n\nx", "x"),
            ("byte order mark", "\u{FEFF}A: b\n\nx", "x"),
            // From a message in SpamAssassin's tests.
            (
                "a delimiter without an empty line before it",
                "A: b\n----9-27=:1\nContent-Type: c\n\nx",
                "----9-27=:1\nContent-Type: c\n\nx",
            ),
            ("and without fields", "A: b\n--c\n\nx", "--c\n\nx"),
            ("dashes in a header", "A: b\n--c: d\nTo: e\n\nx", "x"),
            ("dashes at its end", "A: b\n--c: d\n", ""),
        ];
        for (tried, message, expected) in table {
            assert_eq!(body(message), expected, "{tried}");
        }
    }

    #[test]
    fn fields_come_in_order_with_their_folds() {
        let message = b"From x Mon\nA: b\n\tc\ndamage\nTo : d\r\n e\r\n\r\nF: no\n";
        let fields: Vec<(&[u8], &[u8])> =
            Header::of(message).fields().map(|field| (field.name, field.raw)).collect();
        assert_eq!(fields, [(&b"A"[..], &b" b\n\tc\n"[..]), (b"To", b" d\r\n e\r\n")]);
        let field = Header::of(message).fields().nth(1).expect("there are two fields");
        assert_eq!(&message[field.range], b"To : d\r\n e\r\n");
    }

    #[test]
    fn values_as_given() {
        let header = Header::of(b"Date: Thu,\n  1 Jan 1970\nMESSAGE-ID: <a@b>\ndate: second\n\n");
        assert_eq!(header.date().as_deref(), Some(&b"Thu,  1 Jan 1970"[..]));
        assert_eq!(header.message_id().as_deref(), Some(&b"<a@b>"[..]));
        assert_eq!(header.value("subject"), None);
        assert_eq!(header.transfer_encoding(), TransferEncoding::Identity);
    }
}
