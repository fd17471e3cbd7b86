//! The answers to keys.

use anstyle::{Effects, Style};

use super::{MESSAGE, options, play, play_with, screen};
use crate::pick::inputs::{Answer, PickOptions};
use crate::pick::link::tests::links;
use crate::pick::screen::draw::{ScreenSize, draw};
use crate::pick::settings::keys::KeyMap;
use crate::pick::settings::theme::Theme;
use crate::pick::state::PickState;

/// Returns the answer that opens `hrefs`.
fn choose(hrefs: &[&str], is_staying: bool) -> Answer {
    Answer::Choose { hrefs: hrefs.iter().map(|&href| href.to_owned()).collect(), is_staying }
}

#[test]
fn keys_lead_to_the_expected_answers() {
    let open = |url: &str| choose(&[url], false);
    // (command, keys, answer to the last key)
    let table = [
        (None, "<enter>", open("http://one.example/")),
        (None, "<down> <down> <enter>", open("http://two.example/wellknown")),
        (None, "/cher <enter>", open("http://xn--bcher-kva.example/%E4%BE%8B")),
        (None, "q", Answer::Leave),
        (None, "<esc>", Answer::Leave),
        (None, "/q <esc>", Answer::None),
        (None, "/q <esc> <esc>", Answer::Leave),
        (None, "/q <down> q", Answer::Leave),
        (None, "/one <backspace> <backspace> <backspace> q", Answer::None),
        (None, "/one <backspace> <backspace> <backspace> <backspace> q", Answer::Leave),
        (None, "/one <ctrl-u> q", Answer::Leave),
        // These have nothing to open.
        (None, "/nowhere <enter>", Answer::None),
        (None, "/exa^ <enter>", Answer::None),
        (Some("x"), "/exa^ <enter> <enter>", Answer::None),
        // A pasted line break does not count as Enter.
        (None, "<paste>", Answer::None),
        // A dangerous link is printed at once. It is opened by a second Enter, if no other key comes between.
        (
            None,
            "/login <enter>",
            open("http://www.bank.example@three.example/login?from=mail&to=you"),
        ),
        (Some("x"), "/login <enter>", Answer::None),
        (
            Some("x"),
            "/login <enter> <enter>",
            open("http://www.bank.example@three.example/login?from=mail&to=you"),
        ),
        (Some("x"), "/login <enter> <down> <enter>", Answer::None),
        (Some("x"), "<enter>", open("http://one.example/")),
    ];
    let links = links(MESSAGE);
    for (command, script, expected) in table {
        let (_, answer) = play(&links, command, (80, 24), script);
        assert_eq!(answer, expected, "{script}");
    }
}

#[test]
fn a_local_file_is_opened_by_a_second_enter() {
    for (script, is_opened) in [("<enter>", false), ("<enter> <enter>", true)] {
        let size = (80, 24);
        let links = links("A: b\n\n<URL:file:///etc/passwd>");
        assert_eq!(play(&links, Some("x"), size, script).1 != Answer::None, is_opened, "{script}");
    }
}

/// A header with a list's addresses, a page with a script, and links of two parts.
const LIST_MESSAGE: &str = "\
From: a@b.example
List-Unsubscribe: <http://list.example/u>, <mailto:leave@list.example>
List-Help: <mailto:help@list.example>
List-Post: <mailto:all@list.example>
Content-Type: text/html

See <a href=http://one.example/>the first</a>,<br><a href='javascript:go(1)'>a script</a><br>
and <a href=http://three.example/>the third</a>.
";

#[test]
fn several_links_are_opened_printed_and_copied() {
    let [one, three] = ["http://one.example/", "http://three.example/"];
    let copy = |urls: &[&str]| Answer::Copy(urls.iter().map(|&url| url.to_owned()).collect());
    // (keys, answer to the last key)
    let table = [
        ("o", choose(&[one], true)),
        ("<space> <enter>", choose(&[one], false)),
        ("<space> <space> <down> <space> <enter>", choose(&[one, three], false)),
        ("G <up> <up> <space> g <space> <enter>", choose(&[three, one], false)),
        // A second Space removes the mark.
        ("<space> k <space> G <up> <up> <enter>", choose(&[three], false)),
        ("a <enter>", choose(&[one, three, "http://list.example/u"], false)),
        ("a a <down> <down> <enter>", choose(&[three], false)),
        ("/e.example <down> a o", choose(&[one, three], true)),
        ("y", copy(&[one])),
        ("<down> y", copy(&["javascript:go(1)"])),
        ("a y", copy(&[one, three, "http://list.example/u"])),
        ("3 <enter>", choose(&[three], false)),
        ("3 9 <enter>", choose(&[three], false)),
        ("1 3 <enter>", choose(&[three], false)),
        // A script is never opened.
        ("<down> <enter>", Answer::None),
        ("<down> <enter> <enter>", Answer::None),
        ("<down> <space> <down> <enter>", choose(&[three], false)),
        // Enter unfolds the addresses, and then opens the first.
        ("G <enter>", Answer::None),
        ("G <enter> <enter>", choose(&["mailto:leave@list.example"], false)),
        ("/leave <enter>", choose(&["mailto:leave@list.example"], false)),
        // While a filter is typed, Enter opens its link, and not the marked ones.
        ("<space> /three <enter>", choose(&[three], false)),
        ("<space> /three <down> <enter>", choose(&[one], false)),
        // `a` removes only marks of the list.
        ("<space> /three <down> a a <esc> <enter>", choose(&[one], false)),
        ("? <enter> <enter>", choose(&[one], false)),
        ("? q q", Answer::Leave),
    ];
    let links = links(LIST_MESSAGE);
    for (script, expected) in table {
        let (_, answer) = play(&links, Some("x"), (80, 24), script);
        assert_eq!(answer, expected, "{script}");
    }
}

/// Each reading has the dangers of the place.
#[test]
fn another_reading_of_a_dangerous_link_needs_a_second_enter() {
    let links = links("A: b\n\n<http://www.bank-\nof.evil.example/a>\n");
    for script in ["<enter>", "j <enter>"] {
        assert_eq!(play(&links, Some("x"), (80, 24), script).1, Answer::None, "{script}");
        let twice = format!("{script} <enter>");
        assert_ne!(play(&links, Some("x"), (80, 24), &twice).1, Answer::None, "{script}");
    }
}

/// Marked links that a filter hides are not opened by the Enter that follows a warning of another one.
#[test]
fn the_second_enter_opens_what_the_first_one_warned_of() {
    let links = links("A: b\n\nhttp://one.example/ <URL:file:///etc/passwd>");
    for open in ["<enter>", "o"] {
        let (_, answer) =
            play(&links, Some("x"), (80, 24), &format!("<space> /passwd <enter> {open}"));
        assert_eq!(answer, choose(&["file:///etc/passwd"], open == "o"), "{open}");
    }
}

#[test]
fn a_warning_has_a_line_on_the_smallest_screen() {
    let links = links("A: b\n\n<URL:file:///etc/passwd>");
    let (seen, _) = play(&links, Some("x"), (80, 1), "<enter>");
    assert!(seen.contains("danger, Enter opens it all the same"), "{seen}");
}

#[test]
fn many_links_need_a_second_enter() {
    let links = links(&super::with_many_links());
    let (seen, answer) = play(&links, Some("x"), (80, 24), "a <enter>");
    assert_eq!(answer, Answer::None);
    assert!(seen.starts_with("*Enter again opens all 300 links\n"), "{seen}");
    assert_ne!(play(&links, Some("x"), (80, 24), "a <enter> <enter>").1, Answer::None);
}

#[test]
fn the_list_stays_if_that_is_asked_for() {
    let links = links(LIST_MESSAGE);
    let keys = KeyMap::new([]).expect("the usual keys");
    let openers = super::openers(Some("x"));
    let options = PickOptions { is_staying: true, ..options(openers.as_ref(), &keys) };
    let (_, answer) = play_with(&links, options, (80, 24), "<enter>");
    assert_eq!(answer, choose(&["http://one.example/"], true));
}

/// One Enter for several links with a danger among them opens none.
#[test]
fn a_danger_among_several_links_needs_a_second_enter() {
    let links = links(MESSAGE);
    let (seen, answer) = play(&links, Some("x"), (120, 24), "a <enter>");
    let notice = "*danger in 2 of 7, Enter opens all: link 3: the user looks like a host, and the host comes after it: \
                  \"www.bank.example\"";
    assert_eq!((seen.lines().next(), answer), (Some(notice), Answer::None));
    let (_, answer) = play(&links, Some("x"), (120, 24), "a <enter> <enter>");
    let Answer::Choose { hrefs, .. } = answer else { panic!("nothing is opened: {answer:?}") };
    assert_eq!(hrefs.len(), 7);
}

#[test]
fn marks_and_folded_addresses_are_shown() {
    let links = links(LIST_MESSAGE);
    let (seen, _) = play(&links, Some("x"), (76, 16), "<space> G");
    let expected = "\
*7 links, 1 marked   Enter opens them with x, ? shows the keys, q leaves
*  part 1, page
* *1    http://one.example/  \"the first\"
   2 !! javascript:go(1)  \"a script\"
   3    http://three.example/  \"the third\"
*  header fields
   4    http://list.example/u
=>      3 mail addresses of the list: List-Unsubscribe, List-Help, List-Post
 ----------------------------------------------------------------------------
 list     3 mail addresses of the list: List-Unsubscribe, List-Help, List-Pos
          t
";
    assert_eq!(seen, expected);
    // The address has a program of its own.
    let (seen, _) = play(&links, Some("x"), (76, 16), "G <enter>");
    assert!(seen.starts_with("*7 links   Enter opens one with mailer, "), "{seen}");
    let (seen, _) = play(&links, Some("x"), (76, 16), "9");
    assert!(seen.starts_with("*no link of the list has the number 9\n"), "{seen}");
    let (seen, _) = play(&links, Some("x"), (76, 16), "2");
    assert!(seen.contains("*opens    nothing, because it is a script\n"), "{seen}");
}

/// The underlined text of the lower pane is the link.
#[test]
fn the_text_around_the_link_is_shown() {
    // (message, keys, lines below the rule, the text that is underlined)
    let table = [
        (MESSAGE, "", "\nSee http://one.example/ and", "http://one.example/"),
        (MESSAGE, "2", "<http://two.example/well-\nknown>, or", "<http://two.example/well-known>"),
        (LIST_MESSAGE, "3", "a script\nand the third.", "the third"),
        (LIST_MESSAGE, "1", "See the first,\na script", "the first"),
        (
            "A: b\n\n\u{1b}[2J http://a.example/",
            "",
            "\\u{1b}[2J http://a.example/",
            "http://a.example/",
        ),
    ];
    let keys = KeyMap::new([]).expect("the usual keys");
    for (message, script, expected, underlined) in table {
        let links = links(message);
        let options = PickOptions { has_context: true, ..options(None, &keys) };
        let (seen, _) = play_with(&links, options.clone(), (80, 24), script);
        let (_, pane) = seen.split_once("\n -- text ").expect("the pane");
        let pane = pane.replace("\n ", "\n");
        assert!(pane.contains(expected), "{script}: {pane}");

        let mut state = PickState::new(&links, options);
        for input in super::inputs(script) {
            state.handle(input, screen(&state, (80, 24)).1);
        }
        let size = ScreenSize { columns: 80, rows: 24 };
        let (lines, _) = draw(&state, Theme::Mono, size);
        let spans = lines.iter().flat_map(|line| &line.spans);
        let is_marked = |style: &Style| style.get_effects().contains(Effects::UNDERLINE);
        let marked: String =
            spans.filter(|(_, style)| is_marked(style)).map(|(text, _)| text.as_str()).collect();
        assert_eq!(marked, underlined, "{script}");
    }
    // The pane can be hidden, and a small screen has no room for it.
    let links = links(MESSAGE);
    let options = PickOptions { has_context: true, ..options(None, &keys) };
    for (size, script) in [((80, 24), "c"), ((80, 10), "")] {
        let (seen, _) = play_with(&links, options.clone(), size, script);
        assert!(!seen.contains("-- text"), "{seen}");
    }
}

#[test]
fn the_help_screen_shows_all_keys() {
    let links = links(MESSAGE);
    let (seen, _) = play(&links, None, (100, 30), "?");
    for text in
        ["Down, j, Tab, Ctrl-N", "Space", "copy them to the clipboard", "select the link with"]
    {
        assert!(seen.contains(text), "{text}: {seen}");
    }
    // It scrolls, and no further than its end.
    let last =
        |script: &str| play(&links, None, (100, 8), script).0.lines().last().map(str::to_owned);
    assert_ne!(last("?"), last("? <down>"));
    let up = |count: usize| last(&format!("?{}{}", " j".repeat(40), " k".repeat(count)));
    assert_ne!(up(0), up(1));
    assert_eq!(last(&format!("?{}", " j".repeat(40))), last("? j j j j j j j j j j j j j"));
}

/// A warning that only one place of a link gives comes first all the same.
#[test]
fn a_danger_found_last_is_shown_first() {
    let links = links(
        "A: b\nContent-Type: text/html\n\nhttp://u@a.example:22/ <a href=http://u@a.example:22/>www.bank.example</a>",
    );
    let size = (120, 24);
    let (seen, answer) = play(&links, Some("x"), size, "<enter>");
    let notice = "*danger, Enter opens it all the same: the link's text names another host: \"www.bank.example\"";
    assert_eq!((seen.lines().next(), answer), (Some(notice), Answer::None));
}
