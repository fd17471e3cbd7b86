//! Names that the program, the bindings, the benches and the fuzz targets use. They may change in any release.

pub use crate::decode::push_escapes;
pub use crate::extract::link_text::link_text_differs;
pub use crate::extract::options::{BadOption, OptionKind, SearchOption};
pub use crate::input::Markup;
pub use crate::link::terminal::MAX_TERMINAL_HREF_BYTES;
pub use crate::reading::is_spelled_by;
pub use crate::url::peel::unfold;
pub use crate::url::wrap::wrap_after;
pub use urlsift_validator::internal::{Encoded, FieldSpecs, Segments};
pub use urlsift_validator::{Gopher, News, SchemePart};
