//! Finds out what a file is from its first bytes: compressed, an archive of files, or a container of messages
//! (A1).

use std::io;
use std::ops::Range;

use memchr::memmem;

use crate::archive::{Container, InputKind, SEPARATOR_LOOKAHEAD_BYTES};
use crate::files::codec::{Codec, CodecChoice};
use crate::files::stream::Stream;

/// Returns the codec of the file `stream`, and the container if it has separators, is stored uncompressed, and is not
/// read as one text or with a codec by `choice`. Looks at [`Container::DETECTION_BYTES`] bytes at most.
///
/// # Errors
///
/// If these bytes cannot be read. The file may be of any kind then.
pub(crate) fn codec_and_container(
    stream: &mut Stream<'_>,
    input: InputKind,
    choice: CodecChoice,
) -> io::Result<(Option<Codec>, Option<Container>)> {
    let codec = Codec::of(stream);
    let is_declared = matches!(choice, CodecChoice::Only(_));
    let is_whole = codec.is_some() || is_declared || input.is_one_text();
    let container = if is_whole || Archive::of_file(stream).is_some() {
        None
    } else {
        let container = Container::of_first_line(stream.head(FIRST_LINE_BYTES))
            .unwrap_or_else(|| input.container(stream.head(Container::DETECTION_BYTES)));
        container.has_separators().then_some(container)
    };
    stream.ensure_undamaged()?;
    Ok((codec, container))
}

/// The bytes that show whether the first line is a separator, in most files that have separators: room for it, after
/// some empty lines. More are read only of other files.
const FIRST_LINE_BYTES: usize = 4 * SEPARATOR_LOOKAHEAD_BYTES;

/// A kind of archive of files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Archive {
    Tar,
    Zip,
}

/// The length of a block of a tar, and of its header, in bytes.
pub(crate) const TAR_BLOCK_BYTES: usize = 512;

/// The bytes in which the first undamaged header of a tar is looked for.
const TAR_SAMPLE_BYTES: usize = 128 * TAR_BLOCK_BYTES;

impl Archive {
    /// Returns the kind of archive that begins with `head`.
    pub(crate) fn of(head: &[u8]) -> Option<Archive> {
        if head.starts_with(&ZIP_MEMBER_SIGNATURE) {
            return Some(Archive::Zip);
        }
        is_tar_header(head).then_some(Archive::Tar)
    }

    /// Like [`Archive::of`], also if the first header is damaged or missing.
    ///
    /// A tar then has another header at a whole number of blocks, with a checksum and the magic number of ustar. No
    /// text has that. A zip has the other fields of the first header. If neither is found, the beginning may be lost:
    /// see [`Archive::after_lost_beginning`].
    pub(crate) fn of_file(stream: &mut Stream<'_>) -> Option<Archive> {
        if let Some(archive) = Archive::of(stream.head(TAR_BLOCK_BYTES)) {
            return Some(archive);
        }
        let head = stream.head(TAR_SAMPLE_BYTES);
        if has_zip_member_fields(head) {
            return Some(Archive::Zip);
        }
        if head.chunks_exact(TAR_BLOCK_BYTES).any(is_ustar_header) {
            return Some(Archive::Tar);
        }
        // A mailbox or a message may contain an archive that is not encoded.
        if Container::of_first_line(head).is_some() {
            return None;
        }
        let head = stream.head(Container::DETECTION_BYTES);
        let archive = Archive::after_lost_beginning(head)?;
        (Container::of(head) != Container::Message).then_some(archive)
    }

    /// Returns the kind of an archive whose first header was lost, by the first header in `head` at any byte.
    fn after_lost_beginning(head: &[u8]) -> Option<Archive> {
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
        match (tar, zip) {
            (Some(tar), Some(zip)) => Some(if tar < zip { Archive::Tar } else { Archive::Zip }),
            (tar, zip) => tar.map(|_| Archive::Tar).or(zip.map(|_| Archive::Zip)),
        }
    }
}

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
