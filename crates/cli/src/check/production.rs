//! The production of the draft that a text satisfies.

use urlsift::url::{Peeled, Url};
use urlsift::verdict::Grammar;

/// The production of draft-ietf-uri-url-03 for `URL:` and a URL.
pub(crate) const PREFIXED_URL: &str = "prefixedurl";

/// The production of draft-ietf-uri-url-03 for a URL alone.
const URL: &str = "url";

/// Returns the production of the draft that `given` satisfies, brackets aside. `url` is the URL in it. A URL that
/// does not directly follow one `URL:` is a `url`, whatever was removed.
pub(crate) fn production(given: &Peeled<'_>, url: &Url<'_>) -> Option<&'static str> {
    let name = if given.is_prefixed() { PREFIXED_URL } else { URL };
    url.verdict().satisfies(Grammar::Draft03).then_some(name)
}
