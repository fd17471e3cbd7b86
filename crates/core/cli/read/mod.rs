//! Reads files: paths to streams, compression, archives of files, and sources in windows.

pub(crate) mod codec;
pub(crate) mod decoder;
pub(crate) mod file;
pub(crate) mod input;
pub(crate) mod source;
pub(crate) mod stream;
pub(crate) mod zip;
