//! Finds out what a file is from its first bytes: compressed, an archive of files, or a container of messages
//! (A1).

use std::ops::Range;

use urlsift::archive::{Container, SEPARATOR_LOOKAHEAD_BYTES};

use crate::read::codec::Codec;
use crate::read::stream::Stream;

/// Returns the codec of the file `stream`, and the container if it has separators and is stored uncompressed.
/// Looks at [`CONTAINER_SAMPLE_BYTES`] bytes at most.
pub(crate) fn codec_and_container(stream: &mut Stream<'_>) -> (Option<Codec>, Option<Container>) {
    let codec = Codec::of(stream);
    if codec.is_some() || Archive::of(stream.head(TAR_BLOCK_BYTES)).is_some() {
        return (codec, None);
    }
    let container = Container::of(stream.head(CONTAINER_SAMPLE_BYTES));
    (None, container.has_separators().then_some(container))
}

/// The bytes that show whether a file has separators: room for the first separator, after some empty lines.
/// More bytes do not change a positive answer.
const CONTAINER_SAMPLE_BYTES: usize = 4 * SEPARATOR_LOOKAHEAD_BYTES;

/// A kind of archive of files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Archive {
    Tar,
    Zip,
}

/// The length of a block of a tar, and of its header, in bytes.
pub(crate) const TAR_BLOCK_BYTES: usize = 512;

impl Archive {
    pub(crate) fn of(head: &[u8]) -> Option<Archive> {
        if head.starts_with(&ZIP_MEMBER_SIGNATURE) {
            return Some(Archive::Zip);
        }
        is_tar_header(head).then_some(Archive::Tar)
    }
}

/// Reports whether `head` is a tar header, by its checksum (POSIX 1003.1-2017, pax, ustar). The checksum is
/// the sum of all bytes of the header, with its own eight bytes counted as spaces.
///
/// Tars older than POSIX have no other mark in common.
pub(crate) fn is_tar_header(head: &[u8]) -> bool {
    let Some(head) = head.get(..TAR_BLOCK_BYTES) else {
        return false;
    };
    // The checksum is an octal number in ASCII, after leading spaces and before a NUL or space.
    let field = &head[TAR_CHECKSUM];
    let digits = field.iter().skip_while(|&&byte| byte == b' ');
    let digits = digits.take_while(|byte| matches!(byte, b'0'..=b'7'));
    let mut stored_sum = None;
    for digit in digits {
        stored_sum = Some(stored_sum.unwrap_or(0) * 8 + u32::from(digit - b'0'));
    }
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    stored_sum.is_some_and(|stored| stored == sum(head) - sum(field) + 8 * u32::from(b' '))
}

/// Where a tar header has its checksum.
const TAR_CHECKSUM: Range<usize> = 148..156;

/// The first bytes of a zip member: `local file header signature` (APPNOTE.TXT, 4.3.7).
pub(crate) const ZIP_MEMBER_SIGNATURE: [u8; 4] = *b"PK\x03\x04";
