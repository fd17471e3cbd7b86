//! Tests that a search finds the URLs that `wrap` wrote (J10), in ASCII. The URLs come from the corpus or are
//! generated, with many characters that have a meaning at the start or end of a line.

use proptest::prelude::*;
use urlsift::found::Form;
use urlsift::internal::wrap_after;
use urlsift::url::{peel, written_url};
use urlsift::verdict::{Grammar, Standing, Validator};
use urlsift::{Extractor, wrap};

use crate::texts::corpus;
use crate::texts::properties::config;

/// Prefixes of quoted text.
const PREFIXES: &[&str] = &["", "> ", ">> ", "> > ", ">>> ", "> > > > ", "| ", "JD> "];

/// Describes what a search finds in `text`, unless it is exactly `url` with nothing in doubt.
fn misread(extractor: &Extractor, text: &str, url: &str) -> Option<String> {
    let found: Vec<_> = extractor.find_iter(text).collect();
    match &found[..] {
        [found]
            if found.url() == url
                && found.form() == Form::Url
                && found.doubts().is_empty()
                && found.readings().is_empty() =>
        {
            None
        }
        _ => Some(format!("{url} as\n{text}\nis read as {found:#?}")),
    }
}

/// Returns the URL that `wrap` writes, and checks that it is `url` with no more escapes than RFC 3986 wants.
fn written(url: &str) -> String {
    let written = written_url(url).expect("the URL can be written").into_owned();
    assert!(written.bytes().all(|byte| byte.is_ascii_graphic()), "{written}");
    assert_eq!(written_url(&written).as_deref(), Ok(&*written));
    let validator = Validator::new();
    let given = validator.url(peel(url).url());
    let is_named = given.parts().host.is_none_or(|host| given.text(host).is_ascii());
    if is_named {
        let escaped = given.encoded(Grammar::Rfc3986);
        assert_eq!(written, escaped.unwrap_or_else(|_| given.as_str().into()));
    }
    written
}

/// Returns `url` wrapped after `before`, the beginning of its line, and the URL that is written. `None` if it cannot be
/// written, or if a search rejects it.
fn wrapped(url: &str, columns: usize, prefix: &str, before: &str) -> Option<(String, String)> {
    let used = [prefix, before].concat().chars().count();
    let wrapped = wrap_after(url, columns, prefix, used).ok()?;
    let url = written(url);
    let is_rejected = matches!(Validator::new().validate(&url).standing(), Standing::Rejected(_));
    (!is_rejected).then(|| ([prefix, before, &wrapped].concat(), url))
}

/// Returns URLs that are generated, or that the corpus expects.
fn url() -> impl Strategy<Value = String> {
    let head = &[
        "http://",
        "http://h.example/",
        "ftp://u@h/",
        "file:///",
        "mailto:",
        "news:",
        "URN:",
        "x:",
        "x-y.z+1:",
        "3com://",
        "urn:isbn:",
        "http://[::1]:80/",
        "x:///",
        "http://-",
    ];
    let part = prop_oneof![
        3 => "[a-zA-Z0-9]{1,12}",
        3 => "[-/?&;=,.:#%|'()\\[\\]!*$@_~+`{}^\\\\]{1,3}",
        1 => "(%[0-9A-Fa-f]{2}){1,5}",
        1 => "[?&;/][a-z]{1,8}=[0-9A-F]{2,5}",
        1 => "[\u{2010}\u{AD}\u{2011}\u{2013}»›«éí\u{1F600}\u{300}\u{202E}中]{1,3}",
        1 => prop::sample::select(
            &["JD", "at", "-", "--", "%4", "\u{2010}", "\u{AD}", "http://", "URL:"][..],
        ).prop_map(str::to_owned),
    ];
    let rest = prop_oneof![
        4 => prop::collection::vec(part.clone(), 1..20),
        1 => prop::collection::vec(part, 20..200),
    ];
    let any = (prop::sample::select(&head[..]), rest)
        .prop_map(|(head, rest)| [head, &rest.concat()].concat());
    prop_oneof![3 => any, 1 => prop::sample::select(Vec::from_iter(corpus::urls()))]
}

fn prefix() -> impl Strategy<Value = &'static str> {
    let others = &[">", "JD>", "JD>> ", ": ", "% ", "# ", "» › ", "    ", "\t", " > | a1>> "];
    prop::sample::select([PREFIXES, &others[..]].concat())
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn wrapped_urls_are_read_back(
        url in url(),
        columns in prop_oneof![Just(0usize), 1usize..20, 20usize..100],
        prefix in prefix(),
        end in prop::sample::select(&["\n", "\r\n", "\r"][..]),
        quote in prop::sample::select(&["", "> ", ">", "JD> ", "| "][..]),
        before in prop::sample::select(&["", "see ", "It is here: (", "x > y: "][..]),
        after in prop::sample::select(&["", ").", ">", ", there>", " > it", "\n> a>", "JD>"][..]),
    ) {
        if let Err(error) = wrap(&url, columns, prefix) {
            let error = error.to_string();
            let known = error.contains("; the limit is ")
                || error.starts_with("nothing follows")
                || error.ends_with("; write %5C")
                || error.ends_with(", but no escape makes this a valid URL")
                || peel(&url).url() != url && error.starts_with("the URL does not begin");
            prop_assert!(known, "{}: {}", url, error);
        }
        let Some((wrapped, url)) = wrapped(&url, columns, prefix, before) else { return Ok(()) };
        // The text without prefixes and line ends is the URL in its delimiters.
        let lines = wrapped.split('\n').map(|line| line.strip_prefix(prefix).expect("a prefix"));
        prop_assert_eq!(lines.collect::<String>(), format!("{before}<URL:{url}>"));
        // The text is quoted once more, as in a reply.
        let text = [&wrapped, after].concat().replace('\n', &[end, quote].concat());
        let text = [quote, &text].concat();
        if text.matches('\r').count() * 2 + text.len() < 8192 {
            prop_assert_eq!(misread(&Extractor::new(), &text, &url), None);
        }
    }

    /// A mailer that wraps lines again may remove a quote level from the new lines (W3).
    #[test]
    fn wrapped_urls_survive_a_lost_quote_level(
        url in url(),
        columns in 20usize..60,
        (prefix, left) in prop::sample::select(
            &[("> > ", "> "), ("> ", ""), ("| | ", "| "), ("| ", ""), ("JD> > ", "> "),
              ("JD> ", ""), ("# # ", "#"), ("» › ", "» "), (": ", "")][..],
        ),
    ) {
        let Some((wrapped, url)) = wrapped(&url, columns, prefix, "") else { return Ok(()) };
        let text = wrapped.replace(&["\n", prefix].concat(), &["\n", left].concat());
        prop_assert_eq!(misread(&Extractor::new(), &text, &url), None);
    }
}

/// `wrap` has the same bounds as the search (W4). The longest URL that it accepts is found, and one byte more is
/// an error.
#[test]
fn wrap_has_the_bounds_of_the_search() {
    let extractor = Extractor::new();
    let url = |len: usize| ["http://h.example/", &"a".repeat(len - 17)].concat();
    let longest = url(urlsift_scanner::internal::MAX_LEN - "<URL:>".len());
    let text = wrap(&longest, 10_000, "> ").expect("the longest URL fits");
    assert_eq!(misread(&extractor, &text, &longest), None);
    assert!(wrap(&[&longest, "a"].concat(), 10_000, "> ").is_err());

    // Two lines. The line end counts as CRLF, because mail may change it.
    let longest = url(urlsift_scanner::internal::MAX_LEN - "<URL:>\r\n> ".len());
    let text = wrap(&longest, 8_180, "> ").expect("the longest URL fits").replace('\n', "\r\n");
    assert_eq!(misread(&extractor, &text, &longest), None);
    assert!(wrap(&[&longest, "a"].concat(), 8_180, "> ").is_err());

    // The first line is `<URL:http://h.example/`, and all others are full.
    let longest = url(17 + (urlsift_scanner::internal::MAX_LINES - 1) * 30 - 1);
    let text = wrap(&longest, 30, "").expect("the longest URL fits");
    assert_eq!(text.lines().count(), urlsift_scanner::internal::MAX_LINES);
    assert_eq!(misread(&extractor, &text, &longest), None);
    assert!(wrap(&[&longest, "a"].concat(), 30, "").is_err());
}
