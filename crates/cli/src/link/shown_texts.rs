//! The texts of a message that a mail reader shows, decoded.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;
use std::ops::Range;

use urlsift_archive::internal::{DelSp, unfold};
use urlsift_archive::item::Item;
use urlsift_archive::mail::{Charset, Headers, Html, Part, PartKind, Role};

#[derive(Debug)]
pub(super) struct ShownText<'i> {
    pub(super) text: Cow<'i, str>,
    pub(super) kind: ShownKind,
    /// The links of a page: the bytes of the text that it shows for each, and its target.
    pub(super) links: Vec<(Range<usize>, String)>,
}

/// What a text is, which decides where its URLs go on after a line end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ShownKind {
    /// Fields of a header, one on each line.
    Fields,
    /// The text of a page, with its own line ends.
    Page,
    Plain,
    /// Flowed text whose soft breaks are deleted with their spaces.
    Flowed,
}

/// The header fields that are shown, in this order.
const SHOWN_FIELDS: [&str; 5] = ["From", "To", "Cc", "Subject", "Date"];

pub(super) fn shown_texts<'i>(item: &'i Item<'_>, has_headers: bool) -> Vec<ShownText<'i>> {
    if item.is_text() && !item.is_piece() {
        let first = item.parts(Headers::None).next();
        let is_decoded = |part: &Part<'_>| {
            part.base.is_none()
                || matches!(part.kind, PartKind::Html | PartKind::ContentLines | PartKind::Rtf)
        };
        if !first.as_ref().is_some_and(is_decoded) {
            // Files within a text are no text to search, but they are shown.
            let charset = first.map_or(Charset::UTF_8, |part| part.charset);
            let text = charset.decode(item.bytes());
            return vec![ShownText { text, kind: ShownKind::Plain, links: Vec::new() }];
        }
    }
    let mut texts = ShownTexts::default();
    for mut part in item.parts(Headers::All) {
        item.trim_overlap(&mut part);
        match part.role {
            Role::Field => texts.add_field(&part, has_headers),
            Role::Preamble | Role::Epilogue | Role::Attachment => {}
            _ => texts.add_part(part),
        }
    }
    texts.texts
}

#[derive(Debug, Default)]
struct ShownTexts<'i> {
    texts: Vec<ShownText<'i>>,
    /// The values of the fields that are shown, of the header that is being read.
    fields: [Option<String>; SHOWN_FIELDS.len()],
    /// By the path of a part whose parts are alternatives, whether one of these is plain text.
    alternatives: HashMap<String, bool>,
}

impl<'i> ShownTexts<'i> {
    fn add_field(&mut self, part: &Part<'_>, has_headers: bool) {
        let Some((path, name)) = part.path.split_once("header:") else { return };
        let value = part.charset.decode(&part.text);
        if name == "Content-Type" {
            let path = path.trim_end_matches('.').to_owned();
            let kind = value.trim_start().get(.."multipart/alternative".len());
            if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("multipart/alternative")) {
                self.alternatives.insert(path, false);
            } else {
                self.alternatives.remove(&path);
            }
        }
        let shown = SHOWN_FIELDS.iter().position(|shown| *shown == name).filter(|_| has_headers);
        if let Some(i) = shown
            && self.fields[i].is_none()
        {
            let value = unfold(value.as_bytes());
            self.fields[i] = Some(String::from_utf8_lossy(&value).into_owned());
        }
    }

    /// Takes a body, unless a plain text has the same content.
    fn add_part(&mut self, part: Part<'i>) {
        // The paths of the parts around this one, the innermost first.
        let around = part.path.rmatch_indices('.').map(|(at, _)| &part.path[..at]).chain([""]);
        for path in around {
            match self.alternatives.get_mut(path) {
                Some(has_plain) if part.kind == PartKind::Html && *has_plain => return,
                Some(has_plain) => *has_plain |= part.kind == PartKind::Plain,
                None => {}
            }
        }
        let mut fields = String::new();
        for (name, value) in SHOWN_FIELDS.iter().zip(mem::take(&mut self.fields)) {
            if let Some(value) = value {
                fields.extend([name, ": ", &value, "\n"]);
            }
        }
        if !fields.is_empty() {
            let (text, kind) = (fields.into(), ShownKind::Fields);
            self.texts.push(ShownText { text, kind, links: Vec::new() });
        }
        let decode = |text: Cow<'i, [u8]>| match text {
            Cow::Borrowed(text) => part.charset.decode(text),
            Cow::Owned(text) => Cow::Owned(part.charset.decode(&text).into_owned()),
        };
        let mut links = Vec::new();
        let (text, kind) = match (part.kind, part.flowed) {
            (PartKind::Html, _) => {
                let page = Html::of(&part.text, part.charset);
                let text;
                (text, links) = page_text(&page, part.charset);
                (text.into(), ShownKind::Page)
            }
            (_, Some(DelSp::Yes)) => (decode(part.text), ShownKind::Flowed),
            _ => match part.mapped_text() {
                Some((mapped, charset)) => {
                    (charset.decode(&mapped.bytes).into_owned().into(), ShownKind::Plain)
                }
                None => (decode(part.text), ShownKind::Plain),
            },
        };
        if !text.is_empty() || !links.is_empty() {
            self.texts.push(ShownText { text, kind, links });
        }
    }
}

/// Returns the text of `page` without whitespace at its ends, and its links.
fn page_text(page: &Html<'_>, charset: Charset) -> (String, Vec<(Range<usize>, String)>) {
    let (bytes, mut text, mut links) = (&*page.text.bytes, String::new(), Vec::new());
    let mut at = 0;
    let mut push = |text: &mut String, end: usize| {
        let taken = &bytes[at..end.max(at)];
        at = end.max(at);
        text.push_str(&charset.decode(taken));
        if text.trim_start().is_empty() {
            text.clear();
        }
    };
    for attribute in page.attributes() {
        let Some(shown) = attribute.shown else { continue };
        push(&mut text, shown.start);
        let start = text.len();
        push(&mut text, shown.end);
        let url = charset.decode(&attribute.value.bytes);
        links.push((start..text.len(), url.into_owned()));
    }
    push(&mut text, bytes.len());
    let end = text.trim_end().len();
    text.truncate(end);
    for (shown, _) in &mut links {
        *shown = shown.start.min(end)..shown.end.min(end);
    }
    text.extend((end > 0).then_some('\n'));
    (text, links)
}
