//! Proposes how a wrapper can be read, before any reading is judged.
//!
//! A proposal depends on the text and on the options alone, or on a URL that was chosen before. This folder makes no
//! verdicts.

pub(super) mod around;
pub(super) mod ends;
pub(super) mod joins;
pub(super) mod markup;
pub(super) mod network_path;
pub(super) mod proposal;
pub(super) mod schemeless;
