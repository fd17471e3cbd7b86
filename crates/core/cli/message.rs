//! Messages on standard error: `urlsift: PATH: cause`.

use std::fmt::Display;
use std::path::Path;

/// Says what went wrong with `path`.
pub(crate) fn path_error(path: &Path, cause: impl Display) {
    eprintln!("urlsift: {}: {cause}", path.display());
}

/// Says what went wrong with the run as a whole, with its causes.
pub(crate) fn error(error: &anyhow::Error) {
    eprintln!("urlsift: {error:#}");
}
