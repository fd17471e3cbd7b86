//! Reads the options of a search.
//!
//! JavaScript passes them as text, so that their names and the messages about bad ones are here alone. The text is a
//! list of words, each followed by NUL. A word that ends in `=` begins an option, and the words after it are its
//! values. No value ends so.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use urlsift::Extractor;
use urlsift::extract::{Extra, Extras, Forms, Join, Profile, SchemeSet, SoftBreaks};
use urlsift::found::Form;

/// The options of a search. Those that are absent have the default of the library.
#[derive(Default)]
pub(crate) struct SearchOptions {
    forms: Forms,
    join: Option<Join>,
    soft_breaks: SoftBreaks,
    schemes: SchemeSet,
    only_schemes: Option<SchemeSet>,
    extras: Extras,
    profile: Profile,
    ascii_only: bool,
    as_written: bool,
}

const SOFT_BREAKS: [(&str, SoftBreaks); 2] =
    [("kept", SoftBreaks::Kept), ("deleted", SoftBreaks::Deleted)];

const FLAGS: [(&str, bool); 2] = [("true", true), ("false", false)];

impl SearchOptions {
    /// Parses `options`. If one is bad, returns a message that names the accepted values.
    pub(crate) fn parse(options: &[u16]) -> Result<SearchOptions, String> {
        let options = String::from_utf16_lossy(options);
        let mut read = SearchOptions::default();
        let mut option = "";
        for word in options.split_terminator('\0') {
            if let Some(name) = word.strip_suffix('=') {
                option = name;
                match name {
                    "forms" => read.forms = Forms::none(),
                    "only_schemes" => read.only_schemes = Some(SchemeSet::new()),
                    _ => {}
                }
                continue;
            }
            match option {
                "forms" => {
                    read.forms = read.forms.with(parse(option, word, Form::ALL, Form::name)?);
                }
                "extras" => {
                    read.extras = read.extras.with(parse(option, word, Extra::ALL, Extra::name)?);
                }
                "join" => read.join = Some(parse(option, word, Join::ALL, Join::name)?),
                "profile" => read.profile = parse(option, word, Profile::ALL, Profile::name)?,
                "soft_breaks" => {
                    read.soft_breaks = parse(option, word, &SOFT_BREAKS, |(name, _)| name)?.1;
                }
                "ascii_only" => read.ascii_only = parse(option, word, &FLAGS, |(name, _)| name)?.1,
                "as_written" => read.as_written = parse(option, word, &FLAGS, |(name, _)| name)?.1,
                _ => {
                    let only = read.only_schemes.as_mut().filter(|_| option == "only_schemes");
                    only.unwrap_or(&mut read.schemes).add(word).map_err(|error| {
                        format!("option {option}: \"{}\": {error}", word.escape_debug())
                    })?;
                }
            }
        }
        Ok(read)
    }

    pub(crate) fn extractor(&self) -> Extractor {
        let mut builder = Extractor::builder()
            .forms(self.forms)
            .soft_breaks(self.soft_breaks)
            .own_schemes(self.schemes)
            .extras(self.extras)
            .profile(self.profile)
            .ascii_only(self.ascii_only)
            .as_written(self.as_written);
        if let Some(join) = self.join {
            builder = builder.join(join);
        }
        if let Some(schemes) = self.only_schemes {
            builder = builder.only_schemes(schemes);
        }
        builder.build()
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
