//! The links of what was read, each once.
//!
//! Two are one if they open the same, however they are spelled: a page and its plain text have most
//! links in common. Those that readers look for stand first.

use std::collections::HashMap;

use urlsift::Found;
use urlsift::bulk::Place;

use super::link::Link;

/// Links, each once.
#[derive(Debug, Default)]
pub(super) struct Links {
    all: Vec<Link>,
    /// Where in them a link stands that opens something.
    known: HashMap<String, usize>,
    /// How many were met.
    met: usize,
    /// Whether some were left out.
    is_cut: bool,
}

/// So many are kept; nobody looks through more.
pub(super) const MAX_LINKS: usize = 20_000;

impl Links {
    pub(super) fn new() -> Links {
        Links::default()
    }

    /// Adds the link that was `found` at `place`.
    pub(super) fn add(&mut self, place: &Place<'_>, found: &Found<'_>) {
        self.met += 1;
        let link = Link::new(place, found, self.met);
        let key = canonical(link.key());
        if let Some(&known) = self.known.get(&key) {
            let known = &mut self.all[known];
            if link.kind < known.kind {
                known.order = link.order;
            }
            known.merge(link);
        } else if self.all.len() < MAX_LINKS {
            self.known.insert(key, self.all.len());
            self.all.push(link);
        } else {
            self.is_cut = true;
        }
    }

    /// Whether more would be left out.
    pub(super) fn is_full(&self) -> bool {
        self.is_cut
    }

    /// Puts those first that readers look for, and leaves their order otherwise. Nothing is added
    /// after that.
    pub(super) fn sort(&mut self) {
        self.known.clear();
        self.all.sort_by_key(|link| (link.kind, link.order));
    }

    pub(super) fn links(&self) -> &[Link] {
        &self.all
    }

    /// What is to be said of those that were left out, if some were.
    pub(super) fn left_out(&self) -> Option<String> {
        self.is_cut.then(|| format!("more than {MAX_LINKS} links, the rest is left out"))
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
    use super::super::link::tests::links;
    use super::*;
    use std::fmt::Write;

    #[test]
    fn order_and_duplicates() {
        let page = "To: a\nX-Url: http://f.example/\nContent-Type: text/html\n\n\
            <img src=http://i.example/><p>g.example.com http://a.example <a href=http://A.example/>here</a> www.w.com \
            <a href=http://b.example/x>there</a> <a href=http://f.example/>f</a>\
            <a href=http://b.example/%78>http://c.example/</a>";
        let links = links(page);
        let told: Vec<String> = links
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
            told,
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
    fn many() {
        let mut message = String::from("A: b\n\n");
        for i in 0..=MAX_LINKS {
            assert!(writeln!(message, "<http://a.example/{i}>").is_ok());
        }
        let links = links(&message);
        assert_eq!(links.links().len(), MAX_LINKS);
        assert_eq!(
            links.left_out().as_deref(),
            Some("more than 20000 links, the rest is left out")
        );
    }
}
