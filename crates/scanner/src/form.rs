//! The forms in which a URL stands in text, and sets of them.
//!
//! The names are those that rows, options and messages use: a form is spelled the same everywhere.

use core::fmt;

/// The kind of wrapper that a URL was found in.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Form {
    /// `<URL:scheme:…>`, the wrapper of RFC 1738's Appendix. Any scheme: the writer has said that
    /// it is a URL.
    Url,
    /// `<scheme:…>`, the wrapper of the draft before it and of RFC 3986, Appendix C.
    Angle,
}

impl Form {
    /// Every form that there is, in the order of their definition.
    pub const ALL: [Form; 2] = [Form::Url, Form::Angle];

    /// The form's name, `url` or `angle`.
    pub fn name(self) -> &'static str {
        match self {
            Form::Url => "url",
            Form::Angle => "angle",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of forms: which of them a scanner looks for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Forms(u8);

impl Forms {
    /// The set of every form.
    pub const fn all() -> Forms {
        Forms::none().with(Form::Url).with(Form::Angle)
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

    /// Whether `form` is in the set.
    pub const fn contains(self, form: Form) -> bool {
        self.0 & 1 << form as u8 != 0
    }
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        for form in Form::ALL {
            assert!(Forms::all().contains(form));
            assert!(!Forms::none().contains(form));
            for other in Form::ALL {
                assert_eq!(Forms::none().with(form).contains(other), form == other);
            }
        }
    }
}
