//! Messages and texts that are larger than `--max-message`: each URL is found once, wherever it is. The library tests
//! messages of any parts.

use std::fs;

use crate::program::{Folder, seen, text, urlsift};

/// Lines of base64 that encode `urls` URLs, each on the first of a hundred lines.
fn base64(urls: usize) -> String {
    let first = "aHR0cDovL2EuZXhhbXBsZS8K".to_owned() + &"eHh4".repeat(13) + "\n";
    (first + &("eHh4".repeat(18) + "eHgK\n").repeat(99)).repeat(urls)
}

/// Returns a text with `lines` long lines. After each of them there is a URL.
fn lines(lines: usize) -> String {
    let line = |i| format!("{}\nhttp://l.example/{i}\n", "x ".repeat(40_000));
    (0..lines).map(line).collect()
}

#[test]
fn no_message_is_dropped_for_its_size() {
    let folder = Folder::new("large-messages");
    let damage = folder.path().join("list").display().to_string();
    let (picture, words, fields) = (base64(150), "x ".repeat(550_000), "X-A: b\n".repeat(160_000));
    let head = "Message-ID: <1@a.example>\nSubject: x\n";
    let mixed = format!("{head}Content-Type: multipart/mixed; boundary=b\n\n");
    let image = "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n";
    let (see, encoded) = ("--b\n\nhttp://b.example/\n", "Content-Transfer-Encoding: base64\n");
    let letter = format!(
        "From a@b.example Mon Jan  1 00:00:00 2001\nFrom: a\nTo: b\n{encoded}\n{}\n",
        base64(2)
    );
    let inner = "Content-Type: application/mbox\n\n".to_owned() + &letter.repeat(20);
    let utf_16 =
        format!("\u{FEFF}{}", lines(8)).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let page = lines(15).replace("http:", "<a href=x:y>z</a> http:");
    // Columns: the case, the file, the number of rows, whether a text is in several pieces.
    let table: [(&str, Vec<u8>, usize, bool); 10] = [
        ("a picture", format!("{mixed}{image}{picture}{see}--b--\n").into(), 1, false),
        ("a type after fields", format!("{head}{fields}{encoded}\n{}", base64(2)).into(), 2, true),
        ("a type before fields", format!("{encoded}{head}{fields}\n{}", base64(2)).into(), 2, true),
        (
            "a field",
            format!("{head}X-A: {words}\n y\nX-Url: http://c.example/\n\n{see}").into(),
            2,
            true,
        ),
        ("base64", format!("{head}{encoded}\n{picture}").into(), 150, true),
        ("a text", format!("{words}http://a.example/ {words}\nhttp://b.example/").into(), 2, true),
        ("a page", format!("<html>{page}</html>").into(), 15, true),
        ("JSON", format!("{{\"a\": \"{}\"}}", lines(15).replace('\n', "\\n")).into(), 15, true),
        ("UTF-16", utf_16, 8, true),
        ("a mailbox", format!("{mixed}{image}{picture}--b\n{inner}{see}").into(), 41, false),
    ];
    for (case, bytes, count, is_listed) in table {
        let path = folder.file("large", &bytes);
        // A text whose charset is decoded has its own offsets in each piece.
        let fields =
            if case == "UTF-16" { "url" } else { "url,start,part,message_offset,message_id" };
        let options = ["scan", "--format", "jsonl", "--fields", fields, "--damage", &damage];
        let scan = |size| urlsift(&[&options[..], &["--max-message", size, &path]].concat(), b"");
        let (whole, pieces) = (scan("1G").stdout, scan("1M"));
        let list = fs::read_to_string(&damage).expect("it was written");
        assert_eq!(seen(&pieces), (Some(0), text(&whole), ""), "{case}");
        assert_eq!(text(&whole).lines().count(), count, "{case}");
        assert_eq!(list.contains("\"in_pieces\""), is_listed, "{case}: {list}");
    }
    // Only the first piece of an encoded message shows the encodings of its parts.
    let inner = "Content-Type: multipart/mixed; boundary=c\n\n--c\n\n";
    let lines = data_encoding::BASE64_MIME.encode(format!("{inner}{picture}").as_bytes());
    let message = format!("{mixed}{see}--b\nContent-Type: message/rfc822\n{encoded}\n{lines}{see}");
    let options = ["scan", "--max-message", "1M", "--damage", &damage];
    let output = urlsift(&options, message.as_bytes());
    let list = fs::read_to_string(&damage).expect("it was written");
    assert!(output.status.code() == Some(2) && list.contains("\"too_large\""), "{list}");
}
