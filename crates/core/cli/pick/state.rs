//! The state of the dialogue, and the effect of each key. Draws nothing.
//!
//! A *choice* is one reading of a link; the user can choose each. The *filter* is a list of words, all of
//! which a link must contain, in any case. Letters are added to the filter. `q` leaves if no filter was
//! begun; `/` begins a filter, for example one that starts with `q`.

use urlsift::note::Severity;

use crate::pick::link::{Link, LinkReading};
use crate::pick::links::Links;

/// A key press by its meaning.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Key {
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    /// Scroll forward or back in the details of a choice.
    Right,
    Left,
    Enter,
    Leave,
    Char(char),
    Paste(String),
    Backspace,
    /// Remove the filter.
    Clear,
}

/// The result of a key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Answer {
    None,
    Leave,
    /// The user chose this URL, to be opened or printed.
    Choose(String),
}

/// The state of the dialogue.
#[derive(Debug)]
pub(crate) struct PickState<'l> {
    links: &'l Links,
    /// The program that opens a link. Without one the link is printed.
    command: Option<&'l str>,
    /// The texts of each link in which the filter searches, in lower case.
    words: Vec<String>,
    filter: String,
    is_filtering: bool,
    choices: Vec<LinkChoice>,
    /// The index in `choices` of the choice at the cursor.
    at: usize,
    /// The last choice at the cursor. The cursor returns to it when it passes the filter again.
    last: LinkChoice,
    /// The number of detail lines that are scrolled away.
    scroll: usize,
    notice: Option<String>,
    /// Whether the user was warned of the choice at the cursor. If so, the next Enter opens it.
    is_warned: bool,
}

/// A reading of a link, by the numbers of both.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct LinkChoice {
    pub(crate) link: usize,
    pub(crate) reading: usize,
}

/// The number of lines for each part of a screen. Keys that move by pages depend on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct ScreenRoom {
    /// Lines for choices.
    pub(crate) choices: usize,
    /// Lines for the details of the choice at the cursor.
    pub(crate) details: usize,
    /// Lines that all of its details would need.
    pub(crate) all_details: usize,
}

/// The length limit for the filter, in characters.
const MAX_FILTER_CHARS: usize = 200;

impl<'l> PickState<'l> {
    pub(crate) fn new(links: &'l Links, command: Option<&'l str>) -> PickState<'l> {
        let words = |link: &Link| {
            let readings = link.readings.iter();
            let texts = readings.flat_map(|it| [Some(&it.shown), it.opens.as_ref()]).flatten();
            let texts: Vec<&str> = texts.chain(&link.label).map(String::as_str).collect();
            texts.join("\n").to_lowercase()
        };
        let words = links.links().iter().map(words).collect();
        let mut state = PickState {
            links,
            command,
            words,
            filter: String::new(),
            is_filtering: false,
            choices: Vec::new(),
            at: 0,
            last: LinkChoice { link: 0, reading: 0 },
            scroll: 0,
            notice: links.left_out(),
            is_warned: false,
        };
        state.apply_filter();
        state
    }

    /// Returns the choices that pass the filter.
    pub(crate) fn choices(&self) -> &[LinkChoice] {
        &self.choices
    }

    pub(crate) fn link(&self, choice: LinkChoice) -> &'l Link {
        &self.links.links()[choice.link]
    }

    pub(crate) fn reading(&self, choice: LinkChoice) -> &'l LinkReading {
        &self.link(choice).readings[choice.reading]
    }

    /// Returns the choice at the cursor, or `None` if none passes the filter.
    pub(crate) fn current(&self) -> Option<LinkChoice> {
        self.choices.get(self.at).copied()
    }

    /// Returns the index of the choice at the cursor.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn scroll(&self) -> usize {
        self.scroll
    }

    /// Returns the number of links, and the number of those that pass the filter.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let passing = self.choices.iter().filter(|choice| choice.reading == 0).count();
        (self.links.links().len(), passing)
    }

    /// Returns the filter, if one was begun.
    pub(crate) fn typed(&self) -> Option<&str> {
        self.is_filtering.then_some(&*self.filter)
    }

    /// Returns a message for the top line, if there is one.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Reports whether the notice warns of the choice at the cursor, so that Enter would open it.
    pub(crate) fn is_warned(&self) -> bool {
        self.is_warned
    }

    /// Returns the program that opens the chosen link, if one was given.
    pub(crate) fn command(&self) -> Option<&str> {
        self.command
    }

    /// Handles `key`, which was pressed while the screen had `room`.
    pub(crate) fn press(&mut self, key: Key, room: ScreenRoom) -> Answer {
        self.notice = None;
        let was_warned = std::mem::take(&mut self.is_warned);
        let page = room.choices.max(1);
        match key {
            Key::Up => self.go(self.at.saturating_sub(1)),
            Key::Down => self.go(self.at + 1),
            Key::PageUp => self.go(self.at.saturating_sub(page)),
            Key::PageDown => self.go(self.at + page),
            Key::Home => self.go(0),
            Key::End => self.go(usize::MAX),
            Key::Right if self.scroll + room.details < room.all_details => {
                self.scroll += room.details;
            }
            Key::Right => {}
            Key::Left => self.scroll = self.scroll.saturating_sub(room.details),
            Key::Enter => return self.choose(was_warned),
            Key::Leave => return Answer::Leave,
            Key::Char('q') if !self.is_filtering => return Answer::Leave,
            Key::Char('/') if !self.is_filtering => self.is_filtering = true,
            Key::Char(c) => self.type_in([c]),
            Key::Paste(text) => self.type_in(text.chars()),
            Key::Backspace => {
                self.is_filtering = self.filter.pop().is_some();
                self.apply_filter();
            }
            Key::Clear => {
                self.is_filtering = false;
                self.filter.clear();
                self.apply_filter();
            }
        }
        Answer::None
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.choices.len().saturating_sub(1));
        self.scroll = 0;
        self.last = self.current().unwrap_or(self.last);
    }

    /// Adds the visible characters of `typed` to the filter.
    fn type_in(&mut self, typed: impl IntoIterator<Item = char>) {
        let room = MAX_FILTER_CHARS.saturating_sub(self.filter.chars().count());
        let is_shown = |c: &char| !c.is_control() && !urlsift::url::is_hidden(*c);
        self.filter.extend(typed.into_iter().filter(is_shown).take(room));
        self.is_filtering = true;
        self.apply_filter();
    }

    /// Selects the choices that pass the filter. Leaves the cursor on its choice if that passes.
    fn apply_filter(&mut self) {
        let filter = self.filter.to_lowercase();
        let passes = |words: &String| filter.split_whitespace().all(|word| words.contains(word));
        let passing = self.words.iter().enumerate().filter(|(_, words)| passes(words));
        self.choices.clear();
        for (link, _) in passing {
            let readings = 0..self.links.links()[link].readings.len();
            self.choices.extend(readings.map(|reading| LinkChoice { link, reading }));
        }
        let at = self.choices.iter().position(|choice| *choice == self.last);
        self.go(at.unwrap_or(0));
    }

    fn choose(&mut self, was_warned: bool) -> Answer {
        let Some(reading) = self.current().map(|choice| self.reading(choice)) else {
            let has_none = self.links.links().is_empty();
            return if has_none { Answer::Leave } else { Answer::None };
        };
        let Some(href) = &reading.opens else {
            self.notice = Some(format!("it opens {}", LinkReading::OPENS_NOTHING));
            return Answer::None;
        };
        // A link that is only printed can still be looked at before it is used.
        let danger = reading.warnings.iter().find(|it| it.severity == Severity::Danger);
        if let Some(danger) = danger.filter(|_| self.command.is_some() && !was_warned) {
            let danger = &danger.text;
            self.notice = Some(format!("danger, Enter opens it all the same: {danger}"));
            self.is_warned = true;
            return Answer::None;
        }
        Answer::Choose(href.clone())
    }
}
