//! The names that the public enums have in output.

/// Defines a public enum whose values have names in output, with `ALL`, `name` and `Display`.
macro_rules! named {
    (
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
    };
}

pub(crate) use named;
