//! Notes on a URL by itself.

use alloc::vec::Vec;

use urlsift_validator::Validator;

use crate::note::{FoundNote, few_of_a_kind};
use crate::url::host_note;

/// What is worth knowing of `url` by itself, whatever string it is: what
/// [`Found::notes`](crate::Found::notes) would tell, but for what a text adds. Ranges are of bytes of `url`.
///
/// Ask it of what an attribute of HTML opens, where [`find_whole`](crate::Extractor::find_whole) finds
/// nothing: whether a program or a document stands in it is told as browsers read it, be it a URL or not.
/// Linear in its length.
///
/// ```
/// use urlsift::note::Severity;
/// use urlsift::url::url_notes;
///
/// let names = |url| url_notes(url).iter().map(|note| note.name()).collect::<Vec<_>>();
/// assert_eq!(names("http://www.bank.example@evil.example/"), ["user_not_allowed", "user_looks_like_host"]);
/// assert_eq!(names("java\nscript:alert(\"<\")"), ["program_in_url"]);
/// assert_eq!(url_notes("data:text/html,a")[0].severity(), Severity::Danger);
/// assert!(url_notes("page.html").is_empty());
/// ```
pub fn url_notes(url: &str) -> Vec<FoundNote> {
    let validator = Validator::new();
    let judged = validator.url(url);
    let of_host = judged.parts().host.and_then(|host| host_note::of(judged.text(host)));
    few_of_a_kind(judged.notes()).map(FoundNote::Url).chain(of_host).collect()
}
