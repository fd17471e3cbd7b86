//! The names that the public enums have in output.

use core::fmt;

/// The error of parsing a name: no value has it.
///
/// ```
/// use urlsift_validator::Severity;
///
/// let error = "fatal".parse::<Severity>().unwrap_err();
/// assert_eq!(error.to_string(), "no severity has this name, but these have: info warning danger");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    pub(crate) of: &'static str,
    pub(crate) known: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} has this name, but these have:", self.of)?;
        self.known.iter().try_for_each(|name| write!(f, " {name}"))
    }
}

impl core::error::Error for UnknownName {}

/// Defines a public enum whose values have names in output, with `ALL`, `name`, `Display` and `FromStr`. The first text
/// names the type in errors.
macro_rules! named {
    (
        $of:literal
        $(#[$about:meta])*
        $type:ident:
        $($(#[$doc:meta])* $value:ident $name:literal)+
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type { $($(#[$doc])* $value),+ }

        impl $type {
            /// All values, in the order of their definition.
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            /// Returns the name in output.
            pub const fn name(self) -> &'static str {
                match self { $($type::$value => $name),+ }
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                let named = $type::ALL.iter().copied().find(|known| known.name() == name);
                named.ok_or($crate::names::UnknownName { of: $of, known: &[$($name),+] })
            }
        }
    };
}

pub(crate) use named;
