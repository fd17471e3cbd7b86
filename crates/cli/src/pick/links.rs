//! The links of all inputs, each once.
//!
//! Two links are the same if they open the same URL, as those of a page and its plain alternative mostly do. They are
//! sorted by kind, and by position within a kind. Links of a text have a heading with their part, and with their
//! message if there are several.

use std::collections::HashMap;

use urlsift::Found;
use urlsift::url::normalize;
use urlsift_archive::item::Location;

use crate::pick::link::{Link, LinkContext, LinkKind, fit, quote};

#[derive(Debug, Default)]
pub(crate) struct Links {
    pub(crate) all: Vec<Link>,
    /// The index in `all` of each link, by its normalized URL.
    known: HashMap<String, usize>,
    /// The size of all texts in `all`, in bytes.
    held: usize,
    met: usize,
    /// Whether links were left out, so that reading can stop.
    pub(crate) is_full: bool,
    parts: Vec<LinkPart>,
    messages: usize,
    /// The size of the texts around links, in bytes.
    context: usize,
    pub(crate) errors: Vec<String>,
    pub(crate) error_count: usize,
}

#[derive(Debug)]
struct LinkPart {
    source: String,
    member: Option<String>,
    message_offset: Option<usize>,
    section: String,
    is_page: bool,
    /// The subject of the message, or else where it is.
    message: String,
}

/// The limit for the number of links. Nobody looks through more.
pub(crate) const MAX_LINKS: usize = 20_000;

/// No link is added after all texts have this many bytes. The index and the texts for the filter take as much
/// again, each.
const MAX_HELD_BYTES: usize = 16 << 20;

const MAX_ERRORS: usize = 1000;

/// After this many bytes, no text around a link is kept, so that it takes no room from links.
const MAX_CONTEXT_BYTES: usize = 8 << 20;

impl Links {
    pub(crate) fn new() -> Links {
        Links::default()
    }

    pub(crate) fn add(&mut self, place: &Location<'_>, found: &Found<'_>) {
        self.met += 1;
        let (parts, messages) = (self.parts.len(), self.messages);
        let part = self.part_of(place);
        let mut link = Link::new(place, found, self.met, part);
        if self.context > MAX_CONTEXT_BYTES {
            link.context = None;
        }
        self.context += link.context.as_ref().map_or(0, LinkContext::size);
        let key = normalize(link.key());
        let has_room = self.held < MAX_HELD_BYTES;
        if let Some(&known) = self.known.get(&key) {
            let known = &mut self.all[known];
            if !has_room {
                // At the limit, only the first reading is merged, because the other texts are short.
                link.readings.truncate(1);
            }
            self.held -= known.size();
            known.merge(link);
            self.held += known.size();
            if known.part != part {
                // A part that has no link of its own needs no heading.
                self.parts.truncate(parts);
                self.messages = messages;
            }
        } else if has_room && self.all.len() < MAX_LINKS {
            self.held += link.size();
            self.known.insert(key, self.all.len());
            self.all.push(link);
        } else {
            self.is_full = true;
        }
    }

    fn part_of(&mut self, place: &Location<'_>) -> usize {
        let section = place.part.split("header:").next().unwrap_or_default();
        let is_message = |part: &LinkPart| {
            part.source == place.source
                && part.member.as_deref() == place.member
                && part.message_offset == place.message_offset
        };
        let last = self.parts.last();
        let is_same_message = last.is_some_and(is_message);
        let is_same =
            |part: &LinkPart| part.section == section && part.is_page == place.is_in_page();
        if !is_same_message || !last.is_some_and(is_same) {
            self.messages += usize::from(!is_same_message);
            self.parts.push(LinkPart {
                source: place.source.to_owned(),
                member: place.member.map(str::to_owned),
                message_offset: place.message_offset,
                section: section.to_owned(),
                is_page: place.is_in_page(),
                message: message_of(place),
            });
        }
        self.parts.len() - 1
    }

    /// Returns the heading of the links that have the kind and the part of `link`.
    pub(crate) fn heading(&self, link: &Link) -> String {
        let part = match link.kind {
            LinkKind::Text => &self.parts[link.part],
            LinkKind::Guess => return "words that may be hosts".to_owned(),
            LinkKind::Field => return "header fields".to_owned(),
            LinkKind::Loaded => return "loaded by a page".to_owned(),
            LinkKind::ListAddress => return "mail addresses of the list".to_owned(),
        };
        let kind = if part.is_page { "page" } else { "text" };
        let section = match &*part.section {
            "" => kind.to_owned(),
            section => format!("part {}, {kind}", fit(section)),
        };
        if self.messages > 1 { format!("{}: {section}", part.message) } else { section }
    }

    /// Adds an error of reading. Links of the input may be missing.
    pub(crate) fn add_error(&mut self, error: String) {
        self.error_count += 1;
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    /// Sorts the links by kind and position. Add no links after this.
    pub(crate) fn sort(&mut self) {
        self.known.clear();
        self.all.sort_by_key(|link| (link.kind, link.order));
    }

    pub(crate) fn left_out(&self) -> Option<String> {
        self.is_full.then(|| format!("more than {} links, the rest is left out", self.all.len()))
    }
}

/// Returns the subject of the message at `place`, or else where it is, for a heading.
fn message_of(place: &Location<'_>) -> String {
    let subject = place.origin().and_then(|origin| origin.subject.as_deref());
    match (subject.filter(|subject| !subject.is_empty()), place.message_offset) {
        (Some(subject), _) => quote(subject),
        (None, Some(offset)) => {
            format!("{}, byte {offset}", fit(place.member.unwrap_or(place.source)))
        }
        (None, None) => fit(place.member.unwrap_or(place.source)).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pick::link::tests::links;
    use std::fmt::Write;

    #[test]
    fn links_that_open_the_same_are_listed_once() {
        let page = "To: a\nX-Url: http://f.example/\nContent-Type: text/html\n\n\
            <img src=http://i.example/><p>g.example.com http://a.example <a href=http://A.example/>here</a> www.w.com \
            <a href=http://b.example/x>there</a> <a href=http://f.example/>f</a>\
            <a href=http://b.example/%78>http://c.example/</a>";
        let links = links(page);
        let described: Vec<String> = links
            .all
            .iter()
            .map(|link| {
                let best = link.best();
                format!(
                    "{} {} {} {}",
                    best.key(),
                    link.count,
                    link.places.len(),
                    best.warnings.len()
                )
            })
            .collect();
        assert_eq!(
            described,
            [
                "http://a.example 2 2 0",
                "http://www.w.com 1 1 1",
                "http://b.example/x 2 2 1",
                "http://f.example/ 2 2 0",
                "http://c.example/ 1 1 0",
                "http://g.example.com 1 1 1",
                "http://i.example/ 1 1 0"
            ]
        );
    }

    #[test]
    fn links_beyond_the_count_limit_are_left_out() {
        let urls = (0..=MAX_LINKS).map(|i| format!("<http://a.example/{i}>\n"));
        let links = links(&format!("A: b\n\n{}", urls.collect::<String>()));
        assert_eq!(links.all.len(), MAX_LINKS);
        let left_out = "more than 20000 links, the rest is left out";
        assert_eq!(links.left_out().as_deref(), Some(left_out));
    }

    /// Each byte of a URL takes two: one in the URL shown, and one in the URL to open.
    #[test]
    fn links_beyond_the_byte_limit_are_left_out() {
        // A bare URL has at most 65,536 bytes (W8).
        let path = "x".repeat(65_500);
        // (long links, links kept, readings of the first link, message)
        let table = [
            (0, 1, 2, None),
            (1, 2, 2, None),
            (129, 127, 1, Some("more than 127 links, the rest is left out")),
        ];
        for (count, kept, readings, left_out) in table {
            let mut message = String::from("A: b\n\n<http://a.example/b-c>\n");
            for i in 0..count {
                assert!(writeln!(message, "<http://a.example/{i}{path}>").is_ok());
            }
            // This link opens the same URL as the first one, and has another reading.
            message += "<http://a.example/b-\nc>\n";
            let links = links(&message);
            assert_eq!(links.all.len(), kept, "{count}");
            assert_eq!(links.all[0].readings.len(), readings, "{count}");
            assert_eq!(links.left_out().as_deref(), left_out, "{count}");
            assert_eq!(links.held, links.all.iter().map(Link::size).sum::<usize>(), "{count}");
        }
    }
}
