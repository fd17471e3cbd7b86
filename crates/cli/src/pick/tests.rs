//! Plays keys and compares the screens: the whole dialogue without a terminal.
//!
//! Each line of an expected screen begins with a character for its look: `=` for the choice at the cursor,
//! `*` for bold, and a space otherwise.

use std::collections::BTreeMap;

use anstyle::Effects;

use crate::pick::inputs::{Answer, PickOptions, UserInput};
use crate::pick::link::tests::links;
use crate::pick::links::Links;
use crate::pick::open::Openers;
use crate::pick::screen::columns::width;
use crate::pick::screen::draw::{ScreenSize, draw};
use crate::pick::settings::keys::KeyMap;
use crate::pick::settings::theme::Theme;
use crate::pick::state::{PickState, ScreenRoom};

mod answers;
mod any_keys;
mod many_marks;

const MESSAGE: &str = "\
From: a@b.example
X-Url: http://field.example/
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

See http://one.example/ and <http://two.example/well-
known>, or <http://www.bank.example@three.example/login?from=mail&to=you>;
http://b\u{fc}cher.example/\u{4f8b} and <http://exa^mple.org/>.
--b
Content-Type: text/html; charset=utf-8

<a href=http://one.example/>the first</a> <a href=http://four.example/>www.bank.example</a>
--b--
";

/// The size of a screen, in columns and rows.
type Size = (usize, usize);

/// Returns the inputs of a script. A word in angle brackets is the name of a key; other words are typed.
fn inputs(script: &str) -> Vec<UserInput> {
    let key = |name: &str| UserInput::Key(name.parse().expect("a key"));
    let inputs = |word: &str| {
        let named = word.strip_prefix('<').and_then(|word| word.strip_suffix('>'));
        match named {
            Some("paste") => {
                vec![UserInput::Paste("two\r\n\u{1b}[2J\u{202e}".to_owned())]
            }
            Some(name) => vec![key(name)],
            None => word.chars().map(|c| key(&c.to_string())).collect(),
        }
    };
    script.split_whitespace().flat_map(inputs).collect()
}

/// Returns `program` for all schemes except `mailto`.
fn openers(program: Option<&str>) -> Option<Openers> {
    let own = BTreeMap::from([("mailto".to_owned(), "mailer".to_owned())]);
    Openers::new(Some(("--open", program?)), &own).expect("a command")
}

/// Returns the options for `openers`.
fn options<'o>(openers: Option<&'o Openers>, keys: &'o KeyMap) -> PickOptions<'o> {
    PickOptions { openers, is_staying: false, has_context: false, keys }
}

/// Draws `state` on a screen of `size`. Each line begins with the sign of its look.
fn screen(state: &PickState<'_>, (columns, rows): Size) -> (String, ScreenRoom) {
    let (lines, room) = draw(state, Theme::Mono, ScreenSize { columns, rows });
    assert!(lines.len() <= rows, "{} lines", lines.len());
    let mut seen = String::new();
    for line in lines {
        let text = line.text();
        assert!(width(&text) <= columns, "{text:?} is wider than {columns} columns");
        let mut effects = line.spans.iter().map(|(_, style)| style.get_effects());
        let sign = match () {
            () if effects.clone().any(|it| it.contains(Effects::INVERT)) => '=',
            () if effects.next().is_some_and(|it| it.contains(Effects::BOLD)) => '*',
            () => ' ',
        };
        seen.push(sign);
        seen.push_str(text.trim_end());
        seen.push('\n');
    }
    while seen.ends_with("\n \n") {
        seen.truncate(seen.len() - 2);
    }
    (seen, room)
}

/// Returns the screen after `script`, and the answer to its last input.
fn play(links: &Links, program: Option<&str>, size: Size, script: &str) -> (String, Answer) {
    let keys = KeyMap::new([]).expect("the usual keys");
    play_with(links, options(openers(program).as_ref(), &keys), size, script)
}

fn play_with(
    links: &Links,
    options: PickOptions<'_>,
    size: Size,
    script: &str,
) -> (String, Answer) {
    let mut state = PickState::new(links, options);
    let mut answer = Answer::None;
    for input in inputs(script) {
        // Nothing follows leaving. The dialogue goes on after links were opened or copied, if it stays.
        assert_ne!(answer, Answer::Leave, "{script}: an input after leaving");
        answer = state.handle(input, screen(&state, size).1);
    }
    (screen(&state, size).0, answer)
}

/// Screens. The line before each has its columns and rows, and the keys that lead to it.
const SCREENS: &str = include_str!("tests/screens.txt");

#[test]
fn keys_lead_to_the_expected_screens() {
    let links = links(MESSAGE);
    for screen in SCREENS.split("## ").skip(1) {
        let (head, expected) = screen.split_once('\n').expect("a screen");
        let words: Vec<&str> = head.splitn(3, ' ').collect();
        let size = (words[0].parse().expect("columns"), words[1].parse().expect("rows"));
        let script = words.get(2).copied().unwrap_or_default();
        let (seen, answer) = play(&links, None, size, script);
        assert_eq!(answer, Answer::None, "{script}");
        assert_eq!(seen, expected, "{head}");
    }
}

/// A mail client clears the output of a program when it ends, so the empty list is shown on a screen.
#[test]
fn a_message_without_links_shows_an_empty_list() {
    let links = links("From: a@b.example\n\nnothing\n");
    let size = (40, 10);
    assert_eq!(play(&links, None, size, "").0, "*no links   q leaves\n");
    assert_eq!(play(&links, None, size, "<down> <pageup> <right> <enter>").1, Answer::Leave);
    assert_eq!(play(&links, None, size, "q").1, Answer::Leave);
}

/// The screen hides messages on standard error, and a missing link may be in what was not read.
#[test]
fn errors_of_reading_are_shown() {
    let mut some = links(MESSAGE);
    some.add_error(
        "a.mbox: damaged at byte 12: the compressed data\u{1b}[2J ends too early".to_owned(),
    );
    let mut none = links("nothing");
    let mut many = links(MESSAGE);
    for at in 0..1002 {
        none.add_error(format!("{at}"));
        many.add_error(format!("{at}"));
    }
    // (links, keys, columns and rows, screen)
    let table = [
        (
            &some,
            "",
            (72, 2),
            "*8 links, 1 read error   e shows it, Enter prints one, ? shows the keys,>\n",
        ),
        (
            &some,
            "e",
            (40, 4),
            "*Not read   keys that move the cursor sc>\n a.mbox: damaged at byte 12: the compress\n ed data[2J ends too early\n",
        ),
        (&none, "", (72, 3), "*no links, 1002 read errors   e shows them, q leaves\n"),
        (&none, "e G", (40, 3), "*no links, 1002 read errors   e shows th>\n"),
        (&many, "e", (20, 3), "*Not read   keys tha>\n 0\n 1\n"),
        (
            &many,
            &("e".to_owned() + &" j".repeat(1000)),
            (20, 3),
            "*Not read   keys tha>\n 999\n 2 more\n",
        ),
    ];
    for (links, keys, size, expected) in table {
        let (seen, _) = play(links, None, size, keys);
        assert!(seen.starts_with(expected), "{keys}: {seen}");
    }
    let (seen, _) = play(&links(MESSAGE), None, (72, 3), "e");
    assert!(seen.starts_with("*all could be read\n"), "{seen}");
}

#[test]
fn the_top_line_shows_notices() {
    // (command, keys, top line)
    let table = [
        (
            Some("lynx\u{1b}"),
            "",
            "*8 links   Enter opens one with lynx, ? shows the keys, q leaves",
        ),
        (None, "/exa^ <enter>", "*it opens nothing, because programs disagree on its host"),
        (
            Some("x"),
            "/login <enter>",
            "*danger, Enter opens it all the same: the user looks like a host, and the host comes after it: \
             \"www.bank.example\"",
        ),
    ];
    let links = links(MESSAGE);
    for (command, script, expected) in table {
        let (seen, _) = play(&links, command, (120, 24), script);
        assert_eq!(seen.lines().next(), Some(expected), "{script}");
    }
}

/// Returns a message with so many links that their count takes most of a narrow line.
fn with_many_links() -> String {
    let links = (0..300).map(|i| format!("<http://{i}.example/>\n"));
    std::iter::once("A: b\n\n".to_owned()).chain(links).collect()
}

#[test]
fn the_filter_is_cut_to_leave_room_for_the_count() {
    let links = links(&with_many_links());
    // (columns, top line after a letter was typed)
    let table = [
        (11, "*/_  300 of>"),
        (12, "*/_  300 of >"),
        (14, "*/_  300 of 300"),
        (15, "*/e_  300 of 300"),
    ];
    for (columns, expected) in table {
        let (seen, _) = play(&links, None, (columns, 3), "/e");
        assert_eq!(seen.lines().next(), Some(expected), "{columns} columns");
    }
}
