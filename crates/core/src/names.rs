//! The names of the values of an option, which programs and bindings share.

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
            type Err = $crate::extract::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::extract::UnknownName> {
                let named = $type::ALL.iter().copied().find(|value| value.name() == name);
                named.ok_or($crate::extract::UnknownName::new("name", &[$($name),+]))
            }
        }
    };
}
pub(crate) use named;
