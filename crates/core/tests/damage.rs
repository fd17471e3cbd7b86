//! Damage at random places of mixed archives: never a panic, and what stands before it is found as it was
//! (A7). `URLSIFT_CASES` says at how many places, 2,000 where it says nothing; they are the same each time.
//!
//! This is a unit test of the program, whose way from a file's bytes to messages it goes without a
//! process for each case.
//!
//! What stands before the damage is this. Of an mbox or a batch, a message whose end is told by undamaged
//! bytes: the next one's first two lines. Of a single message or a text nothing, for it is one item. Of a
//! tar or zip every member before; of the member of a tar in which the damage is, the same as of a file. Of
//! what is compressed, the same of what the decompressor gives: up to the first byte that it gives
//! otherwise than it did.

use std::fs;
use std::io::{Read, Write};
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};

use rayon::prelude::*;
use urlsift::Extractor;
use urlsift::archive::{Container, Headers, MoreInput, Separator, find_separator};
use urlsift::bulk::Limits;
use urlsift::output::{Destination, write_jsonl};
use urlsift::row::Row;

use crate::read::bounds::Bounds;
use crate::read::codec::Codec;
use crate::read::file;
use crate::read::source::SourceEvent;
use crate::read::stream::Stream;

const CASES: usize = 2000;

/// A small window, so that there are several of them.
const BOUNDS: Bounds =
    Bounds { limits: Limits { window: 4096, message: 1 << 20 }, member: 1 << 24, codec_threads: 1 };

/// What a file is, as it was made.
#[derive(Clone, Debug)]
enum Shape {
    /// An mbox or a batch of news.
    Many(Container),
    /// A message or a text.
    One,
    /// With what it expands to.
    Compressed(Box<Shape>, Vec<u8>),
    /// Members, by where their bytes stand.
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

/// A row, and what it is a row of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    member: Option<String>,
    message: Option<usize>,
    row: String,
}

fn rows(extractor: &Extractor, bytes: &[u8]) -> Vec<Found> {
    let mut rows = Vec::new();
    let read = file::read(Stream::new(bytes, None), "x", BOUNDS, &mut |event| {
        let SourceEvent::Window(window) = event else { return Ok(()) };
        for item in window.items() {
            item.find(extractor, Headers::Useful, None, |place, found| {
                let mut row = Vec::new();
                write_jsonl(&Row::new(place, found), Destination::Program, &mut row);
                rows.push(Found {
                    member: place.member.map(str::to_owned),
                    message: place.message_offset,
                    row: String::from_utf8(row).expect("JSON is UTF-8"),
                });
            });
        }
        Ok(())
    });
    assert!(read.is_ok(), "nobody stopped it");
    rows
}

/// What a decompressor makes of `bytes` before it comes upon damage.
fn expand(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Stream::new(bytes, None);
    let mut expanded = Vec::new();
    if let Some(codec) = Codec::of(&mut stream)
        && let Ok(mut stream) = codec.expand(stream, BOUNDS)
    {
        // Where it ends is where damage begins.
        let _ = stream.read_to_end(&mut expanded);
    }
    expanded
}

/// Which rows stand before the damage.
#[derive(Clone, Debug)]
enum Before {
    All,
    Nothing,
    /// Those of messages that begin before this.
    Messages(usize),
    /// Those of so many members, and these of the next one.
    Members(usize, Box<Before>),
}

impl Before {
    /// Of a file that was `whole` and is `harmed`.
    fn of(shape: &Shape, whole: &[u8], harmed: &[u8]) -> Before {
        let same = whole.iter().zip(harmed).take_while(|(a, b)| a == b).count();
        if same == whole.len() {
            return Before::All;
        }
        match shape {
            Shape::One => Before::Nothing,
            Shape::Many(container) => {
                let is_told = |next: &usize| {
                    let lines = whole[*next..].split_inclusive(|&byte| byte == b'\n').take(2);
                    next + lines.map(<[u8]>::len).sum::<usize>() <= same
                };
                Before::Messages(
                    starts(*container, whole).into_iter().filter(is_told).max().unwrap_or(0),
                )
            }
            Shape::Compressed(inner, expanded) => Before::of(inner, expanded, &expand(harmed)),
            Shape::Tar(members) | Shape::Zip(members) => {
                let count = members.iter().take_while(|member| member.data.end <= same).count();
                let next = members.get(count).filter(|member| member.data.start <= same);
                let of = |Member { data, shape, .. }: &Member| {
                    let harmed = &harmed[data.start..data.end.min(harmed.len())];
                    Before::of(shape, &whole[data.clone()], harmed)
                };
                let is_tar = matches!(shape, Shape::Tar(_));
                let next = next.filter(|_| is_tar).map_or(Before::Nothing, of);
                Before::Members(count, Box::new(next))
            }
        }
    }

    fn has(&self, row: &Found, shape: &Shape) -> bool {
        match self {
            Before::All => true,
            Before::Nothing => false,
            Before::Messages(end) => row.message.is_some_and(|start| start < *end),
            Before::Members(count, next) => {
                let members = shape.members();
                let is_it = |member: &Member| Some(member.name) == row.member.as_deref();
                let at = members.iter().position(is_it).expect("every member was put in");
                at < *count || (at == *count && next.has(row, &members[at].shape))
            }
        }
    }
}

impl Shape {
    /// Those of the archive that it is, compressed or not.
    fn members(&self) -> &[Member] {
        match self {
            Shape::Tar(members) | Shape::Zip(members) => members,
            Shape::Compressed(inner, _) => inner.members(),
            Shape::Many(_) | Shape::One => &[],
        }
    }
}

/// Where the messages of `whole` begin.
fn starts(container: Container, whole: &[u8]) -> Vec<usize> {
    let next = |start: &usize| match find_separator(container, whole, start + 1, MoreInput::None) {
        Separator::At(next) => Some(next),
        Separator::NotBefore(_) => None,
    };
    std::iter::successors(Some(0), next).collect()
}

fn archive(name: &str) -> Vec<u8> {
    let path = format!("{}/corpus/archives/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read(path).expect("the archive can be read")
}

const MESSAGE: &[u8] =
    b"From: a@b.example\nSubject: one\nContent-Type: multipart/mixed; boundary=b\n\n\
    --b\n\n<URL:http://x.example/a-\nb>\n--b\nContent-Transfer-Encoding: base64\n\n\
    PGh0dHA6Ly95LmV4YW1wbGUvPg==\n--b--\n";

const MBOX: Shape = Shape::Many(Container::Mbox);

/// Everything that is read: files, compressed ones, and archives of all of them.
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

/// A zip without a directory, which is not read: every second member is deflated.
fn zip(files: &[File]) -> File {
    let mut zip = Vec::new();
    let mut members = Vec::new();
    for (i, File { name, bytes, shape }) in files.iter().enumerate() {
        let is_deflated = i % 2 == 1;
        let stored = if is_deflated { deflate(bytes) } else { bytes.clone() };
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("it is small").to_le_bytes();
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

/// Numbers that are random enough, and the same each time (xorshift64*, S. Vigna).
struct Random(u64);

impl Random {
    /// One below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(number).expect("it has 31 bits") % bound
    }
}

#[test]
fn what_stands_before_damage_is_found_as_it_was() {
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
            // Every second is one of the last four, the archives.
            let from = if case % 2 == 0 { 0 } else { files.len() - 4 };
            let at = from + random.below(files.len() - from);
            let place = random.below(files[at].bytes.len());
            let bit = (random.below(3) > 0).then(|| random.below(8));
            Case { file: &files[at], whole: &whole[at], place, bit }
        })
        .collect();
    // How many rows stood before the damage, and behind its beginning.
    let (before, behind) = cases
        .par_iter()
        .map(|case| {
            let before = case.check(&extractor);
            (before, case.whole.len() - before)
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let least = 10 * cases.len();
    assert!(before > least && behind > least, "{before} before, {behind} behind");
}

/// What is done to a file.
struct Case<'f> {
    file: &'f File,
    /// The rows of it when it is whole.
    whole: &'f [Found],
    place: usize,
    /// The bit that is turned of the byte at that place; the file is cut there where there is none.
    bit: Option<usize>,
}

impl Case<'_> {
    /// How many rows stand before the damage, which are found.
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
        let before = Before::of(shape, bytes, &harmed);
        let count = self.whole.iter().take_while(|row| before.has(row, shape)).count();
        assert!(found.len() >= count, "{tried}: {} rows, not {count}", found.len());
        for (found, expected) in found.iter().zip(&self.whole[..count]) {
            assert_eq!(found, expected, "{tried}");
        }
        count
    }
}
