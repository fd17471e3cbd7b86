//! Checks one URL against a grammar, and says where and why it fails.
//!
//! ```text
//! cargo run --no-default-features --example validate -- rfc1738 'http://www.example.org/~a'
//! ```

use std::env;
use std::process::ExitCode;

use urlsift::verdict::{Grammar, Validator};

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let (Some(grammar), Some(url)) = (args.next(), args.next()) else {
        eprintln!("usage: validate GRAMMAR URL");
        return ExitCode::from(2);
    };
    let Some(&grammar) = Grammar::ALL.iter().find(|known| known.name() == grammar) else {
        eprintln!("no grammar is called {grammar}");
        return ExitCode::from(2);
    };
    println!("{}", check(grammar, &url));
    ExitCode::SUCCESS
}

/// Describes the verdict of one grammar on `url`.
fn check(grammar: Grammar, url: &str) -> String {
    match Validator::new().url(url).failure(grammar) {
        None => format!("valid by {grammar}"),
        Some(failure) => format!("not valid by {grammar}: {failure}"),
    }
}

#[cfg(test)]
#[test]
fn a_tilde_is_valid_by_newer_grammars_only() {
    let url = "http://www.example.org/~a";
    assert_eq!(check(Grammar::Rfc3986, url), "valid by rfc3986");
    assert!(check(Grammar::Rfc1738, url).starts_with("not valid by rfc1738: '~' at byte 23"));
}
