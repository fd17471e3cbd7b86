//! Random strings to compare with browsers.
//!
//! Half of the pieces are ordinary. For the others the Standard has rules of its own: numbers as hosts,
//! escapes and IDNA in hosts, dots, backslashes, drive letters, whitespace.

use crate::tests::random::Random;
use std::string::String;

const SCHEMES: &[&str] = &[
    "http", "https", "ftp", "file", "ws", "WSS", "HTTP", "File", "gopher", "telnet", "prospero",
    "ldap", "mailto", "x", "1x", "news", "wais",
];

const SLASHES: &[&str] =
    &["//", "//", "//", "//", "//", "//", "", "/", "///", "\\\\", "/\\", "////"];

const LOGINS: &[&str] = &[
    "",
    "",
    "",
    "",
    "u@",
    "@",
    "u:p@",
    "u:@",
    ":p@",
    ":@",
    "u@v@",
    "www.a.example@",
    "u:p:q@",
    "u%40@",
    "\u{e9}@",
    "u\\@",
    "u?@",
    "u[@",
    "a;b=c@",
];

const HOSTS: &[&str] = &[
    "a.example",
    "A.Example",
    "localhost",
    "a",
    "a.",
    "a..b",
    ".",
    "..",
    "-a.b",
    "a-.b",
    "a_b.c",
    "a b",
    "1.2.3.4",
    "1.2.3",
    "1.2.3.4.",
    "01.2.3.4",
    "0x7f.1",
    "0X7f.0.0.1",
    "3232235777",
    "256.1",
    "1.2.3.4.5",
    "0x",
    "09",
    "1.0x",
    "a.1",
    "a.0xg",
    "4294967296",
    "1.2.3.256",
    "1..2",
    "0177.0.0.1",
    "1.2.3.08",
    "[::1]",
    "[::1",
    "[1::2:3.4.5.6]",
    "[v1.a]",
    "[::1]x",
    "[::g]",
    "[]",
    "[1:2:3:4:5:6:7:8]",
    "[fe80::1%25eth0]",
    "b\u{fc}cher.example",
    "xn--bcher-kva.example",
    "xn--a",
    "XN--",
    "\u{ff11}.2.3.4",
    "a\u{ad}b",
    "\u{ad}",
    "\u{2100}",
    "\u{3002}",
    "a\u{3002}b",
    "\u{200d}",
    "%41.example",
    "%2e",
    "a%2fb",
    "%31.2.3.4",
    "a%zz",
    "a%00b",
    "%ff",
    "a%C3%A9",
    "a|b",
    "C:",
    "C|",
    "a^b",
    "a`b",
    "a{b",
    "a~b",
    "a!b",
    "a<b",
    "a\u{7f}b",
    "",
    "",
    "a\u{fdd0}",
    "a\u{e000}b",
];

const PORTS: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    ":",
    ":80",
    ":443",
    ":21",
    ":8080",
    ":65535",
    ":65536",
    ":080",
    ":000000000080",
    ":8a",
    ":a",
    ":99999999999",
    ":-1",
    ":+1",
    ":8 0",
    ":80:80",
    ":\u{661}",
];

const PIECES: &[&str] = &[
    "a",
    "b",
    "/",
    "/",
    "//",
    ".",
    "..",
    "%2e",
    "%2E%2e",
    ".%2E",
    "%2f",
    "%",
    "%zz",
    "\\",
    "?",
    "#",
    "@",
    ":",
    "C:",
    "C|",
    "c:/",
    "|",
    "^",
    "`",
    "{",
    "}",
    "[",
    "]",
    "<",
    "\"",
    " ",
    "\t",
    "\n",
    "\u{1}",
    "\u{85}",
    "\u{e9}",
    "\u{3000}",
    "\u{1f600}",
    "'",
    ";",
    "=",
    "&",
    "~",
    "\u{feff}",
    "\0",
    "\u{7f}",
];

/// Returns a string of a scheme, a login, a host, a port and more, with a few mutations.
pub(in crate::tests) fn url(random: &mut Random) -> String {
    let mut url = String::new();
    if random.once_in(20) {
        url.push_str(random.pick(&[" ", "\n", "\0", "\u{a0}", "\u{feff}"]));
    }
    url.push_str(random.pick(SCHEMES));
    url.push(':');
    url.push_str(random.pick(SLASHES));
    url.push_str(random.pick(LOGINS));
    url.push_str(random.pick(HOSTS));
    if random.once_in(8) {
        url.push_str(random.pick(HOSTS));
    }
    url.push_str(random.pick(PORTS));
    url.push_str(random.pick(&["/", "/", "", "\\", "?", "#"]));
    url.push_str(&random.several(6, PIECES));
    while random.once_in(4) {
        url = random.mutate(&url, PIECES);
    }
    url
}
