//! One URL as a string: its parts, the forms to open, to show and to write, and warnings about it.
//!
//! | to | see |
//! |---|---|
//! | remove the delimiters that a text has around a URL | [`peel`] |
//! | open a URL | [`href`](crate::href) |
//! | show a URL, safe against characters that deceive | [`display_url`] |
//! | compare URLs, and keep them in a cache | [`normalize`] |
//! | warn of a URL | [`url_notes`] |
//! | break a URL across lines so that readers rejoin it | [`wrap`](crate::wrap()) |
//! | learn where the link of a gateway or redirector leads | [`unwrapped`] |
//! | learn its parts, and what its scheme makes of them | [`Url`], from [`Validator::url`](crate::verdict::Validator::url); [`Parts`] |
//!
//! ```
//! use urlsift::href;
//! use urlsift::url::{display_url, normalize, peel, url_notes};
//! use urlsift::verdict::Validator;
//!
//! let url = peel("<URL:HTTP://b\u{fc}cher.example:80/a b>").url();
//! assert_eq!(url, "HTTP://b\u{fc}cher.example:80/a b");
//! assert_eq!(href(url).as_deref(), Some("HTTP://xn--bcher-kva.example:80/a%20b"));
//!
//! let url = "http://jim:secret@xn--bcher-kva.example:80/%7Ejim";
//! assert_eq!(display_url(url), "http://jim:secret@b\u{fc}cher.example:80/~jim");
//! assert_eq!(normalize(url), "http://jim:secret@xn--bcher-kva.example/~jim");
//! assert_eq!(url_notes(url)[0].name(), "password");
//!
//! let judged = Validator::new().url(url);
//! assert_eq!(judged.parts().port.map(|port| judged.text(port)), Some("80"));
//! ```

pub(crate) mod display;
pub(crate) mod href;
pub(crate) mod normalize;
pub(crate) mod notes;
pub(crate) mod peel;
pub(crate) mod punycode;
pub(crate) mod readable_host;
pub(crate) mod unwrap;
pub(crate) mod wrap;

pub use self::display::display_url;
pub use self::normalize::normalize;
pub use self::notes::url_notes;
pub use self::peel::{Peeled, peel};
pub use self::unwrap::unwrapped;
pub use self::wrap::{WrapError, written_url};
pub use urlsift_validator::internal::is_hidden;
pub use urlsift_validator::{HostKind, Parts, Span, Url};
