//! The build script's reader of rules, which is no part of the library and can be tested only here.

#[path = "../build/abnf.rs"]
mod abnf;
#[path = "../build/expression.rs"]
mod expression;

use abnf::Rules;
use expression::Alphabet;

/// What the first rule of `text` is written as, or the error. The symbols are numbered in the order
/// of the bytes that they stand for.
fn written(text: &str, beginning: &str) -> String {
    let name = text.split_whitespace().next().unwrap_or_default();
    let rules = Rules::read("x.abnf", text).and_then(|rules| rules.expression(name));
    match rules.map(|expression| expression.after(beginning)) {
        Ok(expression) => {
            let mut regex = String::new();
            let alphabet = Alphabet::of([&expression]);
            expression.write(&alphabet, &mut regex);
            regex.replace("\\x0", "")
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn rules_are_written_out() {
    let table = [
        // Upper and lower case are one symbol, and so are bytes that nothing tells apart.
        ("a = \"x\"", "[1]"),
        ("a = \"xy\"", "(?:[1][2])"),
        ("a = %x41-43 / %x61", "[1]"),
        ("a = %x41-43 / \"a\" \"c\"", "(?:(?:[14][35])|[123])"),
        ("a = b c\nb = \"1\"\nC = \"2\"", "(?:[1][2])"),
        (
            "a = 2b *b 1*b *3b 1*2b [ b ]\nb = \"1\"",
            "(?:[1]{2,2}[1]{0,}[1]{1,}[1]{0,3}[1]{1,2}[1]{0,1})",
        ),
        ("a = ( \"1\" / \"23\" ) \"4\"", "(?:(?:(?:[2][3])|[1])[4])"),
        // A `;` in quotes is no comment, and a rule goes on where the line is indented.
        ("a = \";\" ; \"x\"\n  \"/\" ; y\n\n; z\nb = \"q\"", "(?:[2][1])"),
        ("a = \"\"", "(?:)"),
    ];
    for (text, expected) in table {
        assert_eq!(written(text, ""), expected, "{text}");
    }
}

#[test]
fn a_beginning_is_taken_off() {
    let table = [
        ("a = \"HTTP:\" \"1\"", "http:", "(?:[1])"),
        ("a = b / c\nb = \"x:\" \"1\"\nc = \"x:\" \"2\"", "x:", "(?:(?:[1])|(?:[2]))"),
        ("a = [ \"x\" ] \"y\"", "y", ""),
        ("a = 2*3\"x\"", "x", "(?:[1]{1,2})"),
        ("a = \"x\"", "y", "[^0-\\xFF]"),
    ];
    for (text, beginning, expected) in table {
        // What was taken off leaves the empty string behind, which says nothing here.
        let mut found = written(text, beginning);
        while found.contains("(?:)") {
            found = found.replace("(?:)", "");
        }
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn characters_beyond_ascii_are_drawn_together() {
    let text = "a = b / c / %x41\nb = %x7F-E9\nc = %xE9-FF / %x10000-10FFFF";
    let rules = Rules::read("x.abnf", text).and_then(|rules| rules.expression("a"));
    let alphabet = Alphabet::of([&rules.expect("the rules are sound")]);
    // One set, so one symbol, apart from that of what no rule names.
    assert_eq!(alphabet.len(), 2);
    assert_eq!((alphabet.ascii[0x41], alphabet.ascii[0x7F], alphabet.ascii[0x42]), (1, 1, 0));
    let ranges = [
        ('\u{80}', '\u{E8}', 1),
        ('\u{E9}', '\u{E9}', 1),
        ('\u{EA}', '\u{FF}', 1),
        ('\u{10000}', '\u{10FFFF}', 1),
    ];
    assert_eq!(alphabet.beyond, ranges);
}

#[test]
fn errors_say_where() {
    let table = [
        ("a = b", "x.abnf:1: unknown rule `b`"),
        ("a = \"x\"\n  / b\n", "x.abnf:2: unknown rule `b`"),
        ("a = b\nb = [ \"x\" a ]", "x.abnf:2: rule `a` refers to itself"),
        ("a = \"x\"\nA = \"y\"", "x.abnf:2: rule `a` is defined twice"),
        ("a \"x\"", "x.abnf:1: `=` is missing"),
        ("a = ( \"x\"\nb = \"y\"", "x.abnf:2: `)` is missing"),
        ("a = \"x", "x.abnf:1: `\"` is missing"),
        ("a = / \"x\"", "x.abnf:1: an element is missing"),
        ("a = <prose>", "x.abnf:1: an element is missing"),
        ("a = %x5A-41", "x.abnf:1: a range ends below where it begins"),
        ("a = %x110000", "x.abnf:1: `%x` is not followed by a character"),
        ("a = %xD800", "x.abnf:1: `%x` is not followed by a character"),
        ("a = %d65", "x.abnf:1: `x` is missing"),
        ("a = 3*2\"x\"", "x.abnf:1: a repetition ends below where it begins"),
        ("= \"x\"", "x.abnf:1: a rule's name is missing"),
    ];
    for (text, expected) in table {
        assert_eq!(written(text, ""), expected, "{text}");
    }
}
