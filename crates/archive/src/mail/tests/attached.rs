//! Tests of attachments, as tables: messages, mailboxes, archives and other files.

use super::*;

#[test]
fn mailboxes_and_counted_messages_in_parts_are_read() {
    let base64 = |text: &str| data_encoding::BASE64_MIME.encode(text.as_bytes());
    let message = |number: usize| {
        let body = base64(&format!("text {number}\n")).replace("\r\n", "\n");
        format!("From: a\nSubject: b\nContent-Transfer-Encoding: base64\n\n{body}\n")
    };
    let messages = |before: &dyn Fn(&str) -> String| -> String {
        (0..3).map(|number| before(&message(number)) + &message(number)).collect()
    };
    let mbox = messages(&|_| "From a Mon Jan  3 00:00:00 2000\n".to_owned());
    let babyl = messages(&|message| {
        let header = message.split_once("\n\n").expect("it has a header").0;
        format!("\x1F\x0C\n1,,\n{header}\n\n*** EOOH ***\n").replace("Subject: b", "Subject: c")
    });
    let one = "From a Mon Jan  3 00:00:00 2000\n".to_owned() + &message(0);
    let octets = "application/octet-stream";
    // (case, type, content, texts)
    let table: [(&str, &str, String, &[&str]); 13] = [
        ("mbox", "application/mbox", mbox.clone(), &["text 0", "text 1", "text 2"]),
        ("mbox as data", octets, mbox.clone(), &["text 0", "text 1", "text 2"]),
        ("mbox as text", "text/plain", mbox.clone(), &["text 0", "text 1", "text 2"]),
        ("mbox as a message", "message/rfc822", mbox.clone(), &["text 0", "text 1", "text 2"]),
        (
            "mbox after a blank line",
            octets,
            "\n".to_owned() + &mbox,
            &["text 0", "text 1", "text 2"],
        ),
        ("one message", octets, one.clone(), &["text 0"]),
        ("one message as text", "text/plain", one, &[]),
        (
            "a batch",
            octets,
            messages(&|_| "#! rnews 9\n".to_owned()),
            &["text 0", "text 1", "text 2"],
        ),
        (
            "MMDF",
            octets,
            messages(&|_| "\x01\x01\x01\x01\n".to_owned()),
            &["text 0", "text 1", "text 2"],
        ),
        ("Babyl", octets, "BABYL OPTIONS:\n".to_owned() + &babyl, &["text 0", "text 1", "text 2"]),
        ("emlx", octets, format!("9\n{}", message(0)), &["text 0"]),
        (
            "emlx with a list",
            octets,
            format!("{}\n{}<?xml?>text 1", message(0).len(), message(0)),
            &["text 0"],
        ),
        ("a number", octets, "9\ntext 1\n".to_owned(), &["9\ntext 1"]),
    ];
    for (tried, kind, content, expected) in table {
        for (encoding, content) in [("7bit", content.clone()), ("base64", base64(&content))] {
            let head = "Content-Type: multipart/mixed; boundary=b\n\n--b\n";
            let message = format!(
                "{head}Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n{content}\n--b--\n"
            );
            let found: Vec<_> = parts(message.as_bytes())
                .map(|part| String::from_utf8_lossy(&part.text).trim().to_owned())
                .filter(|text| text.contains("text"))
                .collect();
            assert_eq!(found, expected, "{tried} in {encoding}");
            check_regions(message.as_bytes());
        }
    }
}

#[test]
fn the_second_header_of_babyl_is_no_text() {
    let header = "A: b\nContent-Transfer-Encoding: base64\n\n";
    // (between the first header and the body)
    let table = [
        ("", "dGV4dA==\n", "text"),
        ("*** EOOH ***\nA: b\n\n", "dGV4dA==\n", "text"),
        ("*** EOOH ***\nA: b\n c\nD: e\n\n", "dGV4dA==\n", "text"),
        ("*** EOOH ***\n\n", "dGV4dA==\n", "text"),
        ("*** EOOH ***\r\nA: b\r\n\r\n", "dGV4dA==\r\n", "text"),
    ];
    for (between, body, expected) in table {
        let message = format!("\x1F\x0C\n1,,\n{header}{between}{body}");
        let texts: Vec<_> = parts(message.as_bytes()).map(|part| part.text.into_owned()).collect();
        assert_eq!(texts, [expected.as_bytes()], "{between:?}");
        check_regions(message.as_bytes());
    }
    let message = format!("{header}*** EOOH ***\nA: b\n\ndGV4dA==\n");
    assert_ne!(outline(message.as_bytes()), "1 Body Plain decoded \"text\"\n", "it is no Babyl");
}

#[test]
fn time_of_blocks_in_lines_of_json_is_linear() {
    let block = "begin 644 x\n#86)C\nend\n";
    for line in ["a\\\n", "{\"a\":\"\\\"}\n", "{\"rawEmail\":\"\\\"}\n"] {
        let unit = line.to_owned() + block;
        assert_linear(&unit, "", 20, |text| _ = text_parts(text).count());
        assert_linear(&unit, "", 20, |text| {
            let head = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n";
            _ = parts(&[head, text].concat()).count();
        });
    }
}

#[test]
fn messages_in_json_are_read() {
    let json = r#"{"a": "b", "rawEmail": "To: a\nSubject: b\nContent-Transfer-Encoding: base64\n\ndGV4dA=="}"#;
    let object = text_parts(json.as_bytes()).map(|part| (part.path, part.text.into_owned()));
    let expected: [(&str, &[u8]); 3] =
        [("1", br#"{"a": "b", "rawEmail": ""#), ("1.1", b"text"), ("1", br#""}"#)];
    let expected = expected.map(|(path, text)| (Cow::Borrowed(path), text.to_vec()));
    assert_eq!(object.collect::<Vec<_>>(), expected);
    let many = format!("[{json},{json}]");
    let texts = text_parts(many.as_bytes()).filter(|part| &*part.text == b"text");
    assert_eq!(texts.count(), 2);
}

#[test]
fn attachments_are_read_as_their_first_bytes_show() {
    let typed = |kind: &str, body: &str| format!("Content-Type: {kind}\n\n{body}");
    let base64 = |body: &[u8]| {
        let encoded = data_encoding::BASE64_MIME.encode(body).replace("\r\n", "\n");
        format!(
            "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n{encoded}"
        )
    };
    let octets = "application/octet-stream";
    // A signed message whose content has less than 128 bytes (RFC 5652). Its other lengths are indefinite.
    let signed = |content: &[u8]| {
        let start = b"\x30\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02\xA0\x80\x30\x80\x02\x01\x01\x31\0\
            \x30\x80\x06\x01\x01\xA0\x80\x04";
        base64(
            &[start, &[u8::try_from(content.len()).expect("it is short")][..], content, &[0; 10]]
                .concat(),
        )
    };
    // (case, message, parts)
    let table: [(&str, String, &[&str]); 27] = [
        ("text", typed(octets, "a b"), &[r#"1 Attachment Other stored "a b""#]),
        ("text in base64", base64(b"a b"), &[r#"1 Attachment Other decoded "a b""#]),
        ("JSON", typed("application/json", "{}"), &[r#"1 Attachment Other stored "{}""#]),
        ("a type without a slash", typed("x-own/y", "a"), &[r#"1 Attachment Other stored "a""#]),
        ("a page", typed(octets, "<html>a"), &[r#"1 Attachment Html stored "<html>a""#]),
        ("a page in base64", base64(b"<html>a"), &[r#"1 Attachment Html decoded "<html>a""#]),
        (
            "XHTML",
            typed("application/xhtml+xml", "<?xml?><html>"),
            &[r#"1 Attachment Html stored "<?xml?><html>""#],
        ),
        (
            "a calendar",
            base64(b"BEGIN:VCALENDAR"),
            &[r#"1 Attachment ContentLines decoded "BEGIN:VCALENDAR""#],
        ),
        ("UTF-16", base64(b"\xFF\xFEa\0b\0"), &[r#"1 Attachment Other decoded "ab""#]),
        (
            "a file in a text",
            typed(octets, "a\nbegin 644 x\n#86)C\n`\nend\n"),
            &[r#"1 Attachment Other stored "a\n""#],
        ),
        ("a message", typed(octets, "To: a\nX-A: b\n\nx"), &[r#"1.1 Body Plain stored "x""#]),
        (
            "a message with a page, in base64",
            base64(b"To: a\nContent-Type: text/html\n\n<p>"),
            &[r#"1.1 Body Html decoded "<p>""#],
        ),
        (
            "a message with an attachment",
            base64(typed(octets, "To: a\n\nb").replacen("Content", "To: c\nContent", 1).as_bytes()),
            &[r#"1.1 Attachment Other decoded "To: a\n\nb""#],
        ),
        (
            "a signed message",
            signed(b"Content-Type: text/html\r\n\r\n<p>"),
            &[r#"1.1 Body Html decoded "<p>""#],
        ),
        ("a signed text", signed(b"a b"), &[r#"1 Attachment Other decoded "a b""#]),
        ("a signed page", signed(b"<html>a"), &[r#"1 Attachment Html decoded "<html>a""#]),
        (
            "TNEF",
            base64(b"\x78\x9F\x3E\x22\0\0\x01\x0C\x80\x02\0\x08\0\0\0the body"),
            &[r#"1.1 Body Plain decoded "the body""#],
        ),
        ("TNEF without text", base64(b"\x78\x9F\x3E\x22\0\0"), &[]),
        ("a signed zip", signed(b"PK\x03\x04\x14\0"), &[]),
        ("a zip", base64(b"PK\x03\x04\x14\0http://a.example/"), &[]),
        ("a program", base64(b"\x7FELF\0http://a.example/"), &[]),
        ("a PDF", typed("application/pdf", "%PDF-1.4\nhttp://a.example/"), &[]),
        ("a signature", typed("application/pgp-signature", "http://a.example/"), &[]),
        ("a picture", typed("image/png", "<svg>"), &[]),
        (
            "a picture in SVG",
            typed("image/svg+xml", "<?xml version='1.0'?><svg>"),
            &[r#"1 Attachment Html stored "<?xml version='1.0'?><svg>""#],
        ),
        (
            "no base64",
            typed("application/x\nContent-Transfer-Encoding: base64", "http://a.example/"),
            &[],
        ),
        ("nothing", typed(octets, ""), &[]),
    ];
    for (tried, message, expected) in table {
        check(tried, &message, expected);
    }
}

#[test]
fn archives_in_parts_are_reported() {
    let tar = [&b"a.txt"[..], &[0; 252], b"ustar"].concat();
    // (content, whether it is an archive)
    let table: [(&[u8], bool); 7] = [
        (b"PK\x03\x04\x14\0http://a.example/", true),
        (b"\x1F\x8B\x08\0", true),
        (&tar, true),
        (&tar[..100], false),
        (b"\x7FELF\0http://a.example/", false),
        (b"PK is text", false),
        (b"ustar\0", false),
    ];
    for (content, is_archive) in table {
        let encoded = data_encoding::BASE64.encode(content);
        let header = "Content-Type: application/x\nContent-Transfer-Encoding: base64\n\n";
        let message = format!("{header}{encoded}\n").into_bytes();
        let mut parts = parts(&message);
        parts.by_ref().for_each(drop);
        let expected: &[DamageKind] = if is_archive { &[DamageKind::ArchiveInPart] } else { &[] };
        assert_eq!(parts.damage(), expected, "{}", content.escape_ascii());
    }
}

/// The parts of an encoded message in a part are read as if it were not encoded.
#[test]
fn encoded_messages_are_read() {
    check(
        "in base64",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nQTogYgoKdGV4dA==\n",
        &[r#"1.1 Body Plain decoded "text""#, "  EncodedMessage"],
    );
    // "Content-Type: multipart/mixed; boundary=c\n\n--c\nContent-Transfer-Encoding: base64\n\ndGV4dA==\n
    // --c\n\ntwo\n--c\nContent-Type: image/png\n\nx\n--c--\n"
    check(
        "with parts of its own, and a footer after it",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Type: message/rfc822\n\
         Content-Transfer-Encoding: base64\n\n\
         Q29udGVudC1UeXBlOiBtdWx0aXBhcnQvbWl4ZWQ7IGJvdW5kYXJ5PWMKCi0tYwpDb250ZW50LVRy\n\
         YW5zZmVyLUVuY29kaW5nOiBiYXNlNjQKCmRHVjRkQT09Ci0tYwoKdHdvCi0tYwpDb250ZW50LVR5\n\
         cGU6IGltYWdlL3BuZwoKeAotLWMtLQo=\n\nthe footer\n--b\n\nthree\n--b--\n",
        &[
            r#"1 Body Plain stored "one""#,
            r#"2.1 Body Plain decoded "text""#,
            "  EncodedMessage",
            r#"2.2 Body Plain decoded "two""#,
            r#"2 Footer Plain stored "the footer""#,
            r#"3 Body Plain stored "three""#,
        ],
    );
    check(
        "in quoted-printable",
        "Content-Type: message/global\nContent-Transfer-Encoding: quoted-printable\n\n\
         Content-Transfer-Encoding: quoted-printable\n\na=3D3Db\n",
        &[r#"1.1 Body Plain decoded "a=b\n""#, "  EncodedMessage"],
    );
    check(
        "called quoted-printable, but stored as it is",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n\
         Content-Type: text/plain; charset=utf-8\n\n?a=3Db\n",
        &[r#"1.1 Body Plain stored "?a=3Db\n""#, "  EncodedMessage"],
    );
    check(
        "called base64, but stored as it is",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nA: b\n\ntext\n",
        &[r#"1.1 Body Plain stored "text\n""#, "  EncodedMessage"],
    );
}

/// The fields of such a message are searched too.
#[test]
fn an_encoded_message_has_the_position_of_its_part() {
    let message =
        b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nQTogYgoKdGV4dA==\n";
    let found: Vec<_> = parts_with(message, Headers::Useful).skip(1).collect();
    let paths: Vec<_> = found.iter().map(|part| &*part.path).collect();
    assert_eq!(paths, ["1.header:A", "1.1"]);
    for part in found {
        assert_eq!((part.stored.clone(), part.encoding), (64..81, TransferEncoding::Base64));
        assert_eq!((part.base, part.map(message)), (None, None));
    }
}

/// A message that is nested deeper is read as text.
#[test]
fn the_nesting_of_encoded_messages_is_limited() {
    let head = "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n";
    let mut message = "A: =\n\ntext".to_owned();
    for _ in 0..10 {
        message = head.to_owned() + &message.replace('=', "=3D");
    }
    let found: Vec<_> = parts(message.as_bytes()).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].damage,
        [DamageKind::EncodedMessage; 5]
            .iter()
            .copied()
            .chain([DamageKind::TooDeep])
            .collect::<Vec<_>>()
    );
    assert!(found[0].text.ends_with(b"text"));
}
