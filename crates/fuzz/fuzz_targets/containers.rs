//! Reads files of all kinds with the program's reader: sources, tars and zips of them, compressed or not.
//!
//! The target checks:
//!
//! - Windows of any size give the same rows.
//! - Content that is not compressed gives the same rows as a file of gzip, zstd, bzip2 or xz.
//! - Whatever lengths are declared, no more is searched than was expanded. Limits of the fuzzer on memory and time
//!   find the rest.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::Rest;
use urlsift_fuzz::pack::{Codec, Pack};
use urlsift_fuzz::reader::{is_compressed, read};

#[derive(Arbitrary, Debug)]
struct Input {
    window: u16,
    codec: Codec,
    file: File,
}

#[derive(Arbitrary, Debug)]
enum File {
    Pack(Pack),
    Raw(Rest),
}

/// The most bytes that a file or member may expand to.
const MAX_EXPANDED_BYTES: u64 = 1 << 22;

/// The most bytes of a message.
const MAX_MESSAGE_BYTES: usize = 1 << 16;

/// The most bytes that are compressed by this target itself.
const MAX_COMPRESSED_BYTES: usize = 1 << 16;

fuzz_target!(|input: Input| {
    let (bytes, content) = match &input.file {
        File::Pack(pack) => (pack.bytes(), pack.content()),
        File::Raw(Rest(bytes)) => (bytes.clone(), bytes.clone()),
    };
    let of = |bytes: &[u8], window| read(bytes, window, MAX_MESSAGE_BYTES, MAX_EXPANDED_BYTES);
    let all = of(&bytes, 1 << 16);
    // A tar of n bytes has less than n / 512 members, each with its own limit.
    let most = MAX_EXPANDED_BYTES.saturating_mul(1 + bytes.len() as u64 / 30);
    assert!(all.searched as u64 <= most.saturating_add(bytes.len() as u64));
    // Of a hole that is too large, a window is read.
    if !all.unread.iter().any(|cause| cause.contains("a hole of")) {
        assert_eq!(of(&bytes, 1 + input.window as usize).rows, all.rows);
    }
    // What `compress` is said to write has no content.
    let is_real = input.codec != Codec::Compress;
    if is_real && content.len() <= MAX_COMPRESSED_BYTES && !is_compressed(&content) {
        let plain = of(&content, 1 << 16);
        let packed = of(&input.codec.compress(&content), 1 << 16);
        assert_eq!(packed.rows, plain.rows, "{:?}", input.codec);
    }
});
