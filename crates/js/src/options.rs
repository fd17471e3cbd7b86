//! Reads the options of a search.
//!
//! JavaScript passes them as text, so that their names and the messages about bad ones are here alone. The text is a
//! list of words, each followed by NUL. A word that ends in `=` begins an option, and the words after it are its
//! values. No value ends so.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use urlsift::Extractor;
use urlsift::extract::{Extra, Join, Profile, SchemeSet, SoftBreaks};
use urlsift::found::Form;

const SOFT_BREAKS: [(&str, SoftBreaks); 2] =
    [("kept", SoftBreaks::Kept), ("deleted", SoftBreaks::Deleted)];

const FLAGS: [(&str, bool); 2] = [("true", true), ("false", false)];

/// Returns the extractor with `options`, and how soft line breaks are read. Those that are absent have the default of the library. If one is bad, returns a
/// message that names the accepted values.
pub(crate) fn extractor(options: &[u16]) -> Result<(Extractor, SoftBreaks), String> {
    let options = String::from_utf16_lossy(options);
    let words: Vec<&str> = options.split_terminator('\0').collect();
    let (mut builder, mut soft_breaks) = (Extractor::builder(), SoftBreaks::Kept);
    for option in words.chunk_by(|_, next| !next.ends_with('=')) {
        let (name, values) = (option[0].trim_end_matches('='), &option[1..]);
        let first = values.first().copied().unwrap_or_default();
        builder = match name {
            "forms" => builder.forms(parse_all(name, values, Form::ALL, Form::name)?),
            "extras" => builder.extras(parse_all(name, values, Extra::ALL, Extra::name)?),
            "join" => builder.join(parse(name, first, Join::ALL, Join::name)?),
            "profile" => builder.profile(parse(name, first, Profile::ALL, Profile::name)?),
            "softBreaks" => {
                soft_breaks = parse(name, first, &SOFT_BREAKS, |(name, _)| name)?.1;
                builder
            }
            "asciiOnly" => builder.ascii_only(parse(name, first, &FLAGS, |(name, _)| name)?.1),
            "asWritten" => builder.as_written(parse(name, first, &FLAGS, |(name, _)| name)?.1),
            "onlySchemes" => builder.only_schemes(scheme_set(name, values)?),
            _ => builder.own_schemes(scheme_set(name, values)?),
        };
    }
    Ok((builder.build(), soft_breaks))
}

/// Returns the set of the schemes `names`.
fn scheme_set(option: &str, names: &[&str]) -> Result<SchemeSet, String> {
    let mut schemes = SchemeSet::new();
    for name in names {
        let message = |error| format!("option {option}: \"{}\": {error}", name.escape_debug());
        schemes.add(name).map_err(message)?;
    }
    Ok(schemes)
}

/// Returns the values of `all` that `name_of` calls `names`.
fn parse_all<T: Copy, S: FromIterator<T>>(
    option: &str,
    names: &[&str],
    all: &[T],
    name_of: fn(T) -> &'static str,
) -> Result<S, String> {
    names.iter().map(|name| parse(option, name, all, name_of)).collect()
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
