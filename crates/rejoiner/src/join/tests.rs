use std::string::String;
use std::vec::Vec;
use std::{fs, iter};

use super::*;

/// A line that shows how wide the lines of a text are: 72 characters.
const WIDE: &str = "a line of ordinary text that shows how wide the lines of the message are\n";

/// Returns the range of the URL of `text` up to the end of its line.
fn url_in(text: &str) -> Range<usize> {
    let colon = text.find("://").expect("the text has a URL");
    let start = text[..colon].rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
    let length = text[start..].find(char::is_whitespace);
    start..length.map_or(text.len(), |length| start + length)
}

/// Examines the line break after the URL of `text`.
fn seam(text: &str, soft_breaks: SoftBreaks) -> Option<Seam> {
    let range = url_in(text);
    Seam::after(text.as_bytes(), range.clone(), &text.as_bytes()[range], soft_breaks)
}

fn grade_of(text: &str) -> Option<(Grade, Ground)> {
    seam(text, SoftBreaks::Kept)?.grade()
}

/// Returns the names of the signs that hold at the line break of `text`.
fn signs_of(text: &str) -> Vec<&'static str> {
    let range = url_in(text);
    let url = &text.as_bytes()[range.clone()];
    let held = join_signs_after(text.as_bytes(), range, url).unwrap_or_default();
    let held = SIGNS.iter().enumerate().filter(|(index, _)| held >> index & 1 == 1);
    held.map(|(_, sign)| sign.name).collect()
}

/// The weights are those of the signs, in their order, and RULES.md shows the same.
#[test]
fn signs_have_weights_and_rules_show_them() {
    let names = SIGNS.iter().map(|sign| sign.name);
    assert!(names.eq(WEIGHTS.iter().map(|(name, _)| *name)));
    let rules = fs::read_to_string("../RULES.md").expect("the rules are there");
    let halves = |halves: i32| std::format!("{:+}", f64::from(halves) / 2.0);
    for (sign, &(name, weight)) in iter::zip(SIGNS, WEIGHTS) {
        let is_for = sign.ground != Ground::Default;
        assert!(if is_for { weight > 0 } else { weight < 0 }, "{name}: {weight}");
        let ground = if is_for { std::format!("`{}`", sign.ground) } else { String::new() };
        let row = std::format!("  |{}|{}|{ground}|\n", sign.text, halves(weight));
        assert!(rules.contains(&row), "{row}");
    }
    let sums = std::format!(
        "base {}, `possible` from {}, `likely` from {}, `certain` from {}.",
        halves(BASE),
        halves(POSSIBLE),
        halves(weights::LIKELY),
        halves(weights::CERTAIN)
    );
    assert!(rules.contains(&sums), "{sums}");
}

#[test]
fn each_sign_holds_where_the_table_says() {
    let table = fs::read_to_string("../../corpus/signs.tsv").expect("the table is there");
    let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let mut signs: Vec<&str> = SIGNS.iter().map(|sign| sign.name).collect();
    for row in rows.filter(|row| row.len() > 1) {
        let [sign, holds, before, after] = row[..] else { panic!("{row:?}") };
        let text = [WIDE, before, "\n", after, "\n\n", WIDE].concat();
        let text = text.replace("\\n", "\n");
        assert_eq!(signs_of(&text).contains(&sign), holds == "yes", "{sign} in {text}");
        signs.retain(|name| *name != sign);
    }
    // The next test has it.
    assert_eq!(signs, ["over_100"]);
}

/// The signs that hold on wide lines or later ones.
#[test]
fn width_and_number_of_a_line_are_signs() {
    for (width, is_over) in [(100, false), (101, true)] {
        let start = "http://a.example/";
        let text = [start, &"x".repeat(width - start.len()), "\nabc\n"].concat();
        assert_eq!(signs_of(&text).contains(&"over_100"), is_over, "{text}");
    }
    let text = b"http://a/b-\nc-\nd";
    let later = SIGNS.iter().position(|sign| sign.name == "later").expect("a sign");
    let held = join_signs_after(text, 12..14, b"http://a/b-c-").expect("signs");
    assert_eq!(held >> later & 1, 1);
}

/// What may not follow a URL at the end of its line and path, whatever the signs are.
const STOPS: &[&str] = &[
    "and more of them",
    "http://b.example/x.html",
    "www.b.example/x.html",
    "- file.html",
    "2. file.html",
    "b) file.html",
    "------/------",
    "---Jim/b",
    "====/====",
    "File-Name: x.html",
    "File-Name:x.html",
    "8?QQ?http://b.example/?q=7",
    "text/plain",
    ".SH",
    "(file.html",
    "...",
    "* file.html",
    "[1] file.html",
    "/usr/share/file.html",
    "jim@b.example",
    "call(file)",
    // The text of the link.
    "current/",
];

#[test]
fn the_next_run_may_begin_something_else() {
    let cut = "The examples of the text are at http://a.example/docs/howto/current/";
    for stop in STOPS {
        let text = [WIDE, cut, "\n", stop, "\n\n", WIDE].concat();
        assert_eq!(grade_of(&text), None, "{text}");
    }
    let likely = [
        [cut, "\nfile.html"],
        [cut, "\r\nfile.html"],
        [cut, " \t\n \tfile.html"],
        [cut, "\ntext/plain.html"],
        // A URL in the address of an old page, and in a value.
        [
            "The old page is at https://a.example/archive/web/20020101000000/",
            "\nhttp://b.example/c/",
        ],
        ["The old page is at https://a.example/cgi-bin/goto?location=", "\nhttp://b.example/c/"],
    ];
    for parts in likely {
        let text = [WIDE, &parts.concat(), "\n\n", WIDE].concat();
        assert!(grade_of(&text).is_some_and(|(grade, _)| grade >= Grade::Likely), "{text}");
    }
    for end in [" and\nfile.html", "\n\nfile.html", ""] {
        assert_eq!(seam(&[WIDE, cut, end].concat(), SoftBreaks::Kept), None, "{end}");
    }
    let log = "10:15:01.123 GET http://a.example/docs/howto/current/of/the/text/\n10:15:02.456 a/b";
    assert_eq!(grade_of(log), None);
}

#[test]
fn quote_marks_have_to_agree() {
    let cut = "> The examples of the text are at http://a.example/docs/howto/current/\n";
    let long = "> > The examples are at http://a.example/docs/howto/current/of/the/text/";
    let table: &[(&[&str], bool)] = &[
        (&[cut, "> file.html\n"], true),
        (&[cut, ">file.html\n"], true),
        (&[cut, "file.html\nIt is\n"], false),
        (&[cut, "file.html\n\nIt is\n"], true),
        (&["# ", &cut[2..], "file.html\n\n"], false),
        (&[cut, "> > file.html\n"], false),
        (&["| ", &cut[2..], "| file.html\n"], true),
        // A frame.
        (&["│ ", &cut[2..cut.len() - 1], " │\n│ file.html    │\n"], true),
        (&["│ ", &cut[2..cut.len() - 1], " │\n│      │\n│ file.html │\n"], false),
        // Codes of colours, another code of a terminal, and binary data.
        (&["\x1B[1m", &cut[2..cut.len() - 1], " \x1B[0m\n\x1B[38;5;4m file.html\x1B[0m\n"], true),
        (&[&cut[2..cut.len() - 1], " \x1B[2J\nfile.html\n"], false),
        (&[&cut[2..], "file\x03\x04\n"], false),
        // A mailer has wrapped a line that was quoted before: the line after it has the marks again.
        (&[long, "\n> file.html\n> > and then\n"], true),
        (&[long, "\n> file.html\n> and then\n"], false),
        // The URL ends in its host.
        (&["> The page is in the new folder: http://www.a.\nb.example/c/\nIt"], true),
        // The line of the URL has lost its marks.
        (&["> see\n", &cut[2..], "> a/b/c.html\n"], true),
        (&[&cut[2..], "> a/b/c.html\n"], false),
        // An escape and a fragment are no marks.
        (&[&cut[..cut.len() - 1], "a\n> %20file\n"], true),
        (&[&cut[..cut.len() - 1], "a\n> #file\n"], true),
    ];
    for (text, goes_on) in table {
        let text = text.concat();
        assert_eq!(grade_of(&text).is_some(), *goes_on, "{text}");
    }
}

#[test]
fn a_soft_break_is_certain_if_the_mailer_inserted_it() {
    let table = [
        ("http://a.example/b \nc", true),
        ("> http://a.example/b \n> c", true),
        ("http://a.example/b \nAnd:", true),
        // The first of two spaces is the writer's, and so is a second one at the start of a line.
        ("http://a.example/b  \nc", false),
        ("http://a.example/b \n  c", false),
        ("http://a.example/b\nc", false),
        ("http://a.example/b \n> c", false),
    ];
    for (text, is_certain) in table {
        let grade = seam(text, SoftBreaks::Deleted).and_then(|seam| seam.grade());
        let certain = Some((Grade::Certain, Ground::SoftBreak));
        assert_eq!(grade == certain, is_certain, "{text}: {grade:?}");
        assert_ne!(grade_of(text), certain, "{text}");
    }
}

#[test]
fn an_escape_is_certain_if_the_next_line_completes_it() {
    for (before, after, is_certain) in [
        ("http://a.example/?q=%E", "2%82", true),
        ("http://a.example/?q=%", "E2%82", true),
        ("http://a.example/?q=%", "2", false),
        ("http://a.example/?q=%E", "be", false),
        ("http://a.example/?q=%E", "g2", false),
        ("http://a%E", "2%82", false),
    ] {
        let certain = Some((Grade::Certain, Ground::Escape));
        assert_eq!(
            grade_of(&[before, "\n", after].concat()) == certain,
            is_certain,
            "{before} {after}"
        );
    }
}

#[test]
fn a_sum_has_a_grade_and_the_strongest_sign_is_its_ground() {
    let strong = SIGNS.iter().position(|sign| sign.name == "strong").expect("a sign");
    let hyphen = SIGNS.iter().position(|sign| sign.name == "hyphen").expect("a sign");
    let table = [
        (POSSIBLE - 1, None),
        (POSSIBLE, Some(Grade::Possible)),
        (weights::LIKELY - 1, Some(Grade::Possible)),
        (weights::LIKELY, Some(Grade::Likely)),
        (weights::CERTAIN, Some(Grade::Certain)),
    ];
    for (sum, grade) in table {
        let signs = 1 << strong | 1 << hyphen;
        let seam = Seam { run: 0..1, marks: 0, signs, sum, proof: None, is_rest: false };
        assert_eq!(seam.grade(), grade.map(|grade| (grade, Ground::Hyphen)), "{sum}");
    }
}

#[test]
fn widths_explain_a_line_break() {
    // The bytes of words in the line before, those of the line, the mark at its end, the line end, the next
    // run, and whether a program may have broken the line.
    let table: &[(usize, usize, &str, &str, &str, bool)] = &[
        // The line is full.
        (71, 67, "x", "\n", "rest", false),
        (71, 68, "x", "\n", "rest", true),
        (71, 99, "x", "\n", "rest", true),
        (71, 100, "x", "\n", "rest", false),
        // No line shows the width.
        (0, 55, "x", "\n", "rest", false),
        (0, 56, "x", "\n", "rest", true),
        // The run does not fit after a mark.
        (71, 66, "/", "\n", "rest", false),
        (71, 66, "/", "\n", "rests", true),
        (71, 66, "x", "\n", "rests", false),
        // Every kind of line end.
        (71, 68, "x", "\r\n", "rest", true),
        (0, 55, "x", "\r\n", "rest", false),
        (29, 38, "x", "\r", "rest", false),
        (71, 69, "x", "\r", "rest", true),
    ];
    for &(before, line, mark, line_end, run, expected) in table {
        let words = "words of prose ".repeat(5);
        let cut = [&words[..before], "x", line_end, &*"z".repeat(line), mark].concat();
        let text = [&*cut, line_end, run, line_end].concat();
        let is_wrapped = is_wrapped(text.as_bytes(), cut.len(), cut.len() + line_end.len());
        assert_eq!(is_wrapped, expected, "{text:?}");
    }
}
