//! The tables from which mail is made.

/// Lines that decide how mail is read.
pub(super) const LINES: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " folded\n",
    "From ",
    "\nFrom a Mon\n",
    "From a@b.example Mon Jan  1 00:00:00 2001\n",
    "From -12\n",
    ">From b Tue\n",
    "#! rnews 12\n",
    "=========================================================================\n",
    "--b\n",
    "--b--\n",
    "--bc\n",
    "Content-Type: multipart/mixed; boundary=b\n",
    "Content-Type: multipart/digest; boundary=\"bc\"\n",
    "Content-Type: message/rfc822\n",
    "Content-Type: text/html; charset=utf-16\n",
    "Content-Type: text/plain; format=flowed; delsp=yes\n",
    "Content-Type: text/plain; charset=iso-2022-jp\n",
    "Content-Type: text/plain; charset=gb18030\n",
    "Content-Type: image/png\n",
    "Content-Transfer-Encoding: base64\n",
    "Content-Transfer-Encoding: quoted-printable\n",
    "soft =\n",
    "=3D",
    "=",
    "dGV4dA==\n",
    "begin 644 x\n#86)C\n`\nend\n",
    "=ybegin line=4 size=4 name=x\nabcd\n=yend\n",
    "(This file must be converted with BinHex 4.0)\n:#3dq:\n",
    "-----BEGIN PGP MESSAGE-----\n",
    "-----END PGP MESSAGE-----\n",
    "_____\n",
    "<URL:http://a.example/b-\nc>",
    "http://a.example/",
    "<html><a href=\"http://a.example/?b&amp;c\">d</a>",
    "\u{FEFF}",
    "\0",
];

/// The names of header fields that are read, and one that is not.
pub(super) const NAMES: &[&str] = &[
    "Subject", "From", "Date", "Message-ID", "Newsgroups", "List-Id", "List-Archive", "References",
    "Path", "Xref", "X-Url", "Content-Base", "Content-Type", "Content-Transfer-Encoding",
    "Received", "x-a",
];

/// Tokens of header fields.
pub(super) const FIELD_TOKENS: &[&str] = &[
    " ", "\n ", "\n\t", "a", "<", ">", "@", ".", ",", ";", "=", "\"", "\\", "(", ")", ":", "?",
    "a@b.example", "<http://a.example/>", "<list.a.example>", "comp.lang.c", "=?utf-8?q?",
    "=?iso-8859-1?B?", "=?gb2312?b?", "?=", "=?utf-8*en?Q?a_b?=", "=C3=A9", "w6k=", "_", "é",
    "text/plain", "multipart/mixed", "boundary", "charset", "*0*", "*1", "utf-8''", "%C3",
    "base64", "Mon,", "1", "31", "Jan", "1999", "99", "23:59:60", "+0100", "-0000", "GMT", "(CET)",
    "\u{85}", "\u{202E}",
];

/// The labels of charsets: one for each way to decode.
pub(super) const CHARSETS: &[&str] = &[
    "", "us-ascii", "utf-8", "iso-8859-1", "windows-1252", "koi8-r", "iso-8859-6", "shift_jis",
    "euc-jp", "iso-2022-jp", "gbk", "gb2312", "gb18030", "big5", "euc-kr", "iso-2022-kr",
    "hz-gb-2312", "utf-7", "utf-16", "utf-16le", "utf-16be", "iso-2022-cn", "x-user-defined",
    "macintosh", "x-mac-cyrillic", "ibm866", "windows-874", "unknown-8bit",
];

/// Types of texts, with their parameters.
pub(super) const TYPES: &[&str] = &[
    "text/plain", "text/html", "text/plain; format=flowed", "text/plain; format=flowed; delsp=yes",
    "text/enriched", "message/delivery-status", "image/png", "application/octet-stream",
];

pub(super) const SUBTYPES: &[&str] = &["mixed", "alternative", "digest", "related", "signed", "x"];

pub(super) const BOUNDARIES: &[&str] = &["b", "bc", "\"b c\"", "b=", "----=_Part", "\"\"", "b:"];

/// Tokens of HTML pages.
pub(super) const HTML_TOKENS: &[&str] = &[
    "<", ">", "</", "/>", "\"", "'", "=", " ", "\n", "a", "b", "<a ", "<a href=\"", "<a href='",
    "<a href=", "</a>", "href", "src", "<img src=", "<img alt=\"", "<area href=\"",
    "<meta content=\"0; url=", "<base href=\"", "<form action=\"", "<input value=\"", "<b>",
    "</b>", "<p>", "<br>", "<td>", "<title>", "</title>", "<script>", "</script>", "<style>",
    "</style>", "<!--", "-->", "<!DOCTYPE html>", "<?xml", "?>", "<![CDATA[", "]]>", "&amp;",
    "&lt;", "&#x68;", "&#104;", "&#0;", "&#x110000;", "&nGt;", "&amp", "&notin;", "&", ";", "#",
    "http://a.example/", "mailto:a@b.example", "<http://a.example/b", "<URL:http://a.example/",
    "-\n", "www.a.example", "javascript:", "data:", "é", "\u{AD}", "\0", "\r\n", "=\"",
    "srcset=\"",
];
