//! The messages for the tests `mail_parsers` and `regions`: those of `corpus/archives`, and those of real archives if
//! they are present.
//!
//! A pack is a `.tar.xz` of mailboxes, news batches and messages. It is unpacked in memory, one member at a time.
//! Binary members are skipped.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

use liblzma::read::XzDecoder;
use urlsift_archive::internal::{MoreInput, Separator, find_separator};
use urlsift_archive::mail::Container;

use crate::packs::is_packed;
use crate::repository::{files, root};

/// Calls `each` with the messages of every corpus archive that is not compressed, and with the file's name.
pub(crate) fn of_the_corpus(mut each: impl FnMut(&str, &[u8])) {
    let folder = root().join("corpus/archives");
    for path in files(&folder).into_iter().filter(|path| !is_packed(path)) {
        let bytes = fs::read(&path).expect("the archive is readable");
        let name = name(&path);
        messages(&bytes, |message| each(&name, message));
    }
}

/// Calls `each` with the messages of `pack` that [`Sample`] selects, and with the member's name.
pub(crate) fn of_a_pack(pack: &Path, sample: Sample, mut each: impl FnMut(&str, &[u8])) {
    let file = BufReader::new(File::open(pack).expect("the pack is readable"));
    let mut archive = tar::Archive::new(XzDecoder::new(file).take(sample.bytes));
    let mut count = 0;
    for entry in archive.entries().expect("a pack is a tar file") {
        // With a limit of bytes, the pack ends inside a member.
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

/// The part of a pack that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The number of bytes to unpack.
    bytes: u64,
    /// Every `step`th message is used.
    step: usize,
}

impl Sample {
    /// Selects the whole pack if `URLSIFT_CASES` is set, otherwise a small part.
    pub(crate) fn asked() -> Sample {
        if std::env::var_os("URLSIFT_CASES").is_some() {
            Sample { bytes: u64::MAX, step: 1 }
        } else {
            Sample { bytes: 16 << 20, step: 10 }
        }
    }
}

/// Returns the name of a file, without its folder.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().expect("the path names a file").to_string_lossy().into_owned()
}

/// Splits `file` into messages and calls `each` with them.
fn messages(file: &[u8], mut each: impl FnMut(&[u8])) {
    let container = Container::of(file);
    if container == Container::Binary {
        return;
    }
    let mut rest = file;
    while !rest.is_empty() {
        let end = match find_separator(container, rest, 1, MoreInput::None) {
            Separator::At(end) => end,
            Separator::NotBefore(_) => rest.len(),
        };
        each(&rest[..end]);
        rest = &rest[end..];
    }
}
