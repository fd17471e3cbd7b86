//! Properties of the walk that hold for any bytes. The tests use mail made of valid, damaged and random lines.

use std::iter;

use proptest::collection::vec;
use proptest::prelude::*;

use super::{check_base, check_regions, config};
use crate::mail::containers::mbox;
use crate::mail::containers::separator::{is_separator, next_separator};
use crate::mail::{Container, Header, Headers, messages, parts_with};

/// The containers whose messages are separated by lines.
const CONTAINERS: [Container; 10] = [
    Container::Mbox,
    Container::MboxUndated,
    Container::Patches,
    Container::MboxCr,
    Container::Rnews,
    Container::Listserv,
    Container::Mmdf,
    Container::Babyl,
    Container::Mbx,
    Container::Dbox,
];

/// Returns lines of mail, valid and damaged, from which messages are made.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "",
        " ",
        "From a Mon",
        "From -12",
        "From ",
        "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001",
        "#! rnews 12\nTo: a",
        "=========================================================================\nDate: a\nFrom: b",
        "\x01\x01\x01\x01\nTo: a",
        "\x1F\x0C\n1,,\nTo: a",
        " 3-Jan-2000 12:00:00 +0000,9;0\nTo: a",
        "\x01\x02N 1\nTo: a",
        ">From b Tue",
        "Subject: a",
        " folded",
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: multipart/digest; boundary=\"bc\"",
        "Content-Type: message/rfc822",
        "Content-Type: text/html; charset=utf-16; format=flowed",
        "Content-Type: text/plain; charset=iso-2022-jp",
        "Content-Type: text/plain; charset=gbk",
        "Content-Type: text/plain; charset=utf-7",
        "Content-Type: text/plain; charset=hz-gb-2312",
        "Content-Type: text/plain; charset=iso-2022-kr",
        "+AOk- ~{Dc:C~} \x1B$)C\x0E<-?o\x0F",
        "Content-Type: image/png",
        "Content-Type: application/octet-stream",
        "Content-Type: text/calendar",
        "Content-Transfer-Encoding: base64",
        "Content-Transfer-Encoding: quoted-printable",
        "--b",
        "--b--",
        "--bc",
        "--bc-- ",
        "text = with =3D and = ",
        "soft =",
        "dGV4dA==",
        "begin 644 x",
        "#86)C",
        "end",
        "=ybegin line=4 size=4 name=x",
        "abcd",
        "=yend",
        "(This file must be converted with BinHex 4.0)",
        ":#3dq:",
        "-----BEGIN PGP MESSAGE-----",
        "-----END PGP MESSAGE-----",
        "http://a.example/",
    ]);
    let text = prop_oneof![
        9 => known.prop_map(|text| text.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..20),
    ];
    let ends = prop::sample::select(vec!["\n", "\n", "\r\n", "\r", ""]);
    (text, ends).prop_map(|(text, end)| [text.as_slice(), end.as_bytes()].concat())
}

pub(in crate::mail) fn mail() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![vec(line(), 0..30).prop_map(|lines| lines.concat()), vec(any::<u8>(), 0..300)]
}

/// Asks at each byte.
fn separators(container: Container, source: &[u8]) -> impl Iterator<Item = usize> {
    (0..source.len()).filter(move |&at| is_separator(container, source, at))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn regions_cover_any_message(message in mail()) {
        check_regions(&message);
        let _ = Container::of(&message);
        let parts = parts_with(&message, Headers::All);
        for part in parts {
            check_base(&message, &part);
            let _ = part.map(&message);
        }
        let header = Header::of(&message);
        prop_assert!(header.fields().all(|field| field.range.end <= header.body()));
    }

    #[test]
    fn messages_cover_any_source(source in mail()) {
        let mut at = 0;
        for message in messages(&source) {
            prop_assert_eq!(message.range.start, at);
            prop_assert_eq!(message.envelope.start, at);
            prop_assert!(message.envelope.end <= message.range.end);
            prop_assert_eq!(!message.envelope.is_empty(), at > 0 || mbox::is_separator(&source, 0));
            check_regions(&source[message.range.clone()]);
            at = message.range.end;
        }
        prop_assert_eq!(at, source.len());
        let starts = || messages(&source).map(|message| message.range.start).skip(1);
        // The first line decides which.
        let mboxes = [Container::Mbox, Container::MboxUndated, Container::Patches];
        let is_of = |container: &Container| {
            separators(*container, &source).filter(|&at| at > 0).eq(starts())
        };
        prop_assert!(mboxes.iter().any(is_of), "{:?}", starts().collect::<Vec<_>>());
    }

    #[test]
    fn each_separator_of_any_container_is_found(source in mail()) {
        for container in CONTAINERS {
            let next = |from| next_separator(container, &source, from);
            let found = iter::successors(next(0), |at| next(at + 1));
            let (found, expected) = (found.collect::<Vec<_>>(), separators(container, &source));
            prop_assert_eq!(found, expected.collect::<Vec<_>>(), "{:?}", container);
        }
    }
}
