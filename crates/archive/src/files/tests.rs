//! Damages archives at random places. Nothing may panic, and the rows before the damage must be unchanged (A7).
//!
//! `URLSIFT_CASES` sets the number of cases; the default is 2,000. The places are the same each time. This is a unit
//! test, because starting a process for each case would be slow.
//!
//! These rows are before the damage:
//!
//! - in an mbox, batch or log, those of each message whose end is certain: the first two lines of the next message
//!   are undamaged;
//! - in a single message or a text none, because it is one item;
//! - in a tar or zip, those of all members before the damage, and in a tar also those of the damaged member by the
//!   rules for files;
//! - in compressed data, the same for the decompressed bytes, up to the first byte that differs.

use std::fs;
use std::io::{Read, Write};
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use rayon::prelude::*;
use urlsift::Extractor;

use crate::cut::{Limits, Name};
use crate::files::bounds::Bounds;
use crate::files::codec::{Codec, CodecChoice};
use crate::files::file;
use crate::files::source::SourceEvent;
use crate::files::stream::Stream;
use crate::mail::{Container, Headers, InputKind, MoreInput, Separator, find_separator};
use crate::rows::{ALL_FIELDS, Row};

const CASES: usize = 2000;

/// Bounds with a small window, to give each file several windows.
const BOUNDS: Bounds = Bounds {
    limits: Limits { window: 4096, message: 1 << 20 },
    member: 1 << 24,
    codec_threads: 1,
    input: InputKind::Auto,
    codec: CodecChoice::Auto,
    attachments: false,
};

/// The structure of a file.
#[derive(Clone, Debug)]
enum Shape {
    /// An mbox, a news batch or a LISTSERV log.
    Many(Container),
    /// A single message or a text.
    One,
    /// A compressed file, with its decompressed bytes.
    Compressed(Box<Shape>, Vec<u8>),
    /// An archive of files, with the places of its members.
    Tar(Vec<Member>),
    Zip(Vec<Member>),
}

#[derive(Clone, Debug)]
struct Member {
    name: &'static str,
    data: Range<usize>,
    shape: Shape,
}

#[derive(Clone, Debug)]
struct File {
    name: &'static str,
    bytes: Vec<u8>,
    shape: Shape,
}

/// A row, with the member and the message that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    member: Option<String>,
    message: Option<usize>,
    row: String,
}

fn rows(extractor: &Extractor, bytes: &[u8]) -> Vec<Found> {
    let mut rows = Vec::new();
    let read = file::read(
        // The length lets intact gzip files be inflated at once; `expand` below does not know it.
        Stream::new(bytes, Some(bytes.len() as u64)),
        None,
        &Arc::new(Name::new("x", None)),
        BOUNDS,
        &mut |event| {
            let SourceEvent::Window(window) = event else { return Ok(()) };
            for item in window.items() {
                item.find(extractor, Headers::Useful, |place, found| {
                    rows.push(Found {
                        member: place.member.map(str::to_owned),
                        message: place.message_offset,
                        row: format!("{:?}", Row::new(place, found, &ALL_FIELDS)),
                    });
                });
            }
            Ok(())
        },
    );
    assert!(read.is_ok(), "the callback never stops the read");
    rows
}

/// Decompresses `bytes` up to the first damage.
fn expand(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Stream::new(bytes, None);
    let mut expanded = Vec::new();
    if let Some(codec) = Codec::of(&mut stream)
        && let Ok(mut stream) = codec.expand(stream, BOUNDS.member, BOUNDS.codec_threads)
    {
        // An error ends the intact part.
        let _ = stream.read_to_end(&mut expanded);
    }
    expanded
}

/// The rows before the damage.
#[derive(Clone, Debug)]
enum Intact {
    All,
    Nothing,
    /// Rows of messages that begin before this offset.
    Messages(usize),
    /// Rows of this number of members, and some of the next member.
    Members(usize, Box<Intact>),
}

impl Intact {
    /// Compares the file before (`whole`) and after (`harmed`) the damage.
    fn of(shape: &Shape, whole: &[u8], harmed: &[u8]) -> Intact {
        let same = whole.iter().zip(harmed).take_while(|(a, b)| a == b).count();
        if same == whole.len() {
            return Intact::All;
        }
        match shape {
            Shape::One => Intact::Nothing,
            Shape::Many(container) => {
                let is_certain = |next: &usize| {
                    let lines = whole[*next..].split_inclusive(|&byte| byte == b'\n').take(2);
                    next + lines.map(<[u8]>::len).sum::<usize>() <= same
                };
                Intact::Messages(
                    starts(*container, whole).into_iter().filter(is_certain).max().unwrap_or(0),
                )
            }
            Shape::Compressed(inner, expanded) => Intact::of(inner, expanded, &expand(harmed)),
            Shape::Tar(members) | Shape::Zip(members) => {
                let count = members.iter().take_while(|member| member.data.end <= same).count();
                let next = members.get(count).filter(|member| member.data.start <= same);
                let of = |Member { data, shape, .. }: &Member| {
                    let harmed = &harmed[data.start..data.end.min(harmed.len())];
                    Intact::of(shape, &whole[data.clone()], harmed)
                };
                let is_tar = matches!(shape, Shape::Tar(_));
                let next = next.filter(|_| is_tar).map_or(Intact::Nothing, of);
                Intact::Members(count, Box::new(next))
            }
        }
    }

    fn has(&self, row: &Found, shape: &Shape) -> bool {
        match self {
            Intact::All => true,
            Intact::Nothing => false,
            Intact::Messages(end) => row.message.is_some_and(|start| start < *end),
            Intact::Members(count, next) => {
                let members = shape.members();
                let is_it = |member: &Member| Some(member.name) == row.member.as_deref();
                let at = members.iter().position(is_it).expect("every row is of a known member");
                at < *count || (at == *count && next.has(row, &members[at].shape))
            }
        }
    }
}

impl Shape {
    /// Returns the members of an archive, whether it is compressed or not.
    fn members(&self) -> &[Member] {
        match self {
            Shape::Tar(members) | Shape::Zip(members) => members,
            Shape::Compressed(inner, _) => inner.members(),
            Shape::Many(_) | Shape::One => &[],
        }
    }
}

/// Returns the offsets of the messages of `whole`.
fn starts(container: Container, whole: &[u8]) -> Vec<usize> {
    let next = |start: &usize| match find_separator(container, whole, start + 1, MoreInput::None) {
        Separator::At(next) => Some(next),
        Separator::NotBefore(_) => None,
    };
    std::iter::successors(Some(0), next).collect()
}

fn archive(name: &str) -> Vec<u8> {
    let path = format!("{}/../../corpus/archives/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read(path).expect("the archive is readable")
}

const MESSAGE: &[u8] =
    b"From: a@b.example\nSubject: one\nContent-Type: multipart/mixed; boundary=b\n\n\
    --b\n\n<URL:http://x.example/a-\nb>\n--b\nContent-Transfer-Encoding: base64\n\n\
    PGh0dHA6Ly95LmV4YW1wbGUvPg==\n--b--\n";

const MBOX: Shape = Shape::Many(Container::Mbox);

/// Returns test files of every kind: plain and compressed files, and archives of them.
fn files() -> Vec<File> {
    let file = |name, bytes, shape| File { name, bytes, shape };
    let packed = |name, bytes: Vec<u8>, inner| {
        let expanded = expand(&bytes);
        file(name, bytes, Shape::Compressed(Box::new(inner), expanded))
    };
    let (shelf, pages) = (archive("shelf.mbox"), archive("pages.mbox"));
    let mut files = vec![
        file("fields.mbox", archive("fields.mbox"), MBOX),
        packed("few.mbox.gz", archive("few.mbox.gz"), MBOX),
        file("batch.rnews", archive("batch.rnews"), Shape::Many(Container::Rnews)),
        file("list.log", archive("list.log"), Shape::Many(Container::Listserv)),
        file("message", MESSAGE.to_vec(), Shape::One),
        packed("pages.mbox.gz", gzip(&pages), MBOX),
        packed("few.mbox.bz2", archive("few.mbox.bz2"), MBOX),
        packed("few.mbox.xz", archive("few.mbox.xz"), MBOX),
        file("pages.mbox", pages, MBOX),
        packed("few.mbox.zst", archive("few.mbox.zst"), MBOX),
        file("notes.txt", archive("notes.txt"), Shape::One),
    ];
    let (tar, zip) = (tar(&files), zip(&files));
    files.extend([
        packed("shelf.mbox.gz", gzip(&shelf), MBOX),
        file("shelf.mbox", shelf, MBOX),
        packed("tar.gz", gzip(&tar.bytes), tar.shape.clone()),
        packed("tar.zst", zstd(&tar.bytes), tar.shape.clone()),
        tar,
        zip,
    ]);
    files
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 0).expect("memory takes everything")
}

fn tar(files: &[File]) -> File {
    let mut builder = tar::Builder::new(Vec::new());
    let mut members = Vec::new();
    for File { name, bytes, shape } in files {
        let start = builder.get_ref().len() + 512;
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        builder.append_data(&mut header, name, &bytes[..]).expect("memory takes everything");
        members.push(Member { name, data: start..start + bytes.len(), shape: shape.clone() });
    }
    let bytes = builder.into_inner().expect("memory takes everything");
    File { name: "tar", bytes, shape: Shape::Tar(members) }
}

/// Makes a zip without a central directory, which urlsift does not read. Every second member is deflated.
fn zip(files: &[File]) -> File {
    let mut zip = Vec::new();
    let mut members = Vec::new();
    for (i, File { name, bytes, shape }) in files.iter().enumerate() {
        let is_deflated = i % 2 == 1;
        let stored = if is_deflated { deflate(bytes) } else { bytes.clone() };
        let length =
            |bytes: &[u8]| u32::try_from(bytes.len()).expect("the number is small").to_le_bytes();
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        zip.extend_from_slice(b"PK\x03\x04\x14\0\0\0");
        zip.extend_from_slice(&[if is_deflated { 8 } else { 0 }, 0, 0, 0, 0, 0]);
        zip.extend_from_slice(&crc.sum().to_le_bytes());
        zip.extend_from_slice(&length(&stored));
        zip.extend_from_slice(&length(bytes));
        zip.extend_from_slice(&length(name.as_bytes())[..2]);
        zip.extend_from_slice(&[0, 0]);
        zip.extend_from_slice(name.as_bytes());
        let start = zip.len();
        zip.extend_from_slice(&stored);
        members.push(Member { name, data: start..zip.len(), shape: shape.clone() });
    }
    zip.extend_from_slice(b"PK\x05\x06");
    zip.resize(zip.len() + 18, 0);
    File { name: "zip", bytes: zip, shape: Shape::Zip(members) }
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

/// A reproducible pseudorandom generator (xorshift64*, S. Vigna).
struct Random(u64);

impl Random {
    /// Returns a number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(number).expect("the number has 31 bits") % bound
    }
}

#[test]
fn rows_before_the_damage_are_unchanged() {
    let asked = std::env::var("URLSIFT_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases: usize = asked.unwrap_or(CASES);
    let extractor = Extractor::new();
    let files = files();
    let whole: Vec<_> = files.iter().map(|file| rows(&extractor, &file.bytes)).collect();
    for (File { name, .. }, rows) in files.iter().zip(&whole) {
        assert!(!rows.is_empty(), "{name}");
    }
    let mut random = Random(1994);
    let cases: Vec<Case<'_>> = (0..cases)
        .map(|case| {
            // Every second case is one of the last four files, which are the archives.
            let from = if case % 2 == 0 { 0 } else { files.len() - 4 };
            let at = from + random.below(files.len() - from);
            let place = random.below(files[at].bytes.len());
            let bit = (random.below(3) > 0).then(|| random.below(8));
            Case { file: &files[at], whole: &whole[at], place, bit }
        })
        .collect();
    // The number of rows before the damage, and after its start.
    let (before, after) = cases
        .par_iter()
        .map(|case| {
            let before = case.check(&extractor);
            (before, case.whole.len() - before)
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let least = 10 * cases.len();
    assert!(
        before > least && after > least,
        "{before} rows before the damage, {after} after its start"
    );
}

/// A file and the damage to it.
struct Case<'f> {
    file: &'f File,
    /// The rows of the intact file.
    whole: &'f [Found],
    place: usize,
    /// The bit of the byte at `place` to flip. `None` cuts the file at `place`.
    bit: Option<usize>,
}

impl Case<'_> {
    /// Checks that the rows before the damage are found, and returns their number.
    fn check(&self, extractor: &Extractor) -> usize {
        let File { name, bytes, shape } = self.file;
        let place = self.place;
        let mut harmed = bytes.clone();
        let tried = if let Some(bit) = self.bit {
            harmed[place] ^= 1 << bit;
            format!("{name} with bit {bit} of byte {place} turned")
        } else {
            harmed.truncate(place);
            format!("{name} cut at byte {place}")
        };
        let found = panic::catch_unwind(AssertUnwindSafe(|| rows(extractor, &harmed)));
        let found = found.unwrap_or_else(|_| panic!("{tried}: a panic"));
        let before = Intact::of(shape, bytes, &harmed);
        let count = self.whole.iter().take_while(|row| before.has(row, shape)).count();
        assert!(found.len() >= count, "{tried}: {} rows, not {count}", found.len());
        for (found, expected) in found.iter().zip(&self.whole[..count]) {
            assert_eq!(found, expected, "{tried}");
        }
        count
    }
}
