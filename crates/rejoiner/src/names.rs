//! The names that the public enums have in output.

/// Gives an enum `ALL`, `name` and `Display`.
macro_rules! named {
    ($type:ident: $first:ident $first_name:literal $(, $value:ident $name:literal)+) => {
        impl $type {
            /// All values.
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
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use named;
