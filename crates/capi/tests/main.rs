//! Tests of the C ABI from outside.
//!
//! `header.rs` compares `urlsift.h` with the Rust code. The other tests build the library as a C program links it,
//! compile the programs in this folder against it, and compare their output with the answers of the Rust API.
//!
//! A test that needs a missing tool (a C++ compiler, valgrind) prints its name and is skipped. If
//! `URLSIFT_CAPI_ALL` is set, it fails instead.

mod cases;
mod expected;
mod header;
mod library;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use cases::Case;
use library::{Checked, compile, library};

fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("packages are two folders below the root")
}

/// Runs `command` and returns its standard output. It must succeed and print nothing to standard error.
fn output(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    assert_eq!(errors, "", "{command:?}");
    output.stdout
}

/// Prints that the current test, or a part of it, is skipped.
///
/// Cargo hides what a passing test prints with `eprintln!`, so this writes to standard error directly.
fn report_skipped(reason: &str) {
    // libtest names the thread of a test after the test.
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(io::stderr(), "skipped: {test}: {reason}");
}

/// Compares the answers of a program with those of the Rust API, and names the first case and line that differ.
fn assert_same(program: &str, cases: &[Case], answers: &[u8]) {
    let expected: Vec<Vec<u8>> =
        cases.iter().enumerate().map(|(i, case)| case.expected_answers(i)).collect();
    if expected.concat() == answers {
        return;
    }
    let answers = String::from_utf8_lossy(answers);
    let mut answers = answers.split_inclusive('\n');
    for (case, expected) in cases.iter().zip(&expected) {
        for line in String::from_utf8_lossy(expected).split_inclusive('\n') {
            let got = answers.next().unwrap_or("end of output");
            assert_eq!(line, got, "{program} on {case:?}");
        }
    }
    panic!("{program} prints more than expected: {:?}", answers.next());
}

fn answers(program: &Path, run: Checked, cases: &[Case], name: &str) -> Vec<u8> {
    let path = library().folder.join(format!("{name}.cases"));
    std::fs::write(&path, Case::file(cases)).expect("the target folder is writable");
    output(run.command(program).arg(path))
}

/// Labelled texts of the corpus, in all variants and encodings, have the same answers in Rust, C and C++.
#[test]
fn the_corpus_has_the_same_answers_in_c_and_cpp() {
    let cases = cases::corpus(cases::Variants::All);
    assert!(cases.len() > 3000, "only {} cases: was the corpus found?", cases.len());
    for source in ["answers.c", "answers.cpp"] {
        let Some(program) = compile(source, Checked::Plain) else { continue };
        let name = source.replace('.', "-");
        assert_same(source, &cases, &answers(&program, Checked::Plain, &cases, &name));
    }
}

/// Like the previous test, under `AddressSanitizer` and valgrind and with fewer variants.
#[test]
fn the_corpus_passes_under_sanitizers_and_valgrind() {
    let cases = cases::corpus(cases::Variants::Few);
    for run in [Checked::Sanitized, Checked::Valgrind] {
        for source in ["answers.c", "answers.cpp"] {
            let Some(program) = compile(source, run) else { continue };
            let name = format!("{}-{run:?}", source.replace('.', "-"));
            assert_same(source, &cases, &answers(&program, run, &cases, &name));
        }
    }
}

/// Invalid arguments, unusual call orders, and many threads at once.
#[test]
fn hostile_use_returns_errors() {
    for run in [Checked::Plain, Checked::Sanitized, Checked::Valgrind] {
        let Some(program) = compile("hostile.c", run) else { continue };
        assert_eq!(output(&mut run.command(&program)), b"", "{run:?}");
    }
}

/// `corpus/notes.tsv` has the notes of C, on a string and on a link.
#[test]
fn the_notes_are_those_of_the_table() {
    let Some(program) = compile("notes.c", Checked::Plain) else { return };
    let table = std::fs::read_to_string(root().join("corpus/notes.tsv")).expect("the table exists");
    let (mut urls, mut expected) = (String::new(), String::new());
    for line in table.lines().filter(|line| line.contains('\t')) {
        let unescape = |text| serde_json::from_str(&format!("\"{text}\"")).expect("it is escaped");
        let columns: Vec<String> = line.split('\t').map(unescape).collect();
        let [url, notes, text, severity] =
            core::array::from_fn(|at| columns.get(at).map_or("", String::as_str));
        urls.extend([url, "\t", text, "\n"]);
        let note = if severity.is_empty() { "" } else { ":text_names_other_host" };
        let lines = ["url ", notes, "\nlink ", notes, "\ntext ", severity, note, "\n"];
        expected.extend(lines.map(str::to_owned));
    }
    let path = library().folder.join("notes.txt");
    std::fs::write(&path, urls).expect("the target folder is writable");
    let answers = output(Command::new(program).arg(path));
    let answers = String::from_utf8(answers).expect("notes are ASCII");
    let shown: Vec<&str> = answers.lines().map(str::trim_end).collect();
    assert_eq!(shown, expected.lines().map(str::trim_end).collect::<Vec<_>>());
    assert!(shown.len() >= 220, "{}", shown.len());
}

/// Runs the cases of `../shared/cases`, if present.
#[test]
fn the_shared_cases_have_the_same_answers() {
    let path = root().join("../shared/cases/open.jsonl");
    let Some(cases) = cases::shared_cases(&path) else {
        report_skipped(&format!("{} is missing", path.display()));
        return;
    };
    assert!(cases.len() > 1000, "only {} cases", cases.len());
    for source in ["answers.c", "answers.cpp"] {
        let Some(program) = compile(source, Checked::Plain) else { continue };
        let name = format!("open-{}", source.replace('.', "-"));
        assert_same(source, &cases, &answers(&program, Checked::Plain, &cases, &name));
    }
}

/// Compiles and runs the program in the first comment of the header.
#[test]
fn the_example_of_the_header_runs() {
    let header = std::fs::read_to_string(header_path()).expect("the header exists");
    let comment = header.split("*/").next().expect("the header begins with a comment");
    let lines = comment.lines().map(|line| line.strip_prefix(" *").unwrap_or(line));
    let code: Vec<&str> = lines.filter_map(|line| line.strip_prefix("     ")).collect();
    assert_eq!(code.first(), Some(&"#include <urlsift.h>"));
    let path = library().folder.join("of-the-header.c");
    // Blank lines of the comment were lost; C does not need them.
    std::fs::write(&path, code.join("\n") + "\n").expect("the target folder is writable");
    let source = path.to_str().expect("the path of the target folder is UTF-8");
    let Some(program) = compile(source, Checked::Plain) else { return };
    assert_eq!(output(&mut Command::new(program)), b"http://example.org/a/b.html\n");
}

/// Bodies and the HTML that the example makes of them, with `REL` for the attribute `rel`. No text may become a tag, an attribute or a wrong link.
const PAGES: &[(&[u8], &str)] = &[
    (b"", ""),
    (
        b"see <http://a.example/\n> b>.",
        "see &lt;<a href=\"http://a.example/b\" REL title=\"http://a.example/b\"><u>http://a.example/</u>\
        <span aria-hidden=\"true\">\n</span><span aria-hidden=\"true\">&gt;</span>\
        <span aria-hidden=\"true\"> </span><u>b</u></a>&gt;.",
    ),
    (
        b"<http://a.example/ b>http://b.example/",
        "&lt;<a href=\"http://a.example/b\" REL title=\"http://a.example/b\"><u>http://a.example/</u>\
        <span aria-hidden=\"true\"> </span><u>b</u></a>&gt;\
        <a href=\"http://b.example/\" REL title=\"http://b.example/\"><u>http://b.example/</u></a>",
    ),
    // A spelling that the URL replaces is underlined too.
    (
        b"<mailto:jim at a.example>",
        "&lt;<a href=\"mailto:jim@a.example\" REL title=\"mailto:jim@a.example\"><u>mailto:jim</u><u> at </u>\
        <u>a.example</u></a>&gt;",
    ),
    (b"<a href=\"x\">y</a> & 'z'", "&lt;a href=&quot;x&quot;&gt;y&lt;/a&gt; &amp; &#39;z&#39;"),
    (b"</pre><script>alert(1)</script>", "&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
    (
        b"javascript:alert(1) <URL:javascript:alert(2)> JavaScript://%0aalert(3)",
        "javascript:alert(1) &lt;URL:<span class=\"danger\" title=\"javascript:alert(2)&#10;\
        a program stands in the URL, and is run where it is opened\"><u>javascript:alert(2)</u></span>&gt; \
        <span class=\"danger\" title=\"JavaScript://%0aalert(3)&#10;an escape hides a control character&#10;\
        a program stands in the URL, and is run where it is opened\"><u>JavaScript://%0aalert(3)</u></span>",
    ),
    (
        b"\"HTTP://a.example/\" onmouseover=\"alert(1)\"",
        "&quot;<a href=\"HTTP://a.example/\" REL title=\"HTTP://a.example/\"><u>HTTP://a.example/</u></a>&quot; \
        onmouseover=&quot;alert(1)&quot;",
    ),
    (
        b"http://a.example/'onmouseover='x",
        "<a href=\"http://a.example/&#39;onmouseover=&#39;x\" REL \
        title=\"http://a.example/&#39;onmouseover=&#39;x\">\
        <u>http://a.example/&#39;onmouseover=&#39;x</u></a>",
    ),
    (
        b"<http://a.example/&quot;onclick=x>",
        "&lt;<a href=\"http://a.example/&amp;quot;onclick=x\" REL \
        title=\"http://a.example/&amp;quot;onclick=x\"><u>http://a.example/&amp;quot;onclick=x</u></a>&gt;",
    ),
    (
        b"http://www.bank.example@evil.example/",
        "<span class=\"danger\" \
        title=\"http://www.bank.example@evil.example/&#10;the scheme allows no user&#10;\
        the user looks like a host, and the host comes after it\">\
        <u>http://www.bank.example@evil.example/</u></span>",
    ),
    (
        b"<http://a.example/\xE2\x80\xAEgpj.exe>",
        "&lt;<span class=\"danger\" \
        title=\"http://a.example/%E2%80%AEgpj.exe&#10;\
        a character is not seen, or turns the direction of others\">\
        <u>http://a.example/&#xFFFD;gpj.exe</u></span>&gt;",
    ),
    (b"<http://a^b.example/>", "&lt;http://a^b.example/&gt;"),
    // Not UTF-8: overlong, a surrogate, beyond U+10FFFF, a lone continuation byte, an invalid byte, cut short.
    (
        b"\0\x1B[m \xC0\xAF \xED\xA0\x80 \xF4\x90\x80\x80 \x80 \xFF \xC3",
        "&#xFFFD;&#xFFFD;[m &#xFFFD;&#xFFFD; &#xFFFD;&#xFFFD;&#xFFFD; \
        &#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD; &#xFFFD; &#xFFFD; &#xFFFD;",
    ),
    // Invisible characters are replaced, but not two kinds of spaces that are common in honest texts.
    (
        "\u{ad}\u{34f}\u{3164}\u{2800}\u{fe0f}\u{fffc} \u{a0}\u{3000}.".as_bytes(),
        "&#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD;&#xFFFD; \u{a0}\u{3000}.",
    ),
    ("é 例\r\n\t\u{1f4a9}".as_bytes(), "é 例\r\n\t\u{1f4a9}"),
];

#[test]
fn the_html_example_escapes_hostile_text() {
    for run in [Checked::Plain, Checked::Sanitized, Checked::Valgrind] {
        let Some(program) = compile("../examples/body-to-html.c", run) else { continue };
        for (i, (body, page)) in PAGES.iter().enumerate() {
            // Each run under valgrind takes a second.
            if run == Checked::Valgrind && i % 4 != 1 {
                continue;
            }
            let path = library().folder.join(format!("body-{run:?}.txt"));
            std::fs::write(&path, body).expect("the target folder is writable");
            let made = output(run.command(&program).arg(&path));
            let made = String::from_utf8(made).expect("the page is UTF-8");
            let inner =
                made.split_once("<pre>").and_then(|(_, rest)| rest.strip_suffix("</pre>\n"));
            let page = page.replace("REL", "rel=\"noreferrer noopener nofollow\"");
            assert_eq!(inner, Some(&*page), "{run:?}, {}", body.escape_ascii());
        }
    }
}

/// A page in which each piece of a URL has the whole URL grows with the square of the body.
#[test]
fn the_html_example_writes_each_url_once() {
    let Some(program) = compile("../examples/body-to-html.c", Checked::Plain) else { return };
    let pieces = |start: &str, piece: &str, count: usize| start.to_owned() + &piece.repeat(count);
    for count in [20, 2_000] {
        for body in [
            pieces("http://a.example/", "\\-", count),
            pieces("<http://a.example/", " a", count) + ">",
            pieces("<http://a.example/", "a\n> ", count) + "b>",
            pieces("<javascript:", " a", count) + ">",
            pieces("", "http://a.example/ ", count),
        ] {
            let path = library().folder.join("pieces.txt");
            std::fs::write(&path, &body).expect("the target folder is writable");
            let page = output(Command::new(&program).arg(&path));
            assert!(page.len() < 200 + 32 * body.len(), "{} of {}", page.len(), body.len());
            let links = body.matches("http:").count();
            let made = String::from_utf8_lossy(&page).matches("<a ").count();
            assert_eq!(made, links, "{}", &body[..20]);
        }
    }
}

/// Bodies, and what the client with `get_uri_part` prints of them: line and column, length of the range, URL to open.
const LINKS: &[(&str, &str)] = &[
    ("", ""),
    (
        "see http://a.example/b, or www.c.example.\n",
        "1:5 18 http://a.example/b\n1:28 13 http://www.c.example\n",
    ),
    ("> <http://a.example/\n> b>.", "1:4 21 http://a.example/b\n"),
    ("\n\n<URL:\n http://a.example/b\n c>", "4:2 21 http://a.example/bc\n"),
    ("\"mailto:jim@a.example\" mailto: at", "1:2 20 mailto:jim@a.example\n"),
    ("<http://a^b.example/> HTTP://a.example/(b).", "1:2 19 -\n1:23 20 HTTP://a.example/(b)\n"),
    ("http:// https://\n ftp:// www. http", ""),
];

#[test]
fn the_example_of_the_gtk_clients_finds_all_forms() {
    for run in [Checked::Plain, Checked::Sanitized, Checked::Valgrind] {
        let Some(program) = compile("../examples/get-uri-part.c", run) else { continue };
        for (i, (body, links)) in LINKS.iter().enumerate() {
            // Each run under valgrind takes a second.
            if run == Checked::Valgrind && i % 4 != 2 {
                continue;
            }
            let path = library().folder.join(format!("links-{run:?}.txt"));
            std::fs::write(&path, body).expect("the target folder is writable");
            let file = std::fs::File::open(&path).expect("it was written");
            let printed = output(run.command(&program).stdin(file));
            assert_eq!(String::from_utf8_lossy(&printed), *links, "{run:?}, {body:?}");
        }
        if run == Checked::Plain {
            // Long texts and long URLs.
            let long = format!("http://a.example/{} ", "b".repeat(20_000)).repeat(100);
            let path = library().folder.join("long-links.txt");
            std::fs::write(&path, &long).expect("the target folder is writable");
            let file = std::fs::File::open(&path).expect("it was written");
            let printed = output(Command::new(&program).stdin(file));
            assert_eq!(String::from_utf8_lossy(&printed).matches(" 20017 http").count(), 100);
        }
    }
}

/// The path of the header.
fn header_path() -> PathBuf {
    root().join("crates/capi/urlsift.h")
}
