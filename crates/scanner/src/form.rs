//! The forms in which text contains a URL, and sets of forms.
//!
//! Rows, options and messages use the names of this module, so a form has one spelling everywhere.

use core::fmt;

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

impl Form {
    /// Every form, in the order of their definition.
    pub const ALL: &'static [Form] = &[
        Form::Url,
        Form::Angle,
        Form::Quote,
        Form::Prefix,
        Form::Bare,
        Form::Www,
        Form::Host,
        Form::Address,
        Form::Repaired,
    ];

    /// Returns the form's name: `url`, `angle`, `quote`, `prefix`, `bare`, `www`, `host`, `address` or `repaired`.
    pub fn name(self) -> &'static str {
        match self {
            Form::Url => "url",
            Form::Angle => "angle",
            Form::Quote => "quote",
            Form::Prefix => "prefix",
            Form::Bare => "bare",
            Form::Www => "www",
            Form::Address => "address",
            Form::Host => "host",
            Form::Repaired => "repaired",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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

impl Forms {
    /// Returns the set of all forms, including those that are off by default.
    pub const fn all() -> Forms {
        Forms(u16::MAX >> (u16::BITS as usize - Form::ALL.len()))
    }

    /// Returns the empty set.
    pub const fn none() -> Forms {
        Forms(0)
    }

    /// Returns this set with `form` added.
    #[must_use]
    pub const fn with(self, form: Form) -> Forms {
        Forms(self.0 | 1 << form as u8)
    }

    /// Returns this set with `form` removed.
    #[must_use]
    pub const fn without(self, form: Form) -> Forms {
        Forms(self.0 & !(1 << form as u8))
    }

    /// Returns an iterator over the forms of the set, in the order of their definition.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        Form::ALL.iter().copied().filter(move |&form| self.contains(form))
    }

    /// Reports whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reports whether the two sets have a form in common.
    pub(crate) const fn meets(self, other: Forms) -> bool {
        self.0 & other.0 != 0
    }

    /// Reports whether `form` is in the set.
    pub const fn contains(self, form: Form) -> bool {
        self.0 & 1 << form as u8 != 0
    }
}

impl FromIterator<Form> for Forms {
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Forms {
        forms.into_iter().fold(Forms::none(), Forms::with)
    }
}

impl core::str::FromStr for Form {
    type Err = UnknownForm;

    /// Parses the name of a form, in lower case.
    fn from_str(name: &str) -> Result<Form, UnknownForm> {
        Form::ALL.iter().copied().find(|form| form.name() == name).ok_or(UnknownForm(()))
    }
}

/// The error for a name that is not the name of a form.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct UnknownForm(());

impl fmt::Display for UnknownForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "unknown form: expected url, angle, quote, prefix, bare, www, host, address or repaired",
        )
    }
}

impl core::error::Error for UnknownForm {}

impl Default for Forms {
    /// Returns the default forms: all except `address`, `host` and `repaired`, which RFC 1738 does not call URLs.
    fn default() -> Forms {
        Forms::all().without(Form::Address).without(Form::Host).without(Form::Repaired)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_exactly_its_forms() {
        for &form in Form::ALL {
            assert!(Forms::all().contains(form));
            assert!(!Forms::none().contains(form));
            for &other in Form::ALL {
                assert_eq!(Forms::none().with(form).contains(other), form == other);
                assert_eq!(Forms::all().without(form).contains(other), form != other);
            }
            assert_eq!(form.name().parse(), Ok(form));
        }
        let usual = [Form::Url, Form::Angle, Form::Quote, Form::Prefix, Form::Bare, Form::Www];
        assert!(Forms::default().iter().eq(usual));
    }
}
