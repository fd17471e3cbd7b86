//! Reads files: from paths to streams of bytes, and from streams to windows of messages.
//!
//! `input.rs` walks the paths. `stream.rs` is the buffered, counted reader that all others use. `file.rs`
//! reads one file: `kind.rs` finds out what it is, `codec.rs` and `decoder.rs` decompress it, `tar.rs` and
//! `zip.rs` give the members of an archive, and `member.rs` reads each of them. `source.rs` cuts what remains
//! into windows. `damage.rs` names the kinds of damage. `file_version.rs` compares a file with a plan.
//! `bounds.rs` has the limits, and `part_file.rs` names the unfinished output files that no run reads.

pub(crate) mod bounds;
pub(crate) mod codec;
pub(crate) mod damage;
mod decoder;
pub(crate) mod file;
pub(crate) mod file_version;
pub(crate) mod input;
pub(crate) mod kind;
mod member;
pub(crate) mod part_file;
pub(crate) mod source;
pub(crate) mod stream;
mod tar;
#[cfg(test)]
mod tests;
pub(crate) mod zip;
