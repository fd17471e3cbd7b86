//! ReadCounts files: paths to streams, compression, archives of files, and sources in windows.

pub(crate) mod bounds;
pub(crate) mod codec;
mod decoder;
pub(crate) mod file;
pub(crate) mod input;
pub(crate) mod kind;
mod member;
pub(crate) mod part_file;
pub(crate) mod source;
pub(crate) mod stream;
mod tar;
#[cfg(test)]
mod tests;
pub(crate) mod zip;
