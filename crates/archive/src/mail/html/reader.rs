//! A reader that walks through a page from tag to tag and collects text and attributes.
//!
//! A page of mail has a tag or a text in every 30 bytes. At that rate a call, an allocation or a comparison of names
//! costs more than looking at the bytes. So text is copied once, and of an attribute only its position is kept.

use core::ops::Range;

use memchr::{memchr, memrchr};

use crate::mail::html::attributes::{ATTRIBUTES, AttributeKind, AttributeList};
use crate::mail::html::element::Element;
use crate::mail::html::page::Html;
use crate::mail::html::tag::{NextByte, Quotes, Tag, next_attribute};
use crate::mail::html::terminators::{Terminator, Terminators};
use crate::mail::html::text::{MappedText, PageText, Reference};
use crate::mail::line::find_near;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::map::Map;
use crate::mail::work;

/// The largest number of segments of the map that memory is reserved for in advance. A page of mail has a segment in
/// 32 bytes.
const MAX_INITIAL_CAPACITY: usize = 1024;

impl<'p> Html<'p> {
    /// Reads `page`, whose text is in `charset`. Linear in the page.
    pub fn of(page: &'p [u8], charset: Charset) -> Html<'p> {
        let mut reader = PageReader {
            page,
            charset,
            quotes: Quotes::new(),
            references: NextByte::new(b'&'),
            text: PageText {
                bytes: Vec::with_capacity(page.len() / 2),
                map: Map::with_capacity(MAX_INITIAL_CAPACITY.min(page.len() / 32)),
            },
            attributes: AttributeList::default(),
            at_link: false,
            at_line_start: false,
        };
        reader.read();
        reader.attributes.close_link(reader.text.bytes.len());
        let PageReader { text, attributes, .. } = reader;
        Html { text: text.into(), page, charset, attributes, outer: None }
    }

    /// Reads `value`, an attribute that has a whole page. All positions are those in the page around it.
    pub(crate) fn of_value(value: &'p MappedText<'_>, charset: Charset) -> Html<'p> {
        let mut html = Html::of(&value.bytes, charset);
        html.text.map = html.text.map.within(&value.map);
        Html { outer: Some(&value.map), ..html }
    }
}

struct PageReader<'p> {
    page: &'p [u8],
    charset: Charset,
    /// The positions of the next quote marks and of the next `&`.
    quotes: Quotes,
    references: NextByte,
    text: PageText,
    attributes: AttributeList,
    /// Whether a link has begun or ended since the last text.
    at_link: bool,
    /// Whether a tag has begun a line that has no text yet.
    at_line_start: bool,
}

impl PageReader<'_> {
    // Inside its caller the compiler makes slower code of it.
    #[inline(never)]
    fn read(&mut self) {
        let page = self.page;
        let mut terminators = Terminators::default();
        let last_close = memrchr(b'>', page);
        let mut at = 0;
        let mut text = 0;
        // The end of the current raw text or conditional comment: what begins in it ends in it. So an unclosed
        // `<style>` in a `<noframes>` does not hide the rest of the page. `outer` is the end of the one around it, as
        // of a `<noscript>` around a comment. More levels have the bound of the second.
        let (mut bound, mut outer) = (page.len(), page.len());
        // Each round finds the next `<` and decides whether it opens a comment, a declaration or a tag, or is
        // text. `text` is the start of the text that is not yet copied, `at` the place to search on from.
        while let Some(length) = find_near(b'<', &page[at..]) {
            let start = at + length;
            at = start + 1;
            work::add(length + 1);
            while start >= bound {
                if page[start..].starts_with(b"<![") {
                    self.push_text(text..start);
                    text = start;
                    self.end_line(start);
                }
                (bound, outer) = (outer, page.len());
            }
            if let Some(b'!' | b'?') = page.get(at) {
                let end = if page[at..].starts_with(b"!--") {
                    // The hyphens of the opener may be those of the end: `<!-->`.
                    terminators.find(Terminator::Comment, page, start + 2)
                } else {
                    terminators.find(Terminator::Tag, page, start)
                };
                if let Some(mut end) = end.filter(|&end| end <= bound) {
                    self.push_text(text..start);
                    if let Some(content) = conditional_content(page, start..end) {
                        self.end_line(start);
                        end = content.start;
                        if outer == page.len() {
                            (bound, outer) = (content.end, bound);
                        }
                    }
                    (at, text) = (end, end);
                }
                continue;
            }
            // After the last `>` of the page no tag is complete, so the rest is text.
            if last_close < Some(start) {
                break;
            }
            let Some(tag) = Tag::at(page, start) else { continue };
            self.push_text(text..start);
            at = self.enter(start, &tag);
            text = at;
            let terminator = match tag.element() {
                Element::Script => Terminator::Script,
                Element::Style => Terminator::Style,
                Element::Raw(terminator) => terminator,
                _ => continue,
            };
            if tag.is_end {
                continue;
            }
            let Some(end) = terminators.find(terminator, page, at).filter(|&end| end <= bound)
            else {
                continue;
            };
            if matches!(tag.element(), Element::Raw(_)) {
                if outer == page.len() {
                    (bound, outer) = (end, bound);
                }
                continue;
            }
            if tag.element() == Element::Style {
                self.attributes.push_style_sheet(&tag, at..end);
            }
            (at, text) = (end, end);
        }
        self.push_text(text..page.len());
    }

    #[inline]
    fn push_text(&mut self, range: Range<usize>) {
        // Two tags of five directly follow another one.
        if !range.is_empty() {
            self.push_some(range);
        }
    }

    fn push_some(&mut self, mut range: Range<usize>) {
        if self.at_line_start {
            // No browser draws the line breaks after `<br>` or `</div>`.
            let text = &self.page[range.clone()];
            let blanks = text.len() - text.trim_ascii_start().len();
            if blanks == text.len() {
                return;
            }
            range.start += memrchr(b'\n', &text[..blanks]).map_or(0, |at| at + 1);
            self.at_line_start = false;
        }
        if self.at_link {
            self.at_link = false;
            // Two links may touch, and their texts may be two URLs. A space keeps them apart.
            let is_word = |byte: Option<&u8>| {
                byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'/')
            };
            if is_word(self.text.bytes.last()) && is_word(self.page.get(range.start)) {
                self.text.insert(b' ', range.start);
            }
        }
        work::add(range.len());
        let mut at = range.start;
        while let Some(reference) = self.next_reference(at..range.end) {
            let end = reference.range.end;
            self.push_reference(at, reference);
            at = end;
        }
        self.text.copy(self.page, at..range.end);
    }

    /// Appends the text from `start` to `reference`, and the reference.
    // Not inlined: most texts have no reference, and their path is shorter without this.
    #[inline(never)]
    fn push_reference(&mut self, start: usize, reference: Reference) {
        self.text.copy(self.page, start..reference.range.start);
        self.text.push(reference);
    }

    #[inline]
    fn next_reference(&mut self, range: Range<usize>) -> Option<Reference> {
        let mut at = range.start;
        while let Some(start) = self.references.find(self.page, at..range.end) {
            let reference = Reference::at(self.page, self.charset, start..range.end);
            if reference.is_some() {
                return reference;
            }
            at = start + 1;
        }
        None
    }

    /// Handles `tag`, which begins at `start`: ends the line if necessary and collects attributes. Returns the
    /// end of the tag.
    #[inline]
    fn enter(&mut self, start: usize, tag: &Tag) -> usize {
        match tag.element() {
            Element::Link => {
                self.at_link = true;
                self.attributes.close_link(self.text.bytes.len());
            }
            Element::Inline => {}
            Element::Break => {
                let is_empty = self.at_line_start;
                self.end_line(start);
                if is_empty {
                    self.text.insert(b'\n', start);
                }
            }
            Element::Script | Element::Style | Element::Raw(_) | Element::Block => {
                self.end_line(start);
            }
        }
        // Most tags have no attributes.
        let end = tag.name.end;
        if self.page.get(end) == Some(&b'>') { end + 1 } else { self.take_all(tag) }
    }

    #[inline]
    fn end_line(&mut self, start: usize) {
        if !self.at_line_start {
            let is_blank = |byte: &&u8| b" \t\r\x0C".contains(*byte);
            let last = self.text.bytes.iter().rev().find(|byte| !is_blank(byte));
            if last.is_some_and(|&byte| byte != b'\n') {
                self.text.insert(b'\n', start);
            }
            self.at_line_start = true;
        }
    }

    fn take_all(&mut self, tag: &Tag) -> usize {
        let mut at = tag.name.end;
        while let Some((name, value)) = next_attribute(self.page, &mut at, &mut self.quotes) {
            if let Some(place) = ATTRIBUTES.find_place(self.page, name) {
                self.take(tag, place, value);
            }
        }
        at
    }

    /// Collects the attribute at `place` of [`ATTRIBUTES`], whose value is at `range`, unless it is empty.
    // Not inlined, because it is rare: the loop over all tags has more registers without it.
    #[inline(never)]
    fn take(&mut self, tag: &Tag, place: u8, range: Range<usize>) {
        work::add(range.len());
        let stored = &self.page[range.clone()];
        let start = range.start + stored.len() - stored.trim_ascii_start().len();
        let end = start + stored.trim_ascii().len();
        if start >= end {
            return;
        }
        let known = ATTRIBUTES.get(place);
        // Few of the many `style` attributes have a URL.
        if known.is_some_and(|&(_, kind)| kind == AttributeKind::Css)
            && memchr(b'(', &self.page[start..end]).is_none()
        {
            return;
        }
        let is_href = || known.is_some_and(|&(name, _)| name.ends_with("href"));
        let is_link = tag.element() == Element::Link && is_href();
        let link = is_link.then_some(self.text.bytes.len());
        let has_ampersand = self.references.find(self.page, start..end).is_some();
        self.attributes.push(tag, place, start..end, has_ampersand, link);
    }
}

/// Returns the content of the conditional comment at `comment` of the page: `<!--[if mso]> ... <![endif]-->`.
/// Outlook and old browsers read it as part of the page. Returns `None` for other comments.
fn conditional_content(page: &[u8], comment: Range<usize>) -> Option<Range<usize>> {
    const OPENER: &[u8] = b"<!--[if";
    const CLOSER: &[u8] = b"<![endif]-->";
    let text = &page[comment.clone()];
    if !text.starts_with(OPENER) && !text.starts_with(b"<!--[IF") {
        return None;
    }
    let end = text.len().checked_sub(CLOSER.len())?;
    let begin = memchr(b'>', text)? + 1;
    work::add(begin);
    let is_conditional =
        begin <= end && text[..begin].ends_with(b"]>") && text[end..].eq_ignore_ascii_case(CLOSER);
    is_conditional.then(|| comment.start + begin..comment.start + end)
}
