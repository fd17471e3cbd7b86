//! Plays `urlsift pick` without a terminal: the links of a message, the settings, keys, and the screens.

use std::sync::LazyLock;

use urlsift::Extractor;
use urlsift::archive::Headers;
use urlsift::extract::{Forms, SchemeSet};
use urlsift::found::Form;
use urlsift::scan::bulk::Window;
use urlsift::url::is_hidden;

use crate::memory::limited;
use crate::pick::inputs::{Answer, PickOptions, UserInput};
use crate::pick::link::with_scripts;
use crate::pick::links::Links;
use crate::pick::list;
use crate::pick::open::Openers;
use crate::pick::screen::draw::{ScreenSize, draw};
use crate::pick::settings::config::PickSettings;
use crate::pick::state::PickState;

/// The most bytes of memory for each byte of a message: the link of a short URL has several texts.
const MESSAGE_BYTES: usize = 512;

/// The most bytes of memory for each byte of the settings.
const SETTINGS_BYTES: usize = 256;

/// The most bytes that a cell of the screen has. A character may have marks, but no terminal shows many.
const MAX_CELL_BYTES: usize = 256;

/// Names of keys, as the settings have them.
const KEYS: [&str; 26] = [
    "up",
    "down",
    "pageup",
    "pagedown",
    "home",
    "end",
    "left",
    "right",
    "backspace",
    "ctrl-u",
    "space",
    "enter",
    "o",
    "y",
    "a",
    "/",
    "c",
    "?",
    "esc",
    "tab",
    "g",
    "G",
    "1",
    "2",
    "e",
    "é",
];

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| {
    Extractor::builder()
        .forms(Forms::default().with(Form::Host))
        .own_schemes(with_scripts(SchemeSet::new()))
        .build()
});

/// Reads `settings`, and returns whether they are valid.
///
/// # Panics
///
/// If a message about them has several lines, or if they take too much memory.
pub fn reads(settings: &str) -> bool {
    match limited(SETTINGS_BYTES, settings.len(), || PickSettings::of(settings)) {
        Ok(_) => true,
        Err(error) => {
            let message = format!("{error:#}");
            assert!(!message.is_empty() && message.lines().count() == 1, "{message:?}");
            false
        }
    }
}

/// Lists the links of `message`, and plays `keys` on a screen of `columns` and `rows`.
///
/// # Panics
///
/// If a screen has a character that is unsafe on a terminal, if a script would be opened, or if the links take too
/// much memory.
pub fn play(message: Vec<u8>, settings: &str, keys: &[u8], (columns, rows): (u16, u16)) {
    let length = message.len();
    let window = Window::whole("-", message);
    let links = limited(MESSAGE_BYTES, length, || {
        let mut links = Links::new();
        for item in window.items() {
            item.find(&EXTRACTOR, Headers::Useful, |place, found| links.add(place, found));
        }
        links.sort();
        links
    });
    let mut listed = Vec::new();
    list::write(&links, &mut listed).expect("memory takes everything");
    check_text(str::from_utf8(&listed).expect("the list is UTF-8"));

    let usual = || PickSettings::of("").expect("the usual settings are valid");
    let settings = PickSettings::of(settings).unwrap_or_else(|_| usual());
    // With a command of its own, no program is looked for.
    let command = settings.config.open.as_deref().unwrap_or("x %u");
    let openers = Openers::new(Some(("open", command)), &settings.config.openers);
    let openers = openers.unwrap_or_default();
    let options = PickOptions {
        openers: openers.as_ref(),
        is_staying: settings.config.stay,
        has_context: settings.config.context,
        keys: &settings.keys,
    };
    let mut state = PickState::new(&links, options);
    let size = ScreenSize { columns: columns.into(), rows: rows.into() };
    let screen = |state: &PickState<'_>| {
        let (lines, room) = limited(MESSAGE_BYTES, length, || draw(state, &settings.theme, size));
        assert!(lines.len() <= size.rows, "{} lines", lines.len());
        for line in lines {
            let text = line.text();
            check_text(&text);
            let most = MAX_CELL_BYTES * (size.columns + 1);
            assert!(text.len() <= most, "{} bytes", text.len());
            assert!(!line.escaped(size.columns).contains('\n'), "{text:?}");
        }
        room
    };
    let mut room = screen(&state);
    for &key in keys {
        match state.handle(input(key), room) {
            Answer::None => {}
            Answer::Leave => break,
            Answer::Choose { hrefs, .. } => hrefs.iter().for_each(|href| check_href(href)),
            Answer::Copy(urls) => urls.iter().for_each(|url| check_text(url)),
        }
        room = screen(&state);
    }
}

/// Returns the input that `byte` selects.
fn input(byte: u8) -> UserInput {
    match byte {
        0..245 => {
            let name = KEYS[byte as usize % KEYS.len()];
            UserInput::Key(name.parse().expect("the key has a name"))
        }
        245.. => UserInput::Paste("a.e\u{1b}[2J\u{202e}\n".repeat(usize::from(byte - 244) * 20)),
    }
}

fn check_text(text: &str) {
    let is_bad = |c: char| (c.is_control() && c != '\n') || is_hidden(c);
    assert!(!text.contains(is_bad), "{text:?}");
}

fn check_href(href: &str) {
    assert!(href.is_ascii() && !href.contains(|c: char| c.is_control() || c == ' '), "{href:?}");
    let scheme = href.split(':').next().unwrap_or_default().to_ascii_lowercase();
    assert!(!["javascript", "vbscript", "data"].contains(&&*scheme), "{href:?}");
}
