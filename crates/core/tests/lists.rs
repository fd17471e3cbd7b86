//! Renders the lists of the code into the C header, the guide and EMBEDDING.md, and compares. `URLSIFT_WRITE=1` writes.

use std::fmt::Write;
use std::fs;

use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Item, Lit, LitInt, LitStr, Meta, Token, token};
use urlsift::extract::{Extra, Join, Profile};
use urlsift::found::{Form, Grade, Severity};
use urlsift::internal::{OptionKind, SearchOption};
use urlsift::url::HostKind;
use urlsift::verdict::Grammar;

use crate::repository::root;
use crate::written::assert_written_part;

/// A note, as the calls of `notes!` and `found_notes!` define it.
struct Note {
    /// For the guide, then for EMBEDDING.md.
    about: [String; 2],
    number: u32,
    name: String,
    severity: String,
    message: String,
    /// Whether it comes from how the text was read.
    is_of_text: bool,
}

/// Returns the first paragraph of a documentation comment.
fn first_paragraph(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().map_while(|attribute| {
        let Meta::NameValue(doc) = &attribute.meta else { return None };
        let Expr::Lit(value) = &doc.value else { return None };
        let Lit::Str(line) = &value.lit else { return None };
        Some(line.value()).filter(|line| !line.is_empty())
    });
    lines.collect::<String>().trim().to_owned()
}

/// Parses the notes that a macro call defines.
fn parse_notes(input: ParseStream<'_>, is_of_text: bool) -> syn::Result<Vec<Note>> {
    if is_of_text {
        Attribute::parse_outer(input)?;
        input.parse::<Ident>()?;
        input.parse::<Token![:]>()?;
    }
    let mut notes = Vec::new();
    while !input.is_empty() {
        let doc = first_paragraph(&Attribute::parse_outer(input)?);
        let (meaning, advice) = doc.split_once(" Show ").expect("a note has advice");
        let is_sentence = advice.contains(". ");
        let advice = if is_sentence { advice } else { advice.trim_end_matches('.') };
        input.parse::<Ident>()?;
        if input.peek(token::Paren) {
            let fields;
            syn::parenthesized!(fields in input);
            fields.parse::<Ident>()?;
        }
        input.parse::<Token![=]>()?;
        let number = input.parse::<LitInt>()?.base10_parse()?;
        let name = input.parse::<LitStr>()?.value();
        let severity = input.parse::<Ident>()?.to_string().to_lowercase();
        if !is_of_text {
            input.parse::<LitStr>()?;
        }
        let message = input.parse::<LitStr>()?.value();
        let about = [lower_first(meaning), advice.to_owned()];
        notes.push(Note { about, number, name, severity, message, is_of_text });
    }
    Ok(notes)
}

/// Returns all notes, those of texts first.
fn notes() -> Vec<Note> {
    let files = [
        ("crates/core/src/note.rs", "found_notes", true),
        ("crates/validator/src/notes/note.rs", "notes", false),
    ];
    let notes = files.iter().flat_map(|(file, name, is_of_text)| {
        let text = fs::read_to_string(root().join(file)).expect("a source file is text");
        let items = syn::parse_file(&text).expect("a source file is Rust").items;
        let call = items.into_iter().find_map(|item| match item {
            Item::Macro(item) if item.mac.path.is_ident(name) => Some(item.mac.tokens),
            _ => None,
        });
        let parser = |input: ParseStream<'_>| parse_notes(input, *is_of_text);
        parser.parse2(call.expect("the file calls the macro")).expect("notes are defined")
    });
    notes.collect()
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Returns `text` in lines of at most 120 columns. Lines after the first are indented by two.
fn filled(text: &str) -> String {
    let mut lines = String::new();
    let mut columns = 0;
    for word in text.split(' ') {
        let width = word.chars().count();
        let separator = match columns {
            0 => "",
            columns if columns + 1 + width > 120 => "\n  ",
            _ => " ",
        };
        columns = if separator.len() > 1 { 2 } else { columns + separator.len() };
        columns += width;
        lines.extend([separator, word]);
    }
    lines + "\n"
}

#[test]
fn documents_list_the_notes() {
    let mut notes = notes();
    let mut table = String::new();
    for Note { name, severity, about: [_, advice], .. } in &notes {
        writeln!(table, "| `{name}` | {severity} | {advice} |").expect("a string takes any text");
    }
    let start = "| `host_cut_by_seam`";
    assert_written_part("crates/core/EMBEDDING.md", [start, "\n`display_url()`"], &table);

    let mut page = String::new();
    let severities = [
        ("danger", "**Danger**, readers may be deceived:"),
        ("warning", "**Warning:**"),
        ("info", "**Info:**"),
    ];
    for (wanted, heading) in severities {
        writeln!(page, "{heading}\n").expect("a string takes any text");
        for note in notes.iter().filter(|note| note.severity == wanted) {
            let mark = if note.is_of_text { "¹" } else { "" };
            page += &filled(&format!(
                "- `{}`{mark}: {}.",
                note.name,
                note.about[0].trim_end_matches('.')
            ));
        }
        page.push('\n');
    }
    assert_written_part("crates/cli/guide/row.md", ["**Danger**", "## Missing"], &page);

    notes.sort_by_key(|note| note.number);
    let numbers = notes.iter().map(|note| note.number);
    assert!(
        numbers.eq(1..=u32::try_from(notes.len()).expect("they are few")),
        "each has its number"
    );
    let mut constants = String::new();
    for Note { number, name, message, .. } in &notes {
        let constant = format!("{} {number}u", name.to_uppercase());
        let (first, rest) = message.split_at(1);
        let first = first.to_uppercase();
        writeln!(constants, "#define URLSIFT_NOTE_{constant:<26} /* {first}{rest}. */")
            .expect("a string takes any text");
    }
    assert_written_part("crates/capi/urlsift.h", ["#define URLSIFT_NOTE_", "\n/*"], &constants);
}

/// Returns the names of some types with the names of their values.
fn types() -> Vec<(&'static str, Vec<String>)> {
    macro_rules! types {
        ($($name:ident)+) => {
            vec![$((
                stringify!($name),
                $name::ALL.iter().map(|it| format!("\"{}\"", it.name())).collect::<Vec<_>>(),
            )),+]
        };
    }
    types!(Form Join Extra Profile Grade Grammar HostKind Severity)
}

#[test]
fn bindings_list_the_names_of_values() {
    for (name, values) in types() {
        if name != "Join" {
            let line = format!("export type {name} = ");
            let part = [line.as_str(), ";\n"];
            assert_written_part(
                "crates/js/urlsift.d.ts",
                part,
                &(line.clone() + &values.join(" | ")),
            );
        }
        let (file, prefix) = match name {
            "Grade" | "HostKind" => ("_urlsift.pyi", "\n_"),
            _ => ("_records.py", "\n"),
        };
        let start = format!("{prefix}{name} = Literal[");
        let mut values = values.join(", ");
        if start.len() + values.len() > 88 {
            values = format!("\n    {values}\n");
        }
        let file = format!("crates/python/python/urlsift/{file}");
        assert_written_part(&file, [&start, "]\n"], &(start.clone() + &values));
    }
}

#[test]
fn the_package_for_javascript_lists_the_options() {
    // The schemes of a caller are `schemes` there.
    let name = |option: &SearchOption| {
        let mut words = option.name.trim_start_matches("own_").split('_');
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
    };
    for (list, kind) in
        [("LISTS", OptionKind::Names), ("WORDS", OptionKind::Name), ("FLAGS", OptionKind::Flag)]
    {
        let options = SearchOption::ALL.iter().filter(|option| option.kind == kind);
        let names: Vec<_> = options.map(|option| format!("\"{}\"", name(option))).collect();
        let start = format!("const {list} = [");
        assert_written_part(
            "crates/js/library.js",
            [&start, "];"],
            &(start.clone() + &names.join(", ")),
        );
    }
}
