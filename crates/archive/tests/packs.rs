//! Real archives beside the repository, for the tests of archives and of the program.

use std::path::{Path, PathBuf};

use crate::repository::{files, report_skipped, shared};

/// Returns the packs of real archives in order. If there are none, reports that the test is skipped.
pub(crate) fn packs() -> Vec<PathBuf> {
    let Some(folder) = shared("data") else { return Vec::new() };
    let is_pack = |path: &PathBuf| path.to_string_lossy().ends_with(".tar.xz");
    let packs: Vec<PathBuf> = files(&folder).into_iter().filter(is_pack).collect();
    if packs.is_empty() {
        report_skipped("../shared/data has no pack");
    }
    packs
}

/// Reports whether `path` is compressed or contains files.
pub(crate) fn is_packed(path: &Path) -> bool {
    let packed = ["gz", "bz2", "xz", "zst", "Z", "tar", "zip"];
    path.extension().is_some_and(|extension| packed.iter().any(|it| extension == *it))
}
