//! Prints the readings of a URL that was broken at a hyphen, and the doubt in which they differ.
//!
//! ```text
//! cargo run --no-default-features --example readings
//! ```

use std::fmt::{self, Write};

use urlsift::Extractor;

const TEXT: &str = "Read <http://www.example.org/well-\nknown/> first.";

fn main() -> fmt::Result {
    print!("{}", readings(TEXT)?);
    Ok(())
}

/// Describes each URL of `text`: the best reading, the doubts, and the other readings.
fn readings(text: &str) -> Result<String, fmt::Error> {
    let mut lines = String::new();
    for found in Extractor::new().find_iter(text) {
        writeln!(lines, "{}", found.url())?;
        for doubt in found.doubts() {
            let (kind, at, chosen, ground) = (doubt.kind, doubt.at, doubt.chosen, doubt.ground);
            writeln!(lines, "  in doubt: {kind} at byte {at}: {chosen} ({ground})")?;
        }
        for other in found.readings() {
            writeln!(lines, "  or {} ({})", other.url(), other.why())?;
        }
    }
    Ok(lines)
}

#[cfg(test)]
#[test]
fn the_hyphen_is_in_doubt() {
    assert_eq!(
        readings(TEXT).expect("writing to a string succeeds"),
        "http://www.example.org/well-known/\n  \
         in doubt: hyphen at byte 33: kept (default)\n  \
         or http://www.example.org/wellknown/ (hyphen at 33 dropped)\n"
    );
}
