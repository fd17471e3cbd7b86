//! The inputs and the options of the dialogue, and its answers.

use crate::pick::open::Openers;
use crate::pick::settings::keys::{Action, KeyMap, KeyPress};

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum UserInput {
    Key(KeyPress),
    Paste(String),
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Answer {
    None,
    Leave,
    Choose { hrefs: Vec<String>, is_staying: bool },
    Copy(Vec<String>),
}

#[derive(Clone, Debug)]
pub(crate) struct PickOptions<'o> {
    /// The programs that open links. Without them links are printed.
    pub(crate) openers: Option<&'o Openers>,
    pub(crate) is_staying: bool,
    pub(crate) has_context: bool,
    pub(crate) keys: &'o KeyMap,
}

/// A page that is shown in place of the list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum TextPage {
    Help,
    Errors,
}

/// Returns the new scroll position of a page, `hidden` at most, or `None` if `input` closes it.
pub(crate) fn scrolled_page(
    scroll: usize,
    input: &UserInput,
    keys: &KeyMap,
    hidden: usize,
) -> Option<usize> {
    match input {
        UserInput::Key(key) => match keys.action(*key)? {
            Action::Down | Action::PageDown => Some((scroll + 1).min(hidden)),
            Action::Up | Action::PageUp => Some(scroll.saturating_sub(1)),
            _ => None,
        },
        UserInput::Paste(_) => None,
    }
}
