//! Compares the crate with browsers, represented by the crate `url`, which follows the WHATWG's URL Standard.
//!
//! Rule V2 says that browsers open a loose string, and V4 and V5 take some readings from browsers. Every
//! difference must have a rule that explains it, a [`Class`], and every class a row that shows it.

mod class;
mod covers;
mod difference;
pub(super) mod octets;
mod read;
pub(super) mod strings;

use super::random::{Outcome, for_all};
use class::Class;
use difference::{Aspect, Difference, find_all};
use read::Read;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Returns an error unless every difference has a class, after the rules that can be applied to the string
/// have been.
fn every_difference_has_its_class(text: &str) -> Outcome {
    let read = Read::of(text);
    let covers = |difference: &Difference| {
        Class::ALL.iter().any(|class| class.covers(difference.aspect, &read))
    };
    let differences = find_all(&read, &::url::Url::parse(text));
    match differences.into_iter().find(|difference| !covers(difference)) {
        None => Ok(()),
        Some(it) => Err(format!("{:?} is {:?}, to a browser {:?}", it.aspect, it.ours, it.theirs)),
    }
}

#[test]
fn every_difference_to_browsers_has_a_rule() {
    for_all(strings::url, every_difference_has_its_class);
}

/// A row for each class: the string, the aspect that differs, our reading and the browser's.
#[test]
fn every_class_makes_a_difference() {
    let table = [
        (Class::Stripped, " http://a.example/", Aspect::OnlyTheyOpen, "MissingScheme", "opens"),
        (Class::Backslash, "http://a.example\\b", Aspect::Path, "\\b", "/b"),
        (Class::Slashes, "http:a.example/b", Aspect::Host, "", "a.example"),
        (Class::QuestionMark, "ftp://a.example/b?c", Aspect::Path, "/b?c", "/b"),
        (Class::DotSegments, "http://a.example/b/../c", Aspect::Path, "/b/../c", "/c"),
        (Class::RefusedCharacter, "http://a/b c", Aspect::OnlyTheyOpen, "Whitespace", "opens"),
        (Class::RefusedCharacter, "http://a/<b>", Aspect::OnlyTheyOpen, "Delimiter", "opens"),
        (Class::SchemeStart, "1x:a", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::HostNeeded, "http://?a", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::HostNeeded, "x://:80/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::HostNotNeeded, "x://?|", Aspect::OnlyTheyOpen, "MissingHost", "opens"),
        (Class::BadPort, "http://a:65536/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::BadPort, "x://a:b/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::ForbiddenInHost, "http://a|b/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::ForbiddenInHost, "http://a%2Fb/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::Brackets, "http://[v1.a]/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::Idna, "http://xn--a/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::EndsInNumber, "http://1.2.3.4.5/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::FileAuthority, "file://u@a/", Aspect::OnlyWeOpen, "opens", "refuses"),
        (Class::LocalhostIsNone, "file://localhost/a", Aspect::Host, "localhost", ""),
        (Class::DriveLetter, "file:/C|/a", Aspect::Path, "/C|/a", "/C:/a"),
        (Class::DriveLetter, "file://C:/a", Aspect::Host, "C", ""),
        (Class::KeptLetter, "http://a/C:/..", Aspect::Path, "/", "/C:/"),
        (Class::FileSlashes, "file:////a", Aspect::Path, "//a", "/a"),
        (Class::EmptyPath, "http://a.example", Aspect::Path, "", "/"),
        (Class::OtherBackslash, "x://a\\@b/", Aspect::Host, "a", "b"),
        (Class::NoDomainName, "http://-a.b/", Aspect::HostKind, "bad", "-a.b"),
        (Class::MappedDigits, "http://\u{2460}.1/", Aspect::Disguise, "no note", "1.0.0.1"),
        (Class::OctalGroups, "http://010.1.1.1/", Aspect::HostKind, "address", "8.1.1.1"),
    ];
    for (class, text, aspect, ours, theirs) in table {
        let (ours, theirs) = (String::from(ours), String::from(theirs));
        let read = Read::of(text);
        let browser = ::url::Url::parse(text);
        let difference = Difference { aspect, ours, theirs };
        let seen = [find_all(&Read::plainly(text), &browser), find_all(&read, &browser)].concat();
        assert!(seen.contains(&difference), "{text} is not {difference:?}: {seen:?}");
        let covering: Vec<Class> =
            Class::ALL.iter().copied().filter(|class| class.covers(aspect, &read)).collect();
        // No other class explains the row. Otherwise it would not show that this class is needed.
        let classes = if covering.is_empty() { read.applied } else { covering };
        assert_eq!(classes, [class], "{text}: {}", class.sentence());
    }
    for class in Class::ALL {
        assert!(table.iter().any(|row| row.0 == *class), "{class:?}: {}", class.sentence());
    }
}

/// Strings that deceive about their host, or whose parts are cut at an unusual place. The crate agrees with
/// browsers on them.
#[test]
fn hosts_and_paths_are_cut_as_browsers_cut_them() {
    let table = [
        ("http://a.example/b", "a.example", "/b"),
        ("http://a.example\\@b.example/", "a.example", "/@b.example/"),
        ("http://a.example/@b.example", "a.example", "/@b.example"),
        ("http://a.example#@b.example/", "a.example", "/"),
        ("http://a.example?@b.example/", "a.example", "/"),
        ("http://a.example@b.example/", "b.example", "/"),
        ("http://a.example:80@b.example/", "b.example", "/"),
        ("http://a.example@b.example@c.example/", "c.example", "/"),
        ("http://a.example%2F@b.example/", "b.example", "/"),
        ("http://a.example:80\\@b.example:81/", "a.example", "/@b.example:81/"),
        ("http://[::1]@b.example/", "b.example", "/"),
        ("http://u:[@b.example/", "b.example", "/"),
        ("http://A.Example./", "a.example.", "/"),
        ("http://[::FFFF:1.2.3.4]:80/", "[::ffff:102:304]", "/"),
        ("https://b\u{fc}cher.example/\u{e9}", "xn--bcher-kva.example", "/%C3%A9"),
        ("http://a_b.example/", "a_b.example", "/"),
        ("http://0x7f.1/", "127.0.0.1", "/"),
        ("http://3232235777/", "192.168.1.1", "/"),
        ("http://0177.0.0.1/", "127.0.0.1", "/"),
        ("http://0X/", "0.0.0.0", "/"),
        ("ftp://u:p@a.example/b;type=i", "a.example", "/b;type=i"),
        ("file:///etc/motd", "", "/etc/motd"),
        ("file://a.example/b", "a.example", "/b"),
        ("x://A.Example/b", "A.Example", "/b"),
        ("x://a%41/", "a%41", "/"),
        ("x:a/../b", "", "a/../b"),
        ("mailto:a@b.example?c", "", "a@b.example"),
    ];
    for (text, host, path) in table {
        let browser = ::url::Url::parse(text).expect("browsers open it");
        assert_eq!(
            (browser.host_str().unwrap_or_default(), browser.path()),
            (host, path),
            "{text}"
        );
        assert_eq!(every_difference_has_its_class(text), Ok(()), "{text}");
        let plain = find_all(&Read::plainly(text), &Ok(browser));
        let is_host = |difference: &Difference| difference.aspect == Aspect::Host;
        assert!(!plain.iter().any(is_host), "{text}: {plain:?}");
    }
}
