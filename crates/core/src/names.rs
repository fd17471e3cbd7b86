//! The names of the values of an option, which programs and bindings share.

use core::error::Error;
use core::fmt;

/// The error for a name that no value of an option has.
///
/// ```
/// use urlsift::extract::Join;
///
/// for join in Join::ALL {
///     assert_eq!(join.name().parse(), Ok(*join));
/// }
/// let error = "sure".parse::<Join>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown name: expected one of certain, likely, possible, never");
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct UnknownValue(
    /// The names, each after a comma and a space.
    &'static str,
);

impl UnknownValue {
    // For the macro `named!`.
    #[doc(hidden)]
    pub fn new(names: &'static str) -> UnknownValue {
        UnknownValue(names)
    }
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown name: expected one of {}", self.0.trim_start_matches(", "))
    }
}

impl Error for UnknownValue {}

/// Gives an enum `ALL`, `name` and `FromStr`.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident: $($value:ident $name:literal),+) => {
        impl $type {
            /// All values, in the order in which messages list them.
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            /// Returns the name.
            pub fn name(self) -> &'static str {
                match self { $($type::$value => $name),+ }
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::extract::UnknownValue;

            fn from_str(name: &str) -> Result<$type, $crate::extract::UnknownValue> {
                let named = $type::ALL.iter().copied().find(|value| value.name() == name);
                named.ok_or($crate::extract::UnknownValue::new(concat!($(", ", $name),+)))
            }
        }
    };
}
pub(crate) use named;
