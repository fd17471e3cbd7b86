//! The resolution of relative references in pages, on request (A3).

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use urlsift::{Extractor, Found, Input, named};

use super::resolve::resolve;
use crate::mail::{Charset, Map, MappedText, Part, Role};

/// What a search does with relative references in attributes of pages, such as `href="page.html"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relative {
    /// They are no URLs.
    #[default]
    Ignore,
    /// They are resolved, if the page or the message has a base.
    Resolve,
}

named!(Relative: Ignore "ignore", Resolve "resolve");

/// The largest size of a base. Each row of a page may repeat it.
const MAX_BASE_BYTES: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct HeaderBases {
    /// For the number of a part (empty for the message), the base of its header, and whether it is `Content-Base`.
    of_parts: HashMap<String, (String, bool)>,
}

impl HeaderBases {
    /// Adds `url`, which was found in `part`, if that is one of the two fields. `Content-Base` counts more.
    pub(super) fn add(&mut self, part: &Part<'_>, url: &str) {
        let Some((number, field)) = part.path.rsplit_once("header:") else { return };
        let is_base = field == "Content-Base";
        if part.role != Role::Field || !is_base && field != "Content-Location" || !is_usable(url) {
            return;
        }
        let number = number.trim_end_matches('.').to_owned();
        let base = (url.to_owned(), is_base);
        let known = self.of_parts.entry(number).or_insert_with(|| base.clone());
        if is_base && !known.1 {
            *known = base;
        }
    }

    /// Returns the base of the part called `number`: that of its header, or of the next header around it.
    pub(super) fn of(&self, mut number: &str) -> Option<&str> {
        loop {
            if let Some((base, _)) = self.of_parts.get(number) {
                return Some(base);
            }
            if number.is_empty() {
                return None;
            }
            number = number.rsplit_once('.').map_or("", |(outer, _)| outer);
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct PageBase {
    url: Option<String>,
    /// Whether an element `base` gave it. A page has one.
    is_own: bool,
}

impl PageBase {
    pub(super) fn new(url: Option<&str>) -> PageBase {
        PageBase { url: url.map(str::to_owned), is_own: false }
    }

    /// Sets the base to `url`, the target of an element `base`, if it is the first.
    pub(super) fn set(&mut self, url: &str) {
        if !self.is_own && is_usable(url) {
            *self = PageBase { url: Some(url.to_owned()), is_own: true };
        }
    }

    /// Resolves `range` of `text`, if there is a base. Returns `None` if it has a scheme, is a fragment alone or
    /// undecodable.
    pub(super) fn resolve(
        &self,
        text: &MappedText<'_>,
        range: Range<usize>,
        charset: Charset,
    ) -> Option<ResolvedReference> {
        let base = self.url.as_deref()?;
        let reference = charset.decode(&text.bytes[range.clone()]).into_owned();
        // As browsers read it: tabs and line breaks are dropped.
        let visible = reference.trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "");
        let before_colon = visible.split(['/', '?', '#']).next().unwrap_or_default();
        let leads_nowhere = visible.is_empty() || visible.starts_with('#');
        if leads_nowhere || before_colon.contains(':') || visible.contains('\u{FFFD}') {
            return None;
        }
        let url = resolve(base, &visible.replace(' ', "%20"))?.into_bytes();
        let mut map = Map::new();
        map.push(url.len(), text.map.range(range));
        let url = MappedText { bytes: Cow::Owned(url), map };
        Some(ResolvedReference { base: base.to_owned(), reference, url })
    }
}

/// Reports whether references can be resolved against `url`: it is not too long, and has a hierarchy.
fn is_usable(url: &str) -> bool {
    url.len() <= MAX_BASE_BYTES && url.contains("://")
}

#[derive(Debug)]
pub(super) struct ResolvedReference {
    pub(super) base: String,
    pub(super) reference: String,
    /// The URL in UTF-8, with the place of the reference in the page.
    pub(super) url: MappedText<'static>,
}

impl ResolvedReference {
    pub(super) fn find(&self, extractor: &Extractor) -> Option<Found<'_>> {
        extractor.find_whole(Input::new(&*self.url.bytes).decode(Charset::UTF_8))
    }
}
