//! The records of a zip: local headers, the directory, and the search for one in damaged bytes.

use memchr::memmem;

use crate::files::kind::{
    ZIP_HEADER_BYTES, ZIP_MEMBER_SIGNATURE, has_zip_member_fields, is_zip_method,
};
use crate::files::stream::Stream;

/// A local file header (4.3.7).
#[derive(Clone, Debug)]
pub(crate) struct ZipMember {
    pub(crate) name: String,
    pub(crate) flags: u16,
    pub(crate) method: u16,
    pub(crate) crc: u32,
    /// The compressed and the expanded length in bytes.
    pub(crate) compressed: u64,
    pub(crate) size: u64,
    /// Whether the lengths and the checksum are known before the data.
    pub(crate) is_sized: bool,
    /// Whether the sizes after the data have eight bytes (4.5.3).
    pub(crate) is_zip64: bool,
    pub(crate) header: usize,
}

/// The member is encrypted (4.4.4).
pub(crate) const FLAG_ENCRYPTED: u16 = 1;
/// The sizes and the checksum are after the data (4.4.4).
pub(crate) const FLAG_SIZES_AFTER: u16 = 1 << 3;

#[derive(Clone, Debug)]
pub(crate) enum ZipRecord {
    Member(ZipMember),
    /// A part of the directory, with its length in bytes.
    Directory(u64),
    /// The end of the directory, with its length in bytes.
    End(u64),
}

impl ZipRecord {
    /// Returns the record that `zip` begins with, if there is one. Takes no bytes. A directory may be cut short.
    pub(crate) fn next(zip: &mut Stream<'_>) -> Option<ZipRecord> {
        let head = zip.head(DIRECTORY_ENTRY_BYTES);
        let short = |at: usize| u64::from(field(head, at));
        let long = |at: usize| short(at) | short(at + 2) << 16;
        let signature: [u8; 4] = *head.first_chunk()?;
        Some(match &signature {
            b"PK\x01\x02" => ZipRecord::Directory(
                DIRECTORY_ENTRY_BYTES as u64 + short(28) + short(30) + short(32),
            ),
            b"PK\x05\x05" => ZipRecord::Directory(6 + short(4)),
            b"PK\x06\x06" => ZipRecord::Directory(12 + (long(4) | long(8) << 32).min(1 << 16)),
            b"PK\x06\x07" => ZipRecord::Directory(20),
            b"PK\x06\x08" => ZipRecord::Directory(8 + long(4)),
            b"PK\x05\x06" => {
                let length = END_BYTES + usize::from(field(head, 20));
                // A comment that is longer than the file is damage, and members may follow.
                let is_whole = zip.head(length).len() == length;
                ZipRecord::End(if is_whole { length } else { END_BYTES } as u64)
            }
            _ => ZipRecord::Member(ZipMember::next(zip)?),
        })
    }
}

/// The lengths of an entry of the directory and of its end (4.3.12, 4.3.16), without texts.
pub(crate) const DIRECTORY_ENTRY_BYTES: usize = 46;
pub(crate) const END_BYTES: usize = 22;

pub(crate) fn field(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
}

pub(crate) fn long_field(bytes: &[u8], at: usize) -> u32 {
    u32::from(field(bytes, at)) | u32::from(field(bytes, at + 2)) << 16
}

impl ZipMember {
    fn next(zip: &mut Stream<'_>) -> Option<ZipMember> {
        let head = zip.head(ZIP_HEADER_BYTES);
        if head.len() < ZIP_HEADER_BYTES || !head.starts_with(&ZIP_MEMBER_SIGNATURE) {
            return None;
        }
        let short = |at: usize| field(head, at);
        let long = |at: usize| long_field(head, at);
        let (name, extra) = (usize::from(short(26)), usize::from(short(28)));
        let mut member = ZipMember {
            name: String::new(),
            flags: short(6),
            method: short(8),
            crc: long(14),
            compressed: long(18).into(),
            size: long(22).into(),
            is_sized: short(6) & FLAG_SIZES_AFTER == 0,
            is_zip64: false,
            header: ZIP_HEADER_BYTES + name + extra,
        };
        let bytes = zip.head(member.header).get(ZIP_HEADER_BYTES..member.header)?;
        // A name with a NUL or with another header in it is none: its length is wrong.
        if memchr::memchr(0, &bytes[..name]).is_some() || find_record(bytes).is_some() {
            return None;
        }
        member.name = String::from_utf8_lossy(&bytes[..name]).into_owned();
        member.read_zip64(&bytes[name..]);
        Some(member)
    }

    /// Reports whether the data can be read only if its length is known. Deflated data marks its own end.
    pub(crate) fn needs_size(&self) -> bool {
        !self.is_sized && self.method != 8
    }

    pub(crate) fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Replaces sizes of `0xFFFFFFFF` by those of the ZIP64 extra field (4.5.3).
    fn read_zip64(&mut self, mut extra: &[u8]) {
        while let [a, b, c, d, rest @ ..] = extra {
            let (id, length) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
            let Some((mut field, after)) = rest.split_at_checked(length.into()) else { return };
            extra = after;
            if id != 1 {
                continue;
            }
            self.is_zip64 = true;
            // The field has only the sizes that are 0xFFFFFFFF in the header, in this order.
            for size in [&mut self.size, &mut self.compressed] {
                if let (0xFFFF_FFFF, Some((bytes, after))) = (*size, field.split_first_chunk()) {
                    *size = u64::from_le_bytes(*bytes);
                    field = after;
                }
            }
        }
    }
}

/// How many bytes after the first one of a record a search looks at.
pub(crate) const RECORD_LOOKAHEAD_BYTES: usize = 512;

pub(crate) fn is_plausible_member(bytes: &[u8]) -> bool {
    bytes.starts_with(&ZIP_MEMBER_SIGNATURE) && has_zip_member_fields(bytes)
}

/// Returns the length in bytes of the record that `bytes` begins with, with the data of a member. Sizes after the data
/// must be directly before the next record, if there is one.
pub(crate) fn record_len(bytes: &[u8]) -> Option<usize> {
    let length = match ZipRecord::next(&mut Stream::new(bytes, None))? {
        ZipRecord::Directory(length) | ZipRecord::End(length) => length,
        ZipRecord::Member(member) if member.is_sized => {
            member.compressed.saturating_add(member.header as u64)
        }
        ZipRecord::Member(member) => {
            let data = &bytes[member.header..];
            let Some(next) = find_record(data) else { return Some(usize::MAX) };
            // The length of a descriptor, and where its field of the compressed size is, from its end.
            let has_size = |(length, field): (usize, usize)| {
                let end = next.checked_sub(length);
                end.is_some_and(|end| long_field(data, next - field) as usize == end)
            };
            let is_described = [(12, 8), (16, 8), (20, 16), (24, 16)].into_iter().any(has_size);
            return is_described.then_some(member.header + next);
        }
    };
    usize::try_from(length).ok()
}

/// Returns the offset of the first record in `bytes`: a local header or a part of the directory.
pub(crate) fn find_record(bytes: &[u8]) -> Option<usize> {
    memmem::find_iter(bytes, b"PK").find(|&at| {
        let bytes = &bytes[at..];
        match bytes.get(2..4) {
            Some([3, 4]) => is_plausible_member(bytes),
            Some([1, 2]) => {
                bytes.len() >= DIRECTORY_ENTRY_BYTES
                    && bytes[6] < 100
                    && is_zip_method(field(bytes, 10))
            }
            // No archive of several disks is read.
            Some([5, 6]) => bytes.len() >= END_BYTES && bytes[4..8] == [0; 4],
            _ => false,
        }
    })
}
