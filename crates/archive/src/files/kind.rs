//! Recognises archives of files by the headers of their members (A1).

use std::ops::Range;

use crate::files::codec::Codec;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Archive {
    Tar,
    Zip,
}

/// Reports whether a file that begins with `head` is compressed or an archive. The first 512 bytes decide.
pub fn is_packed(head: &[u8]) -> bool {
    Codec::detect(head).is_some() || Archive::of(&head[..head.len().min(TAR_BLOCK_BYTES)]).is_some()
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

pub(crate) fn is_ustar_header(bytes: &[u8]) -> bool {
    bytes.get(TAR_MAGIC_OFFSET..).is_some_and(|rest| rest.starts_with(TAR_MAGIC))
        && is_tar_header(bytes)
}

/// Reports whether `head` is a tar header, by its checksum: the sum of all bytes of the header, with its own eight
/// bytes counted as spaces (POSIX 1003.1-2017, pax, ustar). Older tars have no other mark in common.
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

/// The offset of the magic number in a tar header, and what those of POSIX and GNU tar have in common.
pub(crate) const TAR_MAGIC_OFFSET: usize = 257;
pub(crate) const TAR_MAGIC: &[u8] = b"ustar";

const TAR_CHECKSUM: Range<usize> = 148..156;

/// The first bytes of a zip member: `local file header signature` (APPNOTE.TXT, 4.3.7).
pub(crate) const ZIP_MEMBER_SIGNATURE: [u8; 4] = *b"PK\x03\x04";

/// The length of the header of a zip member without its name and extra field, which have at most 65,535 bytes each.
pub(crate) const ZIP_HEADER_BYTES: usize = 30;

pub(crate) fn is_zip_method(method: u16) -> bool {
    matches!(method, 0..=20 | 92..=99)
}

const ZIP_FLAGS: u16 = 0b0011_1000_0111_1111;

/// The longest name of a member that is believed where a header may be damaged, in bytes.
const MAX_SEARCHED_NAME_BYTES: u16 = 4096;

/// Reports whether `bytes` begin with the header of a zip member by its fields, whatever its signature is.
pub(crate) fn has_zip_member_fields(bytes: &[u8]) -> bool {
    let Some((head, name)) = bytes.split_first_chunk::<ZIP_HEADER_BYTES>() else { return false };
    let short = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
    let (flags, method, length) = (short(6), short(8), short(26));
    // Neither encrypted nor with its sizes after it.
    let is_stored = method == 0 && flags & 0b1001 == 0;
    // The version that is needed; its upper byte is the system (4.4.3).
    (head[4] < 100 && head[5] < 20)
        && flags & !ZIP_FLAGS == 0
        && is_zip_method(method)
        && (1..=MAX_SEARCHED_NAME_BYTES).contains(&length)
        && name[..name.len().min(length.into())].iter().all(|&byte| byte >= b' ')
        && (!is_stored || head[18..22] == head[22..26])
}
