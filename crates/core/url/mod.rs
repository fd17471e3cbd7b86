//! One URL as a string: its parts, what to open, what to show, and what speaks against it.

pub(crate) mod display;
pub(crate) mod host_note;
pub(crate) mod href;
pub(crate) mod link_text;
pub(crate) mod notes;
pub(crate) mod punycode;
pub(crate) mod readable_host;

pub use self::display::display_url;
pub use self::href::href;
pub use self::link_text::link_text_differs;
pub use self::notes::url_notes;
pub use urlsift_validator::{
    Encoded, Fields, Ftp, Gopher, HostKind, Http, Mailto, News, Nntp, Parts, Prospero, SchemePart,
    Segments, Span, Url, Wais, default_port, is_hidden,
};
