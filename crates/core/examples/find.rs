//! Prints the URLs of a text with their byte ranges.
//!
//! ```text
//! cargo run --no-default-features --example find < FILE
//! ```

use std::io::{self, Read};

use urlsift::Extractor;

fn main() -> io::Result<()> {
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    print!("{}", list(&text));
    Ok(())
}

/// Lists the URLs of `text`, one on each line. The text need not be valid UTF-8.
fn list(text: &[u8]) -> String {
    let extractor = Extractor::new();
    let line = |found: urlsift::Found<'_>| format!("{:?} {}\n", found.outer(), found.url());
    extractor.find_iter(text).map(line).collect()
}

#[cfg(test)]
#[test]
fn urls_are_listed_with_their_ranges() {
    let text = b"See <URL:http://a.example/b> and http://c.example/, or\n<http://d.example/\ne>.";
    assert_eq!(
        list(text),
        "4..28 http://a.example/b\n33..50 http://c.example/\n55..76 http://d.example/e\n"
    );
}
