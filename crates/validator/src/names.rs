//! The names that the public enums have in output.

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

/// Gives an enum `ALL`, `name` and `Display`, and `FromStr` if a text comes first, which names the type in errors.
macro_rules! named {
    ($of:literal, $type:ident: $($names:tt)+) => {
        $crate::names::named!($type: $($names)+);

        impl core::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                let named = $type::ALL.iter().copied().find(|known| known.name() == name);
                named.ok_or($crate::names::UnknownName { of: $of })
            }
        }
    };
    ($type:ident: $first:ident $first_name:literal $(, $value:ident $name:literal)+) => {
        impl $type {
            /// All values, in the order of their definition.
            pub const ALL: &'static [$type] = &[$type::$first $(, $type::$value)+];

            #[doc = concat!("Returns the name in output: `", $first_name, $("`, `", $name,)+ "`.")]
            pub const fn name(self) -> &'static str {
                match self {
                    $type::$first => $first_name,
                    $($type::$value => $name,)+
                }
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use named;
