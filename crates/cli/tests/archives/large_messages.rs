//! Messages and texts that are larger than `--max-message`: each URL is found once, wherever it is.

use std::fs;

use data_encoding::BASE64_MIME;

use crate::program::{Folder, text, urlsift};

/// Lines of base64 that encode `http://a.example/`, a line feed and 39 bytes more, 4 MB in all.
fn base64(lines: usize) -> String {
    ("aHR0cDovL2EuZXhhbXBsZS8K".to_owned() + &"eHh4".repeat(13) + "\n").repeat(lines)
}

/// Returns a text with `lines` long lines. After each of them there is a URL.
fn lines(lines: usize) -> String {
    let line = |i| format!("{}\nhttp://l.example/{i}\n", "x ".repeat(40_000));
    (0..lines).map(line).collect::<Vec<_>>().concat()
}

#[test]
fn no_message_is_dropped_for_its_size() {
    let folder = Folder::new("large-messages");
    let damage = folder.path().join("list").display().to_string();
    let (picture, words) = (base64(50_000), "x ".repeat(2_000_000));
    let head = "Message-ID: <1@a.example>\nSubject: x\n";
    let mixed = format!("{head}Content-Type: multipart/mixed; boundary=b\n\n");
    let image = "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n";
    let see = "--b\n\nhttp://b.example/\n";
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let letter = |lines| {
        let head = "From a@b.example Mon Jan  1 00:00:00 2001\nFrom: a\nTo: b\n";
        format!("{head}Content-Transfer-Encoding: base64\n\n{}\n", base64(lines))
    };
    let mailbox = letter(20_000) + &letter(100).repeat(40);
    let inner = "Content-Type: multipart/mixed; boundary=c\n\n";
    // Columns: the case, the file, the number of rows, whether a text is in several pieces.
    let table: Vec<(&str, Vec<u8>, usize, bool)> = vec![
        ("a picture after", format!("{mixed}{see}{image}{picture}--b--\n").into(), 1, false),
        ("a picture before", format!("{mixed}{image}{picture}{see}--b--\n").into(), 1, false),
        (
            "a picture between, not closed, in a multipart",
            format!("{mixed}{see}--b\n{inner}--c\n{}{picture}\n--c\n{}", &image[4..], &see[4..]).into(),
            2,
            false,
        ),
        (
            "a message with a picture in a message",
            format!("{mixed}--b\nContent-Type: message/rfc822\n\n{}{picture}{see}", inner.to_owned() + "--c" + &image[3..]).into(),
            1,
            false,
        ),
        ("a type after many fields", format!("{head}{}Content-Transfer-Encoding: base64\n\n{}", "X-A: b\n".repeat(400_000), base64(9)).into(), 9, true),
        ("a type before many fields", format!("Content-Transfer-Encoding: base64\n{head}{}\n{}", "X-A: b\n".repeat(400_000), base64(9)).into(), 9, true),
        ("one long field", format!("{head}X-A: {words}\n y\nX-Url: http://c.example/\n\n{see}").into(), 2, true),
        ("base64", format!("{head}Content-Transfer-Encoding: base64\n\n{picture}").into(), 50_000, true),
        ("one line", format!("{head}\nhttp://a.example/ {words} http://b.example/ {words}http://c.example/\n").into(), 3, true),
        ("a text", lines(50).into(), 50, true),
        ("a text with one line", format!("{words}http://a.example/ {words}\nhttp://b.example/").into(), 2, true),
        ("a page", format!("<html>{}</html>", lines(50).replace("http:", "<a href=x:y>z</a> http:")).into(), 50, true),
        ("JSON", format!("{{\"a\": \"{}\"}}", lines(50).replace('\n', "\\n")).into(), 50, true),
        ("UTF-16", utf_16(&format!("\u{FEFF}{}", lines(20))), 20, true),
        (
            "a mailbox",
            format!("From a Mon\n{mixed}{see}{image}{picture}--b--\n\nFrom b Tue\n{head}\n{see}\nFrom c Mon\n{mixed}{image}{picture}{see}").into(),
            3,
            false,
        ),
        (
            "a mailbox as an attachment",
            format!("{mixed}{image}{picture}--b\nContent-Type: application/mbox\n\n{mailbox}{see}").into(),
            24_001,
            true,
        ),
    ];
    for (case, bytes, count, is_listed) in table {
        let path = folder.file("large", &bytes);
        // A text whose charset is decoded has its own offsets in each piece.
        let fields =
            if case == "UTF-16" { "url" } else { "url,start,part,message_offset,message_id" };
        let options = ["scan", "--format", "jsonl", "--fields", fields, "--damage", &damage];
        let scan = |size| urlsift(&[&options[..], &["--max-message", size, &path]].concat(), b"");
        let whole = scan("1G");
        let pieces = scan("1M");
        let list = fs::read_to_string(&damage).expect("it was written");
        assert_eq!((pieces.status.code(), text(&pieces.stderr)), (Some(0), ""), "{case}");
        assert_eq!(text(&whole.stdout).lines().count(), count, "{case}");
        assert!(pieces.stdout == whole.stdout, "{case}");
        assert_eq!(list.contains("\"in_pieces\""), is_listed, "{case}: {list}");
    }
    // Only the first piece of an encoded message shows the encodings of its parts.
    let encoded = BASE64_MIME.encode(format!("{inner}--c\n\n{picture}").as_bytes());
    let part = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64";
    let message = format!("{mixed}{see}--b\n{part}\n\n{encoded}{see}");
    let options = ["scan", "--max-message", "1M", "--damage", &damage];
    let output = urlsift(&options, message.as_bytes());
    let list = fs::read_to_string(&damage).expect("it was written");
    assert!(output.status.code() == Some(2) && list.contains("\"too_large\""), "{list}");
    let large = format!("{mixed}{see}{image}{}--b--\n", base64(900_000));
    let output = urlsift(&["link", "--to", "text"], large.as_bytes());
    assert!(text(&output.stdout).contains("http://b.example/"));
}
