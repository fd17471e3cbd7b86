//! Formats that hold mail or text and are not read, recognised by their first bytes (A1). Other programs convert them.

use std::fmt;

use memchr::memmem;

use crate::files::kind::{TAR_BLOCK_BYTES, ZIP_HEADER_BYTES, ZIP_MEMBER_SIGNATURE};
use crate::files::stream::Stream;
use crate::mail::InputKind;

/// A format of files that may hold mail or text and are not read. Its [`fmt::Display`] is a noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForeignFormat {
    noun: &'static str,
    endings: &'static str,
    advice: &'static str,
}

impl ForeignFormat {
    /// The number of bytes at the beginning of a file that [`ForeignFormat::of`] looks at.
    pub const DETECTION_BYTES: usize = 1 << 16;

    /// Returns the format of a file that begins with `head`, at least [`ForeignFormat::DETECTION_BYTES`] of it if it
    /// has so many.
    pub fn of(head: &[u8]) -> Option<ForeignFormat> {
        let head = &head[..head.len().min(ForeignFormat::DETECTION_BYTES)];
        if head.starts_with(&ZIP_MEMBER_SIGNATURE) {
            return of_zip(head);
        }
        if head.starts_with(b"\x30") && has(&head[..head.len().min(16)], CMS) {
            return Some(SIGNED);
        }
        let first = *head.first()?;
        let begins = |it: &&[u8]| it[0] == first && head.starts_with(it);
        let (_, format) = FORMATS.iter().find(|(signatures, _)| signatures.iter().any(begins))?;
        Some(*format).filter(|&it| {
            (it != FILTERS || has(head, b"\nlogging=\"")) && (it != LZMA || is_lzma(head))
        })
    }

    /// Returns what a user can do with such a file: a clause in the imperative, with `FILE` for its name.
    pub fn advice(self) -> &'static str {
        self.advice
    }

    /// Returns the noun for `count` files, such as `2 PDF files`.
    pub fn counted(self, count: u64) -> String {
        let ForeignFormat { noun, endings, .. } = self;
        format!("{count} {noun}{}{endings}", if count == 1 { "" } else { "s" })
    }
}

impl fmt::Display for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.noun, self.endings)
    }
}

const fn new(noun: &'static str, endings: &'static str, advice: &'static str) -> ForeignFormat {
    ForeignFormat { noun, endings, advice }
}

const FILTERS: ForeignFormat =
    new("Thunderbird filter file", " (msgFilterRules.dat)", "use `--input text` to search it");
const OLM_ADVICE: &str = "export its folders from Outlook as mailboxes (.mbox)";
const OUTLOOK_FOR_MAC: ForeignFormat = new("Outlook for Mac archive", " (.olm)", OLM_ADVICE);
const OFFICE: ForeignFormat =
    new("Office document", " (.docx, .xlsx, .pptx)", "use `docx2txt FILE -` for a .docx");
const OPEN_DOCUMENT: ForeignFormat =
    new("OpenDocument file", " (.odt, .ods)", "use `odt2txt FILE`");
const OLE_ADVICE: &str =
    "use `msgconvert --outfile x.eml FILE` for a message, `catdoc FILE` for a document";
const CNFS_ADVICE: &str = "use `cut -f3 history | sm -S` on the news server";
const GIT_ADVICE: &str = "for public-inbox use `git rev-list --all | sed 's/$/:m/' | git cat-file --batch='From %(objectname) Mon Sep 17 00:00:00 2001'`";
const WARC_ADVICE: &str = "use `python3 -m warcat extract FILE --output-dir DIR`";
const NOTES_ADVICE: &str = "export its mail from Notes as messages (.eml)";
const MORK_ADVICE: &str = "the mail is in the file of the same name without .msf";
/// A part of a message that is a file. In a message it is read.
const PART_ADVICE: &str = "use `(printf 'Content-Type: application/x\\nContent-Transfer-Encoding: base64\\n\\n'; base64 FILE) | urlsift scan`";
const SIGNED: ForeignFormat = new("CMS file", " (.p7m)", PART_ADVICE);
/// The object identifiers of CMS begin so. It follows the length of the file, in up to six bytes (RFC 5652, 3).
const CMS: &[u8] = b"\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07";
const PREFERENCES: ForeignFormat =
    new("Mozilla settings file", " (prefs.js)", "use `--input text` to search it");

const LZMA: ForeignFormat =
    new("lzma file", " (.lzma)", "use `xz -dc --format=lzma FILE | urlsift scan`");

/// Reports whether `head` is an lzma file with the usual properties: a dictionary's size, and a length that is unknown
/// or less than a terabyte.
fn is_lzma(head: &[u8]) -> bool {
    let length = head.get(5..13).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
    length.is_some_and(|length| length == u64::MAX || length < 1 << 40) && head.get(13) == Some(&0)
}

const FORMATS: [(&[&[u8]], ForeignFormat); 18] = [
    (&[b"!BDN"], new("Outlook data file", " (.pst, .ost)", "use `readpst -o DIR FILE`")),
    (&[b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"], new("OLE file", " (.msg, .doc, .xls)", OLE_ADVICE)),
    (&[b"\xCF\xAD\x12\xFE"], new("Outlook Express folder", " (.dbx)", "use `undbx FILE DIR`")),
    (&[b"\x1A\0\0\x04\0\0"], new("Notes database", " (.nsf)", NOTES_ADVICE)),
    (&[b"CBuf1\0", b"CBuf3\0", b"CBuf4\0", b"Cycbuff\0"], new("CNFS buffer", "", CNFS_ADVICE)),
    (&[b"PACK\0\0\0\x02", b"PACK\0\0\0\x03"], new("Git pack", "", GIT_ADVICE)),
    (&[b"WARC/0.", b"WARC/1."], new("WARC file", "", WARC_ADVICE)),
    (&[b"%PDF-"], new("PDF file", "", "use `pdftohtml -i -stdout FILE`")),
    (&[b"7z\xBC\xAF\x27\x1C"], new("7z archive", "", "use `7z x FILE`")),
    (&[b"Rar!\x1A\x07"], new("RAR archive", "", "use `unar FILE`")),
    (&[b"\x04\x22\x4D\x18"], new("lz4 file", " (.lz4)", "use `lz4 -dc FILE | urlsift scan`")),
    (&[b"LZIP\x01"], new("lzip file", " (.lz)", "use `lzip -dc FILE | urlsift scan`")),
    (&[b"\x5D\0\0"], LZMA),
    (&[b"SQLite format 3\0"], new("SQLite database", "", "use `sqlite3 FILE .dump`")),
    (&[b"\x78\x9F\x3E\x22"], new("TNEF file", " (winmail.dat)", PART_ADVICE)),
    (&[b"// <!-- <mdb:mork:z"], new("Thunderbird database", " (.msf, .mab)", MORK_ADVICE)),
    (&[b"# Mozilla User Preferences", b"// Mozilla User Preferences"], PREFERENCES),
    (&[b"version=\""], FILTERS),
];

/// Returns the format of a zip that begins with `head`, if its members are no texts that people wrote.
fn of_zip(head: &[u8]) -> Option<ForeignFormat> {
    let name = head.get(ZIP_HEADER_BYTES..)?;
    let begins = |begin: &&[u8]| name.starts_with(begin);
    if name.starts_with(b"mimetypeapplication/vnd.oasis.opendocument.") {
        Some(OPEN_DOCUMENT)
    } else if has(head, b"com.microsoft.__") {
        Some(OUTLOOK_FOR_MAC)
    } else {
        let is_office =
            OFFICE_FIRST.iter().any(begins) && OFFICE_FOLDERS.iter().any(|it| has(head, it));
        is_office.then_some(OFFICE)
    }
}

/// The first member of an Office document is one of these, and an early one is in one of these folders (ECMA-376).
const OFFICE_FIRST: [&[u8]; 3] = [b"[Content_Types].xml", b"_rels/.rels", b"docProps/"];
const OFFICE_FOLDERS: [&[u8]; 3] = [b"word/", b"xl/", b"ppt/"];

fn has(text: &[u8], literal: &[u8]) -> bool {
    memmem::find(text, literal).is_some()
}

pub(crate) fn foreign_format(stream: &mut Stream<'_>, input: InputKind) -> Option<ForeignFormat> {
    if input != InputKind::Auto {
        return None;
    }
    // Most files are no zip, and are recognised by less.
    let is_zip = stream.head(TAR_BLOCK_BYTES).starts_with(&ZIP_MEMBER_SIGNATURE);
    let length = if is_zip { ForeignFormat::DETECTION_BYTES } else { TAR_BLOCK_BYTES };
    ForeignFormat::of(stream.head(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the beginnings of the members `names` of a zip.
    fn zip(names: &[&str]) -> Vec<u8> {
        let member = |name: &&str| {
            let mut header = [0; ZIP_HEADER_BYTES];
            header[..4].copy_from_slice(&ZIP_MEMBER_SIGNATURE);
            [&header, name.as_bytes()].concat()
        };
        names.iter().flat_map(member).collect()
    }

    #[test]
    fn formats_are_recognised_by_content() {
        let table: [(&[u8], Option<&str>); 39] = [
            (b"\x04\x22\x4D\x18\x64\x40", Some("lz4 file (.lz4)")),
            (b"LZIP\x01\x0C", Some("lzip file (.lz)")),
            (b"LZIP is a format\n", None),
            (b"\x5D\0\0\x80\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\x31", Some("lzma file (.lzma)")),
            (b"\x5D\0\0\x80\0\x09\0\0\0\0\0\0\0\0\x31", Some("lzma file (.lzma)")),
            (b"\x5D\0\0\x80\0\x09\0\0\0\0\0\0\x31\0", None),
            (b"SQLite format 3\0\x10\0", Some("SQLite database")),
            (b"SQLite format 3 is documented\n", None),
            (b"!BDN\x0A\x0B", Some("Outlook data file (.pst, .ost)")),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0", Some("OLE file (.msg, .doc, .xls)")),
            (b"\xCF\xAD\x12\xFE\xC5\xFD\x74\x6F", Some("Outlook Express folder (.dbx)")),
            (b"\x1A\0\0\x04\0\0\0", Some("Notes database (.nsf)")),
            (b"CBuf4\0\0\0/news/cycbuffs/one", Some("CNFS buffer")),
            (b"Cycbuff\0", Some("CNFS buffer")),
            (b"PACK\0\0\0\x02\0\0\0\x09", Some("Git pack")),
            (b"WARC/1.0\r\nWARC-Type: warcinfo\r\n", Some("WARC file")),
            (b"%PDF-1.4\n", Some("PDF file")),
            (b"7z\xBC\xAF\x27\x1C\0\x04", Some("7z archive")),
            (b"Rar!\x1A\x07\x01\0", Some("RAR archive")),
            (b"// <!-- <mdb:mork:z v=\"1.4\"/> -->\n", Some("Thunderbird database (.msf, .mab)")),
            (b"# Mozilla User Preferences\n", Some("Mozilla settings file (prefs.js)")),
            (b"// Mozilla User Preferences\r\n", Some("Mozilla settings file (prefs.js)")),
            (
                b"version=\"9\"\r\nlogging=\"no\"\r\nname=\"x\"\r\n",
                Some("Thunderbird filter file (msgFilterRules.dat)"),
            ),
            (b"\x78\x9F\x3E\x22\x4D\x0A", Some("TNEF file (winmail.dat)")),
            (
                b"\x30\x82\x02\x0C\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02",
                Some("CMS file (.p7m)"),
            ),
            (b"\x30\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D", None),
            (b"version=\"9\"\nname=\"x\"\n", None),
            (b"CBuf4 is a magic number\n", None),
            (b"PACK it up\n", None),
            (b"WARC/1 is no version\n", None),
            (b"see %PDF-1.4\n", None),
            (b"\n%PDF-1.4\n", None),
            (b"7z\n", None),
            (b"!BD", None),
            (b"", None),
            (b"From a Mon\nA: b\n", None),
            (b"Subject: WARC/1.0\nX: y\n\n", None),
            (b"PK\x03\x04", None),
            (b"PK\x05\x06\0\0", None),
        ];
        for (head, expected) in table {
            let found = ForeignFormat::of(head).map(|it| it.to_string());
            assert_eq!(found.as_deref(), expected, "{}", head.escape_ascii());
        }
    }

    #[test]
    fn documents_are_told_from_other_zips() {
        let odt = "mimetypeapplication/vnd.oasis.opendocument.text";
        let table: [(&[&str], Option<ForeignFormat>); 9] = [
            (&["[Content_Types].xml", "_rels/.rels", "word/document.xml"], Some(OFFICE)),
            (&["_rels/.rels", "docProps/app.xml", "ppt/presentation.xml"], Some(OFFICE)),
            (&["docProps/app.xml", "docProps/core.xml", "xl/theme/theme1.xml"], Some(OFFICE)),
            (&[odt, "content.xml"], Some(OPEN_DOCUMENT)),
            (&["Local/com.microsoft.__Messages/Inbox/message_00000.xml"], Some(OUTLOOK_FOR_MAC)),
            (&["mimetypeapplication/epub+zip", "META-INF/container.xml"], None),
            (&["_rels/.rels", "x.nuspec", "lib/x.dll"], None),
            (&["word/list.mbox", "docProps/x"], None),
            (&["few.mbox", "lists/few.mbox"], None),
        ];
        for (names, expected) in table {
            assert_eq!(ForeignFormat::of(&zip(names)), expected, "{names:?}");
        }
    }

    #[test]
    fn files_are_counted() {
        let format = ForeignFormat::of(b"!BDN").expect("it begins like one");
        let counts = [0, 1, 2].map(|count| format.counted(count));
        let ends = ["0 Outlook data files", "1 Outlook data file", "2 Outlook data files"];
        assert_eq!(counts, ends.map(|it| format!("{it} (.pst, .ost)")));
    }
}
