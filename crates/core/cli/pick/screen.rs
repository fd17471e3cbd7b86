//! Lays out the screen as lines that fit the size of a terminal. Draws nothing.
//!
//! ```text
//! 3 links   Enter prints one, type to filter, q leaves
//!   1    http://a.example/
//! > 2 !! http://www.example.org@a.example/
//!        or http://a.example/wellknown
//! ----------------------------------------------------------------
//! opens   http://www.example.org@a.example/
//! danger  the user looks like a host, and the host comes after it: …
//! ```
//!
//! The top line shows a notice, the filter, or help. Below it are the choices, scrolled to keep the cursor in
//! the middle, and then the details of the choice at the cursor. A URL that is cut ends in `>`, which no URL
//! contains.

use unicode_width::UnicodeWidthChar;
use urlsift::note::Severity;

use crate::pick::state::{LinkChoice, PickState, ScreenRoom};

/// The size of a terminal, in characters.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct ScreenSize {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// The content of a screen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Screen {
    /// The lines from the top: at most as many as the terminal has rows, and none wider than the terminal.
    pub(crate) lines: Vec<ScreenLine>,
    /// The numbers of lines for choices and for details.
    pub(crate) room: ScreenRoom,
}

/// A line of a screen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct ScreenLine {
    pub(crate) text: String,
    pub(crate) look: Look,
}

/// The style of a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Look {
    Plain,
    /// The choice at the cursor.
    Chosen,
    /// A warning, or the top line.
    Strong,
}

/// A detail is cut after this many characters.
const MAX_DETAIL_CHARS: usize = 8192;

/// The number of lines that details get at most while there are choices that do not fit.
const MAX_RESERVED_DETAIL_LINES: usize = 7;

impl Screen {
    /// Lays out `state` for a terminal of `size`.
    pub(crate) fn of(state: &PickState<'_>, size: ScreenSize) -> Screen {
        let ScreenSize { columns, rows } = size;
        // If there is only one row, it shows the choice.
        let heading = usize::from(rows > 1);
        let body = rows - heading;
        // Up to two fifths of the rows go to details, so that a warning of deception is seen at once. Choices get
        // the rest, and details get what the choices leave over.
        let share = (body * 2).div_ceil(5).min(body / 2).min(MAX_RESERVED_DETAIL_LINES + 1);
        let below = share.max(body.saturating_sub(state.choices().len().max(1)));
        let list = body - below;
        let details = below.saturating_sub(1);
        let all = if below > 0 { all_details(state, columns) } else { Vec::new() };

        let mut lines = Vec::with_capacity(rows);
        if heading > 0 {
            lines.push(ScreenLine { text: heading_of(state, columns), look: Look::Strong });
        }
        add_choices(state, list, columns, &mut lines);
        // The rule between choices and details needs a row of its own. Without room for it, the one row shows
        // a detail.
        if below > 0 && details > 0 {
            lines.resize(heading + list, ScreenLine::plain(String::new()));
            let shown = state.scroll() + details;
            let rule = match all.len().checked_sub(shown) {
                Some(more @ 1..) => format!("-- Right: {more} more "),
                _ if state.scroll() > 0 => "-- Left: back ".to_owned(),
                _ => String::new(),
            };
            lines.push(ScreenLine::plain(cut(&format!("{rule:-<columns$}"), columns)));
        }
        let all_details = all.len();
        let room = if details > 0 { details } else { below };
        lines.extend(all.into_iter().skip(state.scroll()).take(room));
        Screen { lines, room: ScreenRoom { choices: list, details: room, all_details } }
    }
}

impl ScreenLine {
    fn plain(text: String) -> ScreenLine {
        ScreenLine { text, look: Look::Plain }
    }
}

fn heading_of(state: &PickState<'_>, columns: usize) -> String {
    let (all, passing) = state.counts();
    let text = match (state.notice(), state.typed()) {
        (Some(notice), _) => notice.to_owned(),
        (None, Some(filter)) => {
            let count = format!("  {passing} of {all}");
            // A filter that is too long shows its end, to which the next letter is added. It shows nothing if
            // the count alone is too wide.
            let mut shown = filter;
            while !shown.is_empty() && width(shown) + count.len() + 2 > columns.max(12) {
                let mut chars = shown.chars();
                chars.next();
                shown = chars.as_str();
            }
            format!("/{shown}_{count}")
        }
        (None, None) if all == 0 => "no links   Enter leaves".to_owned(),
        (None, None) => {
            let links = if all == 1 { "1 link" } else { &format!("{all} links") };
            let verb = match state.command() {
                Some(command) => {
                    let name = command.rsplit('/').next().unwrap_or(command);
                    format!("opens one with {}", safe(name))
                }
                None => "prints one".to_owned(),
            };
            format!("{links}   Enter {verb}, type to filter, q leaves")
        }
    };
    cut(&text, columns)
}

/// Adds the choices around the cursor to `lines`, `room` of them at most.
fn add_choices(state: &PickState<'_>, room: usize, columns: usize, lines: &mut Vec<ScreenLine>) {
    let choices = state.choices();
    if choices.is_empty() {
        // If there are no links at all, the top line says so.
        if room > 0 && state.counts().0 > 0 {
            lines.push(ScreenLine::plain(cut("  nothing has that in it", columns)));
        }
        return;
    }
    let digits = state.counts().0.to_string().len();
    // The cursor is in the middle, except near the ends of the list.
    let top = state.at().saturating_sub(room / 2).min(choices.len().saturating_sub(room));
    for (i, &choice) in choices.iter().enumerate().skip(top).take(room) {
        let is_chosen = i == state.at();
        let mark = if is_chosen { '>' } else { ' ' };
        let reading = state.reading(choice);
        let text = if choice.reading == 0 {
            let warns = match reading.severity() {
                Some(Severity::Danger) => "!!",
                Some(Severity::Warning) => "! ",
                _ => "  ",
            };
            let text = format!("{mark} {:>digits$} {warns} {}", choice.link + 1, reading.shown);
            with_label(text, state.link(choice).label.as_deref(), columns)
        } else {
            format!("{mark} {:digits$} or {}", "", reading.shown)
        };
        let look = if is_chosen { Look::Chosen } else { Look::Plain };
        lines.push(ScreenLine { text: cut(&text, columns), look });
    }
}

/// Appends the label of a link to `text`, the line of a choice. Both are cut so that some of each is visible.
fn with_label(text: String, label: Option<&str>, columns: usize) -> String {
    let Some(label) = label.filter(|_| columns >= 60) else { return text };
    let room = columns.saturating_sub(width(label) + 2).max(columns * 2 / 3);
    format!("{}  {label}", cut(&text, room))
}

/// Returns all details of the choice at the cursor: dangers first, then the URL that it opens.
fn all_details(state: &PickState<'_>, columns: usize) -> Vec<ScreenLine> {
    let Some(choice @ LinkChoice { reading: number, .. }) = state.current() else {
        return Vec::new();
    };
    let (link, reading) = (state.link(choice), state.reading(choice));
    let mut details = Details { lines: Vec::new(), columns };
    let is_danger = |severity| severity == Severity::Danger;
    for warning in reading.warnings.iter().filter(|it| is_danger(it.severity)) {
        details.add("danger", &warning.text, Look::Strong);
    }
    let is_same = reading.opens.as_ref() == Some(&reading.shown);
    if !is_same {
        details.add("shown", &reading.shown, Look::Plain);
    }
    let verb = if state.command().is_some() { "opens" } else { "prints" };
    let look = if is_same { Look::Plain } else { Look::Strong };
    details.add(verb, reading.opening(), look);
    for warning in reading.warnings.iter().filter(|it| !is_danger(it.severity)) {
        let look = if warning.severity == Severity::Info { Look::Plain } else { Look::Strong };
        details.add(warning.severity.name(), &warning.text, look);
    }
    if let Some(why) = &reading.why {
        details.add("read", why, Look::Plain);
    } else if link.readings.len() > number + 1 {
        let count = link.readings.len() - 1;
        let other = if count == 1 { "another reading is" } else { "other readings are" };
        details.add("read", &format!("{other} listed below"), Look::Plain);
    }
    for (i, place) in link.places.iter().enumerate() {
        let times = if i == 0 && link.count > 1 {
            format!("{place} ({} times in all)", link.count)
        } else {
            place.clone()
        };
        details.add("found", &times, Look::Plain);
    }
    details.lines
}

struct Details {
    lines: Vec<ScreenLine>,
    columns: usize,
}

impl Details {
    /// Adds `text` after `label`, on as many lines as it needs.
    fn add(&mut self, label: &str, text: &str, look: Look) {
        // A narrow terminal has no room for an indent.
        let margin = if self.columns >= 40 { 9 } else { 1 };
        let room = self.columns.saturating_sub(margin).max(2);
        let mut line = format!("{label:<7}  ");
        let mut used = if margin == 9 { 0 } else { line.len() - margin };
        let (text, more) = match text.char_indices().nth(MAX_DETAIL_CHARS) {
            Some((end, _)) => (&text[..end], format!(" ({} bytes more)", text.len() - end)),
            None => (text, String::new()),
        };
        for c in text.chars().chain(more.chars()) {
            let wide = c.width().unwrap_or(0);
            if used + wide > room {
                self.push(&line, look);
                line = " ".repeat(margin);
                used = 0;
            }
            line.push(c);
            used += wide;
        }
        self.push(&line, look);
    }

    fn push(&mut self, text: &str, look: Look) {
        self.lines.push(ScreenLine { text: cut(text, self.columns), look });
    }
}

/// Cuts `text` at `columns`. A text that is cut ends in `>`.
fn cut(text: &str, columns: usize) -> String {
    let mut used = 0;
    // The end of the longest prefix that leaves one column for the mark.
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let wide = c.width().unwrap_or(0);
        if used + wide < columns {
            end = at + c.len_utf8();
        }
        used += wide;
        if used > columns {
            let mark = if columns > 0 { ">" } else { "" };
            return format!("{}{mark}", &text[..end]);
        }
    }
    text.to_owned()
}

fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// Returns `text`, which comes from the command line, without characters that are unsafe on a terminal.
fn safe(text: &str) -> String {
    text.chars().filter(|&c| !c.is_control() && !urlsift::url::is_hidden(c)).collect()
}
