//! Prints what linkify finds in the files of a folder: `find FOLDER [hosts]`.
//!
//! Each line is the name of the file, the place in bytes and the text that is found, with tabs between them.
use std::io::Write;

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let mut finder = linkify::LinkFinder::new();
    finder.url_must_have_scheme(std::env::args().nth(2).is_none());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let text = std::fs::read_to_string(entry.path()).expect("UTF-8");
        for link in finder.links(&text) {
            let name = entry.file_name().into_string().expect("UTF-8");
            writeln!(out, "{name}\t{}\t{}", link.start(), link.as_str()).expect("standard output");
        }
    }
}
