//! The forms in which a URL stands in text, and sets of them.
//!
//! The names are those that rows, options and messages use: a form is spelled the same everywhere.

use core::fmt;

/// The kind of wrapper that a URL was found in.
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
    /// `<URL:scheme:…>`, the wrapper of RFC 1738's Appendix. Any scheme: the writer has said that
    /// it is a URL.
    Url,
    /// `<scheme:…>`, the wrapper of the draft before it and of RFC 3986, Appendix C.
    Angle,
    /// `"scheme:…"` (RFC 2396, Appendix E).
    Quote,
    /// `URL:scheme:…` without a bracket, as the draft before RFC 1738 has it.
    Prefix,
    /// `scheme:…` and nothing around it.
    Bare,
    /// `www.example.org/path`, to which `http://` is wanting (W11). Off by default. Which domains there
    /// are is not known here: see [`Config::domains`](crate::Config::domains).
    Host,
    /// `user@example.org`, to which `mailto:` is wanting (W11). Off by default.
    Address,
}

impl Form {
    /// Every form that there is, in the order of their definition.
    pub const ALL: &'static [Form] =
        &[Form::Url, Form::Angle, Form::Quote, Form::Prefix, Form::Bare, Form::Host, Form::Address];

    /// The form's name: `url`, `angle`, `quote`, `prefix`, `bare`, `host` or `address`.
    pub fn name(self) -> &'static str {
        match self {
            Form::Url => "url",
            Form::Angle => "angle",
            Form::Quote => "quote",
            Form::Prefix => "prefix",
            Form::Bare => "bare",
            Form::Address => "address",
            Form::Host => "host",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of forms: which of them a scanner looks for.
///
/// ```
/// use urlsift_scanner::{Form, Forms};
///
/// let forms = Forms::default().with(Form::Host).without(Form::Bare);
/// assert!(forms.contains(Form::Host) && forms.contains(Form::Url) && !forms.contains(Form::Bare));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Forms(u8);

impl Forms {
    /// The set of every form, those too that are off by default.
    pub const fn all() -> Forms {
        Forms((1 << Form::ALL.len()) - 1)
    }

    /// The empty set.
    pub const fn none() -> Forms {
        Forms(0)
    }

    /// This set and `form`.
    #[must_use]
    pub const fn with(self, form: Form) -> Forms {
        Forms(self.0 | 1 << form as u8)
    }

    /// This set without `form`.
    #[must_use]
    pub const fn without(self, form: Form) -> Forms {
        Forms(self.0 & !(1 << form as u8))
    }

    /// The forms of the set, in the order of their definition.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        Form::ALL.iter().copied().filter(move |&form| self.contains(form))
    }

    /// Whether no form is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a form that `other` has too.
    pub(crate) const fn meets(self, other: Forms) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether `form` is in the set.
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

    /// The form of that name, which is in lower case.
    fn from_str(name: &str) -> Result<Form, UnknownForm> {
        Form::ALL.iter().copied().find(|form| form.name() == name).ok_or(UnknownForm(()))
    }
}

/// The error for a name that no form has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct UnknownForm(());

impl fmt::Display for UnknownForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such form: there are url, angle, quote, prefix, bare, host and address")
    }
}

impl core::error::Error for UnknownForm {}

impl Default for Forms {
    /// What RFC 1738 calls a URL, in all its forms: all but `address` and `host`.
    fn default() -> Forms {
        Forms::all().without(Form::Address).without(Form::Host)
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
        let usual = [Form::Url, Form::Angle, Form::Quote, Form::Prefix, Form::Bare];
        assert!(Forms::default().iter().eq(usual));
    }
}
