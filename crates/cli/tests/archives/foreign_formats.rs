//! Tests of files whose format another program converts: they are named, counted, and not searched.

use crate::program::{Folder, text, urlsift};

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
fn a_named_file_is_an_error_with_the_name_of_a_converter() {
    let folder = Folder::new("foreign-named");
    for (name, head, noun, advice) in FILES {
        let bytes = [head, URL].concat();
        let path = folder.file(name, &bytes);
        let output = urlsift(&["scan", &path], b"");
        let cause = format!("{noun}, which is not read; {advice}\n");
        assert_eq!(text(&output.stderr), format!("urlsift: {path}: {cause}"));
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
        let output = urlsift(&["scan"], &bytes);
        assert_eq!(text(&output.stderr), format!("urlsift: -: {cause}"));
        // The user decides.
        let output = urlsift(&["scan", "--input", "text", &path], b"");
        let seen = (output.status.code(), text(&output.stdout), text(&output.stderr));
        assert_eq!(seen, (Some(0), "http://x.example/\n", ""), "{name}");
    }
}

#[test]
fn files_below_a_folder_are_counted_by_format() {
    let folder = Folder::new("foreign-folder");
    for (name, head, ..) in FILES {
        folder.file(name, &[head, URL].concat());
    }
    folder.file("z.pst", b"!BDN\0");
    folder.file("binary", b"\x7fELF\0\0\0");
    folder.file("text", b"http://a.example/");
    let shelf = folder.path().display().to_string();
    let hint = " (scan --verbose names them)";
    let mut expected: Vec<String> = FILES
        .iter()
        .map(|&(name, _, noun, advice)| match name {
            "a.pst" => format!(
                "urlsift: 2 Outlook data files (.pst, .ost) were not read{hint}; {advice}\n"
            ),
            _ => format!("urlsift: 1 {noun} was not read{hint}; {advice}\n"),
        })
        .collect();
    expected.push(format!("urlsift: skipped 1 file that is neither mail nor text{hint}\n"));
    expected.sort();
    let seen = |args: &[&str]| {
        let output = urlsift(args, b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "http://a.example/\n"));
        let mut lines: Vec<String> =
            text(&output.stderr).split_inclusive('\n').map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(seen(&["scan", &shelf]), expected);
    let damage = folder.path().join("damage").display().to_string();
    seen(&["scan", "--damage", &damage, &shelf]);
    let listed = std::fs::read_to_string(&damage).expect("it was written");
    assert_eq!(listed.matches("which is not read").count(), FILES.len() + 1, "{listed}");
    std::fs::remove_file(&damage).expect("it is there");
    // The one split of a plan says the same.
    let planned = urlsift(&["plan", &shelf], b"");
    let folder = Folder::new("foreign-plan");
    let plan = format!("{}:1", folder.file("plan", &planned.stdout));
    assert_eq!(seen(&["scan", "--split", &plan]), expected);
}
