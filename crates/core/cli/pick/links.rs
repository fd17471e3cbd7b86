//! The links of what was read, each once.
//!
//! Two are one if they open the same, however they are spelled: a page and its plain text have most
//! links in common. Those that readers look for stand first.

use std::collections::HashMap;

use urlsift::Found;
use urlsift::bulk::Location;

use crate::pick::link::Link;

/// Links, each once.
#[derive(Debug, Default)]
pub(crate) struct Links {
    all: Vec<Link>,
    /// Where in them a link stands that opens something.
    known: HashMap<String, usize>,
    /// How much their texts hold, in bytes.
    held: usize,
    /// How many were met.
    met: usize,
    /// Whether some were left out.
    is_cut: bool,
}

/// So many are kept; nobody looks through more.
pub(crate) const MAX_LINKS: usize = 20_000;

/// No link is added where all hold so much, in bytes; what finds them, and what the filter looks in, hold
/// as much again each.
const MAX_HELD_BYTES: usize = 16 << 20;

impl Links {
    pub(crate) fn new() -> Links {
        Links::default()
    }

    /// Adds the link that was `found` at `place`.
    pub(crate) fn add(&mut self, place: &Location<'_>, found: &Found<'_>) {
        self.met += 1;
        let mut link = Link::new(place, found, self.met);
        let key = canonical(link.key());
        let has_room = self.held < MAX_HELD_BYTES;
        if let Some(&known) = self.known.get(&key) {
            let known = &mut self.all[known];
            if link.kind < known.kind {
                known.order = link.order;
            }
            if !has_room {
                // The rest of it is short.
                link.readings.truncate(1);
            }
            self.held -= known.size();
            known.merge(link);
            self.held += known.size();
        } else if has_room && self.all.len() < MAX_LINKS {
            self.held += link.size();
            self.known.insert(key, self.all.len());
            self.all.push(link);
        } else {
            self.is_cut = true;
        }
    }

    /// Whether more would be left out.
    pub(crate) fn is_full(&self) -> bool {
        self.is_cut
    }

    /// Puts those first that readers look for, and leaves their order otherwise. Nothing is added
    /// after that.
    pub(crate) fn sort(&mut self) {
        self.known.clear();
        self.all.sort_by_key(|link| (link.kind, link.order));
    }

    pub(crate) fn links(&self) -> &[Link] {
        &self.all
    }

    /// What is to be said of those that were left out, if some were.
    pub(crate) fn left_out(&self) -> Option<String> {
        self.is_cut.then(|| format!("more than {} links, the rest is left out", self.all.len()))
    }
}

/// `url` as it is spelled where nobody cares: with scheme and host in small letters, and a `/` behind the
/// host where there is nothing.
fn canonical(url: &str) -> String {
    let Some(host) = url.find("://").map(|at| at + 3) else { return url.to_owned() };
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |length| host + length);
    // A user has large letters of its own.
    let host = url[host..end].rfind('@').map_or(host, |at| host + at + 1);
    let mut canonical = url.to_owned();
    canonical[host..end].make_ascii_lowercase();
    let scheme = url.find(':').unwrap_or(0);
    canonical[..scheme].make_ascii_lowercase();
    if end == url.len() {
        canonical.push('/');
    }
    canonical
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
            .links()
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
                "http://b.example/x 1 1 0",
                "http://f.example/ 2 2 0",
                "http://b.example/%78 1 1 1",
                "http://c.example/ 1 1 0",
                "http://g.example.com 1 1 1",
                "http://i.example/ 1 1 0"
            ]
        );
    }

    #[test]
    fn links_beyond_the_count_limit_are_left_out() {
        for count in [MAX_LINKS, MAX_LINKS + 1] {
            let mut message = String::from("A: b\n\n");
            for i in 0..count {
                assert!(writeln!(message, "<http://a.example/{i}>").is_ok());
            }
            let links = links(&message);
            assert_eq!(links.links().len(), MAX_LINKS);
            let left_out = "more than 20000 links, the rest is left out".to_owned();
            assert_eq!(links.left_out(), (count > MAX_LINKS).then_some(left_out));
        }
    }

    /// A character of two bytes takes eight: it is kept as it is shown and, escaped, as it is opened.
    #[test]
    fn links_beyond_the_byte_limit_are_left_out() {
        let path = "\u{fc}".repeat(1 << 18);
        // (how many, how many links are kept, how many readings of the first, what is said)
        let table = [
            (0, 1, 2, None),
            (1, 2, 2, None),
            (9, 9, 1, Some("more than 9 links, the rest is left out")),
        ];
        for (count, kept, readings, left_out) in table {
            let mut message = String::from("A: b\n\n<http://a.example/b-c>\n");
            for i in 0..count {
                assert!(writeln!(message, "<http://a.example/{i}{path}>").is_ok());
            }
            // It opens the same as the first, or another.
            message += "<http://a.example/b-\nc>\n";
            let links = links(&message);
            assert_eq!(links.links().len(), kept, "{count}");
            assert_eq!(links.links()[0].readings.len(), readings, "{count}");
            assert_eq!(links.left_out().as_deref(), left_out, "{count}");
            assert_eq!(links.held, links.links().iter().map(Link::size).sum::<usize>(), "{count}");
        }
    }
}
