//! Writes a URL into a text of 72 columns. A search of the text finds the same URL again.
//!
//! ```text
//! cargo run --no-default-features --example wrap -- URL
//! ```

use std::env;

use urlsift::url::WrapError;
use urlsift::wrap;

const COLUMNS: usize = 72;

fn main() -> Result<(), String> {
    let url = env::args().nth(1).ok_or("usage: wrap URL")?;
    println!("{}", wrapped(&url).map_err(|error| error.to_string())?);
    Ok(())
}

/// Breaks `url` into lines as `<URL:…>`. The second argument of `wrap` is the width, the third a prefix of each line.
fn wrapped(url: &str) -> Result<String, WrapError> {
    wrap(url, COLUMNS, "")
}

#[cfg(test)]
#[test]
fn a_wrapped_url_is_found_again() {
    let url = format!("http://www.example.org/{}?a=b", "path/".repeat(30));
    let text = wrapped(&url).expect("the URL can be wrapped");
    assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= COLUMNS), "{text}");
    let extractor = urlsift::Extractor::new();
    let found: Vec<String> = extractor.find_iter(&text).map(|it| it.url().to_owned()).collect();
    assert_eq!(found, [url]);
}
