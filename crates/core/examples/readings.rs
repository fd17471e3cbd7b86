//! Prints the readings of a URL that was broken at a hyphen, and the doubt in which they differ.
//!
//! ```text
//! cargo run --no-default-features --example readings
//! ```

use urlsift::Extractor;

const TEXT: &str = "Read <http://www.example.org/well-\nknown/> first.";

fn main() {
    print!("{}", readings(TEXT));
}

/// Describes each URL of `text`: the best reading, the doubts, and the other readings.
fn readings(text: &str) -> String {
    let mut lines = String::new();
    for found in Extractor::new().find_iter(text) {
        lines += &format!("{}\n", found.url());
        for doubt in found.doubts() {
            let (kind, at, chosen, ground) = (doubt.kind, doubt.at, doubt.chosen, doubt.ground);
            lines += &format!("  in doubt: {kind} at byte {at}: {chosen} ({ground})\n");
        }
        for other in found.readings() {
            lines += &format!("  or {} ({})\n", other.url(), other.why());
        }
    }
    lines
}

#[cfg(test)]
#[test]
fn the_hyphen_is_in_doubt() {
    assert_eq!(
        readings(TEXT),
        "http://www.example.org/well-known/\n  \
         in doubt: hyphen at byte 33: kept (default)\n  \
         or http://www.example.org/wellknown/ (hyphen at 33 dropped)\n"
    );
}
