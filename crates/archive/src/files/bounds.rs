//! Limits on the bytes, memory and threads for reading one source, and how it is read.

use crate::cut::Limits;
use crate::files::codec::CodecChoice;
use crate::mail::InputKind;

/// The bytes that are read and searched at a time, unless a message is larger, for a processor's cache. With `--forms
/// url,angle`, 1.1 GB took 1.17 s of processor time with this size, 1.33 s with a quarter, and 1.21 s with twice as
/// much.
pub const WINDOW_BYTES: usize = 1 << 19;

/// The least bytes of a piece of a large message: more than a URL and the text that decides about it have.
pub const MIN_PIECE_BYTES: usize = 1 << 20;

/// The settings for reading.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The bytes of a window, and of a message that is not cut into pieces, at least [`MIN_PIECE_BYTES`].
    pub limits: Limits,
    /// The bytes that a file or member may expand to.
    pub member: u64,
    /// The threads that may decompress one file, if its codec can use several. A scan of one file has all of its threads
    /// for it.
    pub codec_threads: u32,
    /// How each file is read, and each member of an archive.
    pub input: InputKind,
    /// Whether and how each file is compressed. Members of archives are recognised by their first bytes.
    pub codec: CodecChoice,
    /// Whether archives in parts of messages are opened. Those of one message may expand to the bytes of a message.
    pub attachments: bool,
}

/// Windows of [`WINDOW_BYTES`], messages of 64 MiB, members of 64 GiB, one thread for each codec.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            limits: Limits { window: WINDOW_BYTES, message: 64 << 20 },
            member: 64 << 30,
            codec_threads: 1,
            input: InputKind::Auto,
            codec: CodecChoice::Auto,
            attachments: false,
        }
    }
}
