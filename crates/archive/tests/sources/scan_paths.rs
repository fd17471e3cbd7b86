//! The iterator over the URLs of files, compared with the rows of a search.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use urlsift::Extractor;
use urlsift::extract::Join;
use urlsift::found::Grade;
use urlsift_archive::internal::ALL_FIELDS;
use urlsift_archive::mail::Headers;
use urlsift_archive::rows::Rfc3339;
use urlsift_archive::{ReadReport, Scan, Threads, UrlHit, scan_paths};

use crate::repository::root;

/// Describes a row or a scanned URL, by the fields that have the same values in both.
macro_rules! described {
    ($it:expr, $form:expr, $date:expr, $joined:expr) => {{
        let it = &$it;
        let texts: Vec<_> = it.readings.iter().map(|it| (&it.url, &it.why)).collect();
        let place = (&it.source, &it.member, it.member_index, it.message_offset);
        let facts = (&it.message_id, &it.groups, &it.list, &it.subject, &it.from_domain, $date);
        let part = (&it.part, it.part_offset, it.offset_in, it.start, it.end);
        let doubts = (&it.pieces, texts, &it.doubts, $joined, &it.grammars, &it.host, &it.notes);
        format!("{:?}", (&it.url, $form, place, facts, part, doubts, it.quoted, it.in_signature))
    }};
}

/// Returns the files of the corpus, a missing one, a page with the name of an archive, one that is damaged, and one that
/// several threads divide.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let archives = root().join("corpus/archives");
    let shelf = fs::read(archives.join("shelf.mbox")).expect("the corpus is there");
    let packed = fs::read(archives.join("few.mbox.gz")).expect("the corpus is there");
    let damaged = folder.join("damaged.mbox.gz");
    fs::write(&damaged, &packed[..packed.len() - 9]).expect("the file can be written");
    let long = folder.join("long.mbox");
    let mut file = fs::File::create(&long).expect("the file can be made");
    for _ in 0..(5 << 20) / shelf.len() {
        file.write_all(&shelf).expect("the file can be written");
    }
    let page = folder.join("page.gz");
    fs::write(&page, "<html>http://a.example/</html>").expect("the file can be written");
    let missing = folder.join("missing.mbox");
    vec![archives.clone(), missing, page, long, damaged, archives.join("shelf.mbox")]
}

/// Returns a scan with the settings of `scan_paths`.
fn scan(threads: usize) -> Scan {
    let extractor = Extractor::builder().join(Join::Likely).build();
    Scan::new(extractor, Threads::start(threads).expect("threads start"))
}

/// Returns the rows of a scan on one thread, and what could not be read, in order.
fn expected(paths: &[PathBuf]) -> Vec<String> {
    let scan = scan(1);
    let add = |hit: &UrlHit<'_>, rows: &mut Vec<String>| {
        let row = hit.row(&ALL_FIELDS);
        rows.push(described!(row, row.form, row.date.map(Rfc3339::as_str), row.joined));
        row.bytes()
    };
    let mut all = Vec::new();
    for batch in scan.batches(scan.paths(paths), add) {
        all.extend(batch.rows);
        // Malformed messages are no items.
        let listed = batch.report.iter().flat_map(ReadReport::listed);
        let unread = listed.filter(|listed| !listed.kind.is_malformed());
        all.extend(unread.map(ToString::to_string));
    }
    all
}

#[test]
fn the_iterator_has_the_rows_of_a_search_in_order() {
    let folder = empty_folder("rows");
    let paths = paths(&folder);
    let expected = expected(&paths);
    assert!(expected.len() > 1000, "{} rows are too few", expected.len());
    for threads in [1, 4] {
        let scanned = scan(threads).urls(&paths).map(|it| match it {
            Ok(it) => {
                described!(it, it.form.name(), it.date.as_deref(), it.joined.map(Grade::name))
            }
            Err(unread) => unread.to_string(),
        });
        let scanned: Vec<String> = scanned.collect();
        let first = scanned.iter().zip(&expected).position(|(found, expected)| found != expected);
        assert_eq!(first.map(|at| (&scanned[at], &expected[at])), None, "{threads} threads");
        assert_eq!(scanned.len(), expected.len(), "{threads} threads");
    }
    fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// Errors have path, byte and cause, come after the URLs of their file, and do not end the iteration.
#[test]
fn what_cannot_be_read_is_an_item() {
    let folder = empty_folder("unread");
    let mut items = Vec::new();
    for scanned in scan_paths(paths(&folder).split_off(1)).expect("threads start") {
        let item = match scanned {
            Ok(found) => (found.source, "url", None),
            Err(unread) => (unread.source, unread.kind.name(), unread.offset),
        };
        items.push((
            item.0.rsplit(['/', '\\']).next().unwrap_or_default().to_owned(),
            item.1,
            item.2,
        ));
    }
    items.dedup();
    let expected = [
        ("missing.mbox", "not_opened", None),
        ("page.gz", "url", None),
        ("page.gz", "skipped", None),
        ("long.mbox", "url", None),
        ("damaged.mbox.gz", "url", None),
        ("damaged.mbox.gz", "truncated", Some(535)),
        ("shelf.mbox", "url", None),
    ];
    assert_eq!(items, expected.map(|(name, kind, at)| (name.to_owned(), kind, at)));
    fs::remove_dir_all(folder).expect("the folder can be removed");
}

#[test]
fn the_iterator_searches_the_headers_of_the_scan() {
    let fields = [root().join("corpus/archives/fields.mbox")];
    let in_fields = |headers| {
        let urls = scan(1).headers(headers).urls(&fields).flatten();
        urls.filter(|it| it.part.contains("header:")).count()
    };
    assert_eq!(in_fields(Headers::None), 0);
    let (useful, all) = (in_fields(Headers::Useful), in_fields(Headers::All));
    assert!(0 < useful && useful < all, "{useful} of {all}");
}

/// Makes an empty folder for the test `name`.
fn empty_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("scan-paths-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}
