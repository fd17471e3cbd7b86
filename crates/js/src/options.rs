//! Reads the options of a search.
//!
//! JavaScript passes them as text, so that their values and the messages about bad ones are here and in the library alone.
//! The text is a list of words, each followed by NUL. A word that ends in `=` begins an option, and the words after it are
//! its values. No value ends so.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use urlsift::Extractor;
use urlsift::extract::SoftBreaks;
use urlsift::internal::{BadOption, SearchOption};

/// Returns the extractor with `options`, and how soft line breaks are read. Those that are absent have the default of the
/// library. If one is bad, returns a message that names the accepted values.
pub(crate) fn extractor(options: &[u16]) -> Result<(Extractor, SoftBreaks), String> {
    let options = String::from_utf16_lossy(options);
    let words: Vec<&str> = options.split_terminator('\0').collect();
    let (mut builder, mut soft_breaks) = (Extractor::builder(), SoftBreaks::Kept);
    for option in words.chunk_by(|_, next| !next.ends_with('=')) {
        let (name, values) = (option[0].trim_end_matches('='), &option[1..]);
        let message = |error| match error {
            BadOption::Unknown(value, known) => {
                let (value, known) = (value.escape_debug(), known.join(", "));
                format!("option {name}: unknown value \"{value}\", expected one of: {known}")
            }
            BadOption::Scheme(value, error) => {
                format!("option {name}: \"{}\": {error}", value.escape_debug())
            }
        };
        if name == "softBreaks" {
            soft_breaks = soft_breaks_of(values).map_err(message)?;
            continue;
        }
        let known = SearchOption::ALL.iter().find(|option| is_called(option, name));
        let option = known.ok_or_else(|| format!("unknown option \"{name}\""))?;
        builder = option.set(builder, values).map_err(message)?;
    }
    Ok((builder.build(), soft_breaks))
}

/// Reports whether JavaScript calls the option `name`: `ascii_only` is `asciiOnly`, and the schemes of a caller `schemes`.
fn is_called(option: &SearchOption, name: &str) -> bool {
    let known = option.name.trim_start_matches("own_").replace('_', "");
    known.eq_ignore_ascii_case(name)
}

fn soft_breaks_of(values: &[&str]) -> Result<SoftBreaks, BadOption> {
    match values {
        ["kept"] => Ok(SoftBreaks::Kept),
        ["deleted"] => Ok(SoftBreaks::Deleted),
        _ => Err(BadOption::Unknown(values.concat(), vec!["kept", "deleted"])),
    }
}
