//! The messages that the oracles are asked about: those of `corpus/archives`, and those of real
//! archives where they are there.
//!
//! A pack is a `.tar.xz` of mailboxes, batches of news and messages; it is unpacked in memory, a member at
//! a time. What is binary holds no message.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use liblzma::read::XzDecoder;
use urlsift::archive::{Container, Rest, Separator, find_separator};

use crate::archives::is_packed;

/// Calls `each` for the messages of every archive of the corpus that is not packed, with the file's name.
pub(crate) fn of_the_corpus(mut each: impl FnMut(&str, &[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/archives");
    for path in files(&folder).into_iter().filter(|path| !is_packed(path)) {
        let bytes = fs::read(&path).expect("an archive can be read");
        let name = name(&path);
        messages(&bytes, |message| each(&name, message));
    }
}

/// The packs of real archives, in order; none where the folder is not there.
pub(crate) fn packs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"); // if it exists
    if !folder.exists() {
        eprintln!("not tested: there are no real archives beside the repository");
        return Vec::new();
    }
    let is_pack = |path: &PathBuf| path.to_string_lossy().ends_with(".tar.xz");
    files(&folder).into_iter().filter(is_pack).collect()
}

/// Calls `each` for the messages of `pack`, as [`Sample`] says, with the member's name.
pub(crate) fn of_a_pack(pack: &Path, sample: Sample, mut each: impl FnMut(&str, &[u8])) {
    let file = BufReader::new(File::open(pack).expect("a pack can be opened"));
    let mut archive = tar::Archive::new(XzDecoder::new(file).take(sample.bytes));
    let mut count = 0;
    for entry in archive.entries().expect("a pack is a tar") {
        // A pack that is not read to its end breaks off within a member.
        let Ok(mut entry) = entry else { break };
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let mut bytes = Vec::new();
        let is_whole = entry.read_to_end(&mut bytes).is_ok();
        messages(&bytes, |message| {
            count += 1;
            if count % sample.step == 0 {
                each(&name, message);
            }
        });
        if !is_whole {
            break;
        }
    }
}

/// How much of a pack is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// So many bytes of what it unpacks to.
    bytes: u64,
    /// Of so many messages one.
    step: usize,
}

impl Sample {
    /// All of it where `URLSIFT_CASES` is set, which asks for many cases elsewhere; else a little.
    pub(crate) fn asked() -> Sample {
        if std::env::var_os("URLSIFT_CASES").is_some() {
            Sample { bytes: u64::MAX, step: 1 }
        } else {
            Sample { bytes: 16 << 20, step: 10 }
        }
    }
}

/// The name of a file, without its folder.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().expect("it is a file").to_string_lossy().into_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    files
}

/// Calls `each` for what `file` is cut into.
fn messages(file: &[u8], mut each: impl FnMut(&[u8])) {
    let container = Container::of(file);
    if container == Container::Binary {
        return;
    }
    let mut rest = file;
    while !rest.is_empty() {
        let end = match find_separator(container, rest, 1, Rest::Nothing) {
            Separator::At(end) => end,
            Separator::NotBefore(_) => rest.len(),
        };
        each(&rest[..end]);
        rest = &rest[end..];
    }
}
