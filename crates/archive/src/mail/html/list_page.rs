//! A message as a page of a mailing list's archive, as `MHonArc`, hypermail and Pipermail make it (A3, A5).
//!
//! The comments and the head of the page have the facts of the message, and comments enclose its body.
//!
//! | program | the facts | the body |
//! |---|---|---|
//! | `MHonArc` | `<!--X-Subject: … -->` and other comments; the sender is rotated | from `<!--X-Body-of-Message-->` to its end |
//! | hypermail | `<!-- subject="…" -->` and other comments | from `<!-- body="start" -->` to its end, without the `<address>` |
//! | Pipermail | `<H1>`, `<I>`, and the link to the sender, whose query has the identifier | between the comments `beginarticle` and `endarticle` |

use core::ops::Range;
use std::borrow::Cow;

use memchr::memmem;

use crate::mail::headers::header::Header;
use crate::mail::headers::origin::Origin;
use crate::mail::html::text::decoded;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::quoted_printable::hex_octet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListPage {
    pub(crate) origin: Origin,
    /// The message in the page. Bytes, half-open.
    pub(crate) body: Range<usize>,
}

const HEAD_BYTES: usize = 1 << 16;

struct Program {
    body: [&'static str; 2],
    /// The beginning and the end of what precedes the message in the body.
    left_out: Option<[&'static str; 2]>,
    /// The facts: the field of a message, and what precedes and follows its value.
    facts: [(&'static str, &'static str, &'static str); 4],
}

const PROGRAMS: [Program; 3] = [
    Program {
        body: ["<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"],
        left_out: None,
        facts: [
            ("Subject", "<!--X-Subject: ", " -->"),
            ("Date", "<!--X-Date: ", " -->"),
            ("Message-ID", "<!--X-Message-Id: ", " -->"),
            (ROTATED_FROM, "<!--X-From-R13: ", " -->"),
        ],
    },
    Program {
        body: ["<!-- body=\"start\" -->", "<!-- body=\"end\" -->"],
        left_out: Some(["<address", "</address>"]),
        facts: [
            ("Subject", "<!-- subject=\"", "\" -->"),
            ("Date", "<!-- sent=\"", "\" -->"),
            ("Message-ID", "<!-- id=\"", "\" -->"),
            ("From", "<!-- email=\"", "\" -->"),
        ],
    },
    Program {
        body: ["<!--beginarticle-->", "<!--endarticle-->"],
        left_out: None,
        facts: [
            ("Subject", "<H1>", "</H1>"),
            ("Date", "<I>", "</I>"),
            ("Message-ID", "In-Reply-To=", "\""),
            ("From", "<B>", "</A>"),
        ],
    },
];

/// A field `From` whose letters `MHonArc` has rotated, against collectors of addresses.
const ROTATED_FROM: &str = "From-R13";

impl ListPage {
    /// Returns `None` if no known program made the page. Linear in the page.
    pub(crate) fn of(page: &[u8]) -> Option<ListPage> {
        let head = &page[..page.len().min(HEAD_BYTES)];
        PROGRAMS.iter().find_map(|program| {
            let [begin, end] = program.body;
            let at = memmem::find(head, begin.as_bytes())?;
            let start = at + begin.len();
            let length = memmem::find(&page[start..], end.as_bytes());
            let end = length.map_or(page.len(), |length| start + length);
            let after = program.left_out.and_then(|[before, after]| {
                // If text precedes the address, the author of the message wrote it.
                let near = &head[start.min(head.len())..end.min(head.len())];
                let found = between(near, before, after)?;
                let is_first = !has_text(&near[..found.start - before.len()]);
                is_first.then_some(start + found.end + after.len())
            });
            // The facts as a header.
            let mut header = Vec::new();
            for (name, before, after) in program.facts {
                let Some(value) = between(&head[..at], before, after) else { continue };
                let value = fact(name, &head[value]);
                header.extend(
                    [name.trim_end_matches("-R13").as_bytes(), b": ", &value, b"\n"].concat(),
                );
            }
            // A page that only quotes such comments has no facts there, and is searched as a whole.
            let origin = Origin::of(&Header::of(&header));
            let body = after.unwrap_or(start)..end;
            let has_facts = origin.date.is_some() && origin.message_id.is_some();
            (has_facts && !page[body.clone()].trim_ascii().is_empty())
                .then_some(ListPage { origin, body })
        })
    }
}

fn between(text: &[u8], before: &str, after: &str) -> Option<Range<usize>> {
    let start = memmem::find(text, before.as_bytes())? + before.len();
    Some(start..start + memmem::find(&text[start..], after.as_bytes())?)
}

fn has_text(text: &[u8]) -> bool {
    let mut is_tag = false;
    text.iter().any(|&byte| {
        is_tag = (is_tag && byte != b'>') || byte == b'<';
        !is_tag && byte != b'>' && !byte.is_ascii_whitespace()
    })
}

fn fact(name: &str, written: &[u8]) -> Vec<u8> {
    let value = match name {
        // The address of a sender is the text after the last tag.
        "From" => written.rsplit(|&byte| byte == b'>').next().unwrap_or_default(),
        _ => written,
    };
    let text = decoded(value, Charset::UTF_8, 0..value.len()).bytes;
    let text: Cow<'_, [u8]> = match name {
        ROTATED_FROM => text.iter().map(|&byte| rotated(byte)).collect(),
        "Message-ID" => {
            let identifier = percent_decoded(&text);
            let identifier = identifier.split(|&byte| byte == b'&').next().unwrap_or_default();
            let inner = identifier.trim_ascii();
            let inner = inner.strip_prefix(b"<").unwrap_or(inner);
            [b"<", inner.strip_suffix(b">").unwrap_or(inner), b">"].concat().into()
        }
        _ => text,
    };
    let words: Vec<&[u8]> =
        text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    words.join(&b' ')
}

/// Returns the byte that `MHonArc` has written as `byte`: it rotates `@A-Z[` by 14, and small letters by 13.
fn rotated(byte: u8) -> u8 {
    match byte {
        b'@'..=b'[' => b'@' + (byte - b'@' + 14) % 28,
        b'a'..=b'z' => b'a' + (byte - b'a' + 13) % 26,
        _ => byte,
    }
}

fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let octet = if first == b'%' { hex_octet(after) } else { None };
        bytes.push(octet.unwrap_or(first));
        rest = if octet.is_some() { &after[2..] } else { after };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_of_a_message_are_read() {
        let mhonarc = "<!-- MHonArc v2.5.11 -->\n<!--X-Subject: Re: a &#45;&#45; b &amp; c -->\n\
            <!--X-From-R13: \"oelna f. oynax\" <oelnaNfhcrearg.arg> -->\n\
            <!--X-Date: Wed, 28 Jul 1999 14:06:37 &#45;0400 (EDT) -->\n\
            <!--X-Message-Id: 199907281554.LAA15425@supernet.net -->\n<a href=\"up\">up</a>\
            <!--X-Body-of-Message-->BODY<!--X-Body-of-Message-End--> down";
        let hypermail = "<!-- received=\"Tue Apr 10 22:43:56 2018\" -->\n\
            <!-- sent=\"Tue, 10 Apr 2018 15:43:27 -0700\" -->\n<!-- name=\"Ann\" -->\n\
            <!-- email=\"ann&#x40;&#0105;s.example\" -->\n<!-- subject=\"a &quot;b&quot;\" -->\n\
            <!-- id=\"1@a.example\" -->\n<!-- body=\"start\" -->\n<address><a href=\"mailto:x\">x</a>\n\
            </address>BODY<!-- body=\"end\" -->";
        let pipermail = "<H1>a\n  b\n   </H1>\n    <B>Ann\n    </B> \n    <A HREF=\"mailto:l%40a.example?Subject=a&\
            In-Reply-To=%3C1A-2%40a.example%3E\"\n       TITLE=\"a b\">ann at a.example\n       </A><BR>\n\
            <I>Thu Feb 11 20:15:18 CST 2016</I>\n<!--beginarticle-->BODY<!--endarticle-->\n<a href=\"x\">";
        // (page, subject, date, identifier, domain)
        let table = [
            (
                mhonarc,
                "Re: a -- b & c",
                "1999-07-28T14:06:37-04:00",
                "<199907281554.LAA15425@supernet.net>",
                "supernet.net",
            ),
            (hypermail, "a \"b\"", "2018-04-10T15:43:27-07:00", "<1@a.example>", "is.example"),
            (pipermail, "a b", "2016-02-11T20:15:18-06:00", "<1A-2@a.example>", "a.example"),
        ];
        for (page, subject, date, identifier, domain) in table {
            let ListPage { origin, body } =
                ListPage::of(page.as_bytes()).expect("it is a page of a list");
            let found = [&origin.subject, &origin.date, &origin.message_id, &origin.from_domain];
            let expected = [subject, date, identifier, domain].map(Some);
            assert_eq!(found.map(Option::as_deref), expected);
            assert_eq!(&page[body], "BODY");
        }
    }

    #[test]
    fn other_pages_have_no_facts() {
        for page in [
            "",
            "<html><H1>a</H1><I>b</I>",
            "<!--endarticle-->",
            "<!-- MHonArc v2 --><!--X-Subject: a -->",
        ] {
            assert_eq!(ListPage::of(page.as_bytes()), None, "{page}");
        }
        let facts =
            "<I>1 Jan 2001 00:00:00 +0000</I><a href=\"x?In-Reply-To=1@a\"><!--beginarticle-->";
        let body = |page: &str| {
            let page = [facts, page].concat();
            ListPage::of(page.as_bytes()).map(|it| page[it.body].to_owned())
        };
        assert_eq!(body("a").as_deref(), Some("a"), "its end is missing");
        assert_eq!(body(" <!--endarticle--> a"), None, "the body is empty");
        let page =
            "<!-- sent=\"1 Jan 2001 00:00:00 +0000\" --><!-- id=\"1@a\" --><!-- body=\"start\" -->";
        for (text, expected) in [
            ("<p><address>a</address>b", "b"),
            ("a<address>b</address>c", "a<address>b</address>c"),
        ] {
            let page = [page, text].concat();
            let found = ListPage::of(page.as_bytes()).expect("it is a page of a list");
            assert_eq!(&page[found.body], expected);
        }
    }
}
