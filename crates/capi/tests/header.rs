//! Compares the header with the Rust code: each function with its types and parameter names, each structure with
//! its members in order, and each number.
//!
//! Members of the same types in the same order have the same layout in C and in `repr(C)`. Both sides are formatted
//! in a known way, so the tests split the text instead of parsing it.

use std::collections::BTreeMap;
use std::fs;

use crate::{header_path, root};

/// Returns the header without comments.
fn header() -> String {
    let text = fs::read_to_string(header_path()).expect("the header exists");
    let mut code = String::new();
    let mut rest = text.as_str();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").expect("each comment is closed").1;
    }
    code + rest
}

/// Returns the Rust code of the C ABI without comments and tests.
fn code() -> String {
    let folder = fs::read_dir(root().join("crates/capi/src")).expect("the folder exists");
    let mut code = String::new();
    for entry in folder {
        let path = entry.expect("the folder is readable").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("source files are UTF-8");
            let text = text.split("#[cfg(test)]").next().expect("split returns at least one item");
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            lines.for_each(|line| code.extend([line, "\n"]));
        }
    }
    code
}

/// Collapses whitespace to single spaces, and removes it next to punctuation.
fn squeezed(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    ["(", ")", "*", ",", ";", "{", "}"].iter().fold(words, |words, mark| {
        words.replace(&format!(" {mark}"), mark).replace(&format!("{mark} "), mark)
    })
}

/// Converts a Rust type and a name to a C declaration. A type such as `*const *mut T` is read from the inside.
fn declared(name: &str, kind: &str) -> String {
    let kind = kind.trim();
    if let Some(kind) = kind.strip_prefix("*mut ") {
        return declared(&format!("*{name}"), kind);
    }
    if let Some(kind) = kind.strip_prefix("*const ") {
        assert!(!kind.starts_with('*'), "a pointer to a const pointer: {kind}");
        return format!("const {}", declared(&format!("*{name}"), kind));
    }
    let kind = match kind {
        "u32" => "uint32_t",
        "u16" => "uint16_t",
        "i32" => "int32_t",
        "usize" => "size_t",
        "c_char" => "char",
        "bool" => "bool",
        "c_void" | "()" => "void",
        kind if kind.starts_with("urlsift_") => kind,
        kind => panic!("{kind} has no C type"),
    };
    squeezed(&format!("{kind} {name}"))
}

/// Returns the exported functions of the Rust code as C declarations.
fn functions_of_the_code() -> Vec<String> {
    let code = code();
    let mut functions = Vec::new();
    for exported in code.split("#[unsafe(no_mangle)]").skip(1) {
        let head = exported.split('{').next().expect("a function has a body");
        let head = head.trim().trim_start_matches("pub ").trim_start_matches("unsafe ");
        let head =
            head.strip_prefix("extern \"C\" fn ").expect("exported functions are extern \"C\"");
        let (name, rest) = head.split_once('(').expect("a function has parameters");
        let (parameters, result) = rest.rsplit_once(')').expect("the parameter list is closed");
        let parameters = parameters.split(',').map(str::trim).filter(|it| !it.is_empty());
        let parameters = parameters.map(|parameter| {
            let (name, kind) = parameter.split_once(':').expect("a parameter has a type");
            declared(name, kind)
        });
        let parameters = parameters.collect::<Vec<_>>().join(",");
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters };
        let result = result.trim().strip_prefix("->").unwrap_or("()");
        functions.push(squeezed(&format!("{}({parameters})", declared(name, result))));
    }
    functions.sort();
    functions
}

fn functions_of_the_header() -> Vec<String> {
    let header = header();
    let code = |line: &&str| !line.starts_with('#') && !line.starts_with("extern");
    let header = header.lines().filter(code).collect::<Vec<_>>().join("\n");
    let is_function = |it: &&str| it.contains('(') && !it.trim_start().starts_with("typedef");
    let statements = header.split(';').filter(is_function);
    let mut functions: Vec<String> = statements.map(squeezed).collect();
    functions.sort();
    functions
}

#[test]
fn every_function_is_in_the_header_and_the_code() {
    let functions = functions_of_the_code();
    assert!(functions.len() >= 30, "only {} functions", functions.len());
    assert_eq!(functions, functions_of_the_header());
}

/// The type of the caller's function, which is not a function of the library.
#[test]
fn the_type_of_a_callback_is_in_the_header_and_the_code() {
    let code = code();
    let (_, kind) = code.split_once("pub type urlsift_decode = Option<").expect("it is there");
    let (parameters, result) =
        kind.split_once("fn(").and_then(|it| it.1.split_once(") -> ")).expect("a function");
    let parameters = parameters.split(',').filter_map(|it| it.split_once(':'));
    let parameters = parameters.map(|(name, kind)| declared(name.trim(), kind));
    let parameters = parameters.collect::<Vec<_>>().join(",");
    let result = result.split(',').next().expect("split returns at least one item");
    let expected = squeezed(&format!("{}({parameters})", declared("(*urlsift_decode)", result)));
    let header = squeezed(&header());
    assert!(header.contains(&format!("typedef {expected};")), "{expected}");
}

/// Structures by name, with their members as C declarations.
type Structures = BTreeMap<String, Vec<String>>;

fn structures_of_the_code() -> Structures {
    let code = code();
    let mut structures = Structures::new();
    for structure in code.split("#[repr(C)]").skip(1) {
        let structure =
            structure.split_once("pub struct ").expect("repr(C) is on structures only").1;
        let (name, rest) = structure.split_once('{').expect("each structure has members");
        let members = rest.split_once('}').expect("each structure is closed").0;
        let members = members.split(',').map(str::trim).filter(|it| !it.is_empty());
        let members = members.map(|member| {
            let (name, kind) = member.split_once(':').expect("a member has a type");
            declared(name.trim_start_matches("pub "), kind)
        });
        structures.insert(name.trim().to_owned(), members.collect());
    }
    structures
}

fn structures_of_the_header() -> Structures {
    let header = header();
    let mut structures = Structures::new();
    for structure in header.split("typedef struct ").skip(1) {
        let before_brace = structure.split(['{', ';']).next().expect("each declaration has a name");
        let name = before_brace.trim();
        let Some((_, rest)) = structure.split_once('{').filter(|(head, _)| !head.contains(';'))
        else {
            // A handle: its structure is opaque.
            assert_eq!(before_brace.split(' ').next(), before_brace.split(' ').nth(1), "{name}");
            continue;
        };
        let (members, end) = rest.split_once('}').expect("each structure is closed");
        assert_eq!(end.split(';').next().map(str::trim), Some(name));
        let members = members.split(';').map(squeezed).filter(|it| !it.is_empty());
        structures.insert(name.to_owned(), members.collect());
    }
    structures
}

#[test]
fn every_structure_is_in_the_header_and_the_code() {
    let structures = structures_of_the_code();
    assert!(structures.len() >= 10, "only {} structures", structures.len());
    assert_eq!(structures, structures_of_the_header());
}

/// Returns the constants of the header that are not negative, by name.
pub(crate) fn numbers() -> BTreeMap<String, u64> {
    let numbers = all_numbers(&header(), "#define ", ' ').into_iter();
    numbers.filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect()
}

/// Returns the names and values in lines that begin with `word`. Values are as spelled, without a `u` suffix.
fn all_numbers(code: &str, word: &str, mark: char) -> BTreeMap<String, String> {
    let lines = code.lines().filter_map(|line| line.trim().strip_prefix(word));
    let numbers = lines.filter_map(|line| {
        let (name, value) = line.split_once(mark)?;
        let value = value.rsplit('=').next()?.trim().trim_end_matches(['u', ';']);
        let is_value = !value.is_empty() && !value.starts_with('{');
        (name.starts_with("URLSIFT_") && is_value).then(|| (name.to_owned(), value.to_owned()))
    });
    numbers.collect()
}

/// Each number that is a constant of the code. The numbers of values with names are tested in `src/number.rs`.
#[test]
fn every_constant_of_the_code_is_in_the_header() {
    let mut code = all_numbers(&code(), "pub const ", ':');
    assert_eq!(
        code.insert("URLSIFT_NOWHERE".into(), "SIZE_MAX".into()).as_deref(),
        Some("usize::MAX")
    );
    assert!(code.len() > 20, "only {} numbers", code.len());
    let header = all_numbers(&header(), "#define ", ' ');
    for number in code {
        assert_eq!(header.get(&number.0), Some(&number.1), "{}", number.0);
    }
}

/// The header declares exactly the handles of the Rust code.
#[test]
fn every_handle_is_in_the_header_and_the_code() {
    let header = header();
    for handle in ["extractor", "iter", "feed", "found", "segments"] {
        let line = format!("typedef struct urlsift_{handle} urlsift_{handle};");
        assert!(header.contains(&line), "{handle}");
        assert!(code().contains(&format!("pub struct urlsift_{handle}")), "{handle}");
    }
    assert_eq!(header.matches("typedef struct urlsift_").count(), 12 + 5);
}

/// The C ABI uses the facade only.
#[test]
fn the_c_abi_uses_the_facade_only() {
    let code = code();
    for word in [
        "urlsift_scanner",
        "urlsift_rejoiner",
        "urlsift_validator",
        "archive",
        "std::fs",
        "std::io",
        "std::env",
        "std::process",
    ] {
        assert!(!code.contains(word), "{word}");
    }
}

/// Each `unsafe` block has a comment that says why it is sound.
#[test]
fn every_unsafe_block_says_why() {
    let folder = fs::read_dir(root().join("crates/capi/src")).expect("the folder exists");
    let mut count = 0;
    for path in folder.map(|entry| entry.expect("the folder is readable").path()) {
        let text = fs::read_to_string(&path).expect("source files are UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            if path.extension().is_some_and(|it| it == "rs") && line.contains("unsafe {") {
                count += 1;
                let above = &lines[i.saturating_sub(4)..i];
                let says = above.iter().any(|line| line.trim().starts_with("// SAFETY: "));
                assert!(says, "{}: {line}", path.display());
            }
        }
    }
    assert!(count > 20, "only {count} blocks: were the files found?");
}
