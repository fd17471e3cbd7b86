//! The structure of an archive, and which of its messages are untouched by a change.

use std::collections::HashMap;
use std::io::Read;
use std::ops::Range;

use urlsift_archive::internal::{MoreInput, Separator, find_separator};
use urlsift_archive::mail::{Container, Header};

use crate::program::{deflate, gzip};

/// An archive to damage.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) shape: Shape,
    /// Where separators and headers begin.
    pub(crate) marks: Vec<usize>,
    /// Whether its format has checksums of all its content.
    pub(crate) has_checksums: bool,
}

/// The structure of some bytes.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A mailbox, a news batch or a LISTSERV log.
    Messages(Container),
    /// A single message or a text.
    Whole,
    /// Compressed bytes, with the text and its structure.
    Packed(Packing, Vec<u8>, Box<Shape>),
    /// A tar or a zip.
    Files(Vec<StoredFile>),
}

/// A member of a tar or zip.
#[derive(Clone, Debug)]
pub(crate) struct StoredFile {
    pub(crate) name: &'static str,
    pub(crate) header: Range<usize>,
    pub(crate) data: Range<usize>,
    pub(crate) shape: Shape,
}

/// How bytes are compressed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Packing {
    Deflate,
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Packing {
    pub(crate) fn pack(self, text: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        let done = match self {
            Packing::Deflate => return deflate(text),
            Packing::Gzip => return gzip(text),
            // In blocks of 100 kB.
            Packing::Bzip2 => bzip2::read::BzEncoder::new(text, bzip2::Compression::fast())
                .read_to_end(&mut packed),
            Packing::Xz => liblzma::read::XzEncoder::new(text, 1).read_to_end(&mut packed),
            Packing::Zstd => {
                let mut encoder =
                    zstd::stream::read::Encoder::new(text, 0).expect("there is memory");
                encoder.include_checksum(true).expect("it is known");
                encoder.read_to_end(&mut packed)
            }
        };
        done.expect("memory takes everything");
        packed
    }

    /// Returns the text of `bytes` up to the first damage.
    pub(crate) fn unpack(self, bytes: &[u8]) -> Vec<u8> {
        let mut reader: Box<dyn Read + '_> = match self {
            Packing::Deflate => Box::new(flate2::bufread::DeflateDecoder::new(bytes)),
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(bytes)),
            Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(bytes)),
            Packing::Xz => Box::new(liblzma::bufread::XzDecoder::new(bytes)),
            Packing::Zstd => match zstd::stream::read::Decoder::with_buffer(bytes) {
                Ok(decoder) => Box::new(decoder),
                Err(_) => return Vec::new(),
            },
        };
        let mut text = Vec::new();
        let mut buffer = vec![0; 4096];
        // An error ends what can be read.
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            text.extend_from_slice(&buffer[..count]);
        }
        text
    }
}

/// An untouched message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// By how many bytes it moved.
    pub(crate) shift: i64,
    /// Whether the next separator is touched. The message then ends at a later one.
    pub(crate) is_end_touched: bool,
}

/// The member and the offset of a message.
pub(crate) type MessageKey = (Option<String>, Option<usize>);

/// A range of bytes that was replaced.
#[derive(Clone, Debug)]
struct Edit {
    range: Range<usize>,
    /// The number of bytes that are there now.
    length: usize,
    /// Whether nothing was replaced, but all bytes before the range are now after all others.
    is_swap: bool,
}

impl Edit {
    /// Returns the shortest change from `whole` to `changed`.
    fn between(whole: &[u8], changed: &[u8]) -> Edit {
        let shorter = whole.len().min(changed.len());
        if whole != changed && whole.len() == changed.len() {
            // Halves are swapped where the beginning of the one is in the other.
            let beginning = &whole[..whole.len().min(64)];
            let swapped = memchr::memmem::find_iter(changed, beginning)
                .map(|at| whole.len() - at)
                .find(|&at| {
                    whole[at..] == changed[..whole.len() - at] && changed.ends_with(&whole[..at])
                });
            if let Some(at) = swapped {
                return Edit { range: at..at, length: 0, is_swap: true };
            }
        }
        let start = whole.iter().zip(changed).take_while(|(a, b)| a == b).count();
        let rest = whole[start..].iter().rev().zip(changed[start..].iter().rev());
        let same = rest.take_while(|(a, b)| a == b).count().min(shorter - start);
        let length = changed.len() - same - start;
        Edit { range: start..whole.len() - same, length, is_swap: false }
    }

    /// Returns by how many bytes it moves the bytes after it.
    fn shift(&self) -> i64 {
        let signed = |count: usize| i64::try_from(count).expect("it is short");
        signed(self.length) - signed(self.range.len())
    }

    /// Returns the shift of `range` of `whole` bytes, if no byte of it is changed.
    fn shift_of(&self, range: &Range<usize>, whole: usize) -> Option<i64> {
        if self.is_swap {
            let signed = |count: usize| i64::try_from(count).expect("it is short");
            let at = self.range.start;
            if range.start >= at {
                Some(-signed(at))
            } else {
                (range.end <= at).then_some(signed(whole - at))
            }
        } else if self.range.end <= range.start {
            Some(self.shift())
        } else {
            (self.range.start >= range.end).then_some(0)
        }
    }
}

impl Sample {
    /// Returns the messages that are untouched in `changed`.
    pub(crate) fn kept(&self, changed: &[u8]) -> HashMap<MessageKey, Kept> {
        let mut kept = HashMap::new();
        self.shape.add_kept(&self.bytes, changed, None, &mut kept);
        kept
    }
}

impl Shape {
    fn add_kept(
        &self,
        whole: &[u8],
        changed: &[u8],
        member: Option<&str>,
        kept: &mut HashMap<MessageKey, Kept>,
    ) {
        let edit = Edit::between(whole, changed);
        let member = member.map(str::to_owned);
        match self {
            Shape::Whole => {
                if whole == changed {
                    for at in [None, Some(0)] {
                        let unmoved = Kept { shift: 0, is_end_touched: false };
                        kept.insert((member.clone(), at), unmoved);
                    }
                }
            }
            Shape::Messages(container) => {
                let starts = starts(*container, whole);
                let mut messages = Vec::new();
                let ends = starts[1..].iter().copied().chain([whole.len()]);
                for (&start, end) in starts.iter().zip(ends) {
                    let Some(shift) = edit.shift_of(&(start..end), whole.len()) else { continue };
                    let to = moved(start, shift);
                    if !is_separator(*container, changed, to) {
                        continue;
                    }
                    let next = to + (end - start);
                    let line_end = line_end(*container);
                    let separator = whole[end..].split_inclusive(|&byte| byte == line_end);
                    // The first line of the header belongs to it. The frame of a Babyl has two lines.
                    let lines = if *container == Container::Babyl { 3 } else { 2 };
                    let separator = separator.take(lines).map(<[u8]>::len).sum::<usize>();
                    let is_end_touched = if end == whole.len() {
                        let found = |at| find_separator(*container, changed, at, MoreInput::None);
                        next != changed.len() && found(next) != Separator::At(next)
                    } else {
                        edit.shift_of(&(end..end + separator), whole.len()).is_none()
                            || !changed[next..].starts_with(&whole[end..end + separator])
                            || !is_separator(*container, changed, next)
                    };
                    messages.push((to, start, Kept { shift, is_end_touched }));
                }
                // What is before the first of them may be a text that quotes messages.
                let first = messages.iter().map(|(to, ..)| *to).min().unwrap_or(0);
                let has_frames = matches!(
                    container,
                    Container::Mmdf | Container::Babyl | Container::Mbx | Container::Dbox
                );
                let needed = match first {
                    _ if has_frames => 1,
                    0 => 1,
                    1..=4096 => 2,
                    _ => 8,
                };
                if messages.len() >= needed {
                    for (_, start, it) in messages {
                        kept.insert((member.clone(), Some(start)), it);
                    }
                }
            }
            Shape::Packed(packing, text, shape) => {
                let changed = if whole == changed { text.clone() } else { packing.unpack(changed) };
                shape.add_kept(text, &changed, member.as_deref(), kept);
            }
            // What begins as intact mail is mail, and what begins like a gzip file is one.
            Shape::Files(_) if begins_mail(changed) || changed.starts_with(b"\x1F\x8B") => {}
            Shape::Files(files) => {
                for StoredFile { name, header, data, shape } in files {
                    let text = &whole[data.clone()];
                    if edit.shift_of(&(header.start..data.end), whole.len()).is_some() {
                        shape.add_kept(text, text, Some(name), kept);
                    } else if edit.is_swap {
                        let data = data.start..edit.range.start;
                        if !data.is_empty() {
                            shape.add_kept(text, &whole[data], Some(name), kept);
                        }
                    } else if data.start <= edit.range.start {
                        // The header is whole, so the data go on up to what follows them or to the damage.
                        let end = if edit.range.end <= data.end {
                            moved(data.end, edit.shift())
                        } else {
                            edit.range.start
                        };
                        shape.add_kept(text, &changed[data.start..end], Some(name), kept);
                    }
                }
            }
        }
    }

    /// Returns the offsets of the separators and headers in `whole`.
    pub(crate) fn marks(&self, whole: &[u8]) -> Vec<usize> {
        match self {
            Shape::Whole | Shape::Packed(..) => vec![0],
            Shape::Messages(container) => starts(*container, whole),
            Shape::Files(files) => files.iter().map(|file| file.header.start).collect(),
        }
    }
}

/// Returns the offset `at` after a change that moves it by `shift` bytes.
fn moved(at: usize, shift: i64) -> usize {
    let shift = isize::try_from(shift).expect("files are short");
    at.checked_add_signed(shift).expect("it is in the file")
}

/// Returns the offsets of the messages of `whole`.
fn starts(container: Container, whole: &[u8]) -> Vec<usize> {
    let next = |start: &usize| match find_separator(container, whole, start + 1, MoreInput::None) {
        Separator::At(next) => Some(next),
        Separator::NotBefore(_) => None,
    };
    std::iter::successors(Some(0), next).collect()
}

/// Reports whether `text` begins with a separator, or with the header of a whole message.
fn begins_mail(text: &[u8]) -> bool {
    let header = Header::of(text);
    Container::of_first_line(text).is_some()
        || (header.value("From").is_some() && header.date().is_some())
}

/// Returns the byte that ends the lines of `container`.
fn line_end(container: Container) -> u8 {
    if container == Container::MboxCr { b'\r' } else { b'\n' }
}

/// Reports whether the separator whose bytes are at `at` of `text` is one by the bytes before it: a line break, and in
/// an mbox a blank line, if its line has neither a date nor only a number.
fn is_separator(container: Container, text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    if before.is_empty() {
        return true;
    }
    let end = line_end(container);
    let line = text[at..].split(|&byte| byte == end).next().unwrap_or_default().trim_ascii();
    let words: Vec<&[u8]> =
        line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).collect();
    let is_number = |word: &[u8]| word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    let is_time = |word: &&[u8]| matches!(word, [_, _, b':', _, _, ..]);
    let is_certain = !matches!(container, Container::Mbox | Container::MboxCr)
        || words.iter().any(is_time)
        || matches!(words[..], [_, number] if is_number(number));
    before.ends_with(&[end])
        && (is_certain || before.ends_with(&[end; 2]) || before.ends_with(b"\n\r\n"))
}
