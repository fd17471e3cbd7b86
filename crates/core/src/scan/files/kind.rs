//! Recognises archives of files by the headers of their members (A1).

use std::ops::Range;

use memchr::memmem;

use crate::archive::{Container, SEPARATOR_LOOKAHEAD_BYTES};
use crate::scan::files::codec::Codec;
use crate::scan::files::stream::Stream;

/// A kind of archive of files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Archive {
    Tar,
    Zip,
}

/// Reports whether a file that begins with `head` is compressed or an archive. The first 512 bytes decide.
///
/// ```
/// use urlsift::scan::files::is_packed;
///
/// assert!(is_packed(b"PK\x03\x04"));
/// assert!(!is_packed(b"http://a.example/"));
/// ```
pub fn is_packed(head: &[u8]) -> bool {
    Codec::detect(head).is_some() || Archive::of(&head[..head.len().min(TAR_BLOCK_BYTES)]).is_some()
}

/// The length of a block of a tar, and of its header, in bytes.
pub(crate) const TAR_BLOCK_BYTES: usize = 512;

/// The blocks of a tar, also of one that begins like a program, in which the first undamaged header is looked for.
const TAR_SAMPLE_BLOCKS: usize = 128;

impl Archive {
    /// Returns the kind of archive that begins with `head`.
    pub(crate) fn of(head: &[u8]) -> Option<Archive> {
        if head.starts_with(&ZIP_MEMBER_SIGNATURE) {
            return Some(Archive::Zip);
        }
        is_tar_header(head).then_some(Archive::Tar)
    }

    /// Like [`Archive::of`], also if the first header is damaged or missing. See [`Archive::find`].
    pub(crate) fn of_file(stream: &mut Stream<'_>) -> Option<Archive> {
        Archive::find(stream).map(|(archive, _)| archive)
    }

    /// Returns the kind of the archive `stream`, and the offset of its first undamaged header.
    ///
    /// If the first header is damaged, a zip still has the other fields of it. A tar has another header with a checksum
    /// and the magic number of ustar, which no text has. If the beginning is lost, the first header of the rest counts,
    /// at any byte.
    pub(crate) fn find(stream: &mut Stream<'_>) -> Option<(Archive, usize)> {
        if let Some(archive) = Archive::of(stream.head(TAR_BLOCK_BYTES)) {
            return Some((archive, 0));
        }
        let head = stream.head(Container::DETECTION_BYTES);
        if has_zip_member_fields(head) {
            return Some((Archive::Zip, 0));
        }
        let mut blocks = head.chunks_exact(TAR_BLOCK_BYTES).take(TAR_SAMPLE_BLOCKS);
        let aligned =
            blocks.position(is_ustar_header).map(|at| (Archive::Tar, at * TAR_BLOCK_BYTES));
        let found = aligned.or_else(|| Archive::after_lost_beginning(head));
        found.filter(|&(archive, at)| {
            !is_attachment(&head[..at]) && !is_mail_with_binary(&head[..at], archive)
        })
    }

    /// Returns the kind of an archive whose first header was lost, and the offset of the first header in `head`.
    fn after_lost_beginning(head: &[u8]) -> Option<(Archive, usize)> {
        // Every header has a NUL, and few texts have one.
        let first = memchr::memchr(0, head)?.saturating_sub(TAR_BLOCK_BYTES);
        if FOREIGN_SIGNATURES.iter().any(|signature| head.starts_with(signature)) {
            return None;
        }
        let searched = &head[first..];
        let is_tar = |at: &usize| searched.get(*at..).is_some_and(is_ustar_header);
        let tar = memmem::find_iter(searched, TAR_MAGIC)
            .filter_map(|hit| hit.checked_sub(TAR_MAGIC_OFFSET))
            .find(is_tar);
        let zip = memmem::find_iter(searched, &ZIP_MEMBER_SIGNATURE)
            .find(|&at| has_zip_member_fields(&searched[at..]));
        let found = [(Archive::Tar, tar), (Archive::Zip, zip)].into_iter();
        let found = found.filter_map(|(archive, at)| Some((archive, first + at?)));
        found.min_by_key(|(_, at)| *at)
    }
}

/// Reports whether what follows `text` is a part of a message that is not encoded: a header with a field such as
/// `Content-Type` and a blank line precede it. In an archive, the data of a member do, mostly with NULs after them.
fn is_attachment(text: &[u8]) -> bool {
    let Some(header) = text.strip_suffix(b"\n") else { return false };
    let header = header.strip_suffix(b"\r").unwrap_or(header);
    let header = &header[header.len().saturating_sub(SEPARATOR_LOOKAHEAD_BYTES)..];
    let lines = || header.split(|&byte| byte == b'\n').rev();
    let is_field = |line: &[u8]| {
        line.get(..CONTENT_FIELD.len()).is_some_and(|it| it.eq_ignore_ascii_case(CONTENT_FIELD))
    };
    // The first one is what follows the line break of the last line, and is empty before a blank line.
    lines().next().is_some_and(<[u8]>::is_empty)
        && lines().skip(1).take_while(|line| !line.trim_ascii().is_empty()).any(is_field)
}

/// Reports whether `text` begins like mail and has a NUL: the `archive` that follows is in a binary part. In a tar, NULs
/// fill up the last block of a member.
fn is_mail_with_binary(text: &[u8], archive: Archive) -> bool {
    let padding = text.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = if archive == Archive::Tar { &text[..text.len() - padding] } else { text };
    memchr::memchr(0, text).is_some()
        && (Container::of_first_line(text).is_some() || Container::of(text) == Container::Message)
}

/// The beginning of the fields that declare what a part is.
const CONTENT_FIELD: &[u8] = b"Content-";

/// Reports whether `bytes` begin with a tar header that has a checksum and the magic number of ustar.
fn is_ustar_header(bytes: &[u8]) -> bool {
    bytes.get(TAR_MAGIC_OFFSET..).is_some_and(|rest| rest.starts_with(TAR_MAGIC))
        && is_tar_header(bytes)
}

/// The first bytes of files that may contain a tar or zip and are none: programs, scripts, documents, pictures.
const FOREIGN_SIGNATURES: [&[u8]; 12] = [
    b"MZ",
    b"\x7FELF",
    b"\xCA\xFE\xBA\xBE",
    b"\xCF\xFA\xED\xFE",
    b"#!",
    b"%PDF",
    b"\xD0\xCF\x11\xE0",
    b"\x78\x9F\x3E\x22",
    b"\x89PNG",
    b"\xFF\xD8\xFF",
    b"GIF8",
    b"RIFF",
];

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

/// The offset of the magic number in a tar header, and what those of POSIX and GNU tar have in common.
pub(crate) const TAR_MAGIC_OFFSET: usize = 257;
pub(crate) const TAR_MAGIC: &[u8] = b"ustar";

/// Where a tar header has its checksum.
const TAR_CHECKSUM: Range<usize> = 148..156;

/// The first bytes of a zip member: `local file header signature` (APPNOTE.TXT, 4.3.7).
pub(crate) const ZIP_MEMBER_SIGNATURE: [u8; 4] = *b"PK\x03\x04";

/// The length of the header of a zip member without its name and extra field, which have at most 65,535 bytes each.
pub(crate) const ZIP_HEADER_BYTES: usize = 30;

/// The methods of compression that are known (4.4.5).
pub(crate) fn is_zip_method(method: u16) -> bool {
    matches!(method, 0..=20 | 92..=99)
}

/// Flags that have a meaning (4.4.4).
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
