//! Tests of archives in attachments, which `--attachments` opens.

use crate::program::{Folder, archive, gzip, text, urlsift};

/// The parts of `packed.mbox`: a zip, a tar, two compressed texts, and a 7z that is not opened.
const OPENED: &str = "\
part,url
body:1,http://body.example/
body:2.1,http://text.example/
body:2.2,http://page.example/
body:2.3.1,http://one.example/
body:2.4.1,http://two.example/
body:2.5.1,http://message.example/
body:3.1,http://tar.example/
body:4.1,http://gzip.example/
body:5.1,http://bzip2.example/
";

#[test]
fn archives_in_attachments_are_searched_if_wanted() {
    let folder = Folder::new("attachments");
    let mailbox = archive("packed.mbox");
    let packed = folder.file("packed.mbox", &mailbox);
    let message = &mailbox[mailbox.iter().position(|&byte| byte == b'\n').expect("a line") + 1..];
    // A message that is encoded in another.
    let nested = {
        let header = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n";
        let body = data_encoding::BASE64.encode(message);
        folder.file("nested.eml", format!("{header}{body}").as_bytes())
    };
    let below = OPENED.replace("body:", "body:1.");
    let list = folder.path().join("list").display().to_string();
    // (options, rows)
    let table: [(&[&str], &str); 4] = [
        (&[&packed], "part,url\nbody:1,http://body.example/\n"),
        (&["--attachments", &packed], OPENED),
        (&["--attachments", "--stats", &packed], OPENED),
        (&["--attachments", &nested], &below),
    ];
    for (options, rows) in table {
        let common = ["scan", "--format", "csv", "--fields", "part,url", "--damage", &list];
        let output = urlsift(&[&common, options].concat(), b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), rows), "{options:?}");
        let list = std::fs::read_to_string(&list).expect("a list");
        // The 7z, and the zip in the tar, are not opened.
        assert!(list.contains("archive_in_part"), "{options:?}: {list}");
    }
}

#[test]
fn what_would_expand_too_far_is_reported() {
    let folder = Folder::new("attachments-bound");
    let part = |text: &[u8]| {
        let header = "--b\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n";
        format!("{header}{}\n", data_encoding::BASE64.encode(&gzip(text)))
    };
    let long = ["http://first.example/ ".as_bytes(), &vec![b'x'; 1 << 20]].concat();
    let later = [&[b'\n'; 8192][..], b"http://later.example/"].concat();
    let all = [part(b"http://a.example/\n"), part(&long), part(&later)].concat();
    let message = format!("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n{all}--b--\n");
    let path = folder.file("bound.eml", message.as_bytes());
    let list = folder.path().join("list").display().to_string();
    // (largest message, URLs, whether the message is listed)
    let table = [
        ("2M", "http://a.example/\nhttp://first.example/\nhttp://later.example/\n", false),
        // The text is searched in pieces up to the bound, and nothing is left for the third archive.
        ("100K", "http://a.example/\nhttp://first.example/\n", true),
    ];
    for (size, urls, is_listed) in table {
        let options = ["scan", "--attachments", "--max-message", size, "--damage", &list, &path];
        let output = urlsift(&options, b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), urls), "{size}");
        let list = std::fs::read_to_string(&list).expect("a list");
        assert_eq!(list.contains("archive_in_part"), is_listed, "{size}: {list}");
    }
}
