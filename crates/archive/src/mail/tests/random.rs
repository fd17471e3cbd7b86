//! Properties of the walk that hold for any bytes. The tests use mail made of valid, damaged and random lines.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{check_base, check_regions, config};
use crate::mail::containers::mbox::is_separator;
use crate::mail::{Container, Header, Headers, messages, parts_with};

/// Returns lines of mail, valid and damaged, from which messages are made.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "",
        " ",
        "From a Mon",
        "From -12",
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
            prop_assert_eq!(!message.envelope.is_empty(), is_separator(&source, at));
            check_regions(&source[message.range.clone()]);
            at = message.range.end;
        }
        prop_assert_eq!(at, source.len());
        let separators = (1..source.len()).filter(|&at| is_separator(&source, at)).count();
        prop_assert_eq!(messages(&source).count(), separators + usize::from(!source.is_empty()));
    }
}
