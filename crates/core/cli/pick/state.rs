//! What the person at the terminal has done so far, and what a key does next. It draws nothing.
//!
//! A *choice* is a way to read a link; each can be chosen. What is typed is the *filter*: words, parted by
//! blanks, that all must stand in a link, in small letters or not. `q` leaves, unless a filter was begun; a
//! filter that begins with `q` is begun with `/`.

use crate::pick::link::{Link, LinkReading};
use crate::pick::links::Links;
use urlsift::note::Severity;

/// What a person does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Key {
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    /// Forth and back in what is said of a choice.
    Right,
    Left,
    Enter,
    Leave,
    Char(char),
    Paste(String),
    Backspace,
    /// The filter is taken away.
    Clear,
}

/// What comes of a key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Answer {
    None,
    Leave,
    /// This is to be opened or printed.
    Choose(String),
}

/// The state of a run.
#[derive(Debug)]
pub(crate) struct PickState<'l> {
    links: &'l Links,
    /// What opens a link, if anything does; otherwise it is printed.
    command: Option<&'l str>,
    /// What of each link the filter looks in.
    words: Vec<String>,
    filter: String,
    is_filtering: bool,
    choices: Vec<LinkChoice>,
    /// The one at the cursor.
    at: usize,
    /// Where the cursor was when it was last at a choice: it goes back there when that passes again.
    last: LinkChoice,
    /// How many lines of what is said of it were passed over.
    scroll: usize,
    notice: Option<String>,
    /// Whether a second Enter opens what is dangerous.
    is_warned: bool,
}

/// A way to read a link, which is number `link` of all.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct LinkChoice {
    pub(crate) link: usize,
    pub(crate) reading: usize,
}

/// How many lines the screen has for each of its parts, which decides how far a key moves.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct ScreenRoom {
    /// Lines for choices.
    pub(crate) choices: usize,
    /// Lines for the details of the choice at the cursor.
    pub(crate) details: usize,
    /// Lines that all of these details would take.
    pub(crate) all_details: usize,
}

/// A filter is not longer than this.
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

    /// The choices that pass the filter.
    pub(crate) fn choices(&self) -> &[LinkChoice] {
        &self.choices
    }

    pub(crate) fn link(&self, choice: LinkChoice) -> &'l Link {
        &self.links.links()[choice.link]
    }

    pub(crate) fn reading(&self, choice: LinkChoice) -> &'l LinkReading {
        &self.link(choice).readings[choice.reading]
    }

    /// The choice at the cursor; `None` where none passes the filter.
    pub(crate) fn current(&self) -> Option<LinkChoice> {
        self.choices.get(self.at).copied()
    }

    /// Which of the choices it is.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn scroll(&self) -> usize {
        self.scroll
    }

    /// How many links there are, all in all and of those that pass.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let passing = self.choices.iter().filter(|choice| choice.reading == 0).count();
        (self.links.links().len(), passing)
    }

    /// The filter, where one was begun.
    pub(crate) fn typed(&self) -> Option<&str> {
        self.is_filtering.then_some(&*self.filter)
    }

    /// Something that has to be said.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Whether an Enter opens what the notice has just warned of.
    pub(crate) fn is_warned(&self) -> bool {
        self.is_warned
    }

    /// The program that opens what is chosen.
    pub(crate) fn command(&self) -> Option<&str> {
        self.command
    }

    /// Does what `key` says, pressed before `screen`.
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

    /// Adds to the filter what can be shown of `typed`.
    fn type_in(&mut self, typed: impl IntoIterator<Item = char>) {
        let room = MAX_FILTER_CHARS.saturating_sub(self.filter.chars().count());
        let is_shown = |c: &char| !c.is_control() && !urlsift::url::is_hidden(*c);
        self.filter.extend(typed.into_iter().filter(is_shown).take(room));
        self.is_filtering = true;
        self.apply_filter();
    }

    /// Finds what passes the filter, and keeps the cursor where it is, if that does.
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
        // Printed, it can still be looked at.
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
