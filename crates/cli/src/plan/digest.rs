//! The digest of a file of rows. Receipts hold it, so that `urlsift merge` detects rows that changed.
//!
//! The hash is XXH3 with 128 bits, which `xxh128sum` prints too. It detects accidents. Receipts are not signed,
//! so a cryptographic hash would not detect more, and costs ten times as much.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use twox_hash::XxHash3_128;

/// The bytes that are read at a time.
const READ_BYTES: usize = 1 << 16;

/// The length of a file and its digest.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Digested {
    pub(crate) bytes: u64,
    /// `xxh128:` and 32 hexadecimal digits.
    pub(crate) digest: String,
}

impl Digested {
    /// Reads the file at `path`.
    pub(crate) fn of(path: &Path) -> io::Result<Digested> {
        Digested::of_reader(File::open(path)?)
    }

    fn of_reader(mut reader: impl Read) -> io::Result<Digested> {
        let mut hash = XxHash3_128::new();
        let mut buffer = vec![0; READ_BYTES];
        let mut bytes = 0;
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    hash.write(&buffer[..count]);
                    bytes += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Digested { bytes, digest: format!("xxh128:{:032x}", hash.finish_128()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest of an empty file is a test vector of xxHash. Others do not depend on how they are read.
    #[test]
    fn the_digest_is_that_of_the_whole_file() {
        let of = |content: &[u8]| Digested::of_reader(content).expect("memory is readable");
        let digest = "xxh128:99aa06d3014798d86001c324468d497f".to_owned();
        assert_eq!(of(b""), Digested { bytes: 0, digest });
        for bytes in [1, READ_BYTES, 3 * READ_BYTES + 1] {
            let content: Vec<u8> = (0..=255).cycle().take(bytes).collect();
            let digest = format!("xxh128:{:032x}", XxHash3_128::oneshot(&content));
            assert_eq!(of(&content), Digested { bytes: bytes as u64, digest });
        }
    }
}
