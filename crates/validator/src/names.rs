//! Parses the names that the public enums have in output.

use core::fmt;

/// The error of parsing a name: no value has it.
///
/// ```
/// use urlsift_validator::HostKind;
///
/// let error = "number".parse::<HostKind>().unwrap_err();
/// assert_eq!(error.to_string(), "no kind of host has this name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The type of the values, in words.
    pub(crate) of: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} has this name", self.of)
    }
}

impl core::error::Error for UnknownName {}

/// Implements `FromStr` for an enum with `ALL` and `name`. The text names the type in errors.
macro_rules! parse_by_name {
    ($name:ident, $of:literal) => {
        impl core::str::FromStr for $name {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> Result<$name, Self::Err> {
                let named = $name::ALL.iter().copied().find(|known| known.name() == name);
                named.ok_or($crate::names::UnknownName { of: $of })
            }
        }
    };
}

pub(crate) use parse_by_name;
