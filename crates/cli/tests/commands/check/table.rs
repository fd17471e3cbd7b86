//! Tests of the tables that `urlsift check` prints, word for word.

use crate::program::{text, urlsift};

/// URLs and their tables.
const TABLES: &[(&str, &str)] = &[
    // If all grammars are satisfied, no character is marked.
    (
        "http://www.example.org/a/b",
        r"
http://www.example.org/a/b
  satisfies  draft03 rfc1738 rfc2396 rfc3986 rfc3987
  host       www.example.org (name)
  port       80 (default)
  path       a/b
",
    ),
    (
        "http://www.example.org/~mcd/a b",
        r"
http://www.example.org/~mcd/a b
                       ^     ^
  satisfies  none
  draft03    '~' at byte 23 is not allowed in draft 03 (BNF) and must be written %7E
  rfc1738    '~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E
  rfc2396    ' ' at byte 29 is excluded from RFC 2396 (2.4.3) and must be written %20
  rfc3986    ' ' at byte 29 is not allowed in RFC 3986 (2) and must be written %20
  rfc3987    as rfc3986
  rejected   ' ' at byte 29 is whitespace
  host       www.example.org (name)
  port       80 (default)
  path       ~mcd/a b
  encoded    http://www.example.org/~mcd/a%20b
",
    ),
    // Delimiters are not part of the URL.
    (
        "URL:http://www.example.org/~a",
        r"
http://www.example.org/~a
                       ^
  form       prefix: the prefix URL: is removed
  satisfies  rfc2396 rfc3986 rfc3987
  draft03    '~' at byte 23 is not allowed in draft 03 (BNF) and must be written %7E
  rfc1738    '~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E
  host       www.example.org (name)
  port       80 (default)
  path       ~a
",
    ),
    (
        "<URL:news:comp.infosystems>",
        r"
news:comp.infosystems
  form       url: the delimiters <URL:...> are removed; with URL:, it is a prefixedurl of draft 03
  satisfies  draft03 rfc1738 rfc2396 rfc3986 rfc3987
  group      comp.infosystems
",
    ),
    (
        "<news:comp.infosystems>",
        r"
news:comp.infosystems
  form       angle: the delimiters <...> are removed
  satisfies  draft03 rfc1738 rfc2396 rfc3986 rfc3987
  group      comp.infosystems
",
    ),
    // The example of RFC 1738's Appendix, as it is pasted.
    (
        "<URL:ftp://ds.in\n      ternic.net/rfc>",
        r"
ftp://ds.internic.net/rfc
  form       url: the delimiters <URL:...> are removed, and the line breaks inside; with URL:, it is a prefixedurl of draft 03
  satisfies  draft03 rfc1738 rfc2396 rfc3986 rfc3987
  host       ds.internic.net (name)
  port       21 (default)
  name       rfc
",
    ),
    // Each note has its place. Repeated notes are counted.
    (
        "http://www.example.org@192.0.2.7:8080/%0D%0A#top",
        r#"
http://www.example.org@192.0.2.7:8080/%0D%0A#top
                      ^
  satisfies  draft03 rfc2396 rfc3986 rfc3987
  rfc1738    '@' at byte 22 cannot come here, for the scheme has no user (RFC 1738, 5)
  user       www.example.org
  host       192.0.2.7 (address)
  port       8080
  path       \u{d}\u{a}
  fragment   top
  warning    "www.example.org" at byte 7: the scheme allows no user (RFC 1738, 5)
  danger     "www.example.org" at byte 7: the user looks like a host, and the host comes after it (RFC 3986, 7.6)
  info       "8080" at byte 33: the port is not the scheme's own (RFC 1738, 6)
  danger     "%0D" at byte 38, first of 2: an escape hides a control character (RFC 1738, 6)
"#,
    ),
    // An empty password is not a missing one, and neither is an empty directory.
    (
        "ftp://foo:@host.dom//etc/motd;type=d",
        r"
ftp://foo:@host.dom//etc/motd;type=d
          ^
  satisfies  rfc1738 rfc2396 rfc3986 rfc3987
  draft03    '@' at byte 10 is reserved in draft 03 (BNF) and cannot stand in a user or password
  user       foo
  password   (empty)
  host       host.dom (name)
  port       21 (default)
  cwd        (empty) / etc
  name       motd
  type       d
",
    ),
    (
        "gopher://host.dom/7find%20it%09vacation%20pictures%09+",
        r"
gopher://host.dom/7find%20it%09vacation%20pictures%09+
  satisfies  draft03 rfc1738 rfc2396 rfc3986 rfc3987
  host       host.dom (name)
  port       70 (default)
  gtype      7
  selector   find it
  search     vacation pictures
  gopher+    +
",
    ),
    (
        "gopher://host.dom",
        r"
gopher://host.dom
  satisfies  draft03 rfc1738 rfc2396 rfc3986 rfc3987
  host       host.dom (name)
  port       70 (default)
  gtype      1 (default)
",
    ),
    (
        "mailto:a@b?subject=hello%20world",
        r"
mailto:a@b?subject=hello%20world
          ^
  satisfies  rfc1738 rfc2396 rfc3986 rfc3987
  draft03    '?' at byte 10 is reserved in draft 03 (BNF) and cannot stand in a mail address
  address    a@b
  headers    subject = hello world
",
    ),
    (
        "news:*",
        r"
news:*
  satisfies  draft03 rfc1738 rfc2396 rfc3986 rfc3987
  groups     all
",
    ),
    (
        "mid:a%40b@c",
        r"
mid:a%40b@c
  satisfies   draft03 rfc1738 rfc2396 rfc3986 rfc3987
  message-id  a@b@c
",
    ),
    (
        "nntp://h.dom/a.b/x3",
        r"
nntp://h.dom/a.b/x3
     ^           ^
  satisfies  rfc2396 rfc3986 rfc3987
  draft03    '/' at byte 5 is reserved in draft 03 (BNF) and cannot stand in a group
  rfc1738    'x' at byte 17 cannot stand in an article number (RFC 1738, 3.7)
  host       h.dom (name)
  port       119 (default)
  group      a.b
  number     x3
",
    ),
    (
        "wais://host.dom:8o/db",
        r"
wais://host.dom:8o/db
                 ^^
  satisfies  rfc2396
  draft03    'o' at byte 17 cannot come here in a port, which is digits (draft 03, BNF)
  rfc1738    'o' at byte 17 cannot come here in a port, which is digits (RFC 1738, 3.1)
  rfc3986    '/' at byte 18 cannot come here in a port, which is digits (RFC 3986, 3.2.3)
  rfc3987    as rfc3986
  host       host.dom (name)
  port       8o (bad)
  database   db
  encoded    cannot be, without becoming another URL
",
    ),
    (
        "prospero://host.dom//pros/name;key=value;a=b%20c",
        r"
prospero://host.dom//pros/name;key=value;a=b%20c
                    ^
  satisfies  rfc1738 rfc2396 rfc3986 rfc3987
  draft03    '/' at byte 20 is reserved in draft 03 (BNF) and cannot stand in a path
  host       host.dom (name)
  port       1525 (default)
  object     /pros/name
  fields     key = value; a = b c
",
    ),
    (
        "file:///etc/motd#top",
        r#"
file:///etc/motd#top
 ^
  satisfies  rfc1738 rfc2396 rfc3986 rfc3987
  draft03    'i' at byte 1 leads to no scheme that draft 03 lists (BNF)
  host       (empty)
  path       etc/motd
  fragment   top
  warning    "file" at byte 0: what opens it looks for a file of its own machine or network (RFC 8089, 5)
"#,
    ),
    // Parts that the scheme does not split are shown as spelled.
    (
        "x:a%20b?q",
        r"
x:a%20b?q
^
  satisfies  rfc1738 rfc2396 rfc3986 rfc3987
  draft03    'x' at byte 0 leads to no scheme that draft 03 lists (BNF)
  path       a%20b
  query      q
",
    ),
    // The URL ends too early.
    (
        "hello",
        r#"
hello
 ^   ^
  satisfies  none
  draft03    'e' at byte 1 leads to no scheme that draft 03 lists (BNF)
  rfc1738    the ":" after the scheme is missing at byte 5, the end of the URL (RFC 1738, 2.1)
  rfc2396    the ":" after the scheme is missing at byte 5, the end of the URL (RFC 2396, 3.1)
  rfc3986    the ":" after the scheme is missing at byte 5, the end of the URL (RFC 3986, 3.1)
  rfc3987    as rfc3986
  rejected   no scheme
  encoded    cannot be, without becoming another URL
"#,
    ),
    // Wide characters before the second mark take two columns each.
    (
        "http://www.example.org/路徑/a|b",
        r"
http://www.example.org/路徑/a|b
                       ^^    ^
  satisfies  none
  draft03    '路' at byte 23 is not allowed in draft 03 (BNF) and must be written %E8%B7%AF
  rfc1738    '路' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %E8%B7%AF
  rfc2396    '路' at byte 23 is excluded from RFC 2396 (2.4.3) and must be written %E8%B7%AF
  rfc3986    '路' at byte 23 is not allowed in RFC 3986 (2) and must be written %E8%B7%AF
  rfc3987    '|' at byte 31 is not allowed in RFC 3987 (2.2) and must be written %7C
  loose      it has a scheme and no forbidden character; most browsers open it
  host       www.example.org (name)
  port       80 (default)
  path       路徑/a|b
  encoded    http://www.example.org/%E8%B7%AF%E5%BE%91/a%7Cb
",
    ),
    // No escape makes this host valid.
    (
        "http://[::1",
        r"
http://[::1
       ^   ^
  satisfies  none
  draft03    '[' at byte 7 cannot come here in a host (draft 03, BNF)
  rfc1738    '[' at byte 7 cannot come here in a host, whose labels begin and end with a letter or digit, the last one beginning with a letter (RFC 1738, 3.1)
  rfc2396    the end of the URL at byte 11 cannot come here in a host (RFC 2396, 3.2.2)
  rfc3986    the end of the URL at byte 11 cannot come here in a host (RFC 3986, 3.2.2)
  rfc3987    as rfc3986
  loose      it has a scheme and no forbidden character, but browsers refuse its host, or disagree on it
  host       [::1 (bad)
  port       80 (default)
  encoded    cannot be, without becoming another URL
",
    ),
    // Control characters and invisible characters are escaped.
    (
        "x:a\u{1b}[2J\u{202e}b",
        r#"
x:a\u{1b}[2J\u{202e}b
^  ^^^^^^
  satisfies  none
  draft03    'x' at byte 0 leads to no scheme that draft 03 lists (BNF)
  rfc1738    '\u{1b}' at byte 3 is unsafe in RFC 1738 (2.2) and must be written %1B
  rfc2396    '\u{1b}' at byte 3 is excluded from RFC 2396 (2.4.3) and must be written %1B
  rfc3986    '\u{1b}' at byte 3 is not allowed in RFC 3986 (2) and must be written %1B
  rfc3987    as rfc3986
  rejected   '\u{1b}' at byte 3 is a control character
  path       a\u{1b}[2J\u{202e}b
  danger     "\u{202e}" at byte 7: a character is not seen, or turns the direction of others (RFC 3987, 4.1 and 8)
  encoded    x:a%1B%5B2J%E2%80%AEb
"#,
    ),
    // A long URL is shown as excerpts, and its encoded form as a whole.
    (
        "http://www.example.org/cgi-bin/browse?group=comp.infosystems.www.misc&from=19950301&to=19950331&subject=a|b&order=date&direction=down&pages=all",
        r"
http://www.exam…n/browse?group=comp.infosyste…0331&subject=a|b&order=date&d…
                              ^                             ^
  satisfies  none
  draft03    '=' at byte 43 is reserved in draft 03 (BNF) and cannot stand in a query
  rfc1738    '|' at byte 105 is unsafe in RFC 1738 (2.2) and must be written %7C
  rfc2396    '|' at byte 105 is excluded from RFC 2396 (2.4.3) and must be written %7C
  rfc3986    '|' at byte 105 is not allowed in RFC 3986 (2) and must be written %7C
  rfc3987    as rfc3986
  loose      it has a scheme and no forbidden character; most browsers open it
  host       www.example.org (name)
  port       80 (default)
  path       cgi-bin/browse
  search     group=comp.infosystems.www.misc&f…er=date&direction=down&pages=all
  encoded    http://www.example.org/cgi-bin/browse?group=comp.infosystems.www.misc&from=19950301&to=19950331&subject=a%7Cb&order=date&direction=down&pages=all
",
    ),
];

#[test]
fn tables_are_printed_word_for_word() {
    for (url, table) in TABLES {
        let output = urlsift(&["check", url], b"");
        assert_eq!(text(&output.stdout), table.trim_start_matches('\n'), "{url:?}");
        assert_eq!(text(&output.stderr), "", "{url:?}");
        // Standard input gives the same result, for a URL on one line.
        if url.contains('\n') {
            continue;
        }
        let lines = urlsift(&["check"], format!("{url}\n").as_bytes());
        assert_eq!(lines.stdout, output.stdout, "{url:?}");
        assert_eq!(lines.status, output.status, "{url:?}");
    }
}
