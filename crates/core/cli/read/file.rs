//! A file taken apart: compressed or not, an archive of files or not (A1).
//!
//! One level of nesting is opened: a file may be compressed and hold an archive, whose members may be
//! compressed again. An archive within an archive is told, not opened; so is what was compressed twice.
//! Nothing is written to disk.

use std::sync::Arc;

use urlsift::archive::{Container, NEAR};
use urlsift::bulk::{Limits, Name, Stopped};

use crate::read::codec::{COMPRESS, Codec};
use crate::read::source::{self, Event, Give, Unread};
use crate::read::stream::{Damage, Stream};
use crate::read::zip;

/// How much may be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) limits: Limits,
    /// What a file or a member may expand to, in bytes.
    pub(crate) member: u64,
    /// How many threads may decompress one file, if its codec can do that.
    pub(crate) codec_threads: u32,
}

/// Reads `stream`, the file `source`.
pub(crate) fn read(
    stream: Stream<'_>,
    source: &str,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    let name = Arc::new(Name::new(source, None));
    match expand(stream, bounds) {
        Ok((mut stream, layers)) => match Archive::of(stream.head(HEAD)) {
            Some(Archive::Tar) => read_tar(stream, source, bounds, give),
            Some(Archive::Zip) => zip::read(stream, source, u64::MAX, bounds, give),
            None => read_plain(stream, layers, &name, bounds, give),
        },
        Err(error) => give(Event::Unread(Unread::new(&name, &error))),
    }
}

/// Reads `stream`, the member `name` of an archive.
pub(crate) fn read_member(
    stream: Stream<'_>,
    name: &Arc<Name>,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    let (mut stream, layers) = match expand(stream, bounds) {
        Ok(expanded) => expanded,
        Err(error) => return give(Event::Unread(Unread::new(name, &error))),
    };
    if Archive::of(stream.head(HEAD)).is_some() {
        let cause = "an archive within an archive is not opened";
        return give(Event::Unread(Unread::new(name, &cause)));
    }
    read_plain(stream, layers, name, bounds, give)
}

/// How `stream`, a file, is compressed, and what container it is, if that has separators and is stored as
/// it is. No more is looked at than [`KIND`] bytes.
pub(crate) fn kind(stream: &mut Stream<'_>) -> (Option<Codec>, Option<Container>) {
    let codec = Codec::of(stream);
    if codec.is_some() || Archive::of(stream.head(HEAD)).is_some() {
        return (codec, None);
    }
    let container = Container::of(stream.head(KIND));
    (None, container.has_separators().then_some(container))
}

/// How much of a file shows whether it has separators, in bytes: the first of them, behind some empty
/// lines. What shows here is so however much of the file is looked at.
const KIND: usize = 4 * NEAR;

/// Whether something was compressed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Layers {
    None,
    One,
}

fn expand(mut stream: Stream<'_>, bounds: Bounds) -> std::io::Result<(Stream<'_>, Layers)> {
    Codec::skip_line(&mut stream);
    if stream.head(COMPRESS.len()) == COMPRESS {
        return Err(std::io::Error::other(
            "what compress(1) wrote, as in .Z files, is not expanded",
        ));
    }
    Ok(match Codec::of(&mut stream) {
        Some(codec) => (codec.expand(stream, bounds)?, Layers::One),
        None => (stream, Layers::None),
    })
}

fn read_plain(
    mut stream: Stream<'_>,
    layers: Layers,
    name: &Arc<Name>,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    if layers == Layers::One && Codec::of(&mut stream).is_some() {
        let cause = "what was compressed twice is not opened";
        return give(Event::Unread(Unread::new(name, &cause)));
    }
    source::read(stream, name, bounds.limits, give)
}

/// An archive of files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Archive {
    Tar,
    Zip,
}

/// How much tells: a header of a tar.
const HEAD: usize = 512;

impl Archive {
    fn of(head: &[u8]) -> Option<Archive> {
        if head.starts_with(&zip::LOCAL) {
            return Some(Archive::Zip);
        }
        is_tar_header(head).then_some(Archive::Tar)
    }
}

/// Is `head` a header by its checksum, "the simple sum of all bytes in the header block" with the
/// checksum's own eight taken for blanks (POSIX 1003.1-2017, pax, ustar)? Tars older than POSIX have
/// nothing else in common.
fn is_tar_header(head: &[u8]) -> bool {
    if head.len() < HEAD || head[0] == 0 {
        return false;
    }
    let field = 148..156;
    let told: String = head[field.clone()]
        .iter()
        .skip_while(|&&byte| byte == b' ')
        .map_while(|&byte| matches!(byte, b'0'..=b'7').then_some(char::from(byte)))
        .collect();
    let byte = |(at, &byte): (usize, &u8)| u64::from(if field.contains(&at) { b' ' } else { byte });
    u64::from_str_radix(&told, 8) == Ok(head.iter().enumerate().map(byte).sum())
}

/// Reads the members of `stream`, a tar, in their order.
fn read_tar(
    stream: Stream<'_>,
    source: &str,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    let taken = stream.taken();
    let mut tar = tar::Archive::new(stream);
    let entries = match tar.entries() {
        Ok(entries) => entries,
        Err(error) => return give(Event::Unread(Unread::new(&Name::new(source, None), &error))),
    };
    // Where the last member ends, and behind it the blocks of zeros that end a tar should begin.
    let mut end = 0;
    for entry in entries {
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let error = Damage::place(&error, taken.get());
                return give(Event::Unread(Unread::new(&Name::new(source, None), &error)));
            }
        };
        let length = entry.header().entry_size().unwrap_or(0).next_multiple_of(HEAD as u64);
        end = entry.raw_file_position().saturating_add(length);
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
            let member = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let name = Arc::new(Name::new(source, Some(member)));
            let size = entry.size();
            give(Event::Member)?;
            read_member(Stream::new(&mut entry, Some(size)), &name, bounds, give)?;
        }
    }
    if taken.get() <= end {
        let cause = "it ends without the blocks of zeros that end a tar: members may be missing";
        let error = Damage::new(taken.get(), cause);
        return give(Event::Unread(Unread::new(&Name::new(source, None), &error)));
    }
    Ok(())
}
