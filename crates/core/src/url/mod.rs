//! One URL as a string: its parts, the forms to open and to show, and warnings about it.
//!
//! [`peel`] removes the delimiters that a text has around a URL.
//! [`Validator::url`](crate::verdict::Validator::url) makes a [`Url`], which has the [`Parts`] and what the
//! scheme makes of them ([`SchemePart`]). [`href`] returns the form to open and [`display_url`] the form to
//! show. [`normalize`] makes equal URLs the same string. [`url_notes`] lists facts worth knowing.

pub(crate) mod display;
pub(crate) mod href;
pub(crate) mod normalize;
pub(crate) mod notes;
pub(crate) mod peel;
pub(crate) mod punycode;
pub(crate) mod readable_host;

pub use self::display::display_url;
pub use self::href::href;
pub use self::normalize::normalize;
pub use self::notes::url_notes;
pub use self::peel::{Peeled, peel};
pub use urlsift_validator::{
    Encoded, FieldSpecs, Ftp, Gopher, HostKind, Http, Mailto, News, Nntp, Parts, Prospero,
    SchemePart, Segments, Span, Url, Wais, default_port, is_hidden,
};
