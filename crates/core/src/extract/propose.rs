//! Proposes how a wrapper can be read, by the text and the options alone, before any reading is judged.

pub(super) mod around;
pub(super) mod ends;
pub(super) mod joins;
pub(super) mod markup;
pub(super) mod network_path;
pub(super) mod proposal;
pub(super) mod schemeless;
