//! Searching a text: settings, searches in steps, charsets, and pieces of a text for a renderer.
//!
//! | to | see |
//! |---|---|
//! | find more or fewer URLs | [`ExtractorBuilder`], with [`Forms`], [`Extras`], [`SchemeSet`] and [`Join`] |
//! | search another kind of text than mail | [`Profile`] |
//! | find the URL at a position | [`Extractor::find_at`](crate::Extractor::find_at); [`Extractor::find_around`](crate::Extractor::find_around) for a click |
//! | read the value of an `href` | [`Extractor::find_whole`](crate::Extractor::find_whole) |
//! | search a text again after an edit | [`Extractor::resume_at`](crate::Extractor::resume_at); [`Found::may_grow`](crate::Found::may_grow) while a URL is typed |
//! | stop a search and go on later | [`FindIter::next_within`], with a [`Budget`] |
//! | search a text that arrives in chunks, such as standard input | [`Extractor::feed`](crate::Extractor::feed) |
//! | search a text that is not UTF-8 | [`Decode`] |
//! | draw a text with its links | [`Extractor::segments`](crate::Extractor::segments), which returns a [`Segment`] for each piece |
//! | get line and column of an offset | [`Place`] |
//! | warn of a link whose text names another host | [`link_text_note`] |
//!
//! ```
//! use urlsift::extract::{Forms, Join};
//! use urlsift::found::Form;
//! use urlsift::Extractor;
//!
//! let text = "see www.example.org/a and http://example.org/a/long/\npath/to.html";
//! let forms = Forms::default().with(Form::Host);
//! let extractor = Extractor::builder().forms(forms).join(Join::Never).build();
//! let urls: Vec<_> = extractor.find_iter(text).map(|found| found.url().to_string()).collect();
//! assert_eq!(urls, ["http://www.example.org/a", "http://example.org/a/long/"]);
//! ```

// This is the one place that chooses. For each wrapper that the scanner finds, the rejoiner makes the readings and the
// validator gives a verdict on each. The readings are ranked (J3), and the first that is not rejected is the URL. If all
// readings are rejected, the wrapper is skipped (W9).

mod choose;
mod decide;
mod domain;
pub(crate) mod extractor;
pub(crate) mod feed;
mod find_at;
pub(crate) mod find_iter;
mod find_whole;
pub(crate) mod join_option;
mod judge;
pub(crate) mod link_text;
mod notes;
pub(crate) mod options;
pub(crate) mod place;
mod plain;
pub(crate) mod profile;
mod propose;
mod resume_at;
pub(crate) mod search;
pub(crate) mod segment;
mod spelling;

pub use self::extractor::ExtractorBuilder;
pub use self::feed::Feed;
pub use self::find_iter::FindIter;
pub use self::join_option::Join;
pub use self::link_text::link_text_note;
pub use self::place::Place;
pub use self::profile::Profile;
pub use self::search::{Budget, Step};
pub use self::segment::{Segment, SegmentIter, SegmentKind, SegmentStep};
pub use crate::decode::{Decode, Encoding, Undecodable, Utf8};
pub use urlsift_rejoiner::SoftBreaks;
pub use urlsift_scanner::{BadSchemeName, Extra, Extras, Forms, SchemeSet, UnknownName};
