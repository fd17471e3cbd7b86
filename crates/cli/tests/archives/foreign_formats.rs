//! Tests of files whose format another program converts: they are named, counted, and not searched.

use crate::program::{Folder, seen, text, urlsift};

const URL: &[u8] = b"\nhttp://x.example/\n";

/// Files that are not read: the name, the first bytes, the noun of one, and what the message advises.
const FILES: [(&str, &[u8], &str, &str); 5] = [
    ("a.pst", b"!BDN\0\0", "Outlook data file (.pst, .ost)", "use `readpst -o DIR FILE`"),
    (
        "b.msg",
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0",
        "OLE file (.msg, .doc, .xls)",
        "use `msgconvert --outfile x.eml FILE` for a message, `catdoc FILE` for a document",
    ),
    ("c.pdf", b"%PDF-1.4\n", "PDF file", "use `pdftohtml -i -stdout FILE`"),
    (
        "Inbox.msf",
        b"// <!-- <mdb:mork:z v=\"1.4\"/> -->\n",
        "Thunderbird database (.msf, .mab)",
        "the mail is in the file of the same name without .msf",
    ),
    (
        "prefs.js",
        b"// Mozilla User Preferences\n",
        "Mozilla settings file (prefs.js)",
        "use `--input text` to search it",
    ),
];

#[test]
fn files_of_foreign_formats_are_reported_with_the_name_of_a_converter() {
    let folder = Folder::new("foreign");
    let hint = " (scan --verbose names them)";
    let mut expected =
        vec![format!("urlsift: skipped 1 file that is neither mail nor text{hint}\n")];
    for (name, head, noun, advice) in FILES {
        let bytes = [head, URL].concat();
        folder.file(name, &bytes);
        let output = urlsift(&["scan"], &bytes);
        let message = format!("urlsift: -: {noun}, which is not read; {advice}\n");
        assert_eq!(seen(&output), (Some(2), "", &*message));
        // The user decides.
        let output = urlsift(&["scan", "--input", "text"], &bytes);
        assert_eq!(seen(&output), (Some(0), "http://x.example/\n", ""), "{name}");
        let count = if name == "a.pst" { "2 Outlook data files (.pst, .ost) were" } else { "1 " };
        let noun = if name == "a.pst" { String::new() } else { format!("{noun} was") };
        expected.push(format!("urlsift: {count}{noun} not read{hint}; {advice}\n"));
    }
    // Below a folder they are counted.
    folder.file("z.pst", b"!BDN\0");
    folder.file("binary", b"\x7fELF\0\0\0");
    folder.file("text", b"http://a.example/");
    expected.sort();
    let shelf = folder.path().display().to_string();
    let lines = |args: &[&str]| {
        let output = urlsift(args, b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "http://a.example/\n"));
        let lines = text(&output.stderr).split_inclusive('\n');
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&["scan", &shelf]), expected);
    let other = Folder::new("foreign-lists");
    let damage = other.path().join("damage").display().to_string();
    lines(&["scan", "--damage", &damage, &shelf]);
    let listed = std::fs::read_to_string(&damage).expect("it was written");
    assert_eq!(listed.matches("which is not read").count(), FILES.len() + 1, "{listed}");
    // The one split of a plan says the same.
    let planned = urlsift(&["plan", &shelf], b"");
    let plan = format!("{}:1", other.file("plan", &planned.stdout));
    assert_eq!(lines(&["scan", "--split", &plan]), expected);
}
