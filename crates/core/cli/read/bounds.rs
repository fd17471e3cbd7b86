//! Bounds on what is read of one source.

use urlsift::bulk::Limits;

/// How much may be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) limits: Limits,
    /// What a file or a member may expand to, in bytes.
    pub(crate) member: u64,
    /// How many threads may decompress one file, if its codec can do that.
    pub(crate) codec_threads: u32,
}

/// How much memory a decompressor may take, in bytes: what `xz -9` asks for, twice. What was
/// compressed with larger windows is an error.
pub(crate) const MAX_DECODER_BYTES: u64 = 128 << 20;
