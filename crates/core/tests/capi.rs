//! The C ABI, from outside: the header and the code say the same, and programs in C and C++ give the answers
//! that the library gives in Rust.
//!
//! It builds the library as a C program has it and compiles the programs of `capi/` against it. What the
//! machine lacks (a C++ compiler, valgrind) is named and passed over, unless `URLSIFT_CAPI_ALL` is
//! set, as where everything has to be there.

#[path = "capi/cases.rs"]
mod cases;
#[path = "capi/header.rs"]
mod header;
#[path = "capi/library.rs"]
mod library;
#[path = "capi/told.rs"]
mod told;

use std::path::{Path, PathBuf};
use std::process::Command;

use cases::Case;
use library::{Checked, compile, library};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The standard output of `command`, which must end well and say nothing else.
fn output(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    assert_eq!(errors, "", "{command:?}");
    output.stdout
}

/// Where a program says something else than the library in Rust, the case and the line.
fn assert_same(program: &str, cases: &[Case], answers: &[u8]) {
    let expected: Vec<Vec<u8>> = cases.iter().enumerate().map(|(i, case)| case.told(i)).collect();
    if expected.concat() == answers {
        return;
    }
    let answers = String::from_utf8_lossy(answers);
    let mut answers = answers.split_inclusive('\n');
    for (case, expected) in cases.iter().zip(&expected) {
        for line in String::from_utf8_lossy(expected).split_inclusive('\n') {
            let got = answers.next().unwrap_or("nothing more");
            assert_eq!(line, got, "{program} on {case:?}");
        }
    }
    panic!("{program} has more to say: {:?}", answers.next());
}

fn answers(program: &Path, run: Checked, cases: &[Case], name: &str) -> Vec<u8> {
    let path = library().folder.join(format!("{name}.cases"));
    std::fs::write(&path, Case::file(cases)).expect("the target folder can be written to");
    output(run.command(program).arg(path))
}

/// The labelled texts of the corpus, in all their variants and encodings, give the same in Rust, C and C++.
#[test]
fn the_corpus_in_c_and_c_plus_plus() {
    let cases = cases::corpus(cases::Variants::All);
    assert!(cases.len() > 3000, "{} cases are too few: was the corpus found?", cases.len());
    for source in ["answers.c", "answers.cpp"] {
        let Some(program) = compile(source, Checked::Plain) else { continue };
        let name = source.replace('.', "-");
        assert_same(source, &cases, &answers(&program, Checked::Plain, &cases, &name));
    }
}

/// The same under `AddressSanitizer` and valgrind, with fewer variants.
#[test]
fn the_corpus_with_memory_watched() {
    let cases = cases::corpus(cases::Variants::Few);
    for run in [Checked::Sanitized, Checked::Valgrind] {
        for source in ["answers.c", "answers.cpp"] {
            let Some(program) = compile(source, run) else { continue };
            let name = format!("{}-{run:?}", source.replace('.', "-"));
            assert_same(source, &cases, &answers(&program, run, &cases, &name));
        }
    }
}

/// What is wrong, in another order, or on many threads at once.
#[test]
fn hostile_use() {
    for run in [Checked::Plain, Checked::Sanitized, Checked::Valgrind] {
        let Some(program) = compile("hostile.c", run) else { continue };
        assert_eq!(output(&mut run.command(&program)), b"", "{run:?}");
    }
}

/// The cases of other programs, where they are there: through text, bytes, UTF-16 and C alike.
#[test]
fn the_cases_of_others() {
    let path = root().join("../shared/cases/open.jsonl"); // if it exists
    let Some(cases) = cases::open(&path) else {
        eprintln!("not tested: there is no cases/open.jsonl beside the repository");
        return;
    };
    assert!(cases.len() > 1000, "{} cases are too few", cases.len());
    for source in ["answers.c", "answers.cpp"] {
        let Some(program) = compile(source, Checked::Plain) else { continue };
        let name = format!("open-{}", source.replace('.', "-"));
        assert_same(source, &cases, &answers(&program, Checked::Plain, &cases, &name));
    }
}

/// The program in the header's first comment is one.
#[test]
fn the_example_of_the_header_runs() {
    let header = std::fs::read_to_string(header_path()).expect("the header is there");
    let comment = header.split("*/").next().expect("it begins with a comment");
    let lines = comment.lines().map(|line| line.strip_prefix(" *").unwrap_or(line));
    let code: Vec<&str> = lines.filter_map(|line| line.strip_prefix("     ")).collect();
    assert_eq!(code.first(), Some(&"#include <urlsift.h>"));
    let path = library().folder.join("of-the-header.c");
    // The blank lines between do not matter.
    std::fs::write(&path, code.join("\n") + "\n").expect("the target folder can be written to");
    let source = path.to_str().expect("the target folder's name is text");
    let Some(program) = compile(source, Checked::Plain) else { return };
    assert_eq!(output(&mut Command::new(program)), b"http://example.org/a/b.html\n");
}

/// Bodies and what the example makes of them: no text becomes a tag, an attribute or a link that it is not.
const PAGES: &[(&[u8], &str)] = &[
    (b"", ""),
    (
        b"see <http://a.example/\n> b>.",
        "see &lt;<a href=\"http://a.example/b\" title=\"http://a.example/b\">http://a.example/</a>\n\
        &gt; <a href=\"http://a.example/b\" title=\"http://a.example/b\">b</a>&gt;.",
    ),
    (b"<a href=\"x\">y</a> & 'z'", "&lt;a href=&quot;x&quot;&gt;y&lt;/a&gt; &amp; &#39;z&#39;"),
    (b"</pre><script>alert(1)</script>", "&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
    (
        b"javascript:alert(1) <URL:javascript:alert(2)> JavaScript://%0aalert(3)",
        "javascript:alert(1) &lt;URL:javascript:alert(2)&gt; JavaScript://%0aalert(3)",
    ),
    (
        b"\"HTTP://a.example/\" onmouseover=\"alert(1)\"",
        "&quot;<a href=\"HTTP://a.example/\" title=\"HTTP://a.example/\">HTTP://a.example/</a>&quot; \
        onmouseover=&quot;alert(1)&quot;",
    ),
    (
        b"http://a.example/'onmouseover='x",
        "<a href=\"http://a.example/&#39;onmouseover=&#39;x\" \
        title=\"http://a.example/&#39;onmouseover=&#39;x\">http://a.example/&#39;onmouseover=&#39;x</a>",
    ),
    (
        b"<http://a.example/&quot;onclick=x>",
        "&lt;<a href=\"http://a.example/&amp;quot;onclick=x\" \
        title=\"http://a.example/&amp;quot;onclick=x\">http://a.example/&amp;quot;onclick=x</a>&gt;",
    ),
    (
        b"http://www.bank.example@evil.example/",
        "<a class=\"danger\" href=\"http://www.bank.example@evil.example/\" \
        title=\"http://www.bank.example@evil.example/&#10;the scheme allows no user&#10;\
        the user looks like a host, and the host comes after it\">\
        http://www.bank.example@evil.example/</a>",
    ),
    (
        b"<http://a.example/\xE2\x80\xAEgpj.exe>",
        "&lt;<a class=\"danger\" href=\"http://a.example/%E2%80%AEgpj.exe\" \
        title=\"http://a.example/%E2%80%AEgpj.exe&#10;\
        a character is not seen, or turns the direction of others\">\
        http://a.example/&#xFFFD;gpj.exe</a>&gt;",
    ),
    (b"<http://a^b.example/>", "&lt;http://a^b.example/&gt;"),
    // What is no UTF-8: too long, half of a pair, beyond the last, alone, cut off.
    (
        b"\0\x1B[m \xC0\xAF \xED\xA0\x80 \xF4\x90\x80\x80 \x80 \xFF \xC3",
        "&#xFFFD;&#xFFFD;[m &#xFFFD;&#xFFFD; &#xFFFD;&#xFFFD;&#xFFFD; \
        &#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD; &#xFFFD; &#xFFFD; &#xFFFD;",
    ),
    // Not seen either, but for two blanks that honest texts have.
    (
        "\u{ad}\u{34f}\u{3164}\u{2800}\u{fe0f}\u{fffc} \u{a0}\u{3000}.".as_bytes(),
        "&#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD; \u{a0}\u{3000}.",
    ),
    ("é 例\r\n\t\u{1f4a9}".as_bytes(), "é 例\r\n\t\u{1f4a9}"),
];

#[test]
fn the_example_escapes_what_is_hostile() {
    for run in [Checked::Plain, Checked::Sanitized, Checked::Valgrind] {
        let Some(program) = compile("../../examples/body-to-html.c", run) else { continue };
        for (i, (body, page)) in PAGES.iter().enumerate() {
            // One under valgrind takes a second.
            if run == Checked::Valgrind && i % 4 != 1 {
                continue;
            }
            let path = library().folder.join(format!("body-{run:?}.txt"));
            std::fs::write(&path, body).expect("the target folder can be written to");
            let made = output(run.command(&program).arg(&path));
            let made = String::from_utf8(made).expect("the page is UTF-8");
            let inner =
                made.split_once("<pre>").and_then(|(_, rest)| rest.strip_suffix("</pre>\n"));
            assert_eq!(inner, Some(*page), "{run:?}, {}", body.escape_ascii());
        }
    }
}

/// The header as it is found by who embeds it.
fn header_path() -> PathBuf {
    root().join("crates/core/capi/urlsift.h")
}
