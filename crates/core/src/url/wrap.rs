//! Writing a URL into text: it is broken across lines in a way that readers rejoin without a doubt.
//!
//! [`wrap`] writes `<URL:…>` for the start of a line, [`wrap_after`] for a line that has text before it. Both write
//! the URL in ASCII (rule J10); [`written_url`] returns it.

use alloc::borrow::Cow;
use alloc::string::String;

pub use urlsift_rejoiner::WrapError;
use urlsift_validator::{Grammar, Validator};

use crate::url::peel::{peel, unfold};
use crate::url::punycode;

/// Returns `url` as `<URL:…>` on lines of at most `columns` columns, each with `prefix` before it, the
/// first included. LF separates the lines, and the last has no line end.
///
/// The URL is written as [`written_url`] returns it, in ASCII. Lines end as [`urlsift_rejoiner::wrap`] says: after one
/// of `/ ? & ; ,` if possible, and never after a hyphen or `=`. A line without an allowed end in reach is longer than
/// `columns`.
///
/// The result reads back as the URL that was written and nothing else, with any line end, and also if it is quoted
/// again within the bounds. A URL that the validator [rejects](crate::verdict::Standing::Rejected) may be written
/// too, and a reader then ignores it.
///
/// ```
/// use urlsift::wrap;
///
/// let url = "http://www.example.org/well-known/wrappers.html?lang=en";
/// assert_eq!(wrap(url, 40, "> ").unwrap(), "\
/// > <URL:http://www.example.org/
/// > well-known/wrappers.html?lang=en>");
/// assert_eq!(wrap("http://example.org/mañana", 72, "").unwrap(), "<URL:http://example.org/ma%C3%B1ana>");
/// ```
///
/// # Errors
///
/// As for [`urlsift_rejoiner::wrap`], with these differences:
///
/// - The delimiters that `url` has are removed first, and so is `URL:`.
/// - A space, one of `< > "`, or a `\` is not an error if an escape makes `url` valid.
/// - A character beyond ASCII is an error if no escape makes `url` valid.
///
/// # Complexity
///
/// Linear in the lengths of `url` and the result.
pub fn wrap(url: &str, columns: usize, prefix: &str) -> Result<String, WrapError> {
    urlsift_rejoiner::wrap(&written_url(url)?, columns, prefix)
}

/// Like [`wrap`], for a first line on which `used` columns are taken. Nothing is put before the `<`, and
/// `prefix` precedes only the other lines.
///
/// The result reads back if the first line begins with `prefix` and then with text that begins with no
/// quote mark.
///
/// ```
/// use urlsift::internal::wrap_after;
///
/// let wrapped = wrap_after("ftp://info.cern.ch/pub/www/doc;type=d", 50, "", 17).unwrap();
/// assert_eq!(format!("I found it under {wrapped}."), "\
/// I found it under <URL:ftp://info.cern.ch/pub/www/
/// doc;type=d>.");
/// ```
///
/// # Errors
///
/// As for [`wrap`].
pub fn wrap_after(
    url: &str,
    columns: usize,
    prefix: &str,
    used: usize,
) -> Result<String, WrapError> {
    urlsift_rejoiner::wrap_after(&written_url(url)?, columns, prefix, used)
}

/// Returns the URL that [`wrap`] writes for `url`, and that a reader finds: without the delimiters that `url` has
/// ([`peel`](crate::url::peel())), and in ASCII.
///
/// A URL that satisfies RFC 3986 is returned unchanged. In any other, unsafe characters are escaped (RFC 1738,
/// section 2.2; RFC 3987, section 3.1), and a host beyond ASCII is mapped to Punycode, which needs the crate feature
/// `idna`. A URL that no escape makes valid is returned unchanged if it has only visible ASCII, without `< > "`.
/// Linear in the length of `url`.
///
/// ```
/// use urlsift::url::written_url;
///
/// assert_eq!(written_url("URL:http://example.org/a b?ñ").unwrap(), "http://example.org/a%20b?%C3%B1");
/// assert_eq!(written_url("http://example.org:8o/").unwrap(), "http://example.org:8o/");
/// assert!(written_url("http://example.org:8o/ñ").is_err());
/// ```
///
/// # Errors
///
/// Returns an error if `url` has a character that needs an escape, and no escape makes it valid. [`wrap`] has further
/// errors.
pub fn written_url(url: &str) -> Result<Cow<'_, str>, WrapError> {
    match unfold(url) {
        Cow::Borrowed(url) => written(peel(url).url()),
        Cow::Owned(url) => written(peel(&url).url()).map(|url| Cow::Owned(url.into_owned())),
    }
}

/// Like [`written_url`], for a URL without delimiters.
fn written(url: &str) -> Result<Cow<'_, str>, WrapError> {
    // A control character is a sign of damage. `wrap` refuses it.
    if url.contains(|c: char| c.is_control()) {
        return Ok(Cow::Borrowed(url));
    }
    match escaped(url) {
        Some(escaped) => Ok(escaped),
        None => WrapError::of_unescaped(url).map_or(Ok(Cow::Borrowed(url)), Err),
    }
}

/// Returns `url` as a URL of RFC 3986, or `None` if it cannot be written as one.
fn escaped(url: &str) -> Option<Cow<'_, str>> {
    let validator = Validator::new();
    let judged = validator.url(url);
    if let Some(host) = judged.parts().host.filter(|host| !judged.text(*host).is_ascii()) {
        let ascii = punycode::to_ascii(judged.text(host))?;
        let range = host.range();
        let url = [&url[..range.start], &ascii, &url[range.end..]].concat();
        let escaped = validator.url(&url).encoded(Grammar::Rfc3986).ok()?;
        return Some(Cow::Owned(escaped.into_owned()));
    }
    judged.encoded(Grammar::Rfc3986).ok()
}
