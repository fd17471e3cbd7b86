//! The archives of `corpus/archives`, each beside the list of URLs that it holds.

use std::fs;
use std::path::Path;

use urlsift::Extractor;
use urlsift::bulk::Window;

#[test]
fn every_archive_gives_its_list() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let extractor = Extractor::new();
    let mut count = 0;
    for entry in fs::read_dir(corpus.join("archives")).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        // What the program alone opens is in `containers.rs`.
        if is_packed(&path) {
            continue;
        }
        let list = path.with_extension("txt");
        let list = corpus.join("archives.expected").join(list.file_name().expect("a file's name"));
        let expected = fs::read_to_string(&list)
            .unwrap_or_else(|error| panic!("{} has no list: {error}", path.display()));
        let bytes = fs::read(&path).expect("the archive can be read");
        let window = Window::whole(path.display().to_string(), bytes.clone());
        let mut urls = String::new();
        for item in window.items() {
            item.find(&extractor, None, |place, found| {
                urls += found.url();
                urls.push('\n');
                let range = found.outer();
                if let Some(base) = place.base {
                    // What is stored as it is stands in the source where the row says.
                    let stored = &bytes[base + range.start..base + range.end];
                    assert_eq!(stored, &place.text[range], "{}", found.url());
                }
            });
        }
        assert_eq!(urls, expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 2, "{count} archives are too few");
}

/// Whether `path` is compressed or an archive of files.
pub(crate) fn is_packed(path: &Path) -> bool {
    let packed = ["gz", "bz2", "xz", "zst", "tar", "zip"];
    path.extension().is_some_and(|extension| packed.iter().any(|it| extension == *it))
}
