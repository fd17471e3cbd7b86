//! The state of the dialogue, and the effect of each key. Draws nothing.
//!
//! A *choice* is one reading of a link. The *filter* is a list of words that a link must contain, in any case. A key
//! that moves the cursor ends its typing. While it is typed, Enter opens the selected link, even if others are marked.

use crossterm::event::KeyCode;
use urlsift::found::Severity;

use crate::pick::inputs::{Answer, PickOptions, TextPage, UserInput, scrolled_page};
use crate::pick::link::{Link, LinkReading};
use crate::pick::links::Links;
use crate::pick::rows::{LinkChoice, ListRow, rows};
use crate::pick::settings::keys::{Action, KeyPress};

#[derive(Debug)]
pub(crate) struct PickState<'l> {
    pub(crate) links: &'l Links,
    pub(crate) options: PickOptions<'l>,
    /// The texts of each link in which the filter searches, in lower case.
    words: Vec<String>,
    filter: LinkFilter,
    is_folded: bool,
    pub(crate) rows: Vec<ListRow>,
    /// The index in `rows` of the cursor's line.
    pub(crate) at: usize,
    /// The last choice at the cursor. The cursor returns to it when it passes the filter again.
    last: LinkChoice,
    pub(crate) marks: Vec<LinkChoice>,
    number: usize,
    pub(crate) scroll: usize,
    pub(crate) has_context: bool,
    /// The page that is shown in place of the list, and the number of its lines that are scrolled away.
    pub(crate) page: Option<(TextPage, usize)>,
    pub(crate) notice: Option<String>,
    /// The links that the notice warns of. Enter opens these and no others.
    pub(crate) warned: Vec<LinkChoice>,
}

#[derive(Debug, Default)]
struct LinkFilter {
    text: String,
    is_typing: bool,
}

/// The number of lines for each part of a screen. Keys that move by pages depend on it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct ScreenRoom {
    pub(crate) list: usize,
    pub(crate) details: usize,
    pub(crate) all_details: usize,
    pub(crate) hidden_lines: usize,
}

const MAX_FILTER_CHARS: usize = 200;

/// More links than this are opened only by a second Enter.
const MAX_UNASKED_LINKS: usize = 10;

impl<'l> PickState<'l> {
    pub(crate) fn new(links: &'l Links, options: PickOptions<'l>) -> PickState<'l> {
        let words = |link: &Link| {
            let readings =
                link.readings.iter().flat_map(|reading| [&*reading.shown, reading.key()]);
            let others = link.places.iter().chain(&link.label).map(String::as_str);
            readings.chain(others).collect::<Vec<_>>().join("\n").to_lowercase()
        };
        let words = links.all.iter().map(words).collect();
        let has_context = options.has_context;
        let mut state = PickState {
            links,
            options,
            words,
            filter: LinkFilter::default(),
            is_folded: true,
            rows: Vec::new(),
            at: 0,
            last: LinkChoice { link: 0, reading: 0 },
            marks: Vec::new(),
            number: 0,
            scroll: 0,
            has_context,
            page: None,
            notice: links.left_out(),
            warned: Vec::new(),
        };
        state.list();
        state
    }

    pub(crate) fn link(&self, choice: LinkChoice) -> &'l Link {
        &self.links.all[choice.link]
    }

    pub(crate) fn reading(&self, choice: LinkChoice) -> &'l LinkReading {
        &self.link(choice).readings[choice.reading]
    }

    pub(crate) fn current(&self) -> Option<LinkChoice> {
        match self.rows.get(self.at) {
            Some(ListRow::Choice(choice)) => Some(*choice),
            _ => None,
        }
    }

    pub(crate) fn filter(&self) -> Option<(&str, bool)> {
        (self.filter.is_typing || !self.filter.text.is_empty())
            .then_some((&*self.filter.text, self.filter.is_typing))
    }

    pub(crate) fn leaves(&self, input: &UserInput) -> bool {
        matches!(input, UserInput::Key(key) if self.options.keys.action(*key) == Some(Action::Leave))
    }

    pub(crate) fn handle(&mut self, input: UserInput, room: ScreenRoom) -> Answer {
        self.notice = None;
        let warned = std::mem::take(&mut self.warned);
        let number = std::mem::take(&mut self.number);
        let was_typing = self.filter.is_typing;
        if let Some((page, scroll)) = self.page {
            let scroll = scrolled_page(scroll, &input, self.options.keys, room.hidden_lines);
            self.page = scroll.map(|scroll| (page, scroll));
            return Answer::None;
        }
        match input {
            UserInput::Paste(text) => self.type_in(text.chars()),
            UserInput::Key(key) if self.filter.is_typing && self.type_key(key) => {}
            // Esc leaves the filter first.
            UserInput::Key(key) if key.code == KeyCode::Esc && !self.filter.text.is_empty() => {
                self.clear_filter();
            }
            UserInput::Key(key) => match (self.options.keys.action(key), key.char()) {
                (Some(action @ (Action::Open | Action::OpenAndStay)), _) => {
                    let is_staying = self.options.is_staying || action == Action::OpenAndStay;
                    let chosen = match action {
                        _ if !warned.is_empty() => warned.clone(),
                        Action::Open if was_typing => self.current().into_iter().collect(),
                        _ => self.chosen(),
                    };
                    return self.choose(chosen, is_staying, !warned.is_empty());
                }
                (Some(action), _) => return self.act(action, room),
                (None, Some(c)) => self.type_digit(number, c),
                (None, None) => {}
            },
        }
        Answer::None
    }

    fn act(&mut self, action: Action, room: ScreenRoom) -> Answer {
        let page = room.list.max(1).cast_signed();
        match action {
            Action::Up => self.go_by(-1),
            Action::Down => self.go_by(1),
            Action::PageUp => self.go_by(-page),
            Action::PageDown => self.go_by(page),
            Action::First => self.go(0, true),
            Action::Last => self.go(usize::MAX, false),
            Action::Scroll if self.scroll + room.details < room.all_details => {
                self.scroll += room.details;
            }
            // `handle` opens.
            Action::Scroll | Action::Open | Action::OpenAndStay => {}
            Action::ScrollBack => self.scroll = self.scroll.saturating_sub(room.details),
            Action::Filter => self.filter.is_typing = true,
            Action::Mark => self.mark(),
            Action::MarkAll => self.mark_all(),
            Action::Copy => return self.copy(),
            Action::Context => self.has_context = !self.has_context,
            Action::Errors if self.links.errors.is_empty() => {
                self.notice = Some("all could be read".to_owned());
            }
            Action::Errors => self.page = Some((TextPage::Errors, 0)),
            Action::Help => self.page = Some((TextPage::Help, 0)),
            Action::Leave => return Answer::Leave,
        }
        Answer::None
    }

    fn go_by(&mut self, rows: isize) {
        self.go(self.at.saturating_add_signed(rows), rows > 0);
    }

    /// Moves the cursor to the line `at`, or to the next one that can be selected: first `is_down`, then the other way.
    fn go(&mut self, at: usize, is_down: bool) {
        let at = at.min(self.rows.len().saturating_sub(1));
        let is_selectable = |at: &usize| self.rows.get(*at).is_some_and(ListRow::is_selectable);
        let down = (at..self.rows.len()).find(is_selectable);
        let up = (0..at).rev().find(is_selectable);
        let own = Some(at).filter(is_selectable);
        let next = if is_down { down.or(up) } else { own.or(up).or(down) };
        self.at = next.unwrap_or(0);
        self.scroll = 0;
        self.last = self.current().unwrap_or(self.last);
    }

    /// Handles `key` while the filter is typed. Returns false if the key has its usual action.
    fn type_key(&mut self, key: KeyPress) -> bool {
        let is_ctrl = |c| key.has_ctrl && key.code == KeyCode::Char(c);
        match (key.char(), key.code) {
            (Some(c), _) => self.type_in([c]),
            (None, _) if is_ctrl('u') || is_ctrl('w') => self.clear_filter(),
            (None, KeyCode::Esc) => self.clear_filter(),
            (None, code) if code == KeyCode::Backspace || is_ctrl('h') => {
                self.filter.is_typing = self.filter.text.pop().is_some();
                self.list();
            }
            _ => {
                self.filter.is_typing = false;
                return false;
            }
        }
        true
    }

    fn type_in(&mut self, typed: impl IntoIterator<Item = char>) {
        let room = MAX_FILTER_CHARS.saturating_sub(self.filter.text.chars().count());
        let is_shown = |c: &char| !c.is_control() && !urlsift::url::is_hidden(*c);
        self.filter.text.extend(typed.into_iter().filter(is_shown).take(room));
        self.filter.is_typing = true;
        self.list();
    }

    fn clear_filter(&mut self) {
        self.filter.is_typing = false;
        self.filter.text.clear();
        self.list();
    }

    fn type_digit(&mut self, number: usize, c: char) {
        let Some(digit) = c.to_digit(10) else { return };
        let digit = digit as usize;
        // If no link has the longer number, a new one begins.
        for number in [number.saturating_mul(10).saturating_add(digit), digit] {
            let row = self.rows.iter().position(|row| match row {
                ListRow::Choice(LinkChoice { link, reading: 0 }) => link + 1 == number,
                _ => false,
            });
            if let Some(row) = row {
                self.number = number;
                self.go(row, true);
                return;
            }
        }
        self.notice = Some(format!("no link of the list has the number {digit}"));
    }

    /// Returns the numbers of the links that pass the filter. Linear in their texts.
    pub(crate) fn passing(&self) -> impl Iterator<Item = usize> {
        let filter = self.filter.text.to_lowercase();
        let passes = move |words: &str| filter.split_whitespace().all(|word| words.contains(word));
        (0..).zip(&self.words).filter(move |(_, words)| passes(words)).map(|(link, _)| link)
    }

    /// Makes the lines of the list anew. Leaves the cursor on its choice if that passes the filter.
    fn list(&mut self) {
        let is_folded = self.is_folded && self.filter.text.trim().is_empty();
        self.rows = rows(self.links, self.passing(), is_folded);
        let last = ListRow::Choice(self.last);
        let at = self.rows.iter().position(|row| *row == last);
        self.go(at.unwrap_or(0), true);
    }

    /// Shows the folded mail addresses. The cursor goes to the first.
    fn unfold(&mut self) {
        self.is_folded = false;
        let at = self.at;
        self.list();
        self.go(at, true);
    }

    /// Marks the choice at the cursor or removes its mark, and goes on to the next link.
    fn mark(&mut self) {
        let Some(choice) = self.current() else {
            if matches!(self.rows.get(self.at), Some(ListRow::Folded(_))) {
                self.unfold();
            }
            return;
        };
        if let Some(marked) = self.marks.iter().position(|mark| *mark == choice) {
            self.marks.remove(marked);
        } else if self.reading(choice).opens().is_none() {
            self.notice = Some(format!("it opens {}", self.reading(choice).opening()));
            return;
        } else {
            self.marks.push(choice);
        }
        let is_next_link = |row: &ListRow| match row {
            ListRow::Choice(next) => next.reading == 0,
            ListRow::Folded(_) => true,
            ListRow::Heading(_) => false,
        };
        let below = self.rows.iter().skip(self.at + 1).position(is_next_link);
        if let Some(rows) = below {
            self.go(self.at + 1 + rows, true);
        }
    }

    /// Marks the first reading of each link of the list. If all are marked, removes their marks.
    fn mark_all(&mut self) {
        let choices = self.rows.iter().filter_map(|row| match row {
            ListRow::Choice(choice) if choice.reading == 0 => Some(*choice),
            _ => None,
        });
        let opens = |choice: &LinkChoice| self.reading(*choice).opens().is_some();
        let marked: std::collections::HashSet<_> = self.marks.iter().map(|it| it.link).collect();
        let unmarked = choices.filter(opens).filter(|choice| !marked.contains(&choice.link));
        let unmarked: Vec<LinkChoice> = unmarked.collect();
        if unmarked.is_empty() {
            let rows = &self.rows;
            self.marks.retain(|mark| !rows.contains(&ListRow::Choice(*mark)));
        } else {
            self.marks.extend(unmarked);
        }
    }

    fn chosen(&self) -> Vec<LinkChoice> {
        if self.marks.is_empty() {
            self.current().into_iter().collect()
        } else {
            self.marks.clone()
        }
    }

    fn choose(&mut self, chosen: Vec<LinkChoice>, is_staying: bool, was_warned: bool) -> Answer {
        if chosen.is_empty() {
            return match self.rows.get(self.at) {
                Some(ListRow::Folded(_)) => {
                    self.unfold();
                    Answer::None
                }
                None if self.links.all.is_empty() => Answer::Leave,
                _ => Answer::None,
            };
        }
        let mut hrefs = Vec::with_capacity(chosen.len());
        for &choice in &chosen {
            let reading = self.reading(choice);
            let Some(href) = reading.opens() else {
                self.notice = Some(format!("it opens {}", reading.opening()));
                return Answer::None;
            };
            hrefs.push(href.to_owned());
        }
        // A link that is only printed can still be looked at before it is used.
        if self.options.openers.is_some()
            && !was_warned
            && let Some(notice) = self.danger(&chosen)
        {
            self.notice = Some(notice);
            self.warned = chosen;
            return Answer::None;
        }
        Answer::Choose { hrefs, is_staying }
    }

    /// Returns a warning if one of `chosen` is dangerous, or if there are many.
    fn danger(&self, chosen: &[LinkChoice]) -> Option<String> {
        let open = self.options.keys.name(Action::Open).unwrap_or_default();
        let danger = |choice: &LinkChoice| {
            let warnings = &self.reading(*choice).warnings;
            let danger = warnings.iter().find(|it| it.severity == Severity::Danger)?;
            Some((choice.link + 1, &danger.text))
        };
        let dangers: Vec<_> = chosen.iter().filter_map(danger).collect();
        let all = chosen.len();
        match dangers.first() {
            Some((_, text)) if all == 1 => {
                Some(format!("danger, {open} opens it all the same: {text}"))
            }
            Some((number, text)) => {
                let count = dangers.len();
                Some(format!("danger in {count} of {all}, {open} opens all: link {number}: {text}"))
            }
            None if all > MAX_UNASKED_LINKS => Some(format!("{open} again opens all {all} links")),
            None => None,
        }
    }

    fn copy(&mut self) -> Answer {
        let chosen = self.chosen();
        if chosen.is_empty() {
            return Answer::None;
        }
        Answer::Copy(chosen.iter().map(|choice| self.reading(*choice).key().to_owned()).collect())
    }
}
