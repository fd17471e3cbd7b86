//! Cuts a text into segments and prints it with its links in brackets.
//!
//! A link over two lines has several segments. Only those with characters of the URL are marked, so delimiters, line
//! breaks and quote marks stay outside the brackets.
//!
//! ```text
//! cargo run --no-default-features --example segments < FILE
//! ```

use std::io;

use urlsift::Extractor;
use urlsift::extract::SegmentKind;

fn main() -> io::Result<()> {
    print!("{}", marked(&io::read_to_string(io::stdin().lock())?));
    Ok(())
}

/// Returns `text` with brackets around the pieces of URLs.
fn marked(text: &str) -> String {
    let mut marked = String::new();
    for segment in Extractor::new().segments(text) {
        let part = &text[segment.range];
        match segment.kind {
            SegmentKind::Piece | SegmentKind::Replaced(_) => marked.extend(["[", part, "]"]),
            _ => marked += part,
        }
    }
    marked
}

#[cfg(test)]
#[test]
fn the_output_is_at_most_three_times_as_long() {
    for piece in ["\\-", "a", "a<wbr>", " http://a.example/"] {
        let text = format!("http://a.example/{}", piece.repeat(2000));
        assert!(marked(&text).len() <= 3 * text.len(), "{piece}");
    }
}

#[cfg(test)]
#[test]
fn pieces_of_links_are_marked() {
    assert_eq!(
        marked("> See <http://a.example/b/\n> c>, please.\n"),
        "> See <[http://a.example/b/]\n> [c]>, please.\n"
    );
}
