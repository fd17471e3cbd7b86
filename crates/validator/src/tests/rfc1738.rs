//! RFC 1738: its own URLs, a row for each odd rule of its BNF, and failures.

use super::{message, outcome};
use crate::grammar::Grammar::Rfc1738;

#[test]
fn urls_of_the_document_are_accepted() {
    let urls = [
        // Sections 1 and 3.
        "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
        "ftp://@host.com/",
        "ftp://host.com/",
        "ftp://foo:@host.com/",
        "ftp://myname@host.dom/%2Fetc/motd",
        "ftp://myname@host.dom/etc/motd",
        "ftp://myname@host.dom//etc/motd",
        "news:*",
        "news:comp.infosystems.www.misc",
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "prospero://host.dom//pros/name",
        // Section 3.4, put together from its pieces.
        "gopher://host.dom/1",
        "gopher://host.dom/7selector%09search",
        "gopher://host.dom/1selector%09%09!+ABSTRACT%20+SMELL",
        "gopher://host.dom/1selector%09%09+application/postscript%20Es_ES",
        "gopher://host.dom/1s%09%09+%091%0D%0A+-1%0D%0Avalue%0D%0A.%0D%0A",
        // Appendix, without its line breaks and spaces.
        "ftp://info.cern.ch/pub/www/doc;type=d",
        "ftp://ds.internic.net/rfc",
        "http://ds.internic.net/instructions/overview.html#WARNING",
        // References.
        "ftp://ds.internic.net/rfc/rfc1436.txt;type=a",
        "ftp://boombox.micro.umn.edu/pub/gopher_protocol/Gopher+/Gopher+.txt",
        "ftp://ds.internic.net/rfc/rfc1630.txt",
        "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z",
        "ftp://ds.internic.net/rfc/rfc1123.txt",
        "ftp://ds.internic.net/rfc/rfc822.txt",
        "ftp://quake.think.com/pub/wais/doc/protspec.txt",
        "ftp://ds.internic.net/rfc/rfc1036.txt",
        "ftp://quake.think.com/pub/wais/doc/doc-ids.txt",
        "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt",
        "ftp://ds.internic.net/rfc/rfc1034.txt",
        "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z",
        "ftp://ds.internic.net/rfc/rfc959.txt",
        "ftp://ds.internic.net/rfc/rfc1737.txt",
        "ftp://ds.internic.net/rfc/rfc1625.txt",
        "ftp://uu.psi.com/wp/nir.txt",
        // The forms given for each scheme, filled in.
        "ftp://user:password@host.dom:21/cwd1/cwd2/name;type=a",
        "http://host.dom:80/path?searchpart",
        "mailto:user@host.dom",
        "news:unique@full.domain.name",
        "nntp://host.dom:119/comp.infosystems.www.misc/4711",
        "telnet://user:password@host.dom:23/",
        "wais://host.dom:210/database",
        "wais://host.dom:210/database?search",
        "wais://host.dom:210/database/wtype/wpath",
        "prospero://host.dom:1525/hsoname;field=value",
    ];
    for url in urls {
        assert_eq!(message(Rfc1738, url), "ok", "{url}");
    }
}

/// The decisions of rule V8, one by one.
#[test]
fn odd_rules_of_the_bnf() {
    let table = [
        // A scheme may begin with a digit, and `foo:` is legal under `otherurl`.
        ("1foo:bar", "ok"),
        ("+x:y", "ok"),
        ("foo:", "ok"),
        ("z39.50:x", "ok"),
        // `port` needs a digit.
        ("http://h:/", "9 BadPort"),
        ("http://h:", "9 BadPort"),
        ("http://h:80", "ok"),
        // `http://h?q` is illegal, and `search` has no `/` or `?`.
        ("http://h?q", "8 ReservedCharacter"),
        ("http://h/?q", "ok"),
        ("http://h/p?a/b", "12 ReservedCharacter"),
        ("http://h/p?a?b", "12 ReservedCharacter"),
        // `file:/x` and `file://h` are illegal.
        ("file:/x", "6 MissingPart"),
        ("file://h", "8 MissingPart"),
        ("file://", "7 MissingPart"),
        ("file:///", "ok"),
        ("file:///x", "ok"),
        ("file://localhost/x", "ok"),
        // wais needs `/`, and its `wpath` has none.
        ("wais://h", "8 MissingPart"),
        ("wais://h/", "ok"),
        ("wais://h/db/t/p", "ok"),
        ("wais://h/db/t/p/q", "15 ReservedCharacter"),
        ("wais://h/db/t", "13 MissingPart"),
        // `mailto:x` and `mailto:a@b?subject=c` are legal.
        ("mailto:x", "ok"),
        ("mailto:a@b?subject=c", "ok"),
        ("mailto:", "7 MissingPart"),
        // nntp's number is optional.
        ("nntp://h/g", "ok"),
        ("nntp://h/g/1", "ok"),
        ("nntp://h/g/", "11 MissingPart"),
        ("nntp://h", "8 MissingPart"),
        // Literals are case-insensitive.
        ("ftp://h/f;TYPE=I", "ok"),
        ("FTP://h/f;Type=a", "ok"),
        ("HtTp://h/", "ok"),
        // gopher's language is `gtype *xchar`.
        ("gopher://h", "ok"),
        ("gopher://h/", "ok"),
        ("gopher://h/0?;:@&=%09a%09b%09c", "ok"),
        ("gopher://h/0%0", "14 BadEscape"),
    ];
    for (url, expected) in table {
        assert_eq!(outcome(Rfc1738, url), expected, "{url}");
    }
}

/// A scheme with a production of its own is judged by that alone, and the fragment is split off first (rule
/// V1).
#[test]
fn productions_and_fragments() {
    let table = [
        ("ftp", "3 MissingPart"),
        ("ftp:", "4 MissingPart"),
        ("ftp:x", "4 MissingPart"),
        ("ftp:/x", "5 MissingPart"),
        ("ftps:x", "ok"),
        ("ht:x", "ok"),
        ("", "0 MissingPart"),
        (":", "0 MissingPart"),
        ("foo", "3 MissingPart"),
        ("1ttp", "4 MissingPart"),
        ("1ttp_", "4 MisplacedCharacter"),
        ("http//h", "4 MissingPart"),
        ("foo_bar:x", "3 MisplacedCharacter"),
        ("foo bar:x", "3 UnsafeCharacter"),
        ("http://h#f", "ok"),
        ("http://h/#", "ok"),
        ("http://h/#a~|\u{e9}", "ok"),
        ("http://h/#a b", "11 UnsafeCharacter"),
        ("http://h/#\u{1b}[2J", "10 UnsafeCharacter"),
        ("http://h/#a<", "11 UnsafeCharacter"),
        ("http://h/#a#b", "11 UnsafeCharacter"),
        ("http://h/p#a#", "12 UnsafeCharacter"),
        ("http:#f", "5 MissingPart"),
        ("http://h:#f", "9 BadPort"),
        ("http://h/%#f", "10 BadEscape"),
        ("nntp://h#f", "8 MissingPart"),
        ("foo#x:y", "3 MissingPart"),
    ];
    for (url, expected) in table {
        assert_eq!(outcome(Rfc1738, url), expected, "{url}");
    }
}

#[test]
fn hosts_and_logins() {
    let table = [
        ("http://a-.com/", "9 BadHostLabel"),
        ("http://-a.com/", "7 BadHostLabel"),
        ("http://a..b/", "9 BadHostLabel"),
        ("http://a./", "9 BadHostLabel"),
        ("http://a.", "9 BadHostLabel"),
        ("http://a_b.com/", "8 BadHostLabel"),
        ("http://a%20b/", "8 BadHostLabel"),
        ("http://a~b/", "8 BadHostLabel"),
        ("http://1.2.3.4/", "ok"),
        ("http://999.2.3.4/", "ok"),
        ("http://1.2.3/", "12 BadHostLabel"),
        ("http://1.2.3.4.5/", "16 BadHostLabel"),
        ("http://1.2.3.4.com/", "ok"),
        ("http://[::1]/", "7 BadHostLabel"),
        ("http:///x", "7 MissingPart"),
        ("http://", "7 MissingPart"),
        ("http://:80/", "7 MissingPart"),
        ("http://h:80x/", "11 BadPort"),
        ("http://h:99999/", "ok"),
        ("http://u@h/", "8 ReservedCharacter"),
        ("http://u:p@h/", "9 BadPort"),
        ("ftp://u:p@h/", "ok"),
        ("ftp://u;?&=:;?&=@h/", "ok"),
        ("ftp://u:p:q@h/", "9 ReservedCharacter"),
        ("ftp://u~v@h/", "7 UnsafeCharacter"),
        ("ftp://u@v@h/", "9 ReservedCharacter"),
        ("ftp://@/", "7 MissingPart"),
        ("ftp://u@", "8 MissingPart"),
        ("ftp://a_b.com/x", "13 BadHostLabel"),
        ("ftp://h:/x", "8 BadPort"),
        ("ftp://h?x", "9 BadHostLabel"),
        ("telnet://h/x", "11 MisplacedCharacter"),
        ("telnet://u@h", "ok"),
        ("file://h:80/x", "8 ReservedCharacter"),
    ];
    for (url, expected) in table {
        assert_eq!(outcome(Rfc1738, url), expected, "{url}");
    }
}

#[test]
fn paths() {
    let table = [
        ("http://h/a~b", "10 UnsafeCharacter"),
        ("http://h/a b", "10 UnsafeCharacter"),
        ("http://h/a\u{e9}", "10 UnsafeCharacter"),
        ("http://h/%2x", "11 BadEscape"),
        ("http://h/%x2", "10 BadEscape"),
        ("http://h/%%20", "10 BadEscape"),
        ("http://h/%", "10 BadEscape"),
        ("http://h/%2", "11 BadEscape"),
        ("ftp://h/a;type=x", "15 UnknownTypeCode"),
        ("ftp://h/a;type=", "15 MissingPart"),
        ("ftp://h/a;typ", "13 MissingPart"),
        ("ftp://h/a;b", "10 UnknownTypeCode"),
        ("ftp://h/a;type=ai", "16 UnknownTypeCode"),
        ("ftp://h/a;type=a/b", "16 UnknownTypeCode"),
        ("ftp://h/;type=d", "ok"),
        ("ftp://h/a?b:c@d&e=f", "ok"),
        ("file://h/a;b", "10 ReservedCharacter"),
        ("news:", "5 MissingPart"),
        ("news:a$b", "8 MissingPart"),
        ("news:*x", "7 MissingPart"),
        ("news:a b", "6 UnsafeCharacter"),
        ("news:@h", "5 ReservedCharacter"),
        ("news:a@", "7 MissingPart"),
        ("news:a@b_c", "8 BadHostLabel"),
        ("news:a@b@c", "8 ReservedCharacter"),
        ("nntp://h/1g", "9 MisplacedCharacter"),
        ("nntp://h/a$", "10 MisplacedCharacter"),
        ("nntp://h/a%20", "10 BadEscape"),
        ("nntp://h/a/1a", "12 MisplacedCharacter"),
        ("nntp://h/a/1/2", "12 ReservedCharacter"),
        ("wais://h/a=b", "10 ReservedCharacter"),
        ("wais://h/a?b=c", "ok"),
        ("prospero://h/a;f", "16 MissingPart"),
        ("prospero://h/a;f=v;g=", "ok"),
        ("prospero://h/a;f=v=w", "18 ReservedCharacter"),
        ("prospero://h", "12 MissingPart"),
        ("foo://[::1]/", "6 UnsafeCharacter"),
        ("foo:a|b", "5 UnsafeCharacter"),
    ];
    for (url, expected) in table {
        assert_eq!(outcome(Rfc1738, url), expected, "{url}");
    }
}

#[test]
fn messages() {
    let table = [
        (
            "http://www.example.org/~mcd/",
            "'~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E",
        ),
        (
            "http://h/\u{e9}",
            "'\u{e9}' at byte 9 is unsafe in RFC 1738 (2.2) and must be written %C3%A9",
        ),
        ("http://h/\n", r"'\n' at byte 9 is unsafe in RFC 1738 (2.2) and must be written %0A"),
        ("http://h#a#", "'#' at byte 10 is unsafe in RFC 1738 (2.2) and must be written %23"),
        (
            "http://h?q",
            "'?' at byte 8 is reserved in RFC 1738 (2.2) and cannot stand in the place after a host",
        ),
        ("foo_bar:x", "'_' at byte 3 cannot stand in a scheme (RFC 1738, 2.1)"),
        ("~foo:", "'~' at byte 0 cannot stand in the first place of a scheme (RFC 1738, 2.1)"),
        ("http://h/%2x", "'x' at byte 11 is no hexadecimal digit of an escape (RFC 1738, 2.2)"),
        ("http://h/%2", "an escape is cut off by the end of the URL at byte 11 (RFC 1738, 2.2)"),
        (
            "nntp://h/a%20",
            "'%' at byte 10 begins an escape, which a group cannot have (RFC 1738, 3.7)",
        ),
        (
            "http://a-.com/",
            "'.' at byte 9 cannot come here in a host, whose labels begin and end with a letter or \
             digit, the last one beginning with a letter (RFC 1738, 3.1)",
        ),
        ("http://h:/", "'/' at byte 9 cannot come here in a port, which is digits (RFC 1738, 3.1)"),
        (
            "http://h:80:90/",
            "':' at byte 11 cannot come here in a port, which is digits (RFC 1738, 3.1)",
        ),
        (
            "http://user@h/",
            "'@' at byte 11 cannot come here, for the scheme has no user (RFC 1738, 5)",
        ),
        // An unsafe character is the reason even before an `@`.
        (
            "http://us|er@h/",
            "'|' at byte 9 cannot come here in a host, whose labels begin and end with a letter or \
             digit, the last one beginning with a letter (RFC 1738, 3.1)",
        ),
        ("ftp:x", "the \"//\" before the host is missing at byte 4, before 'x' (RFC 1738, 3.1)"),
        ("http://", "the host is missing at byte 7, the end of the URL (RFC 1738, 3.1)"),
        (
            "file://",
            "the \"/\" after the host is missing at byte 7, the end of the URL (RFC 1738, 3.10)",
        ),
        (
            "file://h",
            "the \"/\" after the host is missing at byte 8, the end of the URL (RFC 1738, 3.10)",
        ),
        (
            "ftp://h/a;type=x",
            "'x' at byte 15 cannot come here, where \";type=\" and one of \"a\", \"i\", \"d\" \
             stand (RFC 1738, 3.2)",
        ),
        ("nntp://h/a/1a", "'a' at byte 12 cannot stand in an article number (RFC 1738, 3.7)"),
        (
            "telnet://h/x",
            "'x' at byte 11 cannot stand in a telnet URL after its \"/\" (RFC 1738, 3.8)",
        ),
        (
            "foo",
            "the \":\" after the scheme is missing at byte 3, the end of the URL (RFC 1738, 2.1)",
        ),
    ];
    for (url, expected) in table {
        assert_eq!(message(Rfc1738, url), expected, "{url}");
    }
}
