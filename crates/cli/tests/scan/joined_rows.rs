//! Tests of URLs without delimiters that go on after a line break (J8): `--join`, the picker, and the guide. The corpus and
//! the library test the rules.

use serde_json::json;

use crate::documents::examples::guide;
use crate::program::{scanned, seen, text, urlsift};

/// A text with a line break of each grade, and one that ends a URL.
const CORPUS: &str = "corpus/joins.txt";

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
    // Columns: offset, the URL cut, the rest of it, the line break, its ground and grade.
    let rows = [
        ("34", "http://lists.a.example/archive/", "2001-05/minutes.html", 65, "slash", "certain"),
        ("146", "http://www.b.example/reports/2001", ".05-12/summary.html", 180, "dot", "likely"),
        (
            "301",
            "http://www.c.example/archive/volume",
            "7-conclusion-text",
            336,
            "shape",
            "possible",
        ),
        ("407", "http://www.d.example/archive/", "", 0, "", ""),
    ];
    for (args, joined) in table {
        let output = urlsift(&[&["scan", "-H"], *args, &[CORPUS]].concat(), b"");
        let lines = rows.iter().enumerate().map(|(i, (at, url, rest, ..))| {
            let rest = if i < *joined { rest } else { "" };
            format!("{CORPUS}:{at}:{url}{rest}\n")
        });
        assert_eq!(seen(&output), (Some(0), &*lines.collect::<String>(), ""), "{args:?}");
        for (i, (row, (_, cut, rest, at, ground, grade))) in
            scanned(&[*args, &[CORPUS]].concat(), b"").iter().zip(rows).enumerate()
        {
            let (is_joined, whole) = (i < *joined, format!("{cut}{rest}"));
            assert_eq!(row["joined"], json!(is_joined.then_some(grade)), "{row}");
            let doubts = row["doubts"].as_array().expect("a list");
            if *joined == 0 || rest.is_empty() {
                assert!(doubts.iter().all(|doubt| doubt["kind"] != "join"), "{row}");
                continue;
            }
            let (chosen, other, why) =
                if is_joined { ("joined", cut, "as the end") } else { ("cut", &*whole, "joined") };
            let doubt = json!({"kind": "join", "at": at, "chosen": chosen, "ground": ground});
            assert!(doubts.contains(&doubt), "{row}");
            let reading = json!({"url": other, "why": format!("line break at {at} {why}")});
            assert!(row["readings"].as_array().expect("a list").contains(&reading), "{row}");
        }
    }
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
        let row = &scanned(&["--join", "possible"], text.as_bytes())[0];
        assert_eq!(row["joined"], grade, "{ground}: {text}");
        assert_eq!(row["doubts"][0]["kind"], "join", "{ground}: {text}");
        assert_eq!(row["doubts"][0]["ground"], ground, "{text}");
        count += 1;
    }
    assert!(count > 10, "only {count} grounds");
}

/// Text that is quoted, encoded, in a page or in a header field has the same URL. Markup is not a line break.
#[test]
fn urls_are_joined_wherever_text_is_found() {
    let line = "The minutes of the meeting are at http://lists.a.example/archive/";
    let rest = "2001-05/minutes.html and more\n";
    let page = |between| format!("To: a\nContent-Type: text/html\n\n<p>{line}{between}{rest}");
    let base64 = data_encoding::BASE64.encode(format!("{line}\n{rest}").as_bytes());
    // Columns: source, whether the URL goes on, whether it counts as joined.
    let table = [
        (format!("> > {line}\n> > {rest}"), true, true),
        (format!("To: a\nContent-Transfer-Encoding: base64\n\n{base64}\n"), true, true),
        (format!("To: a\nX-Notes: {line}\n {rest}\n"), true, true),
        (page("\n"), true, true),
        (page(" \r\n  "), true, true),
        (page("<wbr>"), true, false),
        (page("<br>\n"), false, false),
        (page("\n<br>"), false, false),
        (page("</p>\n<p>"), false, false),
        (page("<b>\n"), false, false),
        (
            format!("To: a\nContent-Type: text/html\n\n<pre>&gt; {line}\n&gt; {rest}</pre>"),
            true,
            true,
        ),
    ];
    for (source, goes_on, is_joined) in table {
        let rows = scanned(&["--join", "possible"], source.as_bytes());
        let rest = if goes_on { "2001-05/minutes.html" } else { "" };
        assert_eq!(rows[0]["url"], format!("http://lists.a.example/archive/{rest}"), "{source}");
        assert_eq!((rows.len(), rows[0]["joined"].is_string()), (1, is_joined), "{source}");
    }
}

#[test]
fn the_picker_lists_the_other_reading_after_or() {
    let output = urlsift(&["pick", "--list", "--forms", "bare", CORPUS], b"");
    let expected = "\
1  http://lists.a.example/archive/2001-05/minutes.html
   or       http://lists.a.example/archive/  (ending at the line break)
2  http://www.b.example/reports/2001.05-12/summary.html
   or       http://www.b.example/reports/2001  (ending at the line break)
3  http://www.c.example/archive/volume
   or       http://www.c.example/archive/volume7-conclusion-text  (going on after the line break)
4  http://www.d.example/archive/
";
    assert_eq!(text(&output.stdout), expected);
}
