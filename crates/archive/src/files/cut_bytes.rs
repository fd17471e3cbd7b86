use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use crate::files::content::Content;
use crate::files::file_version::OpenedVersion;
use crate::files::input::InputFile;
use crate::mail::Damage;

/// The bytes of a file that is cut, which several threads read from different offsets.
#[derive(Debug)]
pub(crate) enum CutBytes {
    File(OpenedVersion<File>),
    Content(Content, PathBuf),
}

impl CutBytes {
    pub(crate) fn open(input: &InputFile) -> io::Result<(CutBytes, u64)> {
        match &input.content {
            Content::Path => {
                let file = OpenedVersion::of(File::open(&input.path)?);
                let length = file.size().unwrap_or_default();
                Ok((CutBytes::File(file), length))
            }
            content => {
                let length = content.length(&input.path)?;
                let length = length.ok_or_else(|| io::Error::other("its length is not known"))?;
                Ok((CutBytes::Content(content.clone(), input.path.clone()), length))
            }
        }
    }

    pub(crate) fn change(&self) -> Option<Damage> {
        match self {
            CutBytes::File(file) => file.change(),
            CutBytes::Content(..) => None,
        }
    }

    pub(crate) fn read_from(&self, at: u64) -> Box<dyn Read + '_> {
        match self {
            CutBytes::File(file) => Box::new(ReadAt { file: file.file(), at }),
            CutBytes::Content(content, path) => match content.open(path, at) {
                Ok(reader) => reader,
                Err(error) => Box::new(Unopenable(error)),
            },
        }
    }
}

struct Unopenable(io::Error);

impl Read for Unopenable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(self.0.kind(), self.0.to_string()))
    }
}

/// Reads a file from an offset, without moving the position that other threads use.
struct ReadAt<'f> {
    file: &'f File,
    at: u64,
}

impl Read for ReadAt<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = read_at(self.file, into, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, at)
}

#[cfg(windows)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, at)
}

/// Systems without such a call never cut a file: no separator is found at any offset.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
