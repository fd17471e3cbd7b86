//! The forms in which text contains a URL, and sets of forms.

use crate::names::named_set;

/// The form in which a text contains a URL: the kind of wrapper, or none.
///
/// ```
/// use urlsift_scanner::{Form, Scanner};
///
/// let wrapper = Scanner::new().find("see <http://example.org/>").unwrap();
/// assert_eq!(wrapper.form(), Form::Angle);
/// assert_eq!("angle".parse(), Ok(Form::Angle));
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Form {
    /// `<URL:scheme:…>`, the wrapper of RFC 1738's Appendix. Any scheme counts, because the writer has
    /// marked the text as a URL.
    Url,
    /// `<scheme:…>`, the wrapper of the draft before RFC 1738 and of RFC 3986, Appendix C.
    Angle,
    /// `"scheme:…"` (RFC 2396, Appendix E).
    Quote,
    /// `URL:scheme:…` without brackets, as in the draft before RFC 1738.
    Prefix,
    /// `scheme:…` without delimiters.
    Bare,
    /// `www.example.org/path`, a host that begins with `www.`, without `http://`.
    Www,
    /// `example.org/path`, any other host without `http://`. Off by default. The scanner does not know which
    /// domains exist: see [`Config::domains`](crate::Config::domains).
    Host,
    /// `user@example.org`, an address without `mailto:`. Off by default.
    Address,
    /// `http:/www.example.org`, a URL whose `://` is damaged. Off by default. The host has to be known, as in
    /// [`Host`](Form::Host).
    Repaired,
}

/// A set of forms.
///
/// ```
/// use urlsift_scanner::{Form, Forms};
///
/// let forms = Forms::default().with(Form::Host).without(Form::Bare);
/// assert!(forms.contains(Form::Host) && forms.contains(Form::Url) && !forms.contains(Form::Bare));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Forms(u16);

named_set!("form", Form, Forms(u16):
    Url "url", Angle "angle", Quote "quote", Prefix "prefix", Bare "bare", Www "www", Host "host",
    Address "address", Repaired "repaired");

impl Forms {
    pub(crate) const fn meets(self, other: Forms) -> bool {
        self.0 & other.0 != 0
    }
}

impl Default for Forms {
    /// Returns the default forms: all except `address`, `host` and `repaired`, which RFC 1738 does not call URLs.
    fn default() -> Forms {
        Forms::all().without(Form::Address).without(Form::Host).without(Form::Repaired)
    }
}
