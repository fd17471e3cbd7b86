//! Searching an HTML page, and the memory that this takes.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use memchr::{memchr_iter, memmem};
use urlsift::extract::link_text_note;
use urlsift::found::Form;
use urlsift::internal::Markup;
use urlsift::{Extractor, Found, Input};

use super::relative::{PageBase, ResolvedReference};
use crate::mail::{
    Attribute, AttributeKind, Attributes, Charset, Html, ListPage, Map, MappedText, style_urls,
    unescaped,
};

/// A function that waits for memory, see `Item::with_room`.
#[derive(Clone, Copy)]
pub(super) struct PageRoom<'s>(pub(super) &'s ReserveRoom<'s>);

/// Waits until there is room for that many bytes. What it returns is dropped when the bytes are free again. With
/// `None` the page is not searched.
pub(crate) type ReserveRoom<'s> = dyn Fn(usize) -> Option<Box<dyn Send>> + Sync + 's;

impl fmt::Debug for PageRoom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageRoom")
    }
}

/// The size in bytes of the smallest page for which room is reserved.
const MIN_RESERVED_PAGE_BYTES: usize = 1 << 20;

/// The most bytes that reading a page takes for each of its bytes: its text, the positions of that, and its
/// attributes. `tests/memory/pages.rs` has hostile pages.
const PAGE_BYTES_PER_BYTE: usize = 4;

impl PageRoom<'_> {
    /// Reserves room for reading a page of `len` bytes, if `room` limits it. Returns `None` if the page must not be
    /// searched.
    pub(super) fn reserve(room: Option<PageRoom<'_>>, len: usize) -> Option<Box<dyn Send>> {
        match room {
            Some(PageRoom(reserve)) if len >= MIN_RESERVED_PAGE_BYTES => {
                reserve(len.saturating_mul(PAGE_BYTES_PER_BYTE))
            }
            _ => Some(Box::new(())),
        }
    }
}

/// The links of the message that a page of a mailing list shows.
pub(super) struct PageLinks<'p> {
    page: &'p ListPage,
    base: Option<usize>,
    /// The targets of the links, each with the range of its text in the text of the page, in order.
    links: Vec<(Range<usize>, Vec<u8>)>,
}

impl<'p> PageLinks<'p> {
    pub(super) fn new(page: &'p ListPage, base: Option<usize>, html: &Html<'_>) -> PageLinks<'p> {
        let links =
            html.attributes().filter_map(|it| Some((it.shown?, it.value.bytes.into_owned())));
        PageLinks { page, base, links: links.collect() }
    }

    /// Reports whether `found`, in a value or else in the text of the page, whose map is `map`, is a link of the message.
    /// The navigation of the archive is none, and a URL that is the text of a link to itself is one with it.
    pub(super) fn has(&self, map: &Map, is_value: bool, found: &Found<'_>) -> bool {
        let range = match found.pieces() {
            [first, ..] => first.range(),
            [] => found.outer(),
        };
        let is_around =
            |base: usize| !self.page.body.contains(&(base + map.range(range.clone()).start));
        if self.base.is_some_and(is_around) {
            return false;
        }
        let next = self.links.partition_point(|(shown, _)| shown.start <= range.start);
        let link = next.checked_sub(1).and_then(|at| self.links.get(at)).filter(|_| !is_value);
        !link.is_some_and(|(shown, target)| {
            range.start < shown.end && target == found.url().as_bytes()
        })
    }
}

/// The bytes of a link's text that are read, and those of its content.
pub(super) const MAX_LINK_TEXT_BYTES: usize = 4096;
const MAX_LINK_CONTENT_BYTES: usize = 4096;

/// Returns what the page shows for the link of `attribute`, if that is the target of one: its text, or the text for its
/// first picture if it has none. `rest` are the attributes after it.
fn shown_for<'h>(
    html: &'h Html<'_>,
    attribute: &Attribute<'_>,
    rest: &Attributes<'h, '_>,
) -> Option<Cow<'h, [u8]>> {
    let text = html.text.bytes[attribute.shown.clone()?].trim_ascii();
    if text.iter().any(u8::is_ascii_graphic) {
        return Some(Cow::Borrowed(text));
    }
    let mut of_link = rest.clone().take_while(|it| it.shown.is_none());
    let alt = of_link.find(|it| it.name == Some("alt")).filter(|alt| {
        let content = link_content(html, attribute);
        alt.value.map.range(0..1).start < content.end
    });
    Some(alt.map_or(Cow::Borrowed(text), |alt| Cow::Owned(alt.value.bytes.into_owned())))
}

/// Returns the range of the page from the end of the value of `attribute` to the end of its link. It is empty for a page in
/// an attribute.
fn link_content(html: &Html<'_>, attribute: &Attribute<'_>) -> Range<usize> {
    // The positions of a page in an attribute are those of the page around it.
    if html.outer.is_some() {
        return 0..0;
    }
    let value = &attribute.value;
    let start = value.map.range(value.bytes.len()..value.bytes.len()).end;
    let page = &html.page[start..html.page.len().min(start + MAX_LINK_CONTENT_BYTES)];
    let is_tag_of_link = |at: &usize| {
        let name = page.get(at + 1..at + 3).unwrap_or_default();
        name.eq_ignore_ascii_case(b"/a") || name.eq_ignore_ascii_case(b"a ")
    };
    start..start + memchr_iter(b'<', page).find(is_tag_of_link).unwrap_or(page.len())
}

/// Adds a note to `found`, the target of the link of `attribute`, if the link shows another host, as it is or turned
/// round by an element `bdo`.
fn note_link_text(html: &Html<'_>, attribute: &Attribute<'_>, shown: &[u8], found: &mut Found<'_>) {
    let shown = &shown[..shown.len().min(MAX_LINK_TEXT_BYTES)];
    // Most texts are words.
    if !shown.iter().any(|byte| b".:".contains(byte) || !byte.is_ascii()) {
        return;
    }
    let shown = html.charset.decode(shown);
    let is_turned = || {
        let content = &html.page[link_content(html, attribute)];
        let begins =
            |at: usize| content[at..].get(..4).is_some_and(|it| it.eq_ignore_ascii_case(b"<bdo"));
        memchr_iter(b'<', content).any(begins)
            && memmem::find(&content.to_ascii_lowercase(), b"rtl").is_some()
    };
    let note = link_text_note(&shown, found.url()).or_else(|| {
        let turned = || shown.chars().rev().collect::<String>();
        is_turned().then(|| link_text_note(&turned(), found.url()))?
    });
    if let Some(note) = note {
        found.add_note(note);
    }
}

#[derive(Clone, Copy)]
pub(super) struct InHtml<'h, 'p> {
    /// The page, which may be in an attribute of another one.
    pub(super) html: &'h Html<'p>,
    pub(super) decoded: &'h MappedText<'p>,
    pub(super) attribute: Option<&'h Attribute<'p>>,
    /// What the page shows for the URL, if it is the target of a link.
    pub(super) shown: Option<&'h [u8]>,
    /// The relative reference that the URL was made from, if it was one.
    pub(super) resolved: Option<&'h ResolvedReference>,
}

pub(super) type EachInPage<'e> = dyn FnMut(&InHtml<'_, '_>, &Found<'_>) + 'e;

/// Takes a URL of a value: the text that has it, and the relative reference that it was made from, if it was one.
type EachInValue<'e> = dyn FnMut(&MappedText<'_>, &mut Found<'_>, Option<&ResolvedReference>) + 'e;

pub(super) struct PageSearch<'h, 'p> {
    extractor: &'h Extractor,
    html: &'h Html<'p>,
    input: Input<'h, Charset>,
    base: Option<PageBase>,
    missing_scheme: &'static str,
    /// The number of pages around this one.
    depth: usize,
}

impl<'h, 'p> PageSearch<'h, 'p> {
    pub(super) fn new(
        extractor: &'h Extractor,
        html: &'h Html<'p>,
        input: Input<'h, Charset>,
        base: Option<PageBase>,
    ) -> PageSearch<'h, 'p> {
        PageSearch { extractor, html, input, base, missing_scheme: DEFAULT_SCHEME, depth: 0 }
    }

    fn in_text(&self) -> InHtml<'h, 'p> {
        let html = self.html;
        InHtml { html, decoded: &html.text, attribute: None, shown: None, resolved: None }
    }

    pub(super) fn search(mut self, each: &mut EachInPage<'_>) {
        let (text, of_text) = (&self.html.text, self.in_text());
        // The position of a URL in the page.
        let start =
            |decoded: &MappedText<'_>, found: &Found<'_>| decoded.map.range(found.outer()).start;
        // A `Found` has 440 bytes, so it is passed by reference. When four iterators moved it, the search of 6 MB of
        // mail with many pages took 112.2 million instructions, and 106.5 million since.
        let mut in_text =
            self.extractor.find_iter(self.input.with_text(&text.bytes).markup(&text.map));
        // Merge two ordered sequences by position: URLs in the text, and URLs in attributes.
        let mut next = in_text.next();
        let mut give = |place: &InHtml<'_, '_>, found: &Found<'_>| {
            let at = start(place.decoded, found);
            // A URL in the text that precedes this one in the page goes first. `next` is held until a later
            // attribute, or the end of the page, lets it pass.
            while let Some(before) = next.as_ref().filter(|next| start(text, next) < at) {
                each(&of_text, before);
                next = in_text.next();
            }
            // A host after ` at ` with a path is found in the text too.
            let is_in_text = || next.as_ref().is_some_and(|next| start(text, next) == at);
            if place.attribute.is_some() || !is_in_text() {
                each(place, found);
            }
        };
        let mut attributes = self.html.attributes();
        while let Some(attribute) = attributes.next() {
            self.search_attribute(&attribute, &attributes, &mut give);
        }
        while let Some(found) = &next {
            each(&of_text, found);
            next = in_text.next();
        }
    }

    fn search_attribute(
        &mut self,
        attribute: &Attribute<'_>,
        rest: &Attributes<'h, 'p>,
        each: &mut EachInPage<'_>,
    ) {
        let (html, value) = (self.html, &attribute.value);
        if attribute.kind == AttributeKind::Page
            && self.depth < MAX_DEPTH
            && value.bytes.len() <= MAX_INNER_PAGE_BYTES
        {
            let inner = Html::of_value(value, html.charset);
            let search = PageSearch::new(self.extractor, &inner, self.input, self.base.clone());
            PageSearch { depth: self.depth + 1, ..search }.search(each);
            return;
        }
        let shown = shown_for(html, attribute, rest);
        let mut give = |decoded: &MappedText<'_>,
                        found: &mut Found<'_>,
                        resolved: Option<&ResolvedReference>| {
            if let Some(shown) = &shown {
                note_link_text(html, attribute, shown, found);
            }
            let (attribute, shown) = (Some(attribute), shown.as_deref());
            each(&InHtml { html, decoded, attribute, shown, resolved }, found);
        };
        match attribute.kind {
            AttributeKind::Url => self.search_url(attribute, &mut give),
            AttributeKind::Css => self.search_css(value, &mut give),
            AttributeKind::Text | AttributeKind::Page => {
                let links = self.extractor.find_iter(self.input.with_text(&value.bytes));
                links.for_each(|mut found| give(value, &mut found, None));
            }
        }
        let shown = attribute.shown.clone();
        if let Some(host) = shown.and_then(|shown| self.host_after_at(shown)) {
            each(&self.in_text(), &host);
        }
    }

    fn search_url(&mut self, attribute: &Attribute<'_>, give: &mut EachInValue<'_>) {
        let value = &attribute.value;
        let (input, range) = (self.input.with_text(&value.bytes), 0..value.bytes.len());
        let is_base = (&*attribute.element, attribute.name) == ("base", Some("href"));
        let whole = self.extractor.find_value(input, range.clone(), self.missing_scheme);
        if let Some(mut whole) = whole {
            give(value, &mut whole, None);
            if is_base {
                self.missing_scheme = scheme_of(whole.url());
                if let Some(base) = &mut self.base {
                    base.set(whole.url());
                }
            }
            return;
        }
        let begins = |found: &Found<'_>| found.outer().start == 0;
        if let Some(base) = &mut self.base
            && let Some(resolved) = base.resolve(value, range, self.html.charset)
            && !self.extractor.find_iter(input).next().as_ref().is_some_and(begins)
            && let Some(mut whole) = resolved.find(self.extractor)
        {
            give(&resolved.url, &mut whole, Some(&resolved));
            if is_base {
                base.set(whole.url());
            }
        }
        find_in_value(self.extractor, &input, attribute, |found| give(value, found, None));
    }

    fn search_css(&self, value: &MappedText<'_>, give: &mut EachInValue<'_>) {
        let charset = self.html.charset;
        for range in style_urls(&value.bytes) {
            let decoded = unescaped(value, charset, range.clone());
            let (text, range) = match &decoded {
                Some(url) => (url, 0..url.bytes.len()),
                None => (value, range),
            };
            let input = self.input.with_text(&text.bytes);
            let found = self.extractor.find_value(input, range.clone(), self.missing_scheme);
            if let Some(mut found) = found {
                give(text, &mut found, None);
            } else if let Some(base) = &self.base
                && let Some(resolved) = base.resolve(text, range, charset)
                && let Some(mut found) = resolved.find(self.extractor)
            {
                give(&resolved.url, &mut found, Some(&resolved));
            }
        }
    }

    /// Returns the host that is the text of the link at `shown`, if ` at ` precedes it. Without the link it would be part
    /// of an address (W11).
    fn host_after_at(&self, shown: Range<usize>) -> Option<Found<'static>> {
        let all = &self.html.text.bytes;
        let text = &all[shown.clone()];
        let start = shown.end - text.trim_ascii_start().len();
        if !self.extractor.has_masks() || !all[..start].ends_with(b" at ") {
            return None;
        }
        let text = text.trim_ascii();
        let found = self.extractor.find_iter(self.input.with_text(text)).next()?;
        let is_whole = found.form() == Form::Host && found.outer() == (0..text.len());
        is_whole.then(|| found.into_owned().placed(|at| at + start))
    }
}

/// The number of pages around a page in an attribute. A deeper one is searched as text, and so is a longer one.
const MAX_DEPTH: usize = 2;
const MAX_INNER_PAGE_BYTES: usize = 1 << 16;

/// Calls `each` for the URLs in the value of `attribute`, which as a whole has no known scheme. If there is none, the
/// value may be a URL of an unknown scheme.
fn find_in_value(
    extractor: &Extractor,
    input: &Input<'_, Charset>,
    attribute: &Attribute<'_>,
    mut each: impl FnMut(&mut Found<'_>),
) {
    let mut has_url = false;
    for mut found in extractor.find_iter(*input) {
        has_url = true;
        each(&mut found);
    }
    let is_link = attribute.name.is_some_and(|name| name.ends_with("href"))
        && matches!(&*attribute.element, "a" | "area");
    if !has_url
        && is_link
        && let Some(mut opaque) = extractor.find_opaque(*input)
    {
        each(&mut opaque);
    }
}

/// The scheme of a URL without one, as in `src="//host/path"`, if the page has no base. An author leaves the scheme
/// out so that the page can be read over `https`, so the host answers there.
const DEFAULT_SCHEME: &str = "https:";

/// Returns the scheme that URLs without one have in a page whose base is `url` (RFC 3986, section 5.2.2).
fn scheme_of(url: &str) -> &'static str {
    let is_http = url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http:"));
    if is_http { "http:" } else { DEFAULT_SCHEME }
}

impl Markup for Map {
    fn is_at(&self, range: Range<usize>) -> bool {
        // A tag is between the stored bytes of two neighbours, and an inserted line break has none.
        let stored = |at: usize| self.range(at..at + 1);
        let is_apart = |at: usize| stored(at).is_empty() || stored(at).end != stored(at + 1).start;
        (range.start.saturating_sub(1)..range.end).any(is_apart)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::cut::Window;
    use crate::mail::Headers;

    #[test]
    fn large_pages_reserve_room() {
        // (type, bytes of the page, bytes that are reserved)
        let table: [(&str, usize, &[usize]); 3] = [
            ("html", MIN_RESERVED_PAGE_BYTES, &[MIN_RESERVED_PAGE_BYTES * PAGE_BYTES_PER_BYTE]),
            ("html", MIN_RESERVED_PAGE_BYTES - 1, &[]),
            ("plain", MIN_RESERVED_PAGE_BYTES, &[]),
        ];
        for (subtype, len, expected) in table {
            let url = "http://a.example/";
            let body = url.to_owned() + &" ".repeat(len - url.len());
            let head = format!("From: a@b.example\nSubject: a\nContent-Type: text/{subtype}\n\n");
            let window = Window::whole("-", (head + &body).into_bytes());
            let find = |reserve: &ReserveRoom<'_>| {
                let mut urls = 0;
                for item in window.items() {
                    let item = item.with_room(reserve);
                    item.find(&Extractor::new(), Headers::None, |_, _| urls += 1);
                }
                urls
            };
            let reserved = Mutex::new(Vec::new());
            let reserve = |bytes| {
                reserved.lock().expect("no thread panics").push(bytes);
                Some(Box::new(()) as Box<dyn Send>)
            };
            assert_eq!(find(&reserve), 1, "{subtype} {len}");
            assert_eq!(reserved.into_inner().expect("no thread panics"), expected);
            // Without room the page is not searched.
            assert_eq!(find(&|_| None), usize::from(expected.is_empty()), "{subtype} {len}");
        }
    }
}
