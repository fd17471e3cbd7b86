//! Tests of the parser of rules in the build script, which is not part of the library.

#[path = "../build/abnf.rs"]
mod abnf;
#[path = "../build/table.rs"]
mod table;

use abnf::Rules;
use table::{AutomatonTable, StateRows};

/// Returns the name of the first rule of `text`.
fn first(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// Returns the first rule of `text` as an expression, or the error.
fn written(text: &str) -> String {
    let rules = Rules::find("x.abnf", text);
    let expression = rules.and_then(|mut rules| rules.expression(first(text)));
    expression.map_or_else(|error| error, |expression| expression.to_string())
}

/// Returns the automaton of the first rule of `text` from the state after `beginning`, or an error if the
/// rule has no word.
fn table(text: &str, beginning: &str) -> Result<(StateRows, AutomatonTable), String> {
    let mut rules = Rules::find("x.abnf", text)?;
    let mut rows = StateRows::new();
    let productions = vec![(rules.expression(first(text))?, beginning)];
    let table = rows.add(productions, rules.edges()).map_err(|error| error.to_string())?;
    Ok((rows, table))
}

#[test]
fn rules_are_expanded() {
    let table = [
        // Literals match in either case.
        ("a = \"x\"", "[Xx]"),
        ("a = \"xy\"", "(?:[Xx][Yy])"),
        ("a = %x41-43 / %x61", "(?:[A-C]|a)"),
        ("a = %x41-43 / \"a\" \"c\"", "(?:[A-C]|(?:[Aa][Cc]))"),
        ("a = b c\nb = \"1\"\nC = \"2\"", "(?:12)"),
        ("a = 2b *b 1*b *3b 1*2b [ b ]\nb = \"1\"", "(?:1{2}1*1+1{0,3}1{1,2}1?)"),
        ("a = ( \"1\" / \"23\" ) \"4\"", "(?:(?:1|(?:23))4)"),
        // A `;` in quotes begins no comment, and indented lines continue a rule.
        ("a = \";\" ; \"x\"\n  \"/\" ; y\n\n; z\nb = \"q\"", "(?:;/)"),
        ("a = \"\"", "(?:)"),
    ];
    for (text, expected) in table {
        assert_eq!(written(text), expected, "{text}");
    }
}

#[test]
fn a_start_state_skips_the_beginning() {
    let same = [
        ("a = \"HTTP:\" \"1\"", "http:", "a = \"1\""),
        ("a = b / c\nb = \"x:\" \"1\"\nc = \"x:\" \"2\"", "x:", "a = \"1\" / \"2\""),
        ("a = [ \"x\" ] \"y\"", "y", "a = \"\""),
        ("a = 2*3\"x\"", "x", "a = 1*2\"x\""),
    ];
    for (text, beginning, rest) in same {
        let numbers =
            |(rows, table): (StateRows, AutomatonTable)| (rows.to_string(), table.to_string());
        assert_eq!(table(text, beginning).map(numbers), table(rest, "").map(numbers), "{text}");
    }
    let nothing = table("a = \"x\"", "y").map(|_| ());
    assert_eq!(nothing, Err("a grammar without a word".to_owned()));
}

#[test]
fn equivalent_characters_beyond_ascii_share_a_symbol() {
    let text = "a = b / c / %x41\nb = %x7F-E9\nc = %xE9-FF / %x10000-10FFFF";
    let (_, table) = table(text, "").expect("the rules are sound");
    // One class, so one symbol, other than that of characters in no rule.
    assert_eq!(table.ascii.iter().max(), Some(&1));
    assert_eq!((table.ascii[0x41], table.ascii[0x7F], table.ascii[0x42]), (1, 1, 0));
    let ranges = [
        ('\u{80}', '\u{E8}', 1),
        ('\u{E9}', '\u{E9}', 1),
        ('\u{EA}', '\u{FF}', 1),
        ('\u{10000}', '\u{10FFFF}', 1),
    ];
    assert_eq!(table.beyond, ranges);
}

#[test]
fn errors_name_file_and_line() {
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
        assert_eq!(written(text), expected, "{text}");
    }
}
