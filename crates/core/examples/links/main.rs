//! Marks the links of a text with `|`, through the interface of the crate linkify.
//!
//! ```text
//! cargo run --no-default-features --example links < FILE
//! ```

// A program has lints of its own, and this one does not use all of the interface.
#[allow(dead_code, missing_docs, unreachable_pub)]
mod link_finder;

use std::io;

use link_finder::LinkFinder;

fn main() -> io::Result<()> {
    print!("{}", marked(&LinkFinder::new(), &io::read_to_string(io::stdin().lock())?));
    Ok(())
}

/// Returns `text` with each link between two `|`.
fn marked(finder: &LinkFinder, text: &str) -> String {
    let mark = |span: link_finder::Span<'_>| match span.kind() {
        Some(_) => format!("|{}|", span.as_str()),
        None => span.as_str().to_string(),
    };
    finder.spans(text).map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::link_finder::{LinkFinder, LinkKind};
    use super::marked;

    #[test]
    fn links_are_those_of_linkify_and_those_in_delimiters() {
        let mut hosts = LinkFinder::new();
        hosts.url_must_have_scheme(false);
        let mut emails = LinkFinder::new();
        emails.kinds(&[LinkKind::Email]).email_domain_must_have_dot(false);
        let mut ascii = LinkFinder::new();
        ascii.url_can_be_iri(false);
        for (finder, text, expected) in [
            (&LinkFinder::new(), "", ""),
            (&LinkFinder::new(), "(http://a.example/b).", "(|http://a.example/b|)."),
            (&LinkFinder::new(), "http://é.example/ü", "|http://é.example/ü|"),
            (&LinkFinder::new(), "<http://a.example/\n> b>", "<|http://a.example/b|>"),
            (&LinkFinder::new(), "> <URL:http://a.example/\n> b>", "> <URL:|http://a.example/b|>"),
            (&LinkFinder::new(), "www.a.example jim@b.example", "www.a.example |jim@b.example|"),
            (&LinkFinder::new(), "mailto:jim@b.example?cc=x", "|jim@b.example|"),
            (&hosts, "www.a.example, example.org/b", "|www.a.example|, |example.org/b|"),
            (&emails, "http://a.example/ jim@b.example", "http://a.example/ |jim@b.example|"),
            (&emails, "root@localhost", "|root@localhost|"),
            (&ascii, "http://a.example/ü", "|http://a.example/|ü"),
        ] {
            assert_eq!(marked(finder, text), expected);
        }
    }

    #[test]
    fn ranges_are_those_of_the_text() {
        let text = "see <http://a.example/\n> b> or jim@b.example";
        let links = LinkFinder::new().links(text);
        let links: Vec<_> = links
            .map(|it| (*it.kind(), it.as_str().to_string(), &text[it.start()..it.end()]))
            .collect();
        let url = (LinkKind::Url, "http://a.example/b".to_string(), "http://a.example/\n> b");
        let email = (LinkKind::Email, "jim@b.example".to_string(), "jim@b.example");
        assert_eq!(links, [url, email]);
        let ranges = LinkFinder::new().spans(text).map(|it| it.start()..it.end());
        assert_eq!(ranges.map(|range| &text[range]).collect::<String>(), text);
    }
}
