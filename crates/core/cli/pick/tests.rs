//! Plays keys and compares the screens: the whole dialogue without a terminal.
//!
//! Each line of an expected screen begins with a character for its look: `=` for the choice at the cursor,
//! `*` for bold, and a space otherwise.

use crate::pick::link::tests::links;
use crate::pick::links::Links;
use crate::pick::screen::{Look, Screen, ScreenSize};
use crate::pick::state::{Answer, Key, PickState};

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

/// Returns the keys of a script. A word in angle brackets is a key; other words are typed.
fn keys(script: &str) -> Vec<Key> {
    let key = |word: &str| match word {
        "<up>" => vec![Key::Up],
        "<down>" => vec![Key::Down],
        "<pageup>" => vec![Key::PageUp],
        "<pagedown>" => vec![Key::PageDown],
        "<home>" => vec![Key::Home],
        "<end>" => vec![Key::End],
        "<left>" => vec![Key::Left],
        "<right>" => vec![Key::Right],
        "<enter>" => vec![Key::Enter],
        "<leave>" => vec![Key::Leave],
        "<back>" => vec![Key::Backspace],
        "<clear>" => vec![Key::Clear],
        "<space>" => vec![Key::Char(' ')],
        "<paste>" => vec![Key::Paste("two\r\n\u{1b}[2J\u{202e}".to_owned())],
        typed => typed.chars().map(Key::Char).collect(),
    };
    script.split_whitespace().flat_map(key).collect()
}

/// Returns the screen after `script`, and the answer to its last key.
fn play(links: &Links, command: Option<&str>, size: ScreenSize, script: &str) -> (String, Answer) {
    let mut state = PickState::new(links, command);
    let mut answer = Answer::None;
    for key in keys(script) {
        assert_eq!(answer, Answer::None, "{script}: a key after an answer");
        answer = state.press(key, Screen::of(&state, size).room);
    }
    let screen = Screen::of(&state, size);
    assert!(screen.lines.len() <= size.rows, "{script}");
    let mut seen = String::new();
    for line in screen.lines {
        let width: usize = unicode_width::UnicodeWidthStr::width(&*line.text);
        assert!(width <= size.columns, "{script}: {:?}", line.text);
        seen.push(match line.look {
            Look::Plain => ' ',
            Look::Chosen => '=',
            Look::Strong => '*',
        });
        seen.push_str(&line.text);
        seen.push('\n');
    }
    (seen, answer)
}

/// (columns and rows, keys, screen)
const SCREENS: &[((usize, usize), &str, &str)] = &[
    (
        (72, 14),
        "",
        r#"
*8 links   Enter prints one, type to filter, q leaves
=> 1    http://one.example/  "the first"
   2 !  http://two.example/well-known
     or http://two.example/wellknown
   3 !! http://www.bank.example@three.example/login?from=mail&to=you
   4    http://bücher.example/例
   5    http://exa^mple.org/
   6 !! http://four.example/  "www.bank.example"
 ------------------------------------------------------------------------
 prints   http://one.example/
 found    in the text (2 times in all)
 found    a link of the page: "the first"
"#,
    ),
    (
        (72, 14),
        "<down>",
        r#"
*8 links   Enter prints one, type to filter, q leaves
   1    http://one.example/  "the first"
=> 2 !  http://two.example/well-known
     or http://two.example/wellknown
   3 !! http://www.bank.example@three.example/login?from=mail&to=you
   4    http://bücher.example/例
   5    http://exa^mple.org/
   6 !! http://four.example/  "www.bank.example"
 ------------------------------------------------------------------------
 prints   http://two.example/well-known
*warning  a hyphen before a line break may or may not belong
 read     another reading is listed below
 found    in the text
"#,
    ),
    (
        (72, 14),
        "<down> <down> <down>",
        r#"
*8 links   Enter prints one, type to filter, q leaves
   1    http://one.example/  "the first"
   2 !  http://two.example/well-known
     or http://two.example/wellknown
=> 3 !! http://www.bank.example@three.example/login?from=mail&to=you
   4    http://bücher.example/例
   5    http://exa^mple.org/
   6 !! http://four.example/  "www.bank.example"
 ------------------------------------------------------------------------
*danger   the user looks like a host, and the host comes after it: "www.b
*         ank.example"
 prints   http://www.bank.example@three.example/login?from=mail&to=you
*warning  the scheme allows no user: "www.bank.example"
 found    in the text
"#,
    ),
    (
        (72, 14),
        "bank",
        r#"
*/bank_  3 of 8
=> 3 !! http://www.bank.example@three.example/login?from=mail&to=you
   6 !! http://four.example/  "www.bank.example"
   7    http://www.bank.example
 ------------------------------------------------------------------------
*danger   the user looks like a host, and the host comes after it: "www.b
*         ank.example"
 prints   http://www.bank.example@three.example/login?from=mail&to=you
*warning  the scheme allows no user: "www.bank.example"
 found    in the text
"#,
    ),
    (
        (72, 14),
        "<end> zz",
        r"
*/zz_  0 of 8
   nothing has that in it
 ------------------------------------------------------------------------
",
    ),
    (
        (72, 14),
        "<end> zz <back> <back>",
        r#"
*/_  8 of 8
     or http://two.example/wellknown
   3 !! http://www.bank.example@three.example/login?from=mail&to=you
   4    http://bücher.example/例
   5    http://exa^mple.org/
   6 !! http://four.example/  "www.bank.example"
   7    http://www.bank.example
=> 8    http://field.example/
 ------------------------------------------------------------------------
 prints   http://field.example/
 found    in the header field X-Url
"#,
    ),
    (
        (72, 14),
        "/q",
        r"
*/q_  0 of 8
   nothing has that in it
 ------------------------------------------------------------------------
",
    ),
    (
        (72, 14),
        "EXAMPLE <space> two",
        r"
*/EXAMPLE two_  1 of 8
=> 2 !  http://two.example/well-known
     or http://two.example/wellknown
 ------------------------------------------------------------------------
 prints   http://two.example/well-known
*warning  a hyphen before a line break may or may not belong
 read     another reading is listed below
 found    in the text
",
    ),
    (
        (72, 14),
        "<paste>",
        r"
*/two[2J_  0 of 8
   nothing has that in it
 ------------------------------------------------------------------------
",
    ),
    (
        (72, 14),
        "bank <clear>",
        r#"
*8 links   Enter prints one, type to filter, q leaves
   1    http://one.example/  "the first"
   2 !  http://two.example/well-known
     or http://two.example/wellknown
=> 3 !! http://www.bank.example@three.example/login?from=mail&to=you
   4    http://bücher.example/例
   5    http://exa^mple.org/
   6 !! http://four.example/  "www.bank.example"
 ------------------------------------------------------------------------
*danger   the user looks like a host, and the host comes after it: "www.b
*         ank.example"
 prints   http://www.bank.example@three.example/login?from=mail&to=you
*warning  the scheme allows no user: "www.bank.example"
 found    in the text
"#,
    ),
    (
        (40, 8),
        "<down> <down> <down>",
        r#"
*8 links   Enter prints one, type to fil>
   2 !  http://two.example/well-known
     or http://two.example/wellknown
=> 3 !! http://www.bank.example@three.ex>
   4    http://bücher.example/例
 -- Right: 6 more -----------------------
*danger   the user looks like a host, and
*          the host comes after it: "www.
"#,
    ),
    (
        (40, 8),
        "<down> <down> <down> <right>",
        r#"
*8 links   Enter prints one, type to fil>
   2 !  http://two.example/well-known
     or http://two.example/wellknown
=> 3 !! http://www.bank.example@three.ex>
   4    http://bücher.example/例
 -- Right: 4 more -----------------------
*         bank.example"
 prints   http://www.bank.example@three.e
"#,
    ),
    (
        (40, 8),
        "<down> <down> <down> <right> <right> <right> <right> <right> <left>",
        r#"
*8 links   Enter prints one, type to fil>
   2 !  http://two.example/well-known
     or http://two.example/wellknown
=> 3 !! http://www.bank.example@three.ex>
   4    http://bücher.example/例
 -- Right: 2 more -----------------------
          xample/login?from=mail&to=you
*warning  the scheme allows no user: "www
"#,
    ),
    (
        (20, 5),
        "<pagedown> <pagedown>",
        r"
*8 links   Enter pri>
   3 !! http://www.b>
=> 4    http://büche>
 -- Right: 9 more ---
 shown    http://büch
",
    ),
    (
        (20, 5),
        "<end> <pageup>",
        r"
*8 links   Enter pri>
   5    http://exa^m>
=> 6 !! http://four.>
 -- Right: 8 more ---
*danger   the page sh
",
    ),
    (
        (20, 2),
        "<down> <up> <down>",
        r"
*8 links   Enter pri>
=> 2 !  http://two.e>
",
    ),
    (
        (12, 1),
        "<end>",
        r"
=> 8    http>
",
    ),
    (
        (1, 3),
        "",
        r"
*>
=>
 >
",
    ),
    (
        (0, 0),
        "<down>",
        r"
",
    ),
    (
        (30, 6),
        "averylongfilterthatfitsnoterminalatall",
        r"
*/tfitsnoterminalatall_  0 of 8
   nothing has that in it
 ------------------------------
",
    ),
];

#[test]
fn keys_lead_to_the_expected_screens() {
    let links = links(MESSAGE);
    for &((columns, rows), script, expected) in SCREENS {
        let (seen, answer) = play(&links, None, ScreenSize { columns, rows }, script);
        assert_eq!(answer, Answer::None, "{script}");
        assert_eq!(format!("\n{seen}"), expected, "{columns} columns, {rows} rows, {script}");
    }
}

#[test]
fn keys_lead_to_the_expected_answers() {
    let open = |url: &str| Answer::Choose(url.to_owned());
    // (command, keys, answer to the last key)
    let table = [
        (None, "<enter>", open("http://one.example/")),
        (None, "<down> <down> <enter>", open("http://two.example/wellknown")),
        (None, "cher <enter>", open("http://xn--bcher-kva.example/%E4%BE%8B")),
        (None, "q", Answer::Leave),
        (None, "<leave>", Answer::Leave),
        (None, "/q <leave>", Answer::Leave),
        (None, "one <back> <back> <back> q", Answer::None),
        (None, "one <back> <back> <back> <back> q", Answer::Leave),
        (None, "one <clear> q", Answer::Leave),
        // These have nothing to open.
        (None, "nowhere <enter>", Answer::None),
        (None, "exa^ <enter>", Answer::None),
        (Some("x"), "exa^ <enter> <enter>", Answer::None),
        // A pasted line break does not count as Enter.
        (None, "<paste>", Answer::None),
        // A dangerous link is printed at once. It is opened by a second Enter, if no other key comes between.
        (
            None,
            "login <enter>",
            open("http://www.bank.example@three.example/login?from=mail&to=you"),
        ),
        (Some("x"), "login <enter>", Answer::None),
        (
            Some("x"),
            "login <enter> <enter>",
            open("http://www.bank.example@three.example/login?from=mail&to=you"),
        ),
        (Some("x"), "login <enter> <down> <enter>", Answer::None),
        (Some("x"), "<enter>", open("http://one.example/")),
    ];
    let links = links(MESSAGE);
    for (command, script, expected) in table {
        let (_, answer) = play(&links, command, ScreenSize { columns: 80, rows: 24 }, script);
        assert_eq!(answer, expected, "{script}");
    }
}

#[test]
fn a_local_file_is_opened_by_a_second_enter() {
    for (script, is_opened) in [("<enter>", false), ("<enter> <enter>", true)] {
        let size = ScreenSize { columns: 80, rows: 24 };
        let links = links("A: b\n\n<URL:file:///etc/passwd>");
        assert_eq!(play(&links, Some("x"), size, script).1 != Answer::None, is_opened, "{script}");
    }
}

/// A mail client clears the output of a program when it ends, so the empty list is shown on a screen.
#[test]
fn a_message_without_links_shows_an_empty_list() {
    let links = links("From: a@b.example\n\nnothing\n");
    let size = ScreenSize { columns: 40, rows: 10 };
    let rule = "-".repeat(40);
    assert_eq!(play(&links, None, size, "").0, format!("*no links   Enter leaves\n \n {rule}\n"));
    assert_eq!(play(&links, None, size, "<down> <pageup> <right> <enter>").1, Answer::Leave);
    assert_eq!(play(&links, None, size, "q").1, Answer::Leave);
}

#[test]
fn the_top_line_shows_notices() {
    // (command, keys, top line)
    let table = [
        (
            Some("/usr/bin/lynx\u{1b}"),
            "",
            "*8 links   Enter opens one with lynx, type to filter, q leaves",
        ),
        (None, "exa^ <enter>", "*it opens nothing, for programs do not agree where it leads"),
        (
            Some("x"),
            "login <enter>",
            "*danger, Enter opens it all the same: the user looks like a host, and the host comes after it: \
             \"www.bank.example\"",
        ),
    ];
    let links = links(MESSAGE);
    for (command, script, expected) in table {
        let (seen, _) = play(&links, command, ScreenSize { columns: 120, rows: 24 }, script);
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
        let (seen, _) = play(&links, None, ScreenSize { columns, rows: 3 }, "e");
        assert_eq!(seen.lines().next(), Some(expected), "{columns} columns");
    }
}

/// A warning that only one place of a link gives comes first all the same.
#[test]
fn a_danger_found_last_is_shown_first() {
    let links = links(
        "A: b\nContent-Type: text/html\n\nhttp://u@a.example:22/ <a href=http://u@a.example:22/>www.bank.example</a>",
    );
    let size = ScreenSize { columns: 120, rows: 24 };
    let (seen, answer) = play(&links, Some("x"), size, "<enter>");
    let notice = "*danger, Enter opens it all the same: the page shows another place for it: \"www.bank.example\"";
    assert_eq!((seen.lines().next(), answer), (Some(notice), Answer::None));
}

/// With any keys at any size nothing panics, no line is too wide, there are not too many lines, and the
/// choice at the cursor is on the screen.
#[test]
fn any_keys_at_any_size_draw_a_screen_that_fits() {
    use proptest::prelude::*;
    let (few, many) = (links(MESSAGE), links(&with_many_links()));
    let key = prop::sample::select(vec![
        "<up>",
        "<down>",
        "<pageup>",
        "<pagedown>",
        "<home>",
        "<end>",
        "<left>",
        "<right>",
        "<back>",
        "<clear>",
        "<space>",
        "e",
        "two",
        "/",
        "b\u{fc}",
    ]);
    let sizes = (0..90_usize, 0..30_usize);
    let scripts = prop::collection::vec(key, 0..20);
    proptest!(|(script in scripts, (columns, rows) in sizes, is_many in any::<bool>())| {
        let script = script.join(" ");
        let links = if is_many { &many } else { &few };
        let (seen, _) = play(links, None, ScreenSize { columns, rows }, &script);
        let chosen = seen.lines().filter(|line| line.starts_with('=')).count();
        prop_assert!(chosen <= 1);
        // A filter may match no link.
        let has_filter = !script.is_empty() && script.contains(['e', 't', 'b']);
        prop_assert!(chosen == 1 || rows == 0 || has_filter, "{}", seen);
    });
}
