//! Random URLs of all schemes that have a syntax of their own, and of a few others.
//!
//! A string begins as the form of some scheme, filled in at random, and is then mutated. One in ten is a
//! string for browsers instead, and some are arbitrary characters.

use super::browser::strings;
use super::random::Random;
use std::string::String;

/// Forms of schemes. `H` is replaced by a host, `U` by a login or nothing, `P` by a port or nothing, `.` by
/// any number of pieces. Other characters are literal.
const FORMS: &[&str] = &[
    "http://HP/.?.",
    "HTTP://HP.",
    "https://UHP/.?.#.",
    "ftp://UHP/./.;type=.",
    "ftp://UHP/.",
    "news:.@H",
    "news:.",
    "news://H/.",
    "nntp://HP/./1",
    "nntp:./1",
    "telnet://UHP/",
    "rlogin://UHP",
    "tn3270://UHP/",
    "gopher://HP/1.",
    "gopher://HP/7.%09.%09.",
    "wais://HP/.?.",
    "wais://HP/./.=./.=.;.=.;",
    "mailto:.@H?.",
    "MailTo:.",
    "mid:.@H",
    "cid:.@H",
    "file://H/.",
    "file:.",
    "prospero://HP/.%00.;.=.;.=.",
    "afs://H/.",
    "ldap://H/.?.",
    "x://UHP/.?.#.",
    "x:.",
    "1x:.",
    ":",
    "//HP/.",
];

const HOSTS: &[&str] = &[
    "a.b",
    "a",
    "1.2.3.4",
    "0x7f.1",
    "[::1]",
    "",
    "b\u{fc}cher.example",
    "a-.b",
    "a_b.c",
    "a%41.b",
    "a.b.",
    "a.1b",
    "[v1.a]",
    "[",
    "a|b",
    "xn--a.b",
    "a..b",
    "\u{fdd0}",
];

const LOGINS: &[&str] =
    &["", "", "u@", "u:p@", "@", ":@", "a.b@", "u@v@", "u?v@", "u|v@", "\u{e9}:^@", "u:p:q@"];

const PORTS: &[&str] = &["", "", "", ":80", ":", ":8080", ":66000", ":8a", ":000", ":21"];

const PIECES: &[&str] = &[
    "a",
    "B",
    "0",
    "-",
    ".",
    "_",
    "~",
    "/",
    "//",
    "?",
    "#",
    ";",
    "=",
    "&",
    ":",
    "@",
    "*",
    "+",
    "$",
    "!",
    "'",
    "(",
    ",",
    "%20",
    "%2F",
    "%09",
    "%00",
    "%0a",
    "%40",
    "%C3%A9",
    "%",
    "%4",
    "%zz",
    "%%41",
    ";type=",
    ";TYPE=D",
    "|",
    "\\",
    "^",
    "`",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "\"",
    " ",
    "\t",
    "\n",
    "\u{1}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{e9}",
    "\u{200b}",
    "\u{202e}",
    "\u{e000}",
    "\u{fdd0}",
    "\u{1f600}",
    "\u{e0001}",
];

pub(crate) fn url(random: &mut Random) -> String {
    if random.once_in(10) {
        return strings::url(random);
    }
    if random.once_in(50) {
        return random.noise();
    }
    let mut url = String::new();
    for c in random.pick(FORMS).chars() {
        match c {
            'H' => url.push_str(random.pick(HOSTS)),
            'U' => url.push_str(random.pick(LOGINS)),
            'P' => url.push_str(random.pick(PORTS)),
            '.' => url.push_str(&random.several(4, PIECES)),
            c => url.push(c),
        }
    }
    while random.once_in(3) {
        url = random.mutate(&url, PIECES);
    }
    url
}
