//! Notes on URLs.

use crate::notes::note::{NoteKind, Severity};
use crate::validator::Validator;
use std::collections::BTreeSet;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// Returns the notes as `kind=text`, separated by spaces.
fn notes(url: &str) -> String {
    let url = Validator::new().url(url);
    let notes = url.notes().map(|note| format!("{}={}", note.kind(), url.text(note.span())));
    notes.collect::<Vec<_>>().join(" ")
}

#[test]
#[allow(clippy::too_many_lines)] // It is a table.
fn notes_by_url() {
    let table = [
        ("http://www.example.org/", ""),
        ("ftp://jim:secret@host.dom/", "password=secret"),
        ("ftp://jim:@host.dom/", ""),
        ("http://jim@host.dom/", "user_not_allowed=jim"),
        ("HTTPS://jim:x@host.dom/", "password=x user_not_allowed=jim"),
        ("telnet://jim@host.dom/", ""),
        ("ftp://www.bank.example@evil.example/", "user_looks_like_host=www.bank.example"),
        ("ftp://john.smith@host.dom/", ""),
        ("ftp://bank.com@evil.example/", "user_looks_like_host=bank.com"),
        ("ftp://www.bank.com%2Flogin@evil.example/", "user_looks_like_host=www.bank.com%2Flogin"),
        ("ftp://127.1@evil.example/", "user_looks_like_host=127.1"),
        ("ftp://localhost@evil.example/", "user_looks_like_host=localhost"),
        // RFC 3986, 7.6.
        (
            "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
            "user_looks_like_host=cnn.example.com&story=breaking_news",
        ),
        // RFC 1738 takes the text after the `@` for the host, all others the text before the `?`.
        ("ftp://a.example?x@b.c/", "user_looks_like_host=a.example?x host_disputed=?"),
        ("telnet://a.com:23?@b/", "password=23? user_looks_like_host=a.com host_disputed=?"),
        ("ftp://www.bank.example/?x@evil.example/", ""),
        ("gopher://www.bank.example?x@evil.example/", ""),
        ("http://www.bank.example?x@evil.example/", ""),
        ("http://www.bank.example\\@evil.example/", "host_disputed=\\"),
        // Browsers take the text after any number of slashes for the host, and the text before an `@` for a user.
        ("http:///www.bank.example@evil.example/", "host_disputed=///"),
        ("http:/x:y@evil.example/", "host_disputed=/"),
        ("http:evil.example", "host_disputed=e"),
        ("HTTPS:////evil.example/", "host_disputed=////"),
        ("ftp:\\\\evil.example/", "host_disputed=\\\\"),
        ("wss:///evil.example/", "host_disputed=///"),
        ("http://\\evil.example/", "host_disputed=//\\"),
        ("http:/\n/\tevil.example/", "host_disputed=/\n/\t"),
        (" ht\ttp:evil.example", "host_disputed=e"),
        // There is no host, not even to browsers.
        ("http:", ""),
        ("http:///", ""),
        ("http:?evil.example", ""),
        ("gopher:/evil.example/", ""),
        ("httpx:/evil.example/", ""),
        ("http://h.i:80/", ""),
        ("http://h.i:8080/", "port_not_default=8080"),
        ("gopher://h.i:79/", "port_reserved=79"),
        ("http://h.i:443/", "port_reserved=443"),
        ("http://h.i:0/", "port_reserved=0"),
        ("http://h.i:65535/", "port_not_default=65535"),
        ("http://h.i:65536/", "port_too_big=65536"),
        ("http://h.i:99999999999999999999/", "port_too_big=99999999999999999999"),
        ("x-own://h.i:25/", ""),
        ("http://h.i:/", ""),
        ("ftp://h.i/a%0Ab%0d", "encoded_control=%0A encoded_control=%0d"),
        ("http://h.i/%00", "encoded_control=%00"),
        ("gopher://h.i/7a%09b", ""),
        ("gopher://h.i/7a%09b%0D", "encoded_control=%0D"),
        // In prospero a NUL ends the name of the object.
        ("prospero://h.i/a%001b%0A", "encoded_control=%0A"),
        ("http://h.i/%1B[2J%7f", "encoded_control=%1B encoded_control=%7f"),
        ("http://h.i/%20%250A%0", ""),
        ("http://0x7f.1/", "host_in_disguise=0x7f.1"),
        ("http://3232235777/", "host_in_disguise=3232235777"),
        ("http://192.168.1.1/", ""),
        ("http://192.168.1.1./", "host_in_disguise=192.168.1.1."),
        ("http://0X/", "host_in_disguise=0X"),
        ("http://%31%32%37.0.0.1/", "host_in_disguise=%31%32%37.0.0.1"),
        (
            "http://\u{ff11}2。1/",
            "host_in_disguise=１2。1 host_not_ascii=１2。1 confusable_host=１2。1",
        ),
        ("http://1.2.3.256/", ""),
        ("http://10.1/", "host_in_disguise=10.1"),
        ("http://1.2.3.4.5/", ""),
        ("http://0x1.2.3.4.5/", ""),
        ("http://0x.example/", ""),
        ("http://0000000000127.0.0.01/", "host_in_disguise=0000000000127.0.0.01"),
        ("http://jim@@host.dom/", "user_not_allowed=jim@ host_disputed=@"),
        ("http://b\u{fc}cher.example/", "host_not_ascii=b\u{fc}cher.example"),
        ("http://www.xn--bcher-kva.example/", "host_punycode=www.xn--bcher-kva.example"),
        ("http://axn--b.example/", ""),
        ("http://p\u{430}ypal.com/", "host_not_ascii=pаypal.com mixed_scripts=pаypal.com"),
        ("http://p%D0%B0ypal.com/", "mixed_scripts=p%D0%B0ypal.com"),
        ("http://xn--pypal-4ve/", "host_punycode=xn--pypal-4ve mixed_scripts=xn--pypal-4ve"),
        ("http://xn--80ak6aa92e", "host_punycode=xn--80ak6aa92e confusable_host=xn--80ak6aa92e"),
        ("http://аррӏе。pаy/", "host_not_ascii=аррӏе。pаy mixed_scripts=аррӏе。pаy"),
        ("http://xn--99999999.example/", "host_punycode=xn--99999999.example"),
        ("ssh://-oProxyCommand=x/y", "option_in_host=-oProxyCommand=x"),
        ("ssh://u@-x/y", "option_in_host=-x"),
        ("ssh://-x@h/y", "option_in_host=-x"),
        ("http://h.i/-x@-y", ""),
        ("http://h/\u{200b}a\u{202e}", "hidden_character=\u{200b} hidden_character=\u{202e}"),
        ("http://h.i/caf\u{e9}", ""),
        ("nntp://h.i/comp.text", "number_missing=/comp.text"),
        ("nntp://h.i/comp.text/7", ""),
        ("FTP://h.i/a;TYPE=l8", "type_of_rfc959=l8"),
        ("ftp://h.i/a;type=ET", "type_of_rfc959=ET"),
        ("ftp://h.i/a;type=A", ""),
        ("ftp://h.i/a;type=AI", ""),
        ("ftp://h.i/a;type=L8/b", ""),
        ("http://h.i/a;type=L8", ""),
        ("mailto:jim", "address_missing=jim"),
        ("mailto://jim", "address_missing=//jim"),
        ("mailto:jim%40h.i", ""),
        ("mailto:?to=jim@h.i", ""),
        ("mailto:?attach=/a", "address_missing=?attach=/a file_attached=attach=/a"),
        ("mailto:a@h.i?subject=b&Attachment=%2fc", "file_attached=Attachment=%2fc"),
        ("MAILTO:a@h.i?%61ttach=c&d", "file_attached=%61ttach=c"),
        ("mailto:a@h.i?subject=attach", ""),
        // Schemes are read as browsers read them, in any string.
        ("javascript:alert(1)", "program_in_url=javascript"),
        ("JavaScript://%0aalert(1)", "encoded_control=%0a program_in_url=JavaScript"),
        ("VBScript:MsgBox(1)", "program_in_url=VBScript"),
        // Not URLs, and yet browsers run them.
        ("\u{1} java\nscript\t:alert(1)", "program_in_url=java\nscript\t"),
        ("javascripts:x", ""),
        ("java script:x", ""),
        (":javascript:", ""),
        ("data:text/html,<script>", "document_in_url=data"),
        ("data.example", ""),
        ("file:/etc/motd", "local_file=file"),
        ("file://jim@host.dom/", "user_not_allowed=jim local_file=file"),
        ("filesystem:http://host.dom/a", ""),
        ("blob:http://host.dom/a", "document_in_url=blob"),
        ("feed:file:///etc/motd", "local_file=file"),
        ("view-source:JAR:java\tscript:a", "program_in_url=java\tscript"),
        ("view-source:", ""),
        ("ms-msdt:/id PCWDiagnostic", "starts_program=ms-msdt"),
        ("MS-word:ofe|u|http://host.dom/a", "starts_program=MS-word"),
        ("ms-word", ""),
        ("ms_word:a", ""),
        ("tel:+1-201-555-0123", ""),
        (" \n", ""),
    ];
    for (url, expected) in table {
        assert_eq!(notes(url), expected, "{url}");
    }
}

#[test]
fn long_numbers_in_disguise() {
    let zeros = "0".repeat(70);
    assert_eq!(notes(&format!("http://0x{zeros}7f.1/")), format!("host_in_disguise=0x{zeros}7f.1"));
    assert_eq!(notes(&format!("http://{zeros}a.com/")), "");
}

#[test]
fn names_and_messages() {
    let names: BTreeSet<&str> = NoteKind::ALL.iter().map(|kind| kind.name()).collect();
    let messages: BTreeSet<&str> = NoteKind::ALL.iter().map(|kind| kind.message()).collect();
    assert_eq!((names.len(), messages.len()), (NoteKind::ALL.len(), NoteKind::ALL.len()));
    let url = Validator::new().url("ftp://www.a.b@c.d/");
    let note = url.notes().next().expect("a note");
    assert_eq!(note.severity(), Severity::Danger);
    let message = "the user looks like a host, and the host comes after it (RFC 3986, 7.6)";
    assert_eq!(note.to_string(), message);
}

/// Answers to a Gopher+ form have line breaks. Elsewhere these may begin a command of another protocol.
#[test]
fn line_breaks_of_a_form_are_information() {
    let answers = "+%091%0D%0A+-1%0D%0Ayes%0d%0a.%0D%0A";
    let table = [
        (["gopher://h.i/0a%09%09", answers], "info", 8),
        (["gopher://h.i:70/0a%09b%09", answers], "info", 8),
        (["gopher://h.i:25/0a%09%09", answers], "danger", 8),
        (["gopher://h.i/0a%09%09+text/plain%20En_US", &answers[1..]], "info", 8),
        (["gopher://h.i/0a%09", answers], "danger", 8),
        (["gopher://h.i/0", answers], "danger", 8),
        (["http://h.i/0a%09%09", answers], "danger", 11),
        (["gopher://h.i/0a%09%09", "+%0D%0A"], "danger", 2),
    ];
    for (url, severity, count) in table {
        let url = url.concat();
        let url = Validator::new().url(&url);
        let notes = url.notes().filter(|note| note.kind() == NoteKind::EncodedControl);
        let severities: Vec<_> = notes.map(|note| note.severity().name()).collect();
        assert_eq!(severities, std::vec![severity; count], "{}", url.as_str());
    }
    let mixed = ["gopher://h.i/0%0D%09%09", answers, "%1B"].concat();
    let url = Validator::new().url(&mixed);
    let dangers = url.notes().filter(|note| note.severity() == Severity::Danger);
    assert_eq!(dangers.map(|note| url.text(note.span())).collect::<Vec<_>>(), ["%0D", "%1B"]);
}
