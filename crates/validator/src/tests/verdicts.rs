//! Parts, standings, host kinds and the small types.

use crate::grammar::{Grammar, Grammars};
use crate::rejection::Standing;
use crate::span::Span;
use crate::syntax::parts::Parts;
use crate::validator::Validator;
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
        ("prospero://h/n?x", "scheme=prospero host=h path=/n?x"),
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
        ("http://host.dom/a/b", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        // Schemes that only some grammars have, or have in this form.
        ("https://host.dom/?a=b", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("1x:a", "rfc1738"),
        ("nntp:comp.text/7", "draft03 rfc2396 rfc3986 rfc3987"),
        ("nntp://host.dom/comp.text/7", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("mid:1@host.dom", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        ("file:/etc/motd", "rfc2396 rfc3986 rfc3987"),
        ("ftp://host.dom/a;type=i", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("foo:", "rfc1738 rfc3986 rfc3987"),
        // Characters.
        ("http://host.dom/~jim", "rfc2396 rfc3986 rfc3987"),
        ("http://host.dom/?[1]", "rfc2396"),
        ("http://host.dom/caf\u{e9}", "rfc3987"),
        ("http://host.dom/?\u{e000}", "rfc3987"),
        // Hosts.
        ("http://host.dom?q", "draft03 rfc2396 rfc3986 rfc3987"),
        ("http://a_b.dom/", "draft03 rfc2396 rfc3986 rfc3987"),
        ("http://1host.dom/", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("http://host:port/", "rfc2396"),
        ("http://[::1]/", "rfc2396 rfc3986 rfc3987"),
        ("http://[1:2]/", "rfc2396"),
        ("http://[v1.a]/", "rfc3986 rfc3987"),
        ("cid:a%b@c", "loose"),
        ("http://h/a|b", "loose"),
        ("http://h/\u{e000}", "loose"),
        ("1a:^", "loose"),
        ("http://^/", "loose"),
        ("http://|?", "loose"),
        ("FILE:///a|b", "loose"),
        ("ldap:///o=a|b", "loose"),
        ("", "the end at byte 0 stands where a scheme or its \":\" is missing"),
        ("www.example.org", "the end at byte 15 stands where a scheme or its \":\" is missing"),
        ("a b:c", "' ' at byte 1 stands where a scheme or its \":\" is missing"),
        ("http://h/a b", "' ' at byte 10 is whitespace"),
        ("http://h/a\tb", r"'\t' at byte 10 is whitespace"),
        // RFC 3987 accepts such whitespace. Elsewhere it is a reason to reject.
        ("http://h/a\u{3000}b", "rfc3987"),
        ("http://h/|\u{3000}b", r"'\u{3000}' at byte 10 is whitespace"),
        ("http://h/a\u{1}b", r"'\u{1}' at byte 10 is a control character"),
        ("http://h/a\u{85}b", r"'\u{85}' at byte 10 is a control character"),
        ("http://h/a<b", "'<' at byte 10 delimits URLs and cannot stand in one"),
        // The draft has the quotation mark in its `extra`.
        ("http://h/a\"b", "'\"' at byte 10 delimits URLs and cannot stand in one"),
        ("http:///a|b", "'/' at byte 7 stands where the host is missing"),
        ("foo://?|", "'?' at byte 6 stands where the host is missing"),
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
fn sets_of_grammars_and_spans() {
    assert_eq!(format!("{:?}", Grammars::default()), "{}");
    assert_eq!(Grammars::default().to_string(), "");
    let all: Grammars = Grammar::ALL.iter().copied().collect();
    assert_eq!(format!("{all:?}"), "{Draft03, Rfc1738, Rfc2396, Rfc3986, Rfc3987}");
    assert_eq!((all.len(), all.is_empty()), (Grammar::ALL.len(), false));
    let twice: Grammars = [Grammar::Rfc1738, Grammar::Rfc1738].into_iter().collect();
    assert_eq!(twice.to_string(), "rfc1738");
    let span = Span { start: 3, end: 5 };
    assert_eq!((span.range(), span.len(), span.is_empty()), (3..5, 2, false));
    assert_eq!(format!("{span:?}"), "3..5");
}

#[test]
fn a_validator_can_be_shared() {
    fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    shared(&Validator::new());
    shared(&Validator::new().validate("http://h/"));
}
