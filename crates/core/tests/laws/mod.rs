//! The laws of `crates/README.md` that the source code shows: which code may use which, without cycles.

mod modules;
mod public_names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::repository::root;

/// Words that the sources of a folder or file must not contain.
const FORBIDDEN: &[(&str, &[&str])] = &[
    // The three libraries use neither each other nor the facade.
    ("crates/scanner", &["urlsift_rejoiner", "urlsift_validator", "urlsift::"]),
    ("crates/rejoiner", &["urlsift_scanner", "urlsift_validator", "urlsift::"]),
    ("crates/validator", &["urlsift_scanner", "urlsift_rejoiner", "urlsift::"]),
    // Only the facade uses the three.
    ("crates/archive/src", STEPS),
    ("crates/capi/src", STEPS),
    // The facade does no I/O.
    ("crates/core/src", &["std::fs", "std::io", "std::process"]),
    ("crates/core/src/extract", &["std::"]),
    // Mail does not search for URLs, and uses nothing that comes after it.
    (
        "crates/archive/src/mail",
        &["Extractor", "Found", "crate::cut", "crate::item", "crate::rows", "std::fs", "std::io"],
    ),
    // A selection is made before rows are.
    ("crates/archive/src/select", &["crate::rows", "std::fs", "std::io"]),
    // Cutting and searching do no I/O, and do not use rows. Cutting does not search.
    ("crates/archive/src/cut", &["crate::item", "crate::rows", "std::fs", "std::io"]),
    ("crates/archive/src/item.rs", &["crate::rows", "std::fs", "std::io"]),
    ("crates/archive/src/item", &["crate::rows", "std::fs", "std::io"]),
    // A proposal is made before it is judged, and a judgement does not depend on how its reading was proposed. The
    // decision uses both, and is used by the choice.
    (
        "crates/core/src/extract/propose",
        &["urlsift_validator", "extract::judge", "extract::decide", "extract::choose"],
    ),
    ("crates/core/src/extract/judge", &["extract::propose", "extract::decide", "extract::choose"]),
    (
        "crates/core/src/extract/judge.rs",
        &["extract::propose", "extract::decide", "extract::choose"],
    ),
    ("crates/core/src/extract/decide.rs", &["extract::choose"]),
    // The forms to open and to show depend on the URL alone.
    ("crates/core/src/url/href.rs", URLS),
    ("crates/core/src/url/display.rs", URLS),
    ("crates/core/src/url/punycode.rs", URLS),
    ("crates/core/src/url/readable_host.rs", URLS),
    ("crates/core/src/url/notes.rs", URLS),
    // Evidence, decoding and notes use no readings.
    ("crates/core/src/seen.rs", &["urlsift_rejoiner"]),
    ("crates/core/src/decode.rs", &["urlsift_rejoiner"]),
    ("crates/core/src/note.rs", &["urlsift_rejoiner"]),
    // A row computes nothing that another step needs.
    ("crates/archive/src/rows.rs", &["urlsift::extract", "std::fs", "std::io"]),
    // Formats use rows, and not the steps that made them.
    (
        "crates/cli/src/output",
        &["urlsift_archive::mail", "urlsift_archive::item", "urlsift::extract", "std::fs"],
    ),
    // Any caller may read files. Only the program prints.
    ("crates/archive/src/files", PROGRAM),
    ("crates/archive/src/run", PROGRAM),
    ("crates/archive/src/plan", PROGRAM),
    ("crates/archive/src/rows/record_batch", PROGRAM),
    // The report uses rows too, and does no I/O.
    (
        "crates/cli/src/report/figures",
        &["urlsift_archive::item", "urlsift::extract", "std::fs", "std::io"],
    ),
];

/// The three libraries.
const STEPS: &[&str] = &["urlsift_scanner", "urlsift_rejoiner", "urlsift_validator"];

/// Words of a program, which the library must not contain.
const PROGRAM: &[&str] = &["eprint", "process::exit"];

/// Words that code on a single URL must not contain: it does not find URLs.
const URLS: &[&str] =
    &["crate::extract", "crate::found", "urlsift_scanner", "urlsift_rejoiner", "std::"];

/// The files that may use scanner, rejoiner and validator together (law 2): the extractor, which holds their options,
/// the type that carries the choice, and the root, which exports both.
const MEETING_PLACES: &[&str] =
    &["crates/core/src/extract/extractor.rs", "crates/core/src/found.rs", "crates/core/src/lib.rs"];

/// Returns the path of `file` from the root, with slashes on every system.
fn name(file: &Path) -> String {
    let name = file.strip_prefix(root()).expect("it is below the root").display().to_string();
    if cfg!(windows) { name.replace('\\', "/") } else { name }
}

/// Returns the Rust files in `path`, a folder or a file.
fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the lines of code in `path`, without comments, which may mention any crate.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a source file is text");
    let code = |line: &&str| !line.trim_start().starts_with("//");
    let mut in_block = false;
    let lines = text.lines().filter(code).filter(|line| {
        // The crates' roots have their documentation in one block comment.
        let starts = line.starts_with("/*!");
        let ends = line.starts_with("*/");
        let inside = in_block || starts;
        in_block = (in_block || starts) && !ends;
        !inside
    });
    lines.map(str::to_owned).collect()
}

#[test]
fn folders_use_only_what_they_may() {
    for (place, words) in FORBIDDEN {
        for file in sources(&root().join(place)) {
            for line in code(&file) {
                for word in *words {
                    assert!(!line.contains(word), "{}: {line}", file.display());
                }
                // A grouped `use` would hide a word from the search above.
                // Names of types hide no module of the library from the program.
                let grouped =
                    line.split_once("urlsift::{").or(line.split_once("urlsift_archive::{"));
                let grouped = grouped.map_or("", |(_, names)| names);
                let has_module =
                    grouped.split(", ").any(|name| name.starts_with(char::is_lowercase));
                let is_of = |package: &str| place.starts_with(package);
                let is_grouped = is_of("crates/cli") && has_module
                    || (is_of("crates/core") || is_of("crates/archive"))
                        && line.contains("crate::{");
                assert!(!is_grouped, "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn only_the_facade_uses_all_three_libraries() {
    for file in sources(&root().join("crates/core")) {
        let name = name(&file);
        if name.starts_with("crates/core/tests") || MEETING_PLACES.contains(&&*name) {
            continue;
        }
        let code = code(&file).join("\n");
        let known = STEPS.iter().filter(|name| code.contains(**name)).count();
        assert!(known < 3, "{name} uses all three libraries");
    }
}

#[test]
fn the_libraries_depend_on_no_other_crate_of_the_workspace() {
    for name in ["scanner", "rejoiner", "validator"] {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("the manifest is there");
        let manifest: toml::Table = toml::from_str(&manifest).expect("a manifest is TOML");
        // A library without features needs no std.
        let std = toml::Value::from(vec!["std"]);
        let features = manifest.get("features").map(|features| &features["default"]);
        assert_eq!(features, (name == "scanner").then_some(&std), "{name}");
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(table) = manifest.get(table).and_then(toml::Value::as_table) else { continue };
            assert!(table.keys().all(|name| !name.starts_with("urlsift")), "{name}: {table:?}");
        }
        let lib = root().join("crates").join(name).join("src/lib.rs");
        let lib = fs::read_to_string(lib).expect("the crate has a root");
        assert!(lib.contains("#![no_std]"), "{name}");
        assert!(lib.contains("#![forbid(unsafe_code)]"), "{name}");
    }
}

/// `unsafe` is denied except in the C ABI, in the fuzz target that calls it, in the allocators of `no_std` and of the
/// fuzz targets, in the interface between WebAssembly and JavaScript, and where Python passes columns of Arrow.
#[test]
fn unsafe_is_allowed_in_the_c_abi_alone() {
    let allow = ["allow(", "unsafe_code)"].concat();
    let mut allowed = Vec::new();
    for file in sources(&root().join("crates")) {
        let name = name(&file);
        let count = code(&file).iter().filter(|line| line.contains(&allow)).count();
        allowed.extend(std::iter::repeat_n(name, count));
    }
    allowed.sort();
    let expected = [
        "crates/capi/src/lib.rs",
        "crates/fuzz/fuzz_targets/capi.rs",
        "crates/fuzz/src/memory.rs",
        "crates/js/idna/src/lib.rs",
        "crates/js/src/lib.rs",
        "crates/no_std/src/lib.rs",
        "crates/python/src/arrow_texts.rs",
    ];
    assert_eq!(allowed, expected);
}

/// Law 9: the scanner recognises every scheme that the validator judges.
#[test]
fn every_scheme_with_a_grammar_can_be_recognised() {
    let mut count = 0;
    for grammar in urlsift::verdict::Grammar::ALL {
        for scheme in grammar.schemes() {
            assert!(urlsift_scanner::Scheme::find(scheme.as_bytes()).is_some(), "{scheme}");
            count += 1;
        }
    }
    assert!(count >= 10, "RFC 1738 alone has ten");
}

/// The root file of each crate.
const CRATE_ROOTS: &[&str] = &[
    "crates/scanner/src/lib.rs",
    "crates/rejoiner/src/lib.rs",
    "crates/validator/src/lib.rs",
    "crates/core/src/lib.rs",
    "crates/capi/src/lib.rs",
    "crates/archive/src/lib.rs",
    "crates/cli/src/lib.rs",
];

/// A file can be read before all that import it. Names are imported from the module that defines them: a module that
/// exports its children's names imports the children, so a child that uses these exports is in a cycle.
#[test]
fn files_do_not_import_one_another_in_a_cycle() {
    for crate_root in CRATE_ROOTS {
        let modules = modules::read_crate(&root().join(crate_root));
        assert!(modules.len() > 5, "{crate_root}: were the files found?");
        let imports = modules.values().map(|module| module.imports.len()).sum::<usize>();
        assert!(imports >= modules.len(), "{crate_root}: {imports} imports are too few");
        if let Some(cycle) = modules::find_cycle(&modules::imports(&modules)) {
            let files = cycle.iter().map(|path| modules[path].file.display().to_string());
            panic!("a cycle of imports:\n{}", files.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// Folders have an order too: in each folder, files and subfolders import one another in one direction. So a reader may
/// take them one by one.
#[test]
fn folders_do_not_import_one_another_in_a_cycle() {
    for crate_root in CRATE_ROOTS {
        let modules = modules::read_crate(&root().join(crate_root));
        for (folder, rooms) in modules::rooms(&modules) {
            if let Some(cycle) = modules::find_cycle(&rooms) {
                panic!("{crate_root}: a cycle in `{}`: {cycle:?}", folder.join("/"));
            }
        }
    }
}

/// Each file is compiled: a crate's root, or declared by the module that contains it. The tests of a file that nothing
/// declares would not run.
#[test]
fn every_file_is_in_a_crate() {
    for package in ["scanner", "rejoiner", "validator", "core", "capi", "archive", "cli"] {
        let package = root().join("crates").join(package);
        let manifest = fs::read_to_string(package.join("Cargo.toml")).expect("it is a package");
        for folder in ["src", "tests"].map(|folder| package.join(folder)) {
            // Cargo itself finds the tests of packages without `autotests = false`.
            if folder.ends_with("tests") && !manifest.contains("autotests = false") {
                continue;
            }
            for file in sources(&folder) {
                let path = file.strip_prefix(&package).expect("it is in the package");
                let path = path.display().to_string().replace('\\', "/");
                let is_root = ["src/lib.rs", "src/main.rs"].contains(&&*path)
                    || manifest.contains(&format!("path = \"{path}\""));
                assert!(is_root || is_declared(&file), "{}: no module declares it", name(&file));
            }
        }
    }
}

/// Reports whether the module that contains the one in `file` declares it.
fn is_declared(file: &Path) -> bool {
    let module = if file.ends_with("mod.rs") { file.parent() } else { Some(file) };
    let module = module.expect("a file is in a folder");
    let folder = module.parent().expect("a file is in a folder");
    let stem = module.file_stem().expect("a module has a name").to_string_lossy();
    let declaration = format!("mod {stem};");
    let parents = ["lib.rs", "main.rs", "mod.rs"].map(|name| folder.join(name));
    parents.iter().chain([&folder.with_extension("rs")]).any(|parent| {
        fs::read_to_string(parent)
            .is_ok_and(|text| text.lines().any(|line| line.ends_with(&declaration)))
    })
}

/// A type name means one thing in the workspace.
#[test]
fn a_type_name_has_one_meaning() {
    let mut files = BTreeMap::<String, Vec<String>>::new();
    for crate_root in CRATE_ROOTS {
        for module in modules::read_crate(&root().join(crate_root)).into_values() {
            let file = name(&module.file);
            // A file may define a type twice, for two sets of features.
            for name in BTreeSet::from_iter(module.types) {
                files.entry(name).or_default().push(file.clone());
            }
        }
    }
    assert!(files.len() > 300, "{} types are too few: were the files found?", files.len());
    let doubled = files.iter().filter(|(_, files)| files.len() > 1);
    let doubled = doubled.map(|(name, files)| format!("{name}: {}", files.join(", ")));
    let doubled = doubled.collect::<Vec<_>>();
    assert!(doubled.is_empty(), "defined twice:\n{}", doubled.join("\n"));
}

/// The code map leads to the files that it names.
#[test]
fn the_code_map_names_files_that_exist() {
    let map = fs::read_to_string(root().join("crates/README.md")).expect("the code map is there");
    let names = map.split('`').skip(1).step_by(2).filter(|name| name.contains('/'));
    let names =
        names.filter(|name| !name.starts_with(".ci") && !name.contains('\n')).collect::<Vec<_>>();
    assert!(names.len() > 40, "{names:?} are too few: were they found?");
    for name in names {
        assert!(root().join("crates").join(name).exists(), "{name}");
    }
}

/// Code and corpus cite rules by number. RULES.md has each of them.
#[test]
fn every_rule_that_is_cited_is_there() {
    let rules = fs::read_to_string(root().join("crates/RULES.md")).expect("the rules are there");
    let is_there = |name: &str| rules.contains(&format!("- **{name}** "));
    let mut count = 0;
    let corpus = fs::read_dir(root().join("corpus")).expect("the corpus is there");
    let corpus = corpus.map(|entry| entry.expect("the folder can be read").path());
    let tables = corpus.filter(|path| path.extension().is_some_and(|it| it == "toml"));
    for file in sources(&root().join("crates")).into_iter().chain(tables) {
        let text = fs::read_to_string(&file).expect("a source file is text");
        let comments = text.lines().filter_map(|line| {
            let line = line.trim_start();
            let is_rules = line.starts_with("rules = ");
            (is_rules || line.starts_with("//") || line.starts_with('#')).then_some(line)
        });
        for word in comments.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())) {
            let (letter, number) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            let is_rule = ["W", "J", "V", "A"].contains(&letter)
                && (1..=2).contains(&number.len())
                && number.bytes().all(|byte| byte.is_ascii_digit());
            if is_rule {
                count += 1;
                assert!(is_there(word), "{}: {word}", file.display());
            }
        }
    }
    assert!(count > 300, "{count} citations are too few: were the files found?");
}
