//! Reading files: from paths to streams of bytes, and from streams to windows of messages.
//!
//! A [`Scan`](crate::Scan) reads the files that paths name: it decompresses gzip, bzip2, xz
//! and zstd, opens tar and zip, and cuts the text into windows of whole messages.
//!
//! An [`InputFile`] may also be bytes in memory, or a source that an [`OpenSource`] opens. [`Unread`] describes what
//! could not be read. [`Bounds`] limits memory and expansion.
//!
//! ```
//! use urlsift::Extractor;
//! use urlsift_archive::files::{Content, InputFile};
//! use urlsift_archive::{Scan, Threads, UrlHit};
//!
//! let bytes = |path: &str, bytes: &[u8]| InputFile::new(path.into(), Content::Bytes(bytes.into()));
//! let inputs = [bytes("a.txt", b"see http://a.example/"), bytes("b.gz", b"\x1f\x8b\x08 cut off")];
//! let scan = Scan::new(Extractor::new(), Threads::start(0)?);
//! let add = |hit: &UrlHit<'_>, urls: &mut Vec<String>| {
//!     urls.push(hit.found.url().to_string());
//!     0
//! };
//! let (mut urls, mut unread) = (Vec::new(), Vec::new());
//! for batch in scan.batches(scan.inputs(inputs.into_iter()), add) {
//!     urls.extend(batch.rows);
//!     unread.extend(batch.report.into_iter().flat_map(|report| report.unread).map(|it| it.path().to_string()));
//! }
//! assert_eq!((urls, unread), (vec!["http://a.example/".to_string()], vec!["b.gz".to_string()]));
//! # Ok::<(), std::io::Error>(())
//! ```

// `input.rs` walks the paths. `stream.rs` is the buffered, counted reader that all others use. `file.rs` reads one file:
// `first_bytes.rs`, `kind.rs`, `lost_beginning.rs` and `foreign.rs` find out what it is, `codec.rs`, `whole.rs`,
// `decoder.rs` and `lzw.rs` decompress it, `tar.rs` and `zip.rs` give the members of an archive, and `member.rs` reads
// each of them. `unpack.rs` opens an archive in a message. `source.rs` cuts what remains into windows.

pub(crate) mod bounds;
pub(crate) mod codec;
pub(crate) mod content;
pub(crate) mod cut_bytes;
pub(crate) mod damage;
mod decoder;
pub(crate) mod file;
pub(crate) mod file_outcomes;
pub(crate) mod file_version;
pub(crate) mod first_bytes;
pub(crate) mod foreign;
pub(crate) mod input;
pub(crate) mod kind;
pub(crate) mod lost_beginning;
mod lzw;
pub(crate) mod member;
pub(crate) mod part_file;
pub(crate) mod source;
pub(crate) mod stream;
mod tar;
#[cfg(test)]
mod tests;
pub(crate) mod unpack;
mod whole;
pub(crate) mod zip;

pub use self::bounds::Bounds;
pub use self::codec::{Codec, CodecChoice};
pub use self::content::{Content, OpenSource};
pub use self::file_outcomes::ReadCounts;
pub use self::input::InputFile;
pub use self::source::{Unread, UnreadKind};
pub use crate::cut::cutter::Limits;
