//! The header of a tar member: its name, type and size, and the search for one in damaged bytes.
//!
//! Formats: ustar (POSIX 1003.1-2017, pax), GNU tar and the tar of Version 7, which has no magic number.

use memchr::memmem;

use crate::files::kind::{TAR_BLOCK_BYTES, TAR_MAGIC, TAR_MAGIC_OFFSET, is_tar_header};

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct TarHeader {
    pub(crate) kind: TarKind,
    pub(crate) name: Vec<u8>,
    pub(crate) size: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum TarKind {
    /// A regular file, also a contiguous one.
    File,
    /// A file with holes in the format of old GNU tar.
    Sparse,
    Directory,
    /// A link, a device or a pipe.
    Special,
    /// The name of the next member, by GNU tar.
    LongName,
    /// The link name of the next member, by GNU tar.
    LongLink,
    /// PAX records for the next member.
    Pax,
    /// PAX records for all following members.
    GlobalPax,
    Other,
}

/// The magic number and version of POSIX, and those of GNU tar.
const USTAR: &[u8; 8] = b"ustar\x0000";
const GNU: &[u8; 8] = b"ustar  \0";

/// The largest size that is a size: file systems have none beyond it, and sums with it do not overflow.
pub(crate) const MAX_SIZE: u64 = 1 << 62;

/// The fields that hold numbers, besides the checksum: mode, owner, group, size and time.
const NUMBERS: [std::ops::Range<usize>; 5] = [100..108, 108..116, 116..124, SIZE, 136..148];
const SIZE: std::ops::Range<usize> = 124..136;

impl TarHeader {
    /// Reads the header at the beginning of `block`, if its checksum holds and its size is a number.
    pub(crate) fn parse(block: &[u8]) -> Option<TarHeader> {
        let block = block.get(..TAR_BLOCK_BYTES).filter(|block| is_tar_header(block))?;
        let magic = &block[TAR_MAGIC_OFFSET..TAR_MAGIC_OFFSET + 8];
        let has_extensions = magic == USTAR || magic == GNU;
        let kind = match block[156] {
            0 | b'0' | b'7' => TarKind::File,
            b'5' => TarKind::Directory,
            b'1'..=b'6' => TarKind::Special,
            b'S' => TarKind::Sparse,
            b'L' if has_extensions => TarKind::LongName,
            b'K' if has_extensions => TarKind::LongLink,
            b'x' if has_extensions => TarKind::Pax,
            b'g' if has_extensions => TarKind::GlobalPax,
            _ => TarKind::Other,
        };
        let mut name = Vec::new();
        let prefix = until_nul(&block[345..500]);
        if magic == USTAR && !prefix.is_empty() {
            name.extend_from_slice(prefix);
            name.push(b'/');
        }
        name.extend_from_slice(until_nul(&block[..100]));
        let size = number(&block[SIZE]).filter(|&size| size <= MAX_SIZE)?;
        Some(TarHeader { kind, name, size })
    }
}

/// Returns the length in bytes of the member with its header, or the block of zeros, that `bytes` begins with.
pub(crate) fn record_len(bytes: &[u8]) -> Option<usize> {
    let block = bytes.get(..TAR_BLOCK_BYTES)?;
    let size = if is_zero(block) { 0 } else { TarHeader::parse(block)?.size };
    usize::try_from(size.next_multiple_of(TAR_BLOCK_BYTES as u64))
        .ok()?
        .checked_add(TAR_BLOCK_BYTES)
}

/// Reports whether `block` is a header for certain: its checksum holds, which chance gives to one block in some
/// millions, and it has the magic number of ustar or numbers in all fields for numbers.
fn is_certain_header(block: &[u8]) -> bool {
    let has_magic = block[TAR_MAGIC_OFFSET..].starts_with(TAR_MAGIC);
    let is_number = |field: std::ops::Range<usize>| number(&block[field]).is_some();
    // What the search finds must be read as a header too, or the search finds it again.
    TarHeader::parse(block).is_some() && (has_magic || NUMBERS.into_iter().all(is_number))
}

/// Returns the offset of the first header in `bytes`: with a magic number at any byte, because bytes may have been
/// lost or inserted, and without one at a whole number of blocks.
pub(crate) fn find_header(bytes: &[u8]) -> Option<usize> {
    let is_header =
        |at: &usize| bytes.get(*at..*at + TAR_BLOCK_BYTES).is_some_and(is_certain_header);
    let hits = memmem::find_iter(bytes, TAR_MAGIC);
    let with_magic = hits.filter_map(|hit| hit.checked_sub(TAR_MAGIC_OFFSET)).find(is_header);
    let limit = with_magic.unwrap_or(bytes.len());
    (0..limit).step_by(TAR_BLOCK_BYTES).find(is_header).or(with_magic)
}

/// Looks for the header that should be at `end` of `bytes`, the last data of a member and one block more. Returns the
/// offset of the header in its place, if bytes of the member were lost.
///
/// A header within the data alone is no evidence: members may be tars or disk images. So it counts only if there is
/// neither a header nor a block of zeros nor the end of the file at `end`, or if the headers lead from the one found to
/// `end`, without two blocks of zeros between.
pub(crate) fn displaced_header(bytes: &[u8], end: usize) -> Option<usize> {
    let after = bytes.get(end..)?;
    let (mut is_zeros, mut is_sound) = (true, true);
    if let Some(block) = after.get(..TAR_BLOCK_BYTES) {
        is_zeros = is_zero(block);
        is_sound = is_zeros || TarHeader::parse(block).is_some();
    }
    if !is_sound {
        return find_header(bytes).filter(|&at| at < end);
    }
    let blocks = || (0..end).step_by(TAR_BLOCK_BYTES);
    let found = blocks().find(|&at| is_certain_header(&bytes[at..at + TAR_BLOCK_BYTES]))?;
    let (mut at, mut zeros) = (found, 0);
    while at < end {
        let block = &bytes[at..at + TAR_BLOCK_BYTES];
        if is_zero(block) {
            zeros += 1;
            at += TAR_BLOCK_BYTES;
        } else {
            zeros = 0;
            let size = TarHeader::parse(block)?.size.next_multiple_of(TAR_BLOCK_BYTES as u64);
            let size = usize::try_from(size).ok()?;
            at = at.checked_add(TAR_BLOCK_BYTES)?.checked_add(size)?;
        }
        if zeros == 2 {
            return None;
        }
    }
    (at == end || is_zeros).then_some(found)
}

/// Looks for the header that should be at `end` of `bytes`, if inserted bytes push it and the last data beyond `end`.
/// `text` is where the padding begins, by the declared size. Returns the offset of what follows the data.
///
/// A header that is damaged looks similar, but zeros follow the data of the member before it up to the next block, and
/// most of its fields are numbers. NULs that were inserted are no padding if the data end in them.
pub(crate) fn delayed_header(bytes: &[u8], text: usize, end: usize) -> Option<usize> {
    let after = bytes.get(end..)?;
    if !is_delayed(bytes, text, end) {
        return None;
    }
    if is_zero(after) {
        // Some old tars have other padding. But if the zeros at the end of the tar are no whole blocks, they moved.
        let has_moved = !after.len().is_multiple_of(TAR_BLOCK_BYTES);
        let last = bytes[..end].iter().rposition(|&byte| byte != 0)?;
        return (has_moved && last >= text).then_some(end + last + 1 - text);
    }
    // NULs are the end of the tar, unless the data end in them.
    let zeros = after.iter().position(|&byte| byte != 0)?;
    if zeros >= TAR_BLOCK_BYTES && (text == 0 || bytes[text - 1] != 0) {
        return None;
    }
    let found = find_header(after).or_else(|| {
        // The last member is followed by two blocks of zeros.
        let last = after.iter().rposition(|&byte| byte != 0)?;
        (after.len() - last > 2 * TAR_BLOCK_BYTES).then_some(last + 1)
    });
    // If only NULs follow the padding, the header does not come later than it should.
    let is_moved = |at: &usize| *at > zeros || !is_zero(&bytes[text..end]);
    found.filter(is_moved).map(|at| end + at)
}

/// Reports whether the block at `end` of `bytes` may be data of the member before it, see [`delayed_header`].
pub(crate) fn is_delayed(bytes: &[u8], text: usize, end: usize) -> bool {
    let Some(block) = bytes.get(end..end + TAR_BLOCK_BYTES) else { return false };
    let is_padded =
        text == end || (is_zero(&bytes[text..end]) && (text == 0 || bytes[text - 1] != 0));
    if TarHeader::parse(block).is_some() || (is_padded && is_zero(block)) {
        return false;
    }
    (text == end || !is_padded) && !is_broken_header(block)
}

/// Reports whether `block` resembles a header: it has the magic number, or numbers in most fields for numbers.
fn is_broken_header(block: &[u8]) -> bool {
    let is_number = |field: std::ops::Range<usize>| {
        block[field.start].is_ascii_digit() && number(&block[field]).is_some()
    };
    block[TAR_MAGIC_OFFSET..].starts_with(TAR_MAGIC)
        || NUMBERS.into_iter().filter(|field| is_number(field.clone())).count() >= 3
}

pub(crate) fn is_zero(block: &[u8]) -> bool {
    block.iter().all(|&byte| byte == 0)
}

/// Reads a number field: octal digits with whitespace and NULs around, or base 256 if the first bit is set (GNU).
pub(crate) fn number(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 != 0 {
        // Only the last eight bytes count. A twelve-byte field of a file has none but zeros before them.
        let last = field.last_chunk::<8>()?;
        let first = if field.len() == last.len() { u64::MAX >> 1 } else { u64::MAX };
        return Some(u64::from_be_bytes(*last) & first);
    }
    let digits = until_nul(field).trim_ascii();
    let digits = std::str::from_utf8(digits).ok()?;
    if digits.is_empty() { Some(0) } else { u64::from_str_radix(digits, 8).ok() }
}

fn until_nul(field: &[u8]) -> &[u8] {
    &field[..memchr::memchr(0, field).unwrap_or(field.len())]
}
