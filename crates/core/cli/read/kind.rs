//! What a file is by its first bytes: compressed, an archive of files, or a container of messages (A1).

use urlsift::archive::{Container, SEPARATOR_LOOKAHEAD_BYTES};

use crate::read::codec::Codec;
use crate::read::stream::Stream;

/// How `stream`, a file, is compressed, and what container it is, if that has separators and is stored as
/// it is. No more is looked at than [`CONTAINER_SAMPLE_BYTES`] bytes.
pub(crate) fn codec_and_container(stream: &mut Stream<'_>) -> (Option<Codec>, Option<Container>) {
    let codec = Codec::of(stream);
    if codec.is_some() || Archive::of(stream.head(TAR_BLOCK_BYTES)).is_some() {
        return (codec, None);
    }
    let container = Container::of(stream.head(CONTAINER_SAMPLE_BYTES));
    (None, container.has_separators().then_some(container))
}

/// How much of a file shows whether it has separators, in bytes: the first of them, behind some empty
/// lines. What shows here is so however much of the file is looked at.
const CONTAINER_SAMPLE_BYTES: usize = 4 * SEPARATOR_LOOKAHEAD_BYTES;

/// An archive of files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Archive {
    Tar,
    Zip,
}

/// How much tells: a header of a tar.
pub(crate) const TAR_BLOCK_BYTES: usize = 512;

impl Archive {
    pub(crate) fn of(head: &[u8]) -> Option<Archive> {
        if head.starts_with(&ZIP_MEMBER_SIGNATURE) {
            return Some(Archive::Zip);
        }
        is_tar_header(head).then_some(Archive::Tar)
    }
}

/// Is `head` a header by its checksum, "the simple sum of all bytes in the header block" with the
/// checksum's own eight taken for blanks (POSIX 1003.1-2017, pax, ustar)? Tars older than POSIX have
/// nothing else in common.
fn is_tar_header(head: &[u8]) -> bool {
    if head.len() < TAR_BLOCK_BYTES || head[0] == 0 {
        return false;
    }
    let field = 148..156;
    let stored_sum: String = head[field.clone()]
        .iter()
        .skip_while(|&&byte| byte == b' ')
        .map_while(|&byte| matches!(byte, b'0'..=b'7').then_some(char::from(byte)))
        .collect();
    let byte = |(at, &byte): (usize, &u8)| u64::from(if field.contains(&at) { b' ' } else { byte });
    u64::from_str_radix(&stored_sum, 8) == Ok(head.iter().enumerate().map(byte).sum())
}

/// What a member begins with: `local file header signature` (4.3.7).
pub(crate) const ZIP_MEMBER_SIGNATURE: [u8; 4] = *b"PK\x03\x04";
