//! The examples at the end of each command's help.

use std::fmt::Write;

use clap::builder::{StyledStr, Styles};

pub(crate) const HEADING: &str = "Examples:";

/// The indentation of a command.
pub(crate) const INDENT: &str = "      ";

/// Returns the section of examples, and `rest` after it. An example has a description and a command.
pub(crate) fn examples(all: &[(&str, &str)], rest: &str) -> StyledStr {
    let mut text = String::from(HEADING);
    for (what, command) in all {
        write!(text, "\n  {what}\n{INDENT}{command}\n").expect("writing to a string does not fail");
    }
    text.push_str(rest);
    // The headings that clap writes have this style; it is removed without colours.
    let style = Styles::styled();
    let header = style.get_header();
    let styled = text.lines().map(|line| {
        let is_heading = line.ends_with(':') && !line.starts_with(' ');
        if is_heading { format!("{header}{line}{header:#}\n") } else { format!("{line}\n") }
    });
    StyledStr::from(styled.collect::<String>().trim_end().to_owned())
}
