//! Notes (V6).

use crate::{NoteKind, Validator};
use std::collections::BTreeSet;
use std::format;
use std::string::String;
use std::vec::Vec;

/// `kind=text`, one after another.
fn notes(url: &str) -> String {
    let url = Validator::new().url(url);
    let notes = url.notes().map(|note| format!("{}={}", note.kind(), url.text(note.span())));
    notes.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_worth_knowing() {
    let table = [
        ("http://www.example.org/", ""),
        ("ftp://anonymous@host.dom/", ""),
        ("ftp://jim:secret@host.dom/", "password=secret"),
        ("ftp://jim:@host.dom/", ""),
        ("http://jim@host.dom/", "user_not_allowed=jim"),
        ("http://@host.dom/", "user_not_allowed="),
        ("HTTPS://jim:x@host.dom/", "password=x user_not_allowed=jim"),
        ("telnet://jim@host.dom/", ""),
        ("ftp://www.bank.example@evil.example/", "user_looks_like_host=www.bank.example"),
        (
            "http://www.bank.example:x@1.2.3.4/",
            "password=x user_not_allowed=www.bank.example user_looks_like_host=www.bank.example",
        ),
        ("http://h.i:80/", ""),
        ("http://h.i:0080/", ""),
        ("http://h.i:8080/", "port_not_default=8080"),
        ("gopher://h.i:70/", ""),
        ("gopher://h.i:79/", "port_reserved=79"),
        ("wais://h.i:210/d", ""),
        ("https://h.i:443/", ""),
        ("http://h.i:443/", "port_reserved=443"),
        ("http://h.i:0/", "port_reserved=0"),
        ("http://h.i:65535/", "port_not_default=65535"),
        ("http://h.i:65536/", "port_too_big=65536"),
        ("http://h.i:99999999999999999999/", "port_too_big=99999999999999999999"),
        ("x-own://h.i:25/", "port_reserved=25"),
        ("x-own://h.i:2500/", ""),
        ("http://h.i:/", ""),
        ("http://h.i:8a/", ""),
        ("ftp://h.i/a%0Ab%0d", "encoded_control=%0A encoded_control=%0d"),
        ("http://h.i/%00", "encoded_control=%00"),
        ("http://h.i/%09", "encoded_control=%09"),
        ("gopher://h.i/7a%09b", ""),
        ("gopher://h.i/7a%09b%0D", "encoded_control=%0D"),
        ("http://h.i/%20%250A%0", ""),
        ("http://0x7f.1/", "host_in_disguise=0x7f.1"),
        ("http://3232235777/", "host_in_disguise=3232235777"),
        ("http://0300.0250.1.1/", "host_in_disguise=0300.0250.1.1"),
        ("http://192.168.1.1/", ""),
        ("http://192.168.1.1./", ""),
        ("http://10.1/", "host_in_disguise=10.1"),
        ("http://1.2.3.4.5/", ""),
        ("http://0x.example/", ""),
        ("http://0/", "host_in_disguise=0"),
        ("http://b\u{fc}cher.example/", "host_not_ascii=b\u{fc}cher.example"),
        ("http://www.xn--bcher-kva.example/", "host_punycode=www.xn--bcher-kva.example"),
        ("http://XN--bcher-kva.example/", "host_punycode=XN--bcher-kva.example"),
        ("http://axn--b.example/", ""),
        ("http://h.i/a\u{202e}b", "hidden_character=\u{202e}"),
        ("http://h.i/a\u{200b}b", "hidden_character=\u{200b}"),
        ("http://h.i/caf\u{e9}", ""),
        ("nntp://h.i/comp.text", "prose_differs=/comp.text"),
        ("nntp://h.i/comp.text/7", ""),
        ("mailto:jim", "prose_differs=jim"),
        ("mailto:jim@h.i", ""),
        ("mailto:?to=jim@h.i", ""),
        ("mailto:", ""),
        ("no scheme", ""),
    ];
    for (url, expected) in table {
        assert_eq!(notes(url), expected, "{url}");
    }
}

#[test]
fn names_and_messages() {
    let names: BTreeSet<&str> = NoteKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), NoteKind::ALL.len());
    let table = [
        ("ftp://u:p@h.i/", "warning: a password stands in the URL (RFC 1738, 6)"),
        ("http://h.i:81/", "warning: the port is reserved for another protocol (RFC 1738, 6)"),
        (
            "ftp://a.b@c.d/",
            "danger: the user looks like a host, and the host comes after it (RFC 3986, 7.6)",
        ),
    ];
    for (url, expected) in table {
        let url = Validator::new().url(url);
        let messages: Vec<_> =
            url.notes().map(|note| format!("{}: {note}", note.severity())).collect();
        assert_eq!(messages, [expected]);
    }
}
