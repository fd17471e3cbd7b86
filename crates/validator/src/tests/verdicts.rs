//! Parts, standings, host kinds and the small types.

use crate::diagnosis::failure::FailureKind;
use crate::grammar::{Grammar, Grammars};
use crate::names::UnknownName;
use crate::notes::note::{NoteKind, Severity};
use crate::rejection::{RejectionKind, Standing};
use crate::span::Span;
use crate::syntax::host::HostKind;
use crate::syntax::parts::Parts;
use crate::validator::Validator;
use core::fmt::Debug;
use core::str::FromStr;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// Returns the parts that are present as `name=text`, separated by spaces.
fn parts(url: &str) -> String {
    let Parts { scheme, user, password, host, port, path, query, fragment } =
        *Validator::new().validate(url).parts();
    let all = [
        ("scheme", scheme),
        ("user", user),
        ("password", password),
        ("host", host),
        ("port", port),
        ("path", path),
        ("query", query),
        ("fragment", fragment),
    ];
    let there = all.iter().filter_map(|(name, span)| Some((name, (*span)?)));
    there.map(|(name, span)| format!("{name}={}", &url[span])).collect::<Vec<_>>().join(" ")
}

#[test]
fn parts_of_urls() {
    let table = [
        ("", ""),
        ("no scheme", ""),
        ("http://h", "scheme=http host=h path="),
        ("HTTP://H/P", "scheme=HTTP host=H path=/P"),
        // RFC 1738, 3.1: an empty user is not a missing one.
        ("ftp://@host.com/", "scheme=ftp user= host=host.com path=/"),
        ("ftp://host.com/", "scheme=ftp host=host.com path=/"),
        ("ftp://foo:@host.com/", "scheme=ftp user=foo password= host=host.com path=/"),
        (
            "foo://u:p:q@example.com:8042/over/there?name=ferret#nose",
            "scheme=foo user=u password=p:q host=example.com port=8042 path=/over/there \
             query=name=ferret fragment=nose",
        ),
        ("http://h:/?#", "scheme=http host=h port= path=/ query= fragment="),
        ("http://h?q@x/y", "scheme=http host=h path= query=q@x/y"),
        ("http://h/p?a?b#c?d#e", "scheme=http host=h path=/p query=a?b fragment=c?d#e"),
        ("file:///etc/motd", "scheme=file host= path=/etc/motd"),
        ("mailto:a@b?subject=c", "scheme=mailto path=a@b query=subject=c"),
        ("news:*", "scheme=news path=*"),
        ("ldap://[2001:db8::7]:389/c", "scheme=ldap host=[2001:db8::7] port=389 path=/c"),
        ("http://[::1", "scheme=http host=[::1 path="),
        // RFC 1738 allows these `?` in a path. It also allows them in the login of ftp and telnet.
        ("ftp://h/c?d", "scheme=ftp host=h path=/c?d"),
        ("ftp://a?b@h/c?d", "scheme=ftp user=a?b host=h path=/c?d"),
        ("telnet://a:b?c@h:23?d@e", "scheme=telnet user=a password=b?c@h:23?d host=e path="),
        ("FTP://a?b/c@d", "scheme=FTP host=a path= query=b/c@d"),
        ("gopher://h?x", "scheme=gopher host=h path= query=x"),
        ("gopher://h/7x?y", "scheme=gopher host=h path=/7x?y"),
        // No grammar accepts these. The parts are those that the delimiters suggest.
        ("http://a@b@c/", "scheme=http user=a@b host=c path=/"),
        ("http://a:b:c/", "scheme=http host=a port=b:c path=/"),
        ("1foo:bar", "scheme=1foo path=bar"),
    ];
    for (url, expected) in table {
        assert_eq!(parts(url), expected, "{url}");
    }
}

/// Returns the grammars, or `loose`, or the message of the rejection.
#[test]
fn standings() {
    let table = [
        ("http://h/", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        ("1foo:bar", "rfc1738"),
        ("http://h/~", "rfc2396 rfc3986 rfc3987"),
        ("https://h/?a=b", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("nntp:a.b/1,", "rfc2396 rfc3986 rfc3987"),
        ("cid:a%b@c", "loose"),
        ("foo:a\u{a0}b", "rfc3987"),
        ("http://h/a|b", "loose"),
        ("http://h/\u{e9}t\u{e9}", "rfc3987"),
        ("http://b\u{fc}cher.example/", "rfc3987"),
        ("http://h/\u{e000}", "loose"),
        ("foo:^", "loose"),
        ("http://h/%zz", "loose"),
        ("1a:^", "loose"),
        ("", "the end at byte 0 stands where a scheme or its \":\" is missing"),
        ("www.example.org", "the end at byte 15 stands where a scheme or its \":\" is missing"),
        ("a b:c", "' ' at byte 1 stands where a scheme or its \":\" is missing"),
        ("http://h/a b", "' ' at byte 10 is whitespace"),
        ("http://h/a\tb", r"'\t' at byte 10 is whitespace"),
        // RFC 3987 accepts such whitespace. Elsewhere it is a reason to reject.
        ("http://h/a\u{3000}b", "rfc3987"),
        ("a\u{3000}b:c", "'\\u{3000}' at byte 1 stands where a scheme or its \":\" is missing"),
        ("http://h/|\u{3000}b", r"'\u{3000}' at byte 10 is whitespace"),
        ("http://h/a\u{1}b", r"'\u{1}' at byte 10 is a control character"),
        ("http://h/a\u{85}b", r"'\u{85}' at byte 10 is a control character"),
        ("http://h/a<b", "'<' at byte 10 delimits URLs and cannot stand in one"),
        // The draft has the quotation mark in its `extra`.
        ("http://h/a\"b", "'\"' at byte 10 delimits URLs and cannot stand in one"),
        ("http:///a|b", "'/' at byte 7 stands where the host is missing"),
        ("http://^/", "loose"),
        ("http://|?", "loose"),
        ("foo://?|", "'?' at byte 6 stands where the host is missing"),
        ("file:///a|b", "loose"),
        ("FILE:///a|b", "loose"),
        ("ldap:///o=a|b", "loose"),
        ("file://?|", "'?' at byte 7 stands where the host is missing"),
    ];
    for (url, expected) in table {
        let verdict = Validator::new().validate(url);
        let standing = match verdict.standing() {
            Standing::Valid => verdict.grammars().to_string(),
            Standing::Loose => String::from("loose"),
            Standing::Rejected(rejection) => rejection.to_string(),
        };
        assert_eq!(standing, expected, "{url}");
    }
}

#[test]
fn rejections_have_names() {
    let table = [
        ("a", "missing_scheme"),
        ("x:\0", "control_character"),
        ("x:a b", "whitespace"),
        ("x:<", "delimiter"),
        ("foo://?|", "missing_host"),
    ];
    for (url, expected) in table {
        let Standing::Rejected(rejection) = Validator::new().validate(url).standing() else {
            panic!("{url:?} is not rejected");
        };
        assert_eq!(format!("{:>17}", rejection.kind()), format!("{expected:>17}"), "{url:?}");
    }
}

#[test]
fn host_kinds() {
    let table = [
        ("http://www.example.org:80/", "name"),
        ("ftp://u:p@1.2.3.4/", "address"),
        ("ldap://[::1]/", "ip-literal"),
        ("http://localhost/", "other"),
        ("foo://a%41.org", "bad"),
        ("file:///x", "-"),
        ("mailto:a@b-.c", "-"),
    ];
    for (url, expected) in table {
        let kind = Validator::new().validate(url).host_kind();
        assert_eq!(kind.map_or("-", |kind| kind.name()), expected, "{url}");
    }
}

#[test]
fn sets_of_grammars_and_names() {
    assert_eq!(format!("{:?}", Grammars::default()), "{}");
    assert_eq!(Grammars::default().to_string(), "");
    let all: Grammars = Grammar::ALL.iter().copied().collect();
    assert_eq!(format!("{all:?}"), "{Draft03, Rfc1738, Rfc2396, Rfc3986, Rfc3987}");
    assert_eq!((all.len(), all.is_empty()), (Grammar::ALL.len(), false));
    assert_eq!(all.iter().collect::<Vec<_>>(), Grammar::ALL);
    let twice: Grammars = [Grammar::Rfc1738, Grammar::Rfc1738].into_iter().collect();
    assert_eq!(twice.to_string(), "rfc1738");
    for grammar in Grammar::ALL {
        assert_eq!(grammar.name().parse(), Ok(*grammar));
    }
    assert_eq!(
        "rfc1630".parse::<Grammar>().map_err(|error| error.to_string()),
        Err(String::from(
            "no grammar has this name, but these have: draft03 rfc1738 rfc2396 rfc3986 rfc3987"
        )),
    );
    assert_eq!(
        Grammar::Rfc1738.schemes().join(" "),
        "http ftp news nntp telnet gopher wais mailto file prospero",
    );
    assert!(Grammar::Rfc3986.schemes().is_empty());
    let span = Span { start: 3, end: 5 };
    assert_eq!((span.range(), span.len(), span.is_empty()), (3..5, 2, false));
    assert_eq!(format!("{span:?}"), "3..5");
}

/// Each value is parsed from its name, and from no other.
#[test]
fn names_are_parsed() {
    fn check<T>(all: &[T], name: impl Fn(T) -> &'static str, count: usize)
    where
        T: Copy + Debug + PartialEq + FromStr<Err = UnknownName>,
    {
        assert_eq!(all.len(), count);
        for value in all {
            assert_eq!(name(*value).parse(), Ok(*value));
            assert!(name(*value).to_uppercase().parse::<T>().is_err());
        }
    }
    check(HostKind::ALL, HostKind::name, 5);
    check(NoteKind::ALL, NoteKind::name, 23);
    check(Severity::ALL, Severity::name, 3);
    check(FailureKind::ALL, FailureKind::name, 8);
    check(RejectionKind::ALL, RejectionKind::name, 5);
}

#[test]
fn a_validator_can_be_shared() {
    fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    shared(&Validator::new());
    shared(&Validator::new().validate("http://h/"));
}
