//! Names that the program, the bindings, the benches and the fuzz targets use. They may change in any release.

pub use crate::cut::cutter::{Cut, Cutter};
pub use crate::files::bounds::{MIN_PIECE_BYTES, WINDOW_BYTES};
pub use crate::files::content::cause_of;
pub use crate::files::file_outcomes::FileOutcomes;
pub use crate::files::foreign::ForeignFormat;
pub use crate::files::input::{
    InputOrigin, STDIN_PATH, Unopened, WalkEntry, has_no_files, walk_entries,
};
pub use crate::files::kind::is_packed;
pub use crate::files::part_file::part_file_names;
pub use crate::mail::attached::rtf::rtf_text;
pub use crate::mail::containers::mbox::is_separator;
pub use crate::mail::containers::separator::{MoreInput, Separator, find_separator};
pub use crate::mail::headers::field::unfold;
pub use crate::mail::html::text::MappedText;
pub use crate::mail::mime::content_lines::content_lines;
pub use crate::mail::mime::json_text::json_text;
pub use crate::mail::mime::part::DelSp;
pub use crate::mail::mime::parts::{parts_with, text_parts};
pub use crate::mail::mime::reason::Reason;
pub use crate::mail::mime::region::{Region, regions};
pub use crate::mail::transfer::map::Map;
pub use crate::plan::split::BriefSplit;
pub use crate::rows::record::{FieldKind, Record, RecordField, Visitor};
#[cfg(feature = "arrow")]
pub use crate::rows::record_batch::concat::concat;
pub use crate::rows::{ALL_FIELDS, Brief, OTHER_FIELDS, part_name, top_level_domain};
pub use crate::run::job::read_windows;

/// JSON in ASCII.
pub mod ascii_json {
    pub use crate::ascii_json::{escape_json, json};
}

/// Suggestions for names that are not known.
pub mod nearest {
    pub use crate::nearest::{hint, nearest};
}
pub use crate::mail::transfer::transfer_encoding::TransferEncoding;
pub use crate::plan::pack::PackedFile;
pub use crate::run::job::SkippedInput;
pub use crate::select::criterion::Criterion;
pub use crate::select::url_strings::{MatchExtent, UrlStrings};
