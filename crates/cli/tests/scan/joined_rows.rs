//! Tests of URLs without delimiters that go on after a line break (J8): `--join`, the rows, splits, the picker, and
//! segments in UTF-8 and UTF-16.

use std::fs;

use serde_json::{Value, json};
use urlsift::Extractor;
use urlsift::extract::{Join, SegmentKind};

use crate::documents::examples::guide;
use crate::program::{Folder, text, urlsift};
use crate::repository::root;
use crate::splits::{by_splits, sorted};

/// A text with a line break of each grade, and one that ends a URL.
const CORPUS: &str = "corpus/joins.txt";

/// Returns the rows that `urlsift scan` prints with `args` for `stdin`.
fn rows(args: &[&str], stdin: &[u8]) -> Vec<Value> {
    let output = urlsift(&[&["scan", "--format", "jsonl"], args].concat(), stdin);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    let lines = text(&output.stdout).lines();
    lines.map(|line| serde_json::from_str(line).expect("a row is an object")).collect()
}

#[test]
fn each_grade_joins_what_the_better_ones_join() {
    // Columns: arguments, how many of the three URLs that go on are joined.
    let table: &[(&[&str], usize)] = &[
        (&["--join", "never"], 0),
        (&["--join", "certain"], 1),
        (&["--join", "likely"], 2),
        (&[], 2),
        (&["--join", "possible"], 3),
    ];
    let cut = [
        ("34", "http://lists.a.example/archive/", "2001-05/minutes.html"),
        ("146", "http://www.b.example/reports/2001", ".05-12/summary.html"),
        ("301", "http://www.c.example/archive/volume", "7-conclusion-text"),
        ("407", "http://www.d.example/archive/", ""),
    ];
    for (args, joined) in table {
        let output = urlsift(&[&["scan", "-H"], *args, &[CORPUS]].concat(), b"");
        let lines = cut.iter().enumerate().map(|(i, (at, url, rest))| {
            let rest = if i < *joined { rest } else { "" };
            format!("{CORPUS}:{at}:{url}{rest}\n")
        });
        assert_eq!(text(&output.stdout), lines.collect::<String>(), "{args:?}");
        assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)), "{args:?}");
    }
}

#[test]
fn rows_have_the_grade_the_ground_and_the_other_reading() {
    let source = fs::read(root().join(CORPUS)).expect("the text is there");
    // Columns: the URL cut, the rest of it, the line break, the ground, the grade.
    let table = [
        ("http://lists.a.example/archive/", "2001-05/minutes.html", 65, "slash", "certain"),
        ("http://www.b.example/reports/2001", ".05-12/summary.html", 180, "dot", "likely"),
        ("http://www.c.example/archive/volume", "7-conclusion-text", 336, "shape", "possible"),
    ];
    let grades = ["certain", "likely", "possible"];
    for (asked, join) in grades.iter().enumerate() {
        let rows = rows(&["--join", join, CORPUS], b"");
        assert_eq!(rows.len(), 4);
        for (i, (row, (cut, rest, at, ground, grade))) in rows.iter().zip(table).enumerate() {
            let whole = format!("{cut}{rest}");
            let is_joined = i <= asked;
            let (url, other) = if is_joined { (&*whole, cut) } else { (cut, &*whole) };
            let (chosen, why) =
                if is_joined { ("joined", "as the end") } else { ("cut", "joined") };
            assert_eq!(row["url"], url, "{join}");
            assert_eq!(row["joined"], json!(is_joined.then_some(grade)), "{join} {url}");
            let doubt = json!({"kind": "join", "at": at, "chosen": chosen, "ground": ground});
            assert!(row["doubts"].as_array().expect("a list").contains(&doubt), "{join} {row}");
            let reading = json!({"url": other, "why": format!("line break at {at} {why}")});
            assert!(row["readings"].as_array().expect("a list").contains(&reading), "{join} {row}");
            assert_eq!(row["form"], "bare");
            check_places(row, &source);
        }
        let last = &rows[3];
        assert_eq!(
            [&last["joined"], &last["doubts"], &last["readings"]],
            [&json!(null), &json!([]), &json!([])]
        );
    }
}

/// Checks that `start`, `end` and `raw` cover all lines of a row of `source`, and that the pieces are the URL.
fn check_places(row: &Value, source: &[u8]) {
    let number = |value: &Value| {
        usize::try_from(value.as_u64().expect("the field is a number")).expect("it is small")
    };
    let range = |value: &Value| number(&value["start"])..number(&value["end"]);
    assert_eq!(row["raw"], text(&source[range(row)]), "{row}");
    let pieces = row["pieces"].as_array().expect("the field is a list");
    let joined: String = pieces.iter().map(|piece| text(&source[range(piece)])).collect();
    assert_eq!(row["url"], joined, "{row}");
    let places: Vec<_> = pieces.iter().map(range).collect();
    assert_eq!(places[0].start, range(row).start, "{row}");
    assert_eq!(places[places.len() - 1].end, range(row).end, "{row}");
    assert_eq!(pieces.len(), if row["joined"].is_null() { 1 } else { 2 }, "{row}");
}

#[test]
fn never_raises_no_doubt() {
    for row in rows(&["--join", "never", CORPUS], b"") {
        assert_eq!(row["joined"], json!(null));
        // The punctuation at the end of a line is a doubt as ever.
        for doubt in row["doubts"].as_array().expect("the field is a list") {
            assert_eq!(doubt["kind"], "end", "{row}");
        }
    }
}

#[test]
fn csv_has_a_column_for_the_grade() {
    let output = urlsift(&["scan", "--format", "csv", CORPUS], b"");
    let mut records = csv::Reader::from_reader(&*output.stdout);
    let heading = records.headers().expect("there is a heading").clone();
    let at = heading.iter().position(|name| name == "joined").expect("it is a column");
    let grades: Vec<String> =
        records.records().map(|record| record.expect("it is a record")[at].to_owned()).collect();
    assert_eq!(grades, ["certain", "likely", "", ""]);
}

/// A line that shows that the line of a URL is not full.
const WIDE: &str = "A line that is wider than the one of the URL, as most lines of the text are.";

/// The guide's table of grounds has an example for each, and the program gives it that ground and grade.
#[test]
fn every_ground_has_an_example() {
    let page = guide("joins.md");
    let lines = page.lines().skip_while(|line| !line.starts_with("| ground ")).skip(2);
    let mut count = 0;
    for line in lines.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, ground, _, end, next, grade, _] = cells[..] else { panic!("{line}") };
        let prose = if ground == "full_line" { "" } else { "The text of that report is now at " };
        let (prefix, end) = match end.strip_prefix("> …") {
            Some(end) => ("> ", end),
            None => ("", end),
        };
        // A mailer with DelSp=yes puts a space before the line breaks that it inserts.
        let (header, space) = match ground {
            "soft_break" => ("To: a\nContent-Type: text/plain; format=flowed; delsp=yes\n\n", " "),
            _ => ("", ""),
        };
        let end = end.trim_end_matches("` and a space");
        let url = match end.strip_prefix("(…") {
            Some(end) => format!("(http://www.example.org{end}"),
            None => format!("http://www.example.org{end}"),
        };
        let around = match ground {
            // The line of the URL is not full.
            "shape" => format!("{WIDE}\n"),
            "seen" => format!("{WIDE}\nSee http://www.example.org{end}{next}.\n"),
            _ => "And the rest of the text.\n".to_owned(),
        };
        let text = format!("{header}{prefix}{prose}{url}{space}\n{next} if you need it.\n{around}");
        let row = &rows(&["--join", "possible"], text.as_bytes())[0];
        assert_eq!(row["joined"], grade, "{ground}: {text}");
        assert_eq!(row["doubts"][0]["kind"], "join", "{ground}: {text}");
        assert_eq!(row["doubts"][0]["ground"], ground, "{text}");
        count += 1;
    }
    assert!(count > 10, "only {count} grounds");
}

/// A URL on one line elsewhere in the same text decides.
#[test]
fn an_unbroken_copy_settles_a_join() {
    let folder = Folder::new("joins-copy");
    let corpus = fs::read(root().join(CORPUS)).expect("the text is there");
    let whole = b"See http://www.c.example/archive/volume7-conclusion-text.\n";
    let cut = folder.file("cut", &corpus);
    let other = folder.file("other", whole);
    let both = folder.file("both", &[&*corpus, whole].concat());
    // Columns: arguments, grade of the third URL, its ground.
    let table: &[(&[&str], Option<&str>, &str)] = &[
        (&[&cut, &other], None, "shape"),
        (&[&both], Some("certain"), "seen"),
        (&["--join", "certain", &both], Some("certain"), "seen"),
    ];
    for (args, grade, ground) in table {
        let row = &rows(args, b"")[2];
        assert_eq!(row["joined"], json!(grade), "{args:?}");
        assert_eq!(row["doubts"][0]["ground"], *ground, "{args:?}");
    }
}

/// Text that is quoted, indented, encoded, in a page or in a header field has the same URL.
#[test]
fn urls_are_joined_wherever_text_is_found() {
    let url = "http://lists.a.example/archive/2001-05/minutes.html";
    let rest = "2001-05/minutes.html and more\n";
    // Columns: what the text is, source.
    let table = [
        ("plain", format!("{LINE}\n{rest}")),
        ("CR LF", format!("{LINE}\r\n2001-05/minutes.html and more\r\n")),
        ("space at the line end", format!("{LINE} \n{rest}")),
        ("quoted", format!("> > {LINE}\n> > {rest}")),
        ("quoted and wrapped again", format!("> {LINE}\n{rest}> And a line of the reply.\n")),
        ("indented", format!("   {LINE}\n   {rest}")),
        ("a message", format!("To: a\n\n{LINE}\n{rest}")),
        (
            "quoted-printable",
            format!(
                "To: a\nContent-Transfer-Encoding: quoted-printable\n\n{LINE}\n\
                 2001=2D05/minutes.html and more\n"
            ),
        ),
        ("base64", format!("To: a\nContent-Transfer-Encoding: base64\n\n{BASE64}\n")),
        (
            "flowed",
            format!(
                "To: a\nContent-Type: text/plain; format=flowed; delsp=yes\n\n\
                 The minutes are at http://lists.a.example/archive/ \n{rest}"
            ),
        ),
        ("a page", format!("To: a\nContent-Type: text/html\n\n<pre>{LINE}\n{rest}</pre>\n")),
        ("a header field", format!("To: a\nX-Notes: {LINE}\n {rest}\n")),
    ];
    for (tried, source) in table {
        let rows = rows(&[], source.as_bytes());
        assert_eq!(rows.len(), 1, "{tried}");
        assert_eq!(rows[0]["url"], url, "{tried}");
        assert!(rows[0]["joined"].is_string(), "{tried}");
    }
}

/// In a page, a URL goes on after a line break of the text, but not after a tag. Columns: the text between the two lines,
/// whether the URL goes on, whether it counts as joined.
#[test]
fn urls_of_pages_are_not_joined_over_markup() {
    let table = [
        ("\n", true, true),
        (" \r\n  ", true, true),
        ("<wbr>", true, false),
        ("<br>\n", false, false),
        ("<br>", false, false),
        ("\n<br>", false, false),
        ("</p><p>", false, false),
        ("</p>\n<p>", false, false),
        ("<b>\n", false, false),
    ];
    for (between, goes_on, is_joined) in table {
        let page = format!(
            "To: a\nContent-Type: text/html\n\n<p>{LINE}{between}2001-05/minutes.html and more\n"
        );
        let row = &rows(&["--join", "possible"], page.as_bytes())[0];
        let rest = if goes_on { "2001-05/minutes.html" } else { "" };
        assert_eq!(row["url"], format!("http://lists.a.example/archive/{rest}"), "{between:?}");
        assert_eq!(row["joined"].is_string(), is_joined, "{between:?}");
    }
}

#[test]
fn urls_of_quoted_pages_are_joined() {
    let page = format!(
        "To: a\nContent-Type: text/html\n\n<pre>&gt; {LINE}\n&gt; 2001-05/minutes.html\n</pre>"
    );
    let row = &rows(&[], page.as_bytes())[0];
    assert_eq!(row["url"], "http://lists.a.example/archive/2001-05/minutes.html");
}

/// The first line of a URL that certainly goes on.
const LINE: &str = "The minutes of the meeting are at http://lists.a.example/archive/";

/// [`LINE`] and the line after it, in base64.
const BASE64: &str = "VGhlIG1pbnV0ZXMgb2YgdGhlIG1lZXRpbmcgYXJlIGF0IGh0dHA6Ly9saXN0cy5hLmV4YW1wbGUv\n\
    YXJjaGl2ZS8KMjAwMS0wNS9taW51dGVzLmh0bWwgYW5kIG1vcmUK";

#[test]
fn splits_have_the_joins_of_the_whole() {
    let folder = Folder::new("joins-splits");
    let corpus = fs::read_to_string(root().join(CORPUS)).expect("the text is there");
    let message = format!("From a Mon\nA: b\n\n{corpus}\n");
    let mbox = folder.file("mbox", message.repeat(5).as_bytes());
    for join in ["certain", "likely", "possible", "never"] {
        let options = ["--format", "jsonl", "--join", join];
        let whole = sorted(&urlsift(&[&["scan"], &options[..], &[&mbox]].concat(), b""));
        let planned = ["--split-bytes", "300", &mbox];
        let rows = by_splits(&folder.path().display().to_string(), &planned, &options);
        assert!(rows == whole, "{join}");
    }
}

#[test]
fn the_picker_lists_the_other_reading_after_or() {
    let joined = "\
1  http://lists.a.example/archive/2001-05/minutes.html
   or       http://lists.a.example/archive/  (ending at the line break)
2  http://www.b.example/reports/2001.05-12/summary.html
   or       http://www.b.example/reports/2001  (ending at the line break)
3  http://www.c.example/archive/volume
   or       http://www.c.example/archive/volume7-conclusion-text  (going on after the line break)
4  http://www.d.example/archive/
";
    let cut = "\
1  http://lists.a.example/archive/
2  http://www.b.example/reports/2001
   or       http://www.b.example/reports/2001.  (with the punctuation at its end)
3  http://www.c.example/archive/volume
4  http://www.d.example/archive/
";
    let forms = ["pick", "--list", "--forms", "bare"];
    // Columns: arguments, output.
    let table: &[(&[&str], &str)] = &[(&[], joined), (&["--join", "never"], cut)];
    for (args, expected) in table {
        let output = urlsift(&[&forms[..], args, &[CORPUS]].concat(), b"");
        assert_eq!(text(&output.stdout), *expected, "{args:?}");
    }
}

/// Returns `text` with its kind: pieces in `[]`, seams in `{}`, quote marks in `()`, delimiters in `//`.
fn marked(kind: SegmentKind, text: &str) -> String {
    match kind {
        SegmentKind::Plain => text.to_owned(),
        SegmentKind::Piece => format!("[{text}]"),
        SegmentKind::Seam => format!("{{{text}}}"),
        SegmentKind::QuotePrefix => format!("({text})"),
        SegmentKind::Delimiter => format!("/{text}/"),
        other => panic!("{other:?} {text}"),
    }
}

/// The first row of the table is a URL in delimiters, for comparison. Columns: text, joins, segments.
#[test]
fn segments_of_a_joined_url_are_those_of_a_wrapper() {
    let table = [
        (
            "> é: <http://lists.a.example/archive/\n> 2001-05/minutes.html>, 𝄞\n",
            Join::Never,
            "> é: /</[http://lists.a.example/archive/]{\n}(>){ }[2001-05/minutes.html]/>/, 𝄞\n",
        ),
        (
            "> é: the minutes are now at http://lists.a.example/archive/\n> 2001-05/minutes.html, 𝄞\n",
            Join::Likely,
            "> é: the minutes are now at [http://lists.a.example/archive/]{\n}(>){ }[2001-05/minutes.html], 𝄞\n",
        ),
        (
            "é: the minutes are now at http://lists.a.example/archive/ \r\n  2001-05/minutes.html, 𝄞\n",
            Join::Possible,
            "é: the minutes are now at [http://lists.a.example/archive/]{ \r\n  }[2001-05/minutes.html], 𝄞\n",
        ),
        (
            "é: the minutes are now at http://lists.a.example/archive/\n2001-05/minutes.html, 𝄞\n",
            Join::Never,
            "é: the minutes are now at [http://lists.a.example/archive/]\n2001-05/minutes.html, 𝄞\n",
        ),
    ];
    for (text, join, expected) in table {
        let extractor = Extractor::builder().join(join).build();
        let segments = extractor.segments(text).map(|it| marked(it.kind, &text[it.range]));
        assert_eq!(segments.collect::<String>(), expected);
    }
}
