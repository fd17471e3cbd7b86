//! Notes on URLs.

use crate::notes::note::{NoteKind, Severity};
use crate::validator::Validator;
use std::collections::BTreeSet;
use std::format;
use std::string::String;
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
        ("ftp://anonymous@host.dom/", ""),
        ("ftp://jim:secret@host.dom/", "password=secret"),
        ("ftp://jim:@host.dom/", ""),
        ("http://jim@host.dom/", "user_not_allowed=jim"),
        ("http://@host.dom/", "user_not_allowed="),
        ("HTTPS://jim:x@host.dom/", "password=x user_not_allowed=jim"),
        ("telnet://jim@host.dom/", ""),
        ("ftp://www.bank.example@evil.example/", "user_looks_like_host=www.bank.example"),
        ("ftp://john.smith@host.dom/", ""),
        ("ftp://bank.com@evil.example/", "user_looks_like_host=bank.com"),
        ("ftp://www.bank.com%2Flogin@evil.example/", "user_looks_like_host=www.bank.com%2Flogin"),
        ("ftp://www%2Ebank%2Ecom.@evil.example/", "user_looks_like_host=www%2Ebank%2Ecom."),
        ("ftp://127.1@evil.example/", "user_looks_like_host=127.1"),
        ("ftp://localhost@evil.example/", "user_looks_like_host=localhost"),
        // RFC 3986, 7.6.
        (
            "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
            "user_looks_like_host=cnn.example.com&story=breaking_news",
        ),
        // RFC 1738 takes the text after the `@` for the host, all others the text before the `?`.
        (
            "ftp://www.bank.example?x@evil.example/",
            "user_looks_like_host=www.bank.example?x host_disputed=?",
        ),
        (
            "telnet://www.bank.example:23?@evil.example/",
            "password=23? user_looks_like_host=www.bank.example host_disputed=?",
        ),
        ("ftp://us?er@host.dom?x@y/", "host_disputed=?"),
        ("ftp://www.bank.example/?x@evil.example/", ""),
        ("gopher://www.bank.example?x@evil.example/", ""),
        ("ftp://www.bank.example?x", ""),
        ("http://www.bank.example?x@evil.example/", ""),
        ("http://www.bank.example\\@evil.example/", "host_disputed=\\"),
        // Browsers take the text after any number of slashes for the host, and the text before an `@` for a
        // user.
        ("http:///www.bank.example@evil.example/", "host_disputed=///"),
        ("http:/x:y@evil.example/", "host_disputed=/"),
        ("http:evil.example", "host_disputed=e"),
        ("http:\u{fc}.example", "host_disputed=\u{fc}"),
        ("http:/2130706433/", "host_disputed=/"),
        ("HTTPS:////evil.example/", "host_disputed=////"),
        ("ftp:\\\\evil.example/", "host_disputed=\\\\"),
        ("ftp:/\\evil.example/", "host_disputed=/\\"),
        ("ws:evil.example", "host_disputed=e"),
        ("wss:///evil.example/", "host_disputed=///"),
        ("http://\\evil.example/", "host_disputed=//\\"),
        ("http:/\n/\tevil.example/", "host_disputed=/\n/\t"),
        (" ht\ttp:evil.example", "host_disputed=e"),
        // There is no host, not even to browsers.
        ("http:", ""),
        ("http://", ""),
        ("http:///", ""),
        ("http:?evil.example", ""),
        ("http:/#evil.example", ""),
        ("file:/etc/motd", "local_file=file"),
        ("gopher:/evil.example/", ""),
        ("httpx:/evil.example/", ""),
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
        ("x-own://h.i:25/", ""),
        ("ipp://h.i:631/", ""),
        ("x-own://h.i:2500/", ""),
        ("http://h.i:/", ""),
        ("http://h.i:8a/", ""),
        ("ftp://h.i/a%0Ab%0d", "encoded_control=%0A encoded_control=%0d"),
        ("http://h.i/%00", "encoded_control=%00"),
        ("http://h.i/%09", "encoded_control=%09"),
        ("gopher://h.i/7a%09b", ""),
        ("gopher://h.i/7a%09b%0D", "encoded_control=%0D"),
        // In prospero a NUL ends the name of the object.
        ("prospero://h.i/a%001b", ""),
        ("prospero://h.i/a%001b%0A", "encoded_control=%0A"),
        ("ftp://h.i/a%00", "encoded_control=%00"),
        ("http://h.i/%1B[2J%7f", "encoded_control=%1B encoded_control=%7f"),
        ("http://h.i/%20%250A%0", ""),
        ("http://0x7f.1/", "host_in_disguise=0x7f.1"),
        ("http://3232235777/", "host_in_disguise=3232235777"),
        ("http://0300.0250.1.1/", "host_in_disguise=0300.0250.1.1"),
        ("http://192.168.1.1/", ""),
        ("http://192.168.1.1./", "host_in_disguise=192.168.1.1."),
        ("http://0X/", "host_in_disguise=0X"),
        ("http://%31%32%37.0.0.1/", "host_in_disguise=%31%32%37.0.0.1"),
        (
            "http://\u{ff11}27\u{3002}0.0.1/",
            "host_in_disguise=\u{ff11}27\u{3002}0.0.1 host_not_ascii=\u{ff11}27\u{3002}0.0.1 \
            confusable_host=\u{ff11}27\u{3002}0.0.1",
        ),
        ("http://face.b00c/", ""),
        ("http://1.2.3.256/", ""),
        ("http://10.1/", "host_in_disguise=10.1"),
        ("http://1.2.3.4.5/", ""),
        ("http://0x.example/", ""),
        ("http://0/", "host_in_disguise=0"),
        (
            "http://0x0000000000000000000000000000000000000000000000000000000000000000007f.1/",
            "host_in_disguise=0x0000000000000000000000000000000000000000000000000000000000000000007f.1",
        ),
        ("http://0000000000127.0.0.01/", "host_in_disguise=0000000000127.0.0.01"),
        ("http://000.0.0.0/", "host_in_disguise=000.0.0.0"),
        ("http://10.100.200.0/", ""),
        (
            "http://00000000000000000000000000000000000000000000000000000000000000000000000a.com/",
            "",
        ),
        ("http://jim@@host.dom/", "user_not_allowed=jim@ host_disputed=@"),
        ("ftp://a:b@c@host.dom/", "password=b@c host_disputed=@"),
        ("ftp://@@host.dom/", "host_disputed=@"),
        ("http://b\u{fc}cher.example/", "host_not_ascii=b\u{fc}cher.example"),
        ("http://www.xn--bcher-kva.example/", "host_punycode=www.xn--bcher-kva.example"),
        ("http://XN--bcher-kva.example/", "host_punycode=XN--bcher-kva.example"),
        ("http://axn--b.example/", ""),
        ("http://p\u{430}ypal.com/", "host_not_ascii=pаypal.com mixed_scripts=pаypal.com"),
        ("http://p%D0%B0ypal.com/", "mixed_scripts=p%D0%B0ypal.com"),
        (
            "http://xn--pypal-4ve.com/",
            "host_punycode=xn--pypal-4ve.com mixed_scripts=xn--pypal-4ve.com",
        ),
        ("http://аррӏе.com/", "host_not_ascii=аррӏе.com confusable_host=аррӏе.com"),
        (
            "http://a.xn--80ak6aa92e.com/",
            "host_punycode=a.xn--80ak6aa92e.com confusable_host=a.xn--80ak6aa92e.com",
        ),
        ("http://президент.рф/", "host_not_ascii=президент.рф"),
        ("http://例え.example/", "host_not_ascii=例え.example"),
        (
            "http://аррӏе。pаypal.com/",
            "host_not_ascii=аррӏе。pаypal.com mixed_scripts=аррӏе。pаypal.com",
        ),
        ("http://xn--99999999.example/", "host_punycode=xn--99999999.example"),
        ("ssh://-oProxyCommand=x/y", "option_in_host=-oProxyCommand=x"),
        ("ssh://u@-x/y", "option_in_host=-x"),
        ("ssh://-x@h/y", "option_in_host=-x"),
        ("http://h.i/-x@-y", ""),
        ("http://h.i/a\u{202e}b", "hidden_character=\u{202e}"),
        ("http://h.i/a\u{200b}b", "hidden_character=\u{200b}"),
        (
            "http://h.i/\u{200b}a\u{202e}\u{3164}",
            "hidden_character=\u{200b} hidden_character=\u{202e} hidden_character=\u{3164}",
        ),
        ("http://h.i/caf\u{e9}", ""),
        ("nntp://h.i/comp.text", "number_missing=/comp.text"),
        ("nntp://h.i/comp.text/7", ""),
        ("ftp://h.i/a;type=AN", "type_of_rfc959=AN"),
        ("FTP://h.i/a;TYPE=l8", "type_of_rfc959=l8"),
        ("ftp://h.i/a;type=L", ""),
        ("ftp://h.i/a;type=E", "type_of_rfc959=E"),
        ("ftp://h.i/a;type=ET", "type_of_rfc959=ET"),
        ("ftp://h.i/a;type=A", ""),
        ("ftp://h.i/a;type=i", ""),
        ("ftp://h.i/a;type=AI", ""),
        ("ftp://h.i/a;type=L8/b", ""),
        ("ftps://h.i/a;type=L8", ""),
        ("http://h.i/a;type=L8", ""),
        ("mailto:jim", "address_missing=jim"),
        ("mailto://jim", "address_missing=//jim"),
        ("mailto:jim%40h.i", ""),
        ("mailto:jim@h.i", ""),
        ("mailto:?to=jim@h.i", ""),
        ("mailto:", ""),
        (
            "mailto:?attach=/etc/passwd",
            "address_missing=?attach=/etc/passwd file_attached=attach=/etc/passwd",
        ),
        ("mailto:@?attach=/etc/passwd", "file_attached=attach=/etc/passwd"),
        ("mailto:a@h.i?subject=b&Attachment=%2fc", "file_attached=Attachment=%2fc"),
        ("MAILTO:a@h.i?%61ttach=c&d", "file_attached=%61ttach=c"),
        ("mailto:a@h.i?subject=attach", ""),
        ("http://h.i/?attach=a", ""),
        ("no scheme", ""),
    ];
    for (url, expected) in table {
        assert_eq!(notes(url), expected, "{url}");
    }
}

/// Schemes are read as browsers read them, in any string.
#[test]
fn schemes_without_a_place_in_a_network() {
    let table = [
        ("javascript:alert(1)", "program_in_url=javascript"),
        ("JavaScript://%0aalert(1)", "encoded_control=%0a program_in_url=JavaScript"),
        ("VBScript:MsgBox(1)", "program_in_url=VBScript"),
        ("livescript:x", "program_in_url=livescript"),
        ("mocha:x", "program_in_url=mocha"),
        // Not URLs, and yet browsers run them.
        ("javascript:alert(\"<\")", "program_in_url=javascript"),
        ("\u{1} java\nscript\t:alert(1)", "program_in_url=java\nscript\t"),
        ("javascripts:x", ""),
        ("java script:x", ""),
        ("javascript", ""),
        (":javascript:", ""),
        ("data:text/html,<script>", "document_in_url=data"),
        ("DATA:image/png;base64,AAAA", "document_in_url=DATA"),
        ("data.example", ""),
        ("file:///etc/motd", "local_file=file"),
        ("file:/etc/motd", "local_file=file"),
        ("FILE://host.dom/share/a", "local_file=FILE"),
        ("file://jim@host.dom/", "user_not_allowed=jim local_file=file"),
        ("filesystem:http://host.dom/a", ""),
        ("smb://host.dom/share/a", "local_file=smb"),
        ("blob:http://host.dom/a", "document_in_url=blob"),
        ("feed:file:///etc/motd", "local_file=file"),
        ("view-source:JAR:java\tscript:a", "program_in_url=java\tscript"),
        ("feed:http://host.dom/", ""),
        ("view-source:", ""),
        ("ms-msdt:/id PCWDiagnostic", "starts_program=ms-msdt"),
        ("MS-word:ofe|u|http://host.dom/a", "starts_program=MS-word"),
        ("search-ms:query=a", "starts_program=search-ms"),
        ("intent://host.dom/#Intent;end", "starts_program=intent"),
        ("x-man-page://a", "starts_program=x-man-page"),
        ("ms", ""),
        ("ms-word", ""),
        ("ms_word:a", ""),
        ("tel:+1-201-555-0123", ""),
        ("telnet://host.dom/", ""),
        ("ftp://host.dom/file:", ""),
        (" \n", ""),
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
        (
            "http://h.i:81/",
            "warning: the port is not the scheme's own and is below 1024 (RFC 1738, 6)",
        ),
        (
            "ftp://www.a.b@c.d/",
            "danger: the user looks like a host, and the host comes after it (RFC 3986, 7.6)",
        ),
        (
            "javascript:x",
            "danger: a program stands in the URL, and is run where it is opened (RFC 3986, 7.2)",
        ),
        ("http://b\u{fc}cher.example/", "info: the host has characters beyond ASCII (RFC 3987, 8)"),
        (
            "data:,x",
            "danger: it opens a document of an unknown author, not a place in a network (RFC 2397, 6)",
        ),
        (
            "file:///x",
            "warning: what opens it looks for a file of its own machine or network (RFC 8089, 5)",
        ),
    ];
    for (url, expected) in table {
        let url = Validator::new().url(url);
        let messages: Vec<_> =
            url.notes().map(|note| format!("{}: {note}", note.severity())).collect();
        assert_eq!(messages, [expected]);
    }
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
