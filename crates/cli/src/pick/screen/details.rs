//! The lower panes: the description of the selected link, and the text around it.

use unicode_width::UnicodeWidthChar;
use urlsift::found::Severity;

use crate::context::ShownChar;
use crate::pick::rows::{LinkChoice, ListRow};
use crate::pick::screen::columns::cut;
use crate::pick::screen::screen_line::ScreenLine;
use crate::pick::settings::theme::{StyleRole, Theme};
use crate::pick::state::PickState;

/// A detail is cut after this many characters.
const MAX_DETAIL_CHARS: usize = 8192;

/// Returns all details of the choice at the cursor: dangers first, then the URL that it opens.
pub(crate) fn all_details(state: &PickState<'_>, theme: Theme, columns: usize) -> Vec<ScreenLine> {
    let mut details = Details { lines: Vec::new(), columns, theme };
    let Some(choice @ LinkChoice { reading: number, .. }) = state.current() else {
        if let Some(ListRow::Folded(text)) = state.rows.get(state.at) {
            details.add("list", text, StyleRole::Text);
        }
        return details.lines;
    };
    let (link, reading) = (state.link(choice), state.reading(choice));
    let is_danger = |severity| severity == Severity::Danger;
    for warning in reading.warnings.iter().filter(|it| is_danger(it.severity)) {
        details.add("danger", &warning.text, StyleRole::Danger);
    }
    let is_same = reading.opens() == Some(&*reading.shown);
    if !is_same {
        details.add("shown", &reading.shown, StyleRole::Text);
    }
    let verb = if state.options.openers.is_some() { "opens" } else { "prints" };
    details.add(
        verb,
        reading.opening(),
        if is_same { StyleRole::Text } else { StyleRole::Warning },
    );
    for warning in reading.warnings.iter().filter(|it| !is_danger(it.severity)) {
        let role =
            if warning.severity == Severity::Info { StyleRole::Text } else { StyleRole::Warning };
        details.add(warning.severity.name(), &warning.text, role);
    }
    if let Some(why) = &reading.why {
        details.add("read", why, StyleRole::Text);
    } else if link.readings.len() > number + 1 {
        let count = link.readings.len() - 1;
        let other = if count == 1 { "another reading is" } else { "other readings are" };
        details.add("read", &format!("{other} listed below"), StyleRole::Text);
    }
    for (i, place) in link.places.iter().enumerate() {
        let times = if i == 0 && link.count > 1 {
            format!("{place} ({} times in all)", link.count)
        } else {
            place.clone()
        };
        details.add("found", &times, StyleRole::Text);
    }
    details.lines
}

/// Returns at most `rows` lines of the text around the choice at the cursor, with the link marked.
pub(crate) fn context(
    state: &PickState<'_>,
    theme: Theme,
    columns: usize,
    rows: usize,
) -> Vec<ScreenLine> {
    let context = state.current().and_then(|choice| state.link(choice).context.as_ref());
    let lines = context.map(|context| context.lines(columns, rows)).unwrap_or_default();
    lines.into_iter().map(|line| context_line(&line, theme)).collect()
}

/// Joins `chars` to spans of one style.
fn context_line(chars: &[ShownChar], theme: Theme) -> ScreenLine {
    let spans = chars.chunk_by(|a, b| a.is_marked == b.is_marked).map(|chunk| {
        let text: String = chunk.iter().map(|shown| &*shown.text).collect();
        let role = if chunk[0].is_marked { StyleRole::Link } else { StyleRole::Text };
        (text, theme.style(role))
    });
    let spans: Vec<_> = spans.collect();
    ScreenLine::of(spans.iter().map(|(text, style)| (text.as_str(), *style)))
}

struct Details {
    lines: Vec<ScreenLine>,
    columns: usize,
    theme: Theme,
}

impl Details {
    fn add(&mut self, label: &str, text: &str, role: StyleRole) {
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
                self.push(&line, role);
                line = " ".repeat(margin);
                used = 0;
            }
            line.push(c);
            used += wide;
        }
        self.push(&line, role);
    }

    fn push(&mut self, text: &str, role: StyleRole) {
        self.lines.push(ScreenLine::styled(&cut(text, self.columns), self.theme.style(role)));
    }
}
