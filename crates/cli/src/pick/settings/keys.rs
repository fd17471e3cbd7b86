//! The keys of the dialogue: their names, and the action of each.

use std::str::FromStr;

use anyhow::{Context, bail};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;

#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Action {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    /// Scroll the description of the selected link.
    ScrollBack,
    Scroll,
    Filter,
    Mark,
    MarkAll,
    Open,
    /// Like `Open`, and keep the list on the screen.
    OpenAndStay,
    Copy,
    Context,
    Errors,
    Help,
    Leave,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct KeyPress {
    pub(crate) code: KeyCode,
    pub(crate) has_ctrl: bool,
    pub(crate) has_alt: bool,
}

/// The keys of each action, in the order of the help screen.
#[derive(Clone, Debug)]
pub(crate) struct KeyMap(Vec<(Action, Vec<KeyPress>)>);

const ACTIONS: &[(Action, &[&str], &str)] = &[
    (Action::Down, &["down", "j", "tab", "ctrl-n"], "select the next link"),
    (Action::Up, &["up", "k", "backtab", "ctrl-p"], "select the previous link"),
    (Action::PageDown, &["pagedown", "ctrl-f"], "go down by a screen"),
    (Action::PageUp, &["pageup", "ctrl-b"], "go up by a screen"),
    (Action::First, &["g", "home"], "select the first link"),
    (Action::Last, &["G", "end"], "select the last link"),
    (Action::Open, &["enter", "ctrl-j"], "open the marked links, or the selected one"),
    (Action::OpenAndStay, &["o"], "open them and keep the list"),
    (Action::Copy, &["y"], "copy them to the clipboard"),
    (Action::Mark, &["space"], "mark a link, or remove its mark"),
    (Action::MarkAll, &["a"], "mark all links of the list, or remove all marks"),
    (Action::Filter, &["/"], "filter: list only links that contain the words"),
    (Action::Scroll, &["right"], "scroll the description of the link"),
    (Action::ScrollBack, &["left"], "scroll it back"),
    (Action::Context, &["c"], "show or hide the text around the link"),
    (Action::Errors, &["e"], "show what could not be read"),
    (Action::Help, &["?"], "show the keys"),
    (Action::Leave, &["q", "esc", "ctrl-c", "ctrl-g", "ctrl-d"], "leave"),
];

const NAMED: &[(&str, KeyCode)] = &[
    ("Backspace", KeyCode::Backspace),
    ("BackTab", KeyCode::BackTab),
    ("Delete", KeyCode::Delete),
    ("Down", KeyCode::Down),
    ("End", KeyCode::End),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Home", KeyCode::Home),
    ("Insert", KeyCode::Insert),
    ("Left", KeyCode::Left),
    ("PageDown", KeyCode::PageDown),
    ("PageUp", KeyCode::PageUp),
    ("Right", KeyCode::Right),
    ("Space", KeyCode::Char(' ')),
    ("Tab", KeyCode::Tab),
    ("Up", KeyCode::Up),
];

impl KeyMap {
    /// Returns the keys of `changes`, which lose their usual actions, and the usual keys for other actions. A key that
    /// `changes` lists twice is an error.
    pub(crate) fn new<'c>(
        changes: impl IntoIterator<Item = (Action, &'c Vec<String>)>,
    ) -> anyhow::Result<KeyMap> {
        let mut changed: Vec<(Action, Vec<KeyPress>)> = Vec::new();
        for (action, names) in changes {
            let mut keys = Vec::new();
            for name in names {
                let key: KeyPress = name.parse()?;
                if keys.contains(&key) || changed.iter().any(|(_, others)| others.contains(&key)) {
                    bail!("the key {name:?} is listed twice");
                }
                keys.push(key);
            }
            changed.push((action, keys));
        }
        let taken: Vec<KeyPress> =
            changed.iter().flat_map(|(_, keys)| keys.iter().copied()).collect();
        let mut map = Vec::new();
        for &(action, names, _) in ACTIONS {
            let own = changed.iter().find(|(it, _)| *it == action);
            let keys = if let Some((_, keys)) = own {
                keys.clone()
            } else {
                let usual = names.iter().filter_map(|name| name.parse().ok());
                usual.filter(|key| !taken.contains(key)).collect()
            };
            map.push((action, keys));
        }
        Ok(KeyMap(map))
    }

    /// Returns the action of `key`. Ctrl-C leaves unless it has another action, so that nothing is a trap.
    pub(crate) fn action(&self, key: KeyPress) -> Option<Action> {
        let found = self.0.iter().find(|(_, keys)| keys.contains(&key)).map(|(action, _)| *action);
        let is_ctrl_c = key.has_ctrl && key.code == KeyCode::Char('c');
        found.or(is_ctrl_c.then_some(Action::Leave))
    }

    pub(crate) fn name(&self, action: Action) -> Option<String> {
        let (_, keys) = self.0.iter().find(|(it, _)| *it == action)?;
        keys.first().map(KeyPress::name)
    }

    pub(crate) fn help(&self) -> impl Iterator<Item = (String, &'static str)> {
        let keys = self.0.iter().zip(ACTIONS).filter(|((_, keys), _)| !keys.is_empty());
        keys.map(|((_, keys), (_, _, text))| {
            let names: Vec<String> = keys.iter().map(KeyPress::name).collect();
            (names.join(", "), *text)
        })
    }
}

impl KeyPress {
    pub(crate) fn of(event: KeyEvent) -> KeyPress {
        let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        let has_alt = event.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SUPER);
        KeyPress { code: event.code, has_ctrl, has_alt }
    }

    /// Returns the character that the key types, if it is one without modifiers.
    pub(crate) fn char(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.has_ctrl && !self.has_alt => Some(c),
            _ => None,
        }
    }

    fn name(&self) -> String {
        let mut name = String::new();
        if self.has_ctrl {
            name.push_str("Ctrl-");
        }
        if self.has_alt {
            name.push_str("Alt-");
        }
        match (NAMED.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((named, _)), _) => name.push_str(named),
            (None, KeyCode::Char(c)) if self.has_ctrl => name.push(c.to_ascii_uppercase()),
            (None, KeyCode::Char(c)) => name.push(c),
            _ => {}
        }
        name
    }
}

impl FromStr for KeyPress {
    type Err = anyhow::Error;

    /// Reads a key: one character, or a name such as `enter`, after any `ctrl-` and `alt-`.
    fn from_str(text: &str) -> anyhow::Result<KeyPress> {
        let mut rest = text;
        let mut key = KeyPress { code: KeyCode::Null, has_ctrl: false, has_alt: false };
        loop {
            let modifier = |name: &str| {
                let (head, tail) = rest.split_at_checked(name.len())?;
                (head.eq_ignore_ascii_case(name) && !tail.is_empty()).then_some(tail)
            };
            if let Some(tail) = modifier("ctrl-") {
                (key.has_ctrl, rest) = (true, tail);
            } else if let Some(tail) = modifier("alt-") {
                (key.has_alt, rest) = (true, tail);
            } else {
                break;
            }
        }
        let mut chars = rest.chars();
        key.code = match (chars.next(), chars.next()) {
            // A terminal reports Ctrl with the small letter.
            (Some(c), None) if key.has_ctrl => KeyCode::Char(c.to_ascii_lowercase()),
            (Some(c), None) => KeyCode::Char(c),
            _ => {
                let named = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(rest));
                named.with_context(|| format!("the key {text:?} is unknown"))?.1
            }
        };
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_keys_are_read_and_written() {
        // (name, the name as it is shown)
        let table = [
            ("j", "j"),
            ("G", "G"),
            ("space", "Space"),
            ("Enter", "Enter"),
            ("ctrl-n", "Ctrl-N"),
            ("CTRL-N", "Ctrl-N"),
            ("ctrl--", "Ctrl--"),
            ("alt-ctrl-up", "Ctrl-Alt-Up"),
            ("-", "-"),
            ("\u{fc}", "\u{fc}"),
        ];
        for (name, shown) in table {
            let key: KeyPress = name.parse().expect(name);
            assert_eq!(key.name(), shown);
            assert_eq!(shown.parse::<KeyPress>().expect(shown), key, "{shown}");
        }
        for name in ["", "jj", "ctrl-", "f1", "meta-x"] {
            assert!(name.parse::<KeyPress>().is_err(), "{name:?}");
        }
    }

    #[test]
    fn every_usual_key_has_one_action() {
        let map = KeyMap::new([]).expect("the usual keys");
        let count = ACTIONS.iter().map(|(_, names, _)| names.len()).sum::<usize>();
        assert_eq!(map.0.iter().map(|(_, keys)| keys.len()).sum::<usize>(), count);
        for (action, names, _) in ACTIONS {
            for name in *names {
                assert_eq!(map.action(name.parse().expect(name)), Some(*action), "{name}");
            }
        }
    }

    #[test]
    fn changed_keys_take_the_place_of_usual_ones() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let key = |name: &str| name.parse::<KeyPress>().expect("a key");
        let map = KeyMap::new([(Action::Open, &names(&["l", "j"]))]).expect("a map");
        let table = [
            ("l", Some(Action::Open)),
            ("j", Some(Action::Open)),
            ("enter", None),
            ("ctrl-c", Some(Action::Leave)),
            ("down", Some(Action::Down)),
        ];
        for (name, action) in table {
            assert_eq!(map.action(key(name)), action, "{name}");
        }
        let bad = [
            (vec![(Action::Up, &names(&["x"])), (Action::Down, &names(&["x"]))], "listed twice"),
            (vec![(Action::Up, &names(&["hyper-x"]))], "is unknown"),
        ]
        .map(|(changes, text)| (KeyMap::new(changes).map(|_| ()), text));
        for (result, text) in bad {
            let error = result.expect_err(text).to_string();
            assert!(error.contains(text), "{error}");
        }
    }
}
