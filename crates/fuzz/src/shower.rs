//! Runs `urlsift show` on a file: the URL at a place.

use std::path::Path;

use urlsift::Extractor;
use urlsift::archive::{Headers, InputKind};
use urlsift::extract::{Forms, Join, SchemeSet};
use urlsift::url::is_hidden;

use crate::show::find::{PlaceResult, PlaceSearch, ShowOptions};
use crate::show::place::ShowPlace;
use crate::show::text::ShowStyle;

/// The result of a search for the URL at a place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Shown {
    /// The place is malformed.
    BadPlace,
    /// The text that describes the URL.
    Url(String),
    /// There is no URL.
    Missing,
    /// Something could not be read.
    Unread,
}

/// Shows the URL at `place`, a row of JSON or `SOURCE:OFFSET`, as if its source were `file`.
///
/// # Panics
///
/// If a text has a character that is unsafe on a terminal, or a message has none or several lines.
pub fn show(place: &str, file: &Path, columns: usize, is_colored: bool) -> Shown {
    let parsed =
        if place.starts_with('{') { ShowPlace::of_row(place) } else { ShowPlace::parse(place) };
    let mut place = match parsed {
        Ok(place) => place,
        Err(error) => {
            assert!(!error.is_empty());
            return Shown::BadPlace;
        }
    };
    assert!(!place.to_string().is_empty());
    file.to_str().expect("the path is UTF-8").clone_into(&mut place.source);
    let options = ShowOptions {
        forms: Forms::all(),
        join: Join::default(),
        schemes: SchemeSet::new(),
        headers: Headers::All,
        input: InputKind::Auto,
        style: ShowStyle { columns, is_colored },
    };
    match PlaceSearch::run(&place, &options) {
        PlaceResult::Shown(text) => {
            let plain = text.replace("\u{1b}[", "");
            let is_bad = |c: char| (c.is_control() && c != '\n') || is_hidden(c);
            assert!(!plain.contains(is_bad), "{plain:?}");
            assert!(is_colored || plain == text, "{text:?}");
            Shown::Url(text)
        }
        PlaceResult::Missing(cause) => {
            assert!(!cause.is_empty());
            Shown::Missing
        }
        PlaceResult::Unread(unread) => {
            assert!(!unread.is_empty());
            Shown::Unread
        }
    }
}

/// Returns an extractor with the options of [`show`].
pub fn extractor() -> Extractor {
    Extractor::builder().forms(Forms::all()).build()
}
