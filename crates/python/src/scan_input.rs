//! What a scan reads: paths, one input, or a split of a plan.

use std::iter;
use std::path::PathBuf;

use urlsift::bulk::Name;
use urlsift::files::{Content, InputFile};
use urlsift::plan::{FileAccess, Split};
use urlsift::scan::{Jobs, Searcher};

/// What a scan reads.
pub(crate) enum ScanInput {
    /// Files and folders.
    Paths(Vec<PathBuf>),
    /// One input, with its name in rows if it has another than `path`.
    One { path: PathBuf, name: Option<String>, content: Content },
    /// A split of a plan.
    Split(Box<Split>, FileAccess),
    /// A range of one input, whose files need not be as they were when a plan was made.
    Range(Box<Split>, FileAccess),
}

impl ScanInput {
    /// Reports whether the input is a split, whose rows are wanted completely or not at all.
    pub(crate) fn is_split(&self) -> bool {
        matches!(self, ScanInput::Split(..))
    }

    /// Makes the jobs, or returns why they cannot be made.
    pub(crate) fn jobs<'p>(&'p self, searcher: &Searcher) -> Result<Jobs<'p>, String> {
        match self {
            ScanInput::Paths(paths) => Ok(searcher.paths(paths)),
            ScanInput::One { path, name, content } => {
                let name = name.as_ref().map(|name| Name::new(name.clone(), None));
                let input = InputFile::new(path.clone(), content.clone());
                Ok(searcher.inputs(iter::once(InputFile { name, ..input })))
            }
            ScanInput::Split(split, access) | ScanInput::Range(split, access) => {
                searcher.split(split, access).map_err(|error| format!("{}: {error}", split.path()))
            }
        }
    }
}
