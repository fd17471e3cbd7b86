//! The header of a message: its end, and its fields (RFC 5322, section 2.1).
//!
//! The header ends with the first empty line. An envelope may precede the first field. Real headers are damaged (A7):
//! - A line that is neither a field nor a fold ends the header, and begins the body. A text without any field is all
//!   body.
//! - If a well-known field follows such a line, the line is an accident inside the header, and the header goes on.
//! - A multipart's delimiter before a part's fields or an empty line begins the body. As a line of the header (a
//!   boundary may contain a colon) it would give the part's transfer encoding to the message.

use core::ops::Range;
use std::borrow::Cow;

use memchr::memrchr;

use crate::mail::headers::content_type::ContentType;
use crate::mail::headers::encoded_word;
use crate::mail::headers::envelope::{BABYL_PREFIX, envelope_len, eooh_line_len};
use crate::mail::headers::field::{Field, is_well_known, name_length};
use crate::mail::line::{Line, LineBreaks, begins_with, strip_bom};
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::transfer_encoding::TransferEncoding;

/// The header of a message or of a part.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::Header;
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

/// Offsets count from the start of the message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    /// The range of the fields, without the envelope and the empty line.
    start: usize,
    end: usize,
    body: usize,
    breaks: LineBreaks,
    mime: MimeFields,
}

/// The positions of the fields that decide how the body is read. The search for the header's end sees every line, so it
/// records them.
#[derive(Clone, Copy, Debug, Default)]
struct MimeFields {
    content_type: Option<usize>,
    transfer_encoding: Option<usize>,
}

const CONTENT_TYPE: &str = "Content-Type";
const TRANSFER_ENCODING: &str = "Content-Transfer-Encoding";

impl MimeFields {
    /// Records the field called `name` at the offset `at`, if it is the first of its name.
    #[inline]
    fn note(&mut self, name: &[u8], at: usize) {
        // Most names begin with another letter.
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
    /// Parses the header at the start of `message`. Linear in the header, and in the first line of the body.
    pub fn of(message: &'h [u8]) -> Header<'h> {
        let mut start = message.len() - strip_bom(message).len();
        while let Some(length) = envelope_len(&message[start..]) {
            start += length;
        }
        let breaks = LineBreaks::of(&message[start..]);
        let (end, mut body, mime) = find_end(message, start, breaks);
        // In a Babyl file, the header as it is shown follows: some fields of the first one, which say no more.
        if message.first() == Some(&BABYL_PREFIX[0])
            && let Some(length) = eooh_line_len(&message[body..])
        {
            body = find_end(message, body + length, breaks).1;
        }
        // Without a field there is no header, and `From ` may be the beginning of a text.
        let is_text = end == start && body == start;
        let body = if is_text { 0 } else { body };
        Header { message, outline: Outline { start, end, body, breaks, mime } }
    }

    pub(crate) fn with_outline(message: &'h [u8], outline: Outline) -> Header<'h> {
        Header { message, outline }
    }

    pub(crate) fn outline(&self) -> Outline {
        self.outline
    }

    /// Returns the start of the body, in bytes: the offset after the empty line, or the end of the message.
    pub fn body(&self) -> usize {
        self.outline.body
    }

    /// Returns an iterator over the fields, in order.
    pub fn fields(&self) -> FieldIter<'h> {
        let Outline { start, end, breaks, .. } = self.outline;
        FieldIter { message: self.message, range: start..end, breaks }
    }

    pub(crate) fn all(&self) -> &'h [u8] {
        &self.message[self.outline.start..self.outline.end]
    }

    pub(crate) fn bytes_from(&self, at: usize) -> &'h [u8] {
        &self.message[at..self.outline.end]
    }

    /// Returns the unfolded and trimmed value of the first field called `name`, ignoring case.
    pub fn value(&self, name: &str) -> Option<Cow<'h, [u8]>> {
        self.find(name).map(|field| field.value())
    }

    /// Returns the value of the first field called `name`, ignoring case, as people read it: encoded words are decoded
    /// (RFC 2047), and other bytes by the charset of the body if they are not UTF-8. Linear in the header.
    ///
    /// ```
    /// use urlsift_archive::mail::Header;
    ///
    /// let header = Header::of(b"From: =?utf-8?Q?J=C3=BCrgen?= <jurgen@a.example>\n\n");
    /// assert_eq!(header.decoded("from").as_deref(), Some("J\u{fc}rgen <jurgen@a.example>"));
    /// ```
    pub fn decoded(&self, name: &str) -> Option<String> {
        self.value(name).map(|value| self.decode(&value))
    }

    pub(crate) fn decode(&self, value: &[u8]) -> String {
        match encoded_word::decode(value).map(String::from_utf8) {
            Some(Ok(text)) => text,
            // The decoded words are UTF-8 unless their charset is unknown. Other bytes may be in any charset, so those
            // that are not UTF-8 become U+FFFD.
            Some(Err(error)) => Charset::UNKNOWN.decode(error.as_bytes()).into_owned(),
            None => self.text(value).into_owned(),
        }
    }

    /// Returns `value`, the value of a field, decoded by the charset of the body if it is not UTF-8.
    pub(crate) fn text<'v>(&self, value: &'v [u8]) -> Cow<'v, str> {
        std::str::from_utf8(value).map_or_else(|_| self.charset().decode(value), Cow::Borrowed)
    }

    /// Returns the value of `Message-ID` (RFC 5322, section 3.6.4), with its angle brackets.
    pub fn message_id(&self) -> Option<Cow<'h, [u8]>> {
        self.value("Message-ID")
    }

    /// Returns the value of `Date` (RFC 5322, section 3.6.1), which may not be a valid date.
    pub fn date(&self) -> Option<Cow<'h, [u8]>> {
        self.value("Date")
    }

    /// Returns the parsed `Content-Type` (RFC 2045, section 5), or `None` if there is no such field.
    pub fn content_type(&self) -> Option<ContentType<'h>> {
        self.content_type_field().map(ContentType::of)
    }

    pub(crate) fn content_type_field(&self) -> Option<&'h [u8]> {
        self.at(self.outline.mime.content_type).map(|field| field.raw)
    }

    /// Returns the charset that `Content-Type` declares, or [`Charset::UNKNOWN`]. Linear in that field.
    /// It is the charset of the body, and of fields with 8-bit text that is not UTF-8.
    pub(crate) fn charset(&self) -> Charset {
        let label = self.content_type().and_then(|it| Some(it.parameter("charset")?.into_owned()));
        label.and_then(|label| Charset::of_label(&label)).unwrap_or(Charset::UNKNOWN)
    }

    /// Returns the transfer encoding that `Content-Transfer-Encoding` declares (RFC 2045, section 6), or 7bit.
    pub fn transfer_encoding(&self) -> TransferEncoding {
        self.at(self.outline.mime.transfer_encoding)
            .map_or(TransferEncoding::Identity, |field| TransferEncoding::of_label(field.raw))
    }

    pub(crate) fn declares_transfer_encoding(&self) -> bool {
        self.outline.mime.transfer_encoding.is_some()
    }

    fn at(&self, start: Option<usize>) -> Option<Field<'h>> {
        FieldIter { range: start?..self.outline.end, ..self.fields() }.next()
    }

    fn find(&self, name: &str) -> Option<Field<'h>> {
        let is_first =
            |byte: u8| name.as_bytes().first().is_some_and(|it| it.eq_ignore_ascii_case(&byte));
        let mut fields = self.fields();
        std::iter::from_fn(|| fields.next_beginning(is_first)).find(|field| field.is(name))
    }
}

/// The fields of a header, in order. See [`Header::fields`].
#[derive(Clone, Debug)]
pub struct FieldIter<'h> {
    message: &'h [u8],
    range: Range<usize>,
    breaks: LineBreaks,
}

impl<'h> Iterator for FieldIter<'h> {
    type Item = Field<'h>;

    fn next(&mut self) -> Option<Field<'h>> {
        self.next_beginning(|_| true)
    }
}

impl<'h> FieldIter<'h> {
    /// Returns the offset at which the next field is looked for.
    pub(crate) fn offset(&self) -> usize {
        self.range.start
    }

    /// Goes on with the field that has the byte at the offset `at`, if it is after the last one that was returned;
    /// otherwise with the field after it.
    pub(crate) fn skip_to(&mut self, at: usize) {
        let end = if self.breaks == LineBreaks::Lf { b'\n' } else { b'\r' };
        let mut before = &self.message[..at.min(self.range.end)];
        // From the line with the byte up to one that is no fold.
        while let Some(length) = memrchr(end, before.get(self.range.start..).unwrap_or_default()) {
            let line = self.range.start + length + 1;
            if !is_fold(&self.message[line..]) {
                self.range.start = line;
                return;
            }
            before = &self.message[..line - 1];
        }
    }

    /// Returns the next field for whose first byte `may_begin` holds. Other lines are passed over without a look at them.
    #[inline]
    pub(crate) fn next_beginning(&mut self, may_begin: impl Fn(u8) -> bool) -> Option<Field<'h>> {
        while self.range.start < self.range.end {
            let header = &self.message[..self.range.end];
            let start = self.range.start;
            let mut end = Line::at(header, start, self.breaks).next;
            let name = may_begin(header[start]).then(|| name_length(&header[start..end]));
            let Some(length) = name.flatten() else {
                // A field with another name, a damaged line inside the header, or a fold of these.
                self.range.start = end;
                continue;
            };
            // There may be whitespace before the colon.
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

fn find_end(message: &[u8], start: usize, breaks: LineBreaks) -> (usize, usize, MimeFields) {
    let mut mime = MimeFields::default();
    // One pass over the lines. An empty line or a delimiter of a multipart ends the header. Folds and fields
    // continue it, and so does a damaged line before a well-known field. Any other line begins the body.
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
            // A fold belongs to the field before it.
        } else if let Some(length) = name_length(text) {
            mime.note(&text[..length], at);
        } else if at == start || !is_well_known(&message[line.next..]) {
            break;
        }
        at = line.next;
    }
    (at, at, mime)
}

/// Reports whether `text` begins with a field that parts have, or with an empty line.
fn begins_part(text: &[u8], breaks: LineBreaks) -> bool {
    begins_with(text, b"Content-")
        || (!text.is_empty() && Line::at(text, 0, breaks).text.is_empty())
}

/// Reports whether the first line of `text` continues the line before it.
fn is_fold(text: &[u8]) -> bool {
    matches!(text.first(), Some(b' ' | b'\t'))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::mail::tests::config;

    /// Finds the line at `at` byte by byte. Returns its text and the start of the next line.
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

    /// The reference implementation of [`find_end`], which also collects the fields.
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

        /// The result is that of the reference implementation.
        #[test]
        fn the_end_of_a_header_is_that_of_the_reference_implementation(lines in vec(line(), 0..9), end in select(vec!["\n", "\r\n", "\r", "\r\r\n"])) {
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
    fn the_body_begins_after_the_empty_line() {
        // (case, message, body)
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
    fn fields_are_returned_in_order_with_their_folds() {
        let message = b"From x Mon\nA: b\n\tc\ndamage\nTo : d\r\n e\r\n\r\nF: no\n";
        let fields: Vec<(&[u8], &[u8])> =
            Header::of(message).fields().map(|field| (field.name, field.raw)).collect();
        assert_eq!(fields, [(&b"A"[..], &b" b\n\tc\n"[..]), (b"To", b" d\r\n e\r\n")]);
        let field = Header::of(message).fields().nth(1).expect("there are two fields");
        assert_eq!(&message[field.range], b"To : d\r\n e\r\n");
    }

    #[test]
    fn values_are_returned_as_written() {
        let header = Header::of(b"Date: Thu,\n  1 Jan 1970\nMESSAGE-ID: <a@b>\ndate: second\n\n");
        assert_eq!(header.date().as_deref(), Some(&b"Thu,  1 Jan 1970"[..]));
        assert_eq!(header.message_id().as_deref(), Some(&b"<a@b>"[..]));
        assert_eq!(header.value("subject"), None);
        assert_eq!(header.transfer_encoding(), TransferEncoding::Identity);
    }
}
