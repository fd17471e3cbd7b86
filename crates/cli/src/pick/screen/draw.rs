//! Draws the dialogue: the list, the description of the selected link, and the text around it.
//!
//! ```text
//! 3 links   Enter opens one with xdg-open, ? shows the keys, q leaves
//!   1    http://a.example/
//! > 2 !! http://www.example.org@a.example/
//!     or http://a.example/wellknown
//! ----------------------------------------------------------------
//! danger  the user looks like a host, and the host comes after it: …
//! opens   http://www.example.org@a.example/
//! -- text --------------------------------------------------------
//! see http://www.example.org@a.example/ for more
//! ```
//!
//! The top line shows a notice, the filter, or a hint. Below it are the choices, scrolled to keep the cursor in
//! the middle. A URL that is cut ends in `>`, which no URL contains.

use std::fmt::Write;

use anstyle::Style;
use urlsift::found::Severity;

use crate::pick::inputs::TextPage;
use crate::pick::rows::{LinkChoice, ListRow};
use crate::pick::screen::columns::{cut, width, wrapped};
use crate::pick::screen::details::{all_details, context};
use crate::pick::screen::screen_line::ScreenLine;
use crate::pick::settings::keys::Action;
use crate::pick::settings::theme::{StyleRole, Theme};
use crate::pick::state::{PickState, ScreenRoom};

const MAX_RESERVED_DETAIL_LINES: usize = 7;

const MAX_CONTEXT_LINES: usize = 15;

/// The screen is counted without the top line.
const MIN_ROWS_WITH_CONTEXT: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScreenSize {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// Returns the lines of a screen of `size` that shows `state`, and the room that the parts of the screen got.
pub(crate) fn draw(
    state: &PickState<'_>,
    theme: Theme,
    size: ScreenSize,
) -> (Vec<ScreenLine>, ScreenRoom) {
    let (mut lines, room) = match state.page {
        Some((TextPage::Help, scroll)) => help_lines(state, theme, size, scroll),
        Some((TextPage::Errors, scroll)) => error_lines(state, theme, size, scroll),
        None => lines(state, theme, size),
    };
    lines.truncate(size.rows);
    (lines, room)
}

fn lines(state: &PickState<'_>, theme: Theme, size: ScreenSize) -> (Vec<ScreenLine>, ScreenRoom) {
    let ScreenSize { columns, rows } = size;
    // If there is only one row, it shows the choice, or a warning.
    let top = usize::from(rows > 1 || (rows == 1 && !state.warned.is_empty()));
    let body = rows - top;
    let has_context = state.has_context && body >= MIN_ROWS_WITH_CONTEXT;
    // The panes below get this many rows, so that warnings are visible without scrolling, and those that the choices
    // do not need.
    let share = if has_context {
        (body * 3 / 5).min(MAX_RESERVED_DETAIL_LINES + MAX_CONTEXT_LINES + 2)
    } else {
        (body * 2).div_ceil(5).min(body / 2).min(MAX_RESERVED_DETAIL_LINES + 1)
    };
    let below = share.max(body.saturating_sub(state.rows.len().max(1)));
    let list = body - below;
    // If there is room, the text gets what the description does not need.
    let rest = below.saturating_sub(MAX_RESERVED_DETAIL_LINES + 1).max(below / 2);
    let context_rows = if has_context { rest.min(MAX_CONTEXT_LINES + 1) } else { 0 };
    let below = below - context_rows;
    let all = if below > 0 { all_details(state, theme, columns) } else { Vec::new() };
    let all_details = all.len();

    let mut lines = Vec::with_capacity(rows);
    if top > 0 {
        lines.push(ScreenLine::styled(&title(state, columns), theme.style(StyleRole::Title)));
    }
    if state.links.all.is_empty() {
        return (lines, ScreenRoom::default());
    }
    // The cursor is in the middle, except near the ends of the list.
    let choices = &state.rows;
    let first = state.at.saturating_sub(list / 2).min(choices.len().saturating_sub(list));
    add_choices(state, theme, first..choices.len().min(first + list), columns, &mut lines);
    lines.resize(top + list, ScreenLine::default());
    // The rule between choices and details needs a row of its own. Without room for it, the one row shows a detail.
    let details = below.saturating_sub(1);
    if details > 0 {
        let key = |action| state.options.keys.name(action);
        let hint = match all_details.checked_sub(state.scroll + details) {
            Some(more @ 1..) => key(Action::Scroll).map(|key| format!("{key}: {more} more")),
            _ if state.scroll > 0 => key(Action::ScrollBack).map(|key| format!("{key}: back")),
            _ => None,
        };
        let hint = hint.unwrap_or_default();
        lines.push(rule(&hint, theme, columns));
    }
    let details = if details > 0 { details } else { below };
    lines.extend(all.into_iter().skip(state.scroll).take(details));
    if context_rows > 1 {
        lines.resize(rows - context_rows, ScreenLine::default());
        lines.push(rule("text", theme, columns));
        lines.extend(context(state, theme, columns, context_rows - 1));
    }
    (lines, ScreenRoom { list, details, all_details, hidden_lines: 0 })
}

fn rule(hint: &str, theme: Theme, columns: usize) -> ScreenLine {
    let hint = if hint.is_empty() { String::new() } else { format!("-- {hint} ") };
    ScreenLine::styled(&cut(&format!("{hint:-<columns$}"), columns), theme.style(StyleRole::Rule))
}

fn title(state: &PickState<'_>, columns: usize) -> String {
    let all = state.links.all.len();
    let text = match (&state.notice, state.filter()) {
        (Some(notice), _) => safe(notice),
        (None, Some((filter, is_typing))) => {
            let cursor = if is_typing { "_" } else { "" };
            let marked = match state.marks.len() {
                0 => String::new(),
                marked => format!(", {marked} marked"),
            };
            let count = format!("{cursor}  {} of {all}{marked}", state.passing().count());
            // A filter that is too long shows its end, to which the next letter is added. It shows nothing if
            // the count alone is too wide.
            let mut shown = filter;
            while !shown.is_empty() && width(shown) + count.len() + 1 > columns.max(12) {
                let mut chars = shown.chars();
                chars.next();
                shown = chars.as_str();
            }
            format!("/{shown}{count}")
        }
        (None, None) => {
            let mut links = match all {
                0 => "no links".to_owned(),
                1 => "1 link".to_owned(),
                all => format!("{all} links"),
            };
            let what = if state.marks.is_empty() { "one" } else { "them" };
            if !state.marks.is_empty() {
                let _ = write!(links, ", {} marked", state.marks.len());
            }
            let href = state.current().and_then(|choice| state.reading(choice).opens());
            let href = href.filter(|_| state.marks.is_empty());
            let open = match state.options.openers {
                Some(openers) => format!("opens {what} with {}", safe(openers.name(href))),
                None => format!("prints {what}"),
            };
            let errors = state.links.error_count;
            let hints = [
                (Action::Errors, if errors == 1 { "shows it" } else { "shows them" }, errors > 0),
                (Action::Open, open.as_str(), all > 0),
                (Action::Help, "shows the keys", all > 0),
                (Action::Leave, "leaves", true),
            ];
            let hints = hints.iter().filter(|(.., is_shown)| *is_shown);
            let named = hints.filter_map(|(action, text, _)| {
                Some(format!("{} {text}", state.options.keys.name(*action)?))
            });
            if errors > 0 {
                let noun = if errors == 1 { "read error" } else { "read errors" };
                let _ = write!(links, ", {errors} {noun}");
            }
            format!("{links}   {}", named.collect::<Vec<_>>().join(", "))
        }
    };
    cut(&text, columns)
}

fn add_choices(
    state: &PickState<'_>,
    theme: Theme,
    range: std::ops::Range<usize>,
    columns: usize,
    lines: &mut Vec<ScreenLine>,
) {
    if state.rows.is_empty() {
        lines.push(ScreenLine::raw(&cut("  no link contains that", columns)));
    }
    let digits = state.links.all.len().to_string().len();
    for at in range {
        let is_selected = at == state.at;
        let cursor = if is_selected { '>' } else { ' ' };
        let mut line = match &state.rows[at] {
            ListRow::Heading(heading) => {
                let text = cut(&format!("  {heading}"), columns);
                ScreenLine::styled(&text, theme.style(StyleRole::Heading))
            }
            ListRow::Folded(text) => {
                ScreenLine::raw(&cut(&format!("{cursor} {:digits$}    {text}", ""), columns))
            }
            ListRow::Choice(choice) => {
                choice_line(state, theme, *choice, (cursor, digits), columns)
            }
        };
        if is_selected {
            // The marks keep their own colours only on other lines: on this one they would be hard to read.
            line = ScreenLine::styled(&line.text(), theme.style(StyleRole::Selected));
        }
        lines.push(line);
    }
}

/// Returns the line of `choice` with `cursor` before its number, which has at least `digits` columns.
fn choice_line(
    state: &PickState<'_>,
    theme: Theme,
    choice: LinkChoice,
    (cursor, digits): (char, usize),
    columns: usize,
) -> ScreenLine {
    let reading = state.reading(choice);
    let is_marked = state.marks.contains(&choice);
    let mark = if is_marked { '*' } else { ' ' };
    let (number, sign, role) = match (choice.reading, reading.severity()) {
        (0, Some(Severity::Danger)) => ((choice.link + 1).to_string(), "!!", StyleRole::Danger),
        (0, Some(Severity::Warning)) => ((choice.link + 1).to_string(), "! ", StyleRole::Warning),
        (0, _) => ((choice.link + 1).to_string(), "  ", StyleRole::Text),
        _ => (String::new(), "or", StyleRole::Text),
    };
    let head = format!("{cursor}{mark}{number:>digits$} ");
    let text = format!("{head}{sign} {}", reading.shown);
    let label = state.link(choice).label.as_deref().filter(|_| choice.reading == 0);
    let text = with_label(text, label, columns);
    let text = cut(&text, columns);
    // Cut first, so that the signs are spans of a line that fits.
    let Some((before, after)) = text.split_at_checked(head.len() + sign.len()) else {
        return ScreenLine::raw(&text);
    };
    let (before, sign) = before.split_at(head.len());
    let style = if is_marked { theme.style(StyleRole::Marked) } else { Style::new() };
    ScreenLine::of([(before, style), (sign, theme.style(role)), (after, style)])
}

/// Appends the label of a link to `text`, the line of a choice. Both are cut so that some of each is visible.
fn with_label(text: String, label: Option<&str>, columns: usize) -> String {
    let Some(label) = label.filter(|_| columns >= 60) else { return text };
    let room = columns.saturating_sub(width(label) + 2).max(columns * 2 / 3);
    format!("{}  {label}", cut(&text, room))
}

fn help_lines(
    state: &PickState<'_>,
    theme: Theme,
    size: ScreenSize,
    scroll: usize,
) -> (Vec<ScreenLine>, ScreenRoom) {
    let columns = size.columns;
    let keys = state.options.keys.help();
    let number = ("0-9".to_owned(), "select the link with this number");
    let all: Vec<(String, &str)> = keys.chain([number]).collect();
    let key_columns = all.iter().map(|(keys, _)| width(keys) + 2).max().unwrap_or(0);
    let line = |(keys, text): &(String, &str)| cut(&format!("{keys:<key_columns$}{text}"), columns);
    page_lines("The keys", &all.iter().map(line).collect::<Vec<_>>(), theme, size, scroll)
}

fn error_lines(
    state: &PickState<'_>,
    theme: Theme,
    size: ScreenSize,
    scroll: usize,
) -> (Vec<ScreenLine>, ScreenRoom) {
    let (shown, count) = (&state.links.errors, state.links.error_count);
    let more = (count > shown.len()).then(|| format!("{} more", count - shown.len()));
    let texts = shown.iter().map(|error| safe(error)).chain(more);
    let lines = texts.flat_map(|text| wrapped(&text, size.columns));
    page_lines("Not read", &lines.collect::<Vec<_>>(), theme, size, scroll)
}

fn page_lines(
    heading: &str,
    all: &[String],
    theme: Theme,
    size: ScreenSize,
    scroll: usize,
) -> (Vec<ScreenLine>, ScreenRoom) {
    let room = size.rows.saturating_sub(1);
    let hidden_lines = all.len().saturating_sub(room);
    let scroll = scroll.min(hidden_lines);
    let title = format!("{heading}   keys that move the cursor scroll, others go back");
    let title = cut(&title, size.columns);
    let title = ScreenLine::styled(&title, theme.style(StyleRole::Title));
    let shown = all.iter().skip(scroll).take(room).map(|line| ScreenLine::raw(line));
    let lines = std::iter::once(title).chain(shown).collect();
    (lines, ScreenRoom { hidden_lines, ..ScreenRoom::default() })
}

/// Removes characters that are unsafe on a terminal from `text`, which may quote the command line or a system error.
fn safe(text: &str) -> String {
    text.chars().filter(|&c| !c.is_control() && !urlsift::url::is_hidden(c)).collect()
}
