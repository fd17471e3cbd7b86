//! Errors that are a text for people.

macro_rules! text_error {
    ($(#[$attribute:meta])* $name:ident, $vis:vis new) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub struct $name(String);

        impl $name {
            /// Makes an error with this message.
            $vis fn new(message: impl Into<String>) -> $name {
                $name(message.into())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::error::Error for $name {}
    };
}
