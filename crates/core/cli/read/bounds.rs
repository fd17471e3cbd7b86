//! Limits on the bytes, memory and threads for reading one source, and how it is read.

use urlsift::archive::InputKind;
use urlsift::bulk::Limits;

/// The settings for reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) limits: Limits,
    /// The bytes that a file or member may expand to.
    pub(crate) member: u64,
    /// The threads that may decompress one file, if its codec can use several.
    pub(crate) codec_threads: u32,
    pub(crate) input: InputKind,
}

/// The memory that a decompressor may use, in bytes: twice what `xz -9` needs. Data that needs more is an
/// error.
pub(crate) const MAX_DECODER_BYTES: u64 = 128 << 20;
