//! Files of all kinds: sources, tars and zips of them, compressed or not. Lengths mostly are what they declare, and
//! then some bytes are damaged.

use std::io::Write;

use arbitrary::Arbitrary;

use crate::mail::{Damage, Source};

/// The largest number of members.
const MAX_MEMBERS: usize = 6;

/// The largest number of bytes that a filled member has.
const MAX_FILLED_BYTES: usize = 1 << 21;

/// A file.
#[derive(Arbitrary, Clone, Debug)]
pub struct Pack {
    content: Content,
    /// The codecs around the content, the innermost first.
    codecs: Vec<Codec>,
    damage: Vec<Damage>,
}

/// What is in a file once it is decompressed.
#[derive(Arbitrary, Clone, Debug)]
enum Content {
    Plain(Data),
    Tar { members: Vec<TarMember>, blocks_at_end: u8 },
    Zip { members: Vec<ZipMember>, has_directory: bool },
}

/// The bytes of a member.
#[derive(Arbitrary, Clone, Debug)]
enum Data {
    Source(Source),
    Compressed(Codec, Source),
    /// Many equal bytes, which compress well.
    Filled(u8, u32),
    Raw(Vec<u8>),
}

/// A compression format.
#[derive(Arbitrary, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstd,
    /// The format of bzip2.
    Bzip2,
    /// The .xz file format.
    Xz,
    /// Two members of gzip in a row.
    TwiceGzip,
    /// A line before a compressed batch, and gzip.
    Batch,
    /// What may be output of `compress`: its first bytes, and the bytes as its codes.
    Compress,
}

/// A member of a tar, with what its header says of it.
#[derive(Arbitrary, Clone, Debug)]
struct TarMember {
    name: Name,
    kind: u8,
    /// The length that the header declares, if it is not the right one.
    declared: Option<u64>,
    is_binary_number: bool,
    /// What is changed in the header after its checksum was computed.
    broken: Option<(u8, u8)>,
    /// The records of a PAX header before the member.
    records: Vec<(u8, u32)>,
    sparse: Vec<(u32, u16)>,
    data: Data,
}

/// A member of a zip, with what its header says of it.
#[derive(Arbitrary, Clone, Debug)]
struct ZipMember {
    name: Name,
    method: u8,
    flags: u8,
    /// The lengths that the header declares, if they are not the right ones.
    declared: Option<(u32, u32)>,
    /// The length of the extra field that the header declares, if it is not 0.
    extra: Option<(u16, u8)>,
    has_sizes_after: bool,
    data: Data,
}

/// The name of a member.
#[derive(Arbitrary, Clone, Debug)]
enum Name {
    Short(u8),
    Long(u16),
    Bytes([u8; 3]),
}

impl Name {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Name::Short(byte) => format!("m{byte}").into_bytes(),
            Name::Long(length) => vec![b'n'; *length as usize],
            Name::Bytes(bytes) => bytes.to_vec(),
        }
    }
}

impl Pack {
    /// Returns the bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.content();
        for codec in self.codecs.iter().take(2) {
            bytes = codec.compress(&bytes);
        }
        self.damage.iter().for_each(|damage| damage.apply(&mut bytes));
        bytes
    }

    /// Returns the content, not compressed and not damaged.
    pub fn content(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match &self.content {
            Content::Plain(data) => bytes = data.bytes(),
            Content::Tar { members, blocks_at_end } => {
                members.iter().take(MAX_MEMBERS).for_each(|member| member.write(&mut bytes));
                bytes.resize(bytes.len() + 512 * (*blocks_at_end as usize % 4), 0);
            }
            Content::Zip { members, has_directory } => {
                members.iter().take(MAX_MEMBERS).for_each(|member| member.write(&mut bytes));
                if *has_directory {
                    bytes.extend_from_slice(b"PK\x05\x06");
                    bytes.resize(bytes.len() + 18, 0);
                }
            }
        }
        bytes
    }
}

impl Data {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Data::Source(source) => source.bytes(),
            Data::Compressed(codec, source) => codec.compress(&source.bytes()),
            Data::Filled(byte, length) => vec![*byte; *length as usize % MAX_FILLED_BYTES],
            Data::Raw(bytes) => bytes.clone(),
        }
    }
}

impl Codec {
    /// Compresses `bytes`.
    ///
    /// # Panics
    ///
    /// If the encoder fails, which it does not.
    pub fn compress(self, bytes: &[u8]) -> Vec<u8> {
        let done = match self {
            Codec::Gzip => gzip(bytes),
            Codec::Zstd => zstd::encode_all(bytes, 1),
            Codec::Bzip2 => {
                let level = bzip2::Compression::fast();
                let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), level);
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Codec::Xz => {
                let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 0);
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Codec::Compress => Ok([b"\x1F\x9D\x90", bytes].concat()),
            Codec::TwiceGzip => {
                let (first, second) = bytes.split_at(bytes.len() / 2);
                gzip(first).and_then(|first| Ok([first, gzip(second)?].concat()))
            }
            Codec::Batch => gzip(bytes).map(|bytes| [b"#! zunbatch\n", &*bytes].concat()),
        };
        done.expect("memory takes everything")
    }
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

impl TarMember {
    fn write(&self, into: &mut Vec<u8>) {
        let name = self.name.bytes();
        if !self.records.is_empty() {
            let records: Vec<u8> = self.records.iter().take(4).copied().flat_map(record).collect();
            tar_block(into, b"pax", b'x', records.len() as u64, self);
            pad(into, &records);
        }
        if name.len() > 100 {
            tar_block(into, b"././@LongLink", b'L', name.len() as u64, self);
            pad(into, &name);
        }
        let kinds = b"0000\x007512xgLKS6V";
        let kind = kinds[self.kind as usize % kinds.len()];
        let data = self.data.bytes();
        let declared = self.declared.unwrap_or(data.len() as u64);
        tar_block(into, &name, kind, declared, self);
        pad(into, &data);
    }
}

/// Returns a PAX record, with a key and a number.
fn record((key, number): (u8, u32)) -> Vec<u8> {
    let keys = [
        "path", "size", "linkpath", "GNU.sparse.major", "GNU.sparse.minor", "GNU.sparse.name",
        "GNU.sparse.realsize", "GNU.sparse.map", "mtime", "hdrcharset",
    ];
    let key = keys[key as usize % keys.len()];
    let length = key.len() + number.to_string().len() + 6;
    // A length of one digit, or of three, is wrong. So are those with a leading zero.
    format!("{length:02} {key}={number}\n ").into_bytes()
}

/// Appends a header of a tar.
fn tar_block(into: &mut Vec<u8>, name: &[u8], kind: u8, size: u64, member: &TarMember) {
    let mut block = [0; 512];
    let short = &name[..name.len().min(100)];
    block[..short.len()].copy_from_slice(short);
    block[100..108].copy_from_slice(b"0000644\0");
    if member.is_binary_number {
        // GNU tar writes large numbers in base 256.
        block[124] = 0x80;
        block[128..136].copy_from_slice(&size.to_be_bytes());
    } else {
        let digits = format!("{size:011o}").into_bytes();
        block[124..135].copy_from_slice(&digits[digits.len() - 11..]);
    }
    block[156] = kind;
    if kind == b'S' {
        block[257..265].copy_from_slice(b"ustar  \0");
        for (i, (offset, length)) in member.sparse.iter().take(4).enumerate() {
            let at = 386 + 24 * i;
            block[at..at + 11].copy_from_slice(format!("{offset:011o}").as_bytes());
            block[at + 12..at + 23].copy_from_slice(format!("{length:011o}").as_bytes());
        }
        let end =
            member.sparse.last().map_or(0, |(at, length)| u64::from(*at) + u64::from(*length));
        block[482] = u8::from(member.sparse.len() > 4);
        block[483..494].copy_from_slice(format!("{end:011o}").as_bytes());
    } else {
        block[257..265].copy_from_slice(b"ustar\x0000");
    }
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    if let Some((at, byte)) = member.broken {
        block[at as usize * 2] = byte;
    }
    into.extend_from_slice(&block);
}

/// Appends data in whole blocks.
fn pad(into: &mut Vec<u8>, data: &[u8]) {
    into.extend_from_slice(data);
    into.resize(into.len().next_multiple_of(512), 0);
}

impl ZipMember {
    fn write(&self, into: &mut Vec<u8>) {
        let name = self.name.bytes();
        let data = self.data.bytes();
        let methods = [0_u8, 8, 8, 8, 12, 14, 93, 95, 99, 255];
        let method = methods[self.method as usize % methods.len()];
        let stored = match method {
            8 => {
                let level = flate2::Compression::fast();
                let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), level);
                encoder.write_all(&data).and_then(|()| encoder.finish()).unwrap_or_default()
            }
            12 => Codec::Bzip2.compress(&data),
            93 => Codec::Zstd.compress(&data),
            95 => Codec::Xz.compress(&data),
            _ => data.clone(),
        };
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let mut crc = flate2::Crc::new();
        crc.update(&data);
        let declared = self.declared.unwrap_or((length(&stored), length(&data)));
        let after = [crc.sum(), declared.0, declared.1].map(u32::to_le_bytes).concat();
        let (extra_length, extra_bytes) = self.extra.unwrap_or_default();
        let flags = (self.flags & 0b0100_0001) | if self.has_sizes_after { 8 } else { 0 };
        into.extend_from_slice(b"PK\x03\x04\x14\0");
        into.extend_from_slice(&[flags, 0, method, 0, 0, 0, 0, 0]);
        into.extend_from_slice(if self.has_sizes_after { &[0; 12] } else { &after });
        into.extend_from_slice(&u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes());
        into.extend_from_slice(&extra_length.to_le_bytes());
        into.extend_from_slice(&name);
        into.resize(into.len() + extra_bytes as usize, 1);
        into.extend_from_slice(&stored);
        if self.has_sizes_after {
            if self.flags & 2 == 2 {
                into.extend_from_slice(b"PK\x07\x08");
            }
            into.extend_from_slice(&after);
        }
    }
}
