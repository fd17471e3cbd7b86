//! Tests the archives in `corpus/archives` against the lists of their URLs in `corpus/archives.expected`.

use std::fs;

use urlsift::Extractor;
use urlsift_archive::internal::TransferEncoding;
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;

use crate::packs::is_packed;
use crate::repository::root;

#[test]
fn every_archive_has_the_expected_urls() {
    let corpus = root().join("corpus");
    let extractor = Extractor::new();
    let mut count = 0;
    for entry in fs::read_dir(corpus.join("archives")).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        // `cli/tests/archives/damage.rs` tests files that only the program can open.
        if is_packed(&path) {
            continue;
        }
        let list = path.with_extension("txt");
        let list = corpus.join("archives.expected").join(list.file_name().expect("a file's name"));
        let expected = fs::read_to_string(&list)
            .unwrap_or_else(|error| panic!("{} has no list: {error}", path.display()));
        let bytes = fs::read(&path).expect("the archive is readable");
        let window = Window::whole(path.display().to_string(), bytes.clone());
        let mut urls = String::new();
        for item in window.items() {
            item.find(&extractor, Headers::Useful, |place, found| {
                urls += found.url();
                urls.push('\n');
                if !place.is_in_source() {
                    return;
                }
                // A copied piece is in the source at the place that the row names, unless it was decoded.
                for piece in found.pieces() {
                    let stored = &bytes[place.range(piece.range())];
                    let text = &place.text[piece.range()];
                    // Three bytes of text take four symbols of base64.
                    if place.encoding == TransferEncoding::Base64 {
                        assert!(3 * stored.len() > 4 * text.len(), "{}", found.url());
                        continue;
                    }
                    if stored.len() == text.len() {
                        assert_eq!(stored, text, "{}", found.url());
                    } else {
                        assert!(stored.len() > text.len(), "{}", found.url());
                    }
                }
            });
        }
        assert_eq!(urls, expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 2, "only {count} archives");
}
