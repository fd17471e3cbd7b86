//! Notes on a URL without a text around it.

use alloc::vec::Vec;

use urlsift_validator::Validator;

use crate::note::{FoundNote, few_of_a_kind};
use crate::url::peel::peel;

/// Returns the notes on `url`, which may be any string: those of [`Found::notes`](crate::Found::notes) that
/// need no text around the URL. Delimiters such as `<URL:…>` are removed as by [`href`](crate::href). Ranges are byte
/// ranges of `url` as given.
///
/// Use it for attributes of HTML in which [`find_whole`](crate::Extractor::find_whole) finds no URL. A
/// program (`javascript:`) or a document (`data:`) in the value is reported as browsers read it, even if it
/// is not a valid URL. Linear in the length of `url`.
///
/// ```
/// use urlsift::found::Severity;
/// use urlsift::url::url_notes;
///
/// let names = |url| url_notes(url).iter().map(|note| note.name()).collect::<Vec<_>>();
/// assert_eq!(names("http://www.bank.example@evil.example/"), ["user_not_allowed", "user_looks_like_host"]);
/// assert_eq!(names("java\nscript:alert(\"<\")"), ["program_in_url"]);
/// assert_eq!(names("URL:javascript:alert(1)"), ["program_in_url"]);
/// assert_eq!(url_notes("data:text/html,a")[0].severity(), Severity::Danger);
/// assert!(url_notes("page.html").is_empty());
/// ```
pub fn url_notes(url: &str) -> Vec<FoundNote> {
    let validator = Validator::new();
    let peeled = peel(url);
    let judged = validator.url(peeled.url());
    let start = peeled.range().start;
    let notes = judged.notes().map(|note| note.moved(start));
    few_of_a_kind(notes).map(FoundNote::Url).collect()
}
