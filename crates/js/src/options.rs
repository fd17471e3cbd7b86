//! Reads the options of a search.
//!
//! JavaScript passes them as text, so that their names and the messages about bad ones are here alone. The text is a
//! list of words, each followed by NUL. A word that ends in `=` begins an option, and the words after it are its
//! values.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use urlsift::Extractor;
use urlsift::extract::{Forms, Join, SchemeSet, SoftBreaks};
use urlsift::found::Form;

/// The options of a search.
pub(crate) struct SearchOptions {
    forms: Forms,
    join: Join,
    soft_breaks: SoftBreaks,
    schemes: SchemeSet,
}

const SOFT_BREAKS: [(&str, SoftBreaks); 2] =
    [("kept", SoftBreaks::Kept), ("deleted", SoftBreaks::Deleted)];

impl SearchOptions {
    /// Parses `options`. If one is bad, returns a message that names the accepted values.
    pub(crate) fn parse(options: &[u16]) -> Result<SearchOptions, String> {
        let options = String::from_utf16_lossy(options);
        let mut read = SearchOptions {
            forms: Forms::default(),
            join: Join::default(),
            soft_breaks: SoftBreaks::default(),
            schemes: SchemeSet::new(),
        };
        let mut option = "";
        for word in options.split_terminator('\0') {
            match (option, word) {
                (_, "forms=" | "join=" | "soft_breaks=" | "schemes=") => {
                    option = word;
                    if option == "forms=" {
                        read.forms = Forms::none();
                    }
                }
                ("forms=", name) => {
                    read.forms = read.forms.with(parse("forms", name, Form::ALL, Form::name)?);
                }
                ("join=", name) => read.join = parse("join", name, Join::ALL, Join::name)?,
                ("soft_breaks=", name) => {
                    read.soft_breaks =
                        parse("soft_breaks", name, &SOFT_BREAKS, |(name, _)| name)?.1;
                }
                (_, name) => read.schemes.add(name).map_err(|error| {
                    format!("option schemes: \"{}\": {error}", name.escape_debug())
                })?,
            }
        }
        Ok(read)
    }

    pub(crate) fn extractor(&self) -> Extractor {
        Extractor::builder()
            .forms(self.forms)
            .join(self.join)
            .soft_breaks(self.soft_breaks)
            .own_schemes(self.schemes)
            .build()
    }
}

/// Returns the value of `all` that `name_of` calls `name`.
fn parse<T: Copy>(
    option: &str,
    name: &str,
    all: &[T],
    name_of: fn(T) -> &'static str,
) -> Result<T, String> {
    all.iter().copied().find(|&value| name_of(value) == name).ok_or_else(|| {
        let known = all.iter().map(|&value| name_of(value)).collect::<Vec<_>>().join(", ");
        let name = name.escape_debug();
        format!("option {option}: unknown value \"{name}\", expected one of: {known}")
    })
}
