//! The interface of the crate linkify, over urlsift. Copy this file into a program and replace
//! `use linkify::{LinkFinder, LinkKind}` by `use link_finder::{LinkFinder, LinkKind}`.
//!
//! URLs in `<…>` and `<URL:…>`, broken across lines or not, are links too. For those a [`Link`] has two texts: `as_str()`
//! is the URL to open, and `start()..end()` is the range of the input that spells it, without delimiters but with line
//! breaks and quote marks ([`Found::range`]). So `as_str()` borrows the link; that of linkify borrows the input.

use std::borrow::Cow;
use std::ops::Range;

use urlsift::extract::{Extra, Extras, Forms};
use urlsift::found::{Form, Piece};
use urlsift::{Extractor, Found};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LinkKind {
    Url,
    /// An address, also that of a `mailto:` URL. The text of the link is the address alone.
    Email,
}

/// A link; as [`Span`] also the text between links, of kind `None`.
#[derive(Debug)]
pub struct Link<'t, K = LinkKind> {
    text: Cow<'t, str>,
    range: Range<usize>,
    kind: K,
}

pub type Span<'t> = Link<'t, Option<LinkKind>>;

impl Link<'_> {
    pub fn kind(&self) -> &LinkKind {
        &self.kind
    }
}

impl Span<'_> {
    pub fn kind(&self) -> Option<&LinkKind> {
        self.kind.as_ref()
    }
}

impl<K> Link<'_, K> {
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn start(&self) -> usize {
        self.range.start
    }

    pub fn end(&self) -> usize {
        self.range.end
    }
}

#[derive(Debug)]
pub struct LinkFinder {
    kinds: Vec<LinkKind>,
    forms: Forms,
    extras: Extras,
    ascii_only: bool,
}

impl LinkFinder {
    pub fn new() -> LinkFinder {
        let kinds = vec![LinkKind::Url, LinkKind::Email];
        let forms = Forms::default().with(Form::Address).without(Form::Www);
        LinkFinder { kinds, forms, extras: Extras::none(), ascii_only: false }
    }

    pub fn kinds(&mut self, kinds: &[LinkKind]) -> &mut LinkFinder {
        self.kinds = kinds.to_vec();
        self
    }

    pub fn url_must_have_scheme(&mut self, value: bool) -> &mut LinkFinder {
        let forms = self.forms;
        self.forms = if value {
            forms.without(Form::Www).without(Form::Host)
        } else {
            forms.with(Form::Www).with(Form::Host)
        };
        self
    }

    pub fn email_domain_must_have_dot(&mut self, value: bool) -> &mut LinkFinder {
        let extras = Extras::none().with(Extra::Localhost).with(Extra::OneLabel);
        self.extras = if value { Extras::none() } else { extras };
        self
    }

    pub fn url_can_be_iri(&mut self, value: bool) -> &mut LinkFinder {
        self.ascii_only = !value;
        self
    }

    /// Finds all links at the call, so the result does not borrow the finder.
    pub fn links<'t>(&self, text: &'t str) -> impl Iterator<Item = Link<'t>> + use<'t> {
        let builder = Extractor::builder().forms(self.forms).extras(self.extras);
        let extractor = builder.ascii_only(self.ascii_only).build();
        let links = extractor.find_iter(text).map(link);
        links.filter(|link| self.kinds.contains(&link.kind)).collect::<Vec<_>>().into_iter()
    }

    /// Cuts the text into links and the text between them. The ranges of the spans make up the whole text.
    pub fn spans<'t>(&self, text: &'t str) -> impl Iterator<Item = Span<'t>> + use<'t> {
        let plain =
            |range: Range<usize>| Span { text: text[range.clone()].into(), range, kind: None };
        let (mut spans, mut position) = (Vec::new(), 0);
        for Link { text, range, kind } in self.links(text) {
            spans.push(plain(position..range.start));
            position = range.end;
            spans.push(Span { text, range, kind: Some(kind) });
        }
        spans.push(plain(position..text.len()));
        spans.into_iter().filter(|span| !span.range.is_empty())
    }
}

/// Returns the text of a link as linkify has it: without a scheme if the text has none.
fn link(found: Found<'_>) -> Link<'_> {
    let (range, host) = (found.range(), matches!(found.form(), Form::Www | Form::Host));
    let is_mailto = found.url().get(..7).is_some_and(|it| it.eq_ignore_ascii_case("mailto:"));
    let start = match found.pieces() {
        [Piece::Inserted(scheme, _), ..] if host => scheme.len(),
        _ if is_mailto => 7,
        _ => 0,
    };
    let end = found.url().find('?').filter(|_| is_mailto).unwrap_or(found.url().len());
    let text = match found.into_url() {
        Cow::Borrowed(url) => Cow::Borrowed(&url[start..end]),
        Cow::Owned(url) => Cow::Owned(url[start..end].into()),
    };
    Link { text, range, kind: if is_mailto { LinkKind::Email } else { LinkKind::Url } }
}
