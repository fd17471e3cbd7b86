//! Compares the crate with browsers, represented by the crate `url`, which follows the WHATWG's URL Standard.
//!
//! Rule V2 says that browsers open a loose string, and V4 and V5 take some readings from browsers. Every
//! difference must have a [`Rule`](rules::Rule) that explains it, and every rule a row that shows it.

mod difference;
mod read;
mod rules;

use super::random::{Outcome, for_all};
use super::random_url;
use difference::{Aspect, Difference, find_all};
use percent_encoding::percent_decode_str;
use read::Read;
use rules::{APPLIED, RULES, explaining};
use std::format;
use std::string::String;
use std::vec::Vec;

/// Returns whether the Standard calls the scheme special.
fn is_special(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp", "file"].contains(&&*scheme.to_ascii_lowercase())
}

/// Returns the octets of `text` with its escapes decoded.
fn octets(text: &str) -> Vec<u8> {
    percent_decode_str(text).collect()
}

/// Returns an error unless every difference has a rule, after the rules that can be applied to the string have been.
fn every_difference_has_its_rule(text: &str) -> Outcome {
    let read = Read::of(text);
    let differences = find_all(&read, &::url::Url::parse(text));
    match differences.into_iter().find(|it| explaining(it.aspect, &read).is_empty()) {
        None => Ok(()),
        Some(it) => Err(format!("{:?} is {:?}, to a browser {:?}", it.aspect, it.ours, it.theirs)),
    }
}

#[test]
fn every_difference_to_browsers_has_a_rule() {
    for_all(random_url::url, every_difference_has_its_rule);
}

/// Each row of a rule shows a difference that no other rule explains. Otherwise it would not show that the rule is needed.
#[test]
fn every_rule_makes_a_difference() {
    let rows = RULES.iter().flat_map(|rule| rule.rows.iter().map(|row| (rule.sentence, *row)));
    assert!(RULES.iter().all(|rule| !rule.rows.is_empty()));
    for (sentence, (text, aspect, ours, theirs)) in APPLIED.into_iter().chain(rows) {
        let (ours, theirs) = (String::from(ours), String::from(theirs));
        let read = Read::of(text);
        let browser = ::url::Url::parse(text);
        let difference = Difference { aspect, ours, theirs };
        let seen = [find_all(&Read::plainly(text), &browser), find_all(&read, &browser)].concat();
        assert!(seen.contains(&difference), "{text} is not {difference:?}: {seen:?}");
        let explaining = explaining(aspect, &read);
        let rules = if explaining.is_empty() { read.applied } else { explaining };
        assert_eq!(rules, [sentence], "{text}");
    }
}

/// Strings that deceive about their host, or whose parts are cut at an unusual place. The crate agrees with
/// browsers on them.
#[test]
fn hosts_and_paths_are_cut_as_browsers_cut_them() {
    let table = [
        ("http://a.example\\@b.example/", "a.example", "/@b.example/"),
        ("http://a.example#@b.example/", "a.example", "/"),
        ("http://a.example?@b.example/", "a.example", "/"),
        ("http://a.example@b.example@c.example/", "c.example", "/"),
        ("http://a.example%2F@b.example/", "b.example", "/"),
        ("http://a.example:80\\@b.example:81/", "a.example", "/@b.example:81/"),
        ("http://[::1]@b.example/", "b.example", "/"),
        ("http://u:[@b.example/", "b.example", "/"),
        ("http://[::FFFF:1.2.3.4]:80/", "[::ffff:102:304]", "/"),
        ("https://b\u{fc}cher.example/\u{e9}", "xn--bcher-kva.example", "/%C3%A9"),
        ("http://0x7f.1/", "127.0.0.1", "/"),
        ("http://0177.0.0.1/", "127.0.0.1", "/"),
        ("x://a%41/", "a%41", "/"),
        ("x:a/../b", "", "a/../b"),
    ];
    for (text, host, path) in table {
        let browser = ::url::Url::parse(text).expect("browsers open it");
        assert_eq!(
            (browser.host_str().unwrap_or_default(), browser.path()),
            (host, path),
            "{text}"
        );
        assert_eq!(every_difference_has_its_rule(text), Ok(()), "{text}");
        let plain = find_all(&Read::plainly(text), &Ok(browser));
        let is_host = |difference: &Difference| difference.aspect == Aspect::Host;
        assert!(!plain.iter().any(is_host), "{text}: {plain:?}");
    }
}
