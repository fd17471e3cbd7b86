//! The names of forms and of extras, and sets of them.

use core::fmt;

/// The error for a name that no value has.
///
/// ```
/// use urlsift_scanner::Extra;
///
/// let error = "ip".parse::<Extra>().unwrap_err();
/// let names = "doubtful_domain, ip_address, localhost, network_path, one_label, any_scheme";
/// assert_eq!(error.to_string(), format!("unknown extra: expected one of {names}"));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct UnknownName {
    /// The type of the values, in words.
    of: &'static str,
    names: &'static [&'static str],
}

impl UnknownName {
    // For the macros that define names.
    #[doc(hidden)]
    pub const fn new(of: &'static str, names: &'static [&'static str]) -> UnknownName {
        UnknownName { of, names }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}: expected one of ", self.of)?;
        let mut marks = core::iter::once("").chain(core::iter::repeat(", "));
        self.names.iter().zip(&mut marks).try_for_each(|(name, mark)| write!(f, "{mark}{name}"))
    }
}

impl core::error::Error for UnknownName {}

/// Gives an enum `ALL`, `name`, `Display` and `FromStr`, and its set the functions of one.
macro_rules! named_set {
    (
        $of:literal, $type:ident, $set:ident($bits:ident):
        $first:ident $first_name:literal $(, $value:ident $name:literal)+
    ) => {
        impl $type {
            #[doc = concat!("Every ", $of, ", in the order of their definition.")]
            pub const ALL: &'static [$type] = &[$type::$first $(, $type::$value)+];

            #[doc = concat!("Returns the name: `", $first_name, $("`, `", $name,)+ "`.")]
            pub fn name(self) -> &'static str {
                match self {
                    $type::$first => $first_name,
                    $($type::$value => $name,)+
                }
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::UnknownName;

            #[doc = concat!("Parses the name of the ", $of, ", in lower case.")]
            fn from_str(name: &str) -> Result<$type, $crate::UnknownName> {
                $type::ALL.iter().copied().find(|it| it.name() == name).ok_or(
                    $crate::UnknownName::new($of, &[$first_name $(, $name)+]),
                )
            }
        }

        impl $set {
            #[doc = concat!("Returns the set with every ", $of, ".")]
            pub const fn all() -> $set {
                $set($bits::MAX >> ($bits::BITS as usize - $type::ALL.len()))
            }

            /// Returns the empty set.
            pub const fn none() -> $set {
                $set(0)
            }

            #[doc = concat!("Returns this set with the ", $of, " `it` added.")]
            #[must_use]
            pub const fn with(self, it: $type) -> $set {
                $set(self.0 | 1 << it as u8)
            }

            #[doc = concat!("Returns this set with the ", $of, " `it` removed.")]
            #[must_use]
            pub const fn without(self, it: $type) -> $set {
                $set(self.0 & !(1 << it as u8))
            }

            /// Returns an iterator over the set, in the order of definition.
            pub fn iter(self) -> impl Iterator<Item = $type> {
                $type::ALL.iter().copied().filter(move |&it| self.contains(it))
            }

            /// Reports whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("Reports whether the ", $of, " `it` is in the set.")]
            pub const fn contains(self, it: $type) -> bool {
                self.0 & 1 << it as u8 != 0
            }
        }

        impl FromIterator<$type> for $set {
            fn from_iter<I: IntoIterator<Item = $type>>(items: I) -> $set {
                items.into_iter().fold($set::none(), $set::with)
            }
        }
    };
}

pub(crate) use named_set;

#[cfg(test)]
mod tests {
    use crate::{Extra, Extras, Form, Forms};

    #[test]
    fn a_set_has_what_was_added() {
        for &form in Form::ALL {
            assert!(Forms::all().contains(form) && !Forms::none().contains(form));
            assert!(Forms::none().with(form).iter().eq([form]));
            assert_eq!(Forms::all().without(form).iter().count(), Form::ALL.len() - 1);
            assert_eq!(form.name().parse(), Ok(form));
        }
        assert!(Forms::default().iter().eq(Form::ALL[..6].iter().copied()));
        assert!(Extras::all().iter().eq(Extra::ALL.iter().copied()));
    }
}
