//! Reads the options of a search.
//!
//! JavaScript passes them as text, so that their names and the messages about bad ones are here alone. The text is a
//! list of words, each followed by NUL. A word that ends in `=` begins an option, and the words after it are its
//! values.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use urlsift::Extractor;
use urlsift::extract::{Form, Forms, Join, OwnSchemes};
use urlsift::reading::SoftBreaks;

/// The options of a search.
pub(crate) struct SearchOptions {
    forms: Forms,
    join: Join,
    soft_breaks: SoftBreaks,
    schemes: OwnSchemes,
}

const JOINS: [(&str, Join); 4] = [
    ("certain", Join::Certain),
    ("likely", Join::Likely),
    ("possible", Join::Possible),
    ("never", Join::Never),
];

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
            schemes: OwnSchemes::new(),
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
                ("forms=", name) => read.forms = read.forms.with(form(name)?),
                ("join=", name) => read.join = choose("join", name, &JOINS)?,
                ("soft_breaks=", name) => {
                    read.soft_breaks = choose("soft_breaks", name, &SOFT_BREAKS)?;
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

fn form(name: &str) -> Result<Form, String> {
    name.parse().map_err(|_| unknown("forms", name, Form::ALL.iter().map(|form| form.name())))
}

fn choose<T: Copy>(option: &str, name: &str, table: &[(&str, T)]) -> Result<T, String> {
    let found = table.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, value)| *value)
        .ok_or_else(|| unknown(option, name, table.iter().map(|row| row.0)))
}

fn unknown<'n>(option: &str, name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known = known.collect::<Vec<_>>().join(", ");
    format!("option {option}: unknown value \"{}\", expected one of: {known}", name.escape_debug())
}
