//! `urlsift report`: the figures of a page, its rows, hostile input, and how a browser shows it.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::{Folder, missing_file, text, urlsift};
use crate::repository::report_skipped;
use crate::terminal::help_and_hints::has;

const MBOX: &str = "\
From a Mon
Date: Mon, 9 Mar 1998 23:30:00 -0800
Subject: old

<http://www.a.example/x> and http://www.a.example/long-
path/y and http://b.example/z?
ftp://ftp.b.example/pub/

From b Tue
Date: Tue, 4 Jan 2000 12:00:00 +0000
Subject: new

> <http://www.a.example/x>
<http://www.bank.exam
ple/> and http://192.0.2.7/

From c Wed
Date: soon

mailto:jim@a.example
";

/// A message whose fields and URLs are markup, quotes, controls and formulas.
const HOSTILE: &str = "\
From x Mon
Date: Mon, 9 Mar 1998 23:30:00 -0800
Subject: </style><script>alert(1)</script> ]]> \" ' \u{202e}gnp.exe
Content-Type: text/plain; charset=utf-8

<http://a.example/\"onmouseover='alert(1)'></style><script>alert(2)</script>
http://<script>alert(3)</script>.example/
<URL:http://]]>\u{202e}'\"&amp;=cmd|.example/</title>>
http://=1+1.example/ http://a.example/</pre></details><img/src=x>
";

/// Writes the page of `stdin` with `args`.
fn page(args: &[&str], stdin: &str) -> String {
    let args = [&["report"], args].concat();
    let output = urlsift(&args, stdin.as_bytes());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{args:?}");
    text(&output.stdout).to_owned()
}

/// Returns `page` without the section `read` and without the notices, which differ for rows.
fn without_run(page: &str) -> String {
    let (before, rest) = page.split_once("<section id=\"read\">").expect("it is a section");
    let (_, after) = rest.split_once("</section>").expect("it ends");
    let lines = before.lines().chain(after.lines());
    let is_figure = |line: &&str| {
        !line.contains("class=\"notice\"")
            && !line.contains("<title>URLs of")
            && !line.contains("<h1>")
    };
    let page = lines.filter(is_figure).collect::<Vec<_>>().join("\n");
    // Rows have the text of a sample, but not its line.
    let mut parts = page.split("<pre>");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, part) = part.split_once("<mark>").expect("a sample is marked");
        let (raw, part) = part.split_once("</mark>").expect("the mark ends");
        let (_, after) = part.split_once("</pre>").expect("the text ends");
        out.extend(["<pre>", raw, after]);
    }
    out
}

/// Returns the cells of the table that `section` begins with, row by row, without tags.
fn cells(page: &str, section: &str) -> Vec<Vec<String>> {
    let start = page.find(&format!("<section id=\"{section}\">")).expect("it is a section");
    let section = page[start..].split("</section>").next().unwrap_or_default();
    let body = section.split("<tbody>").nth(1).unwrap_or_default();
    let body = body.split("</tbody>").next().unwrap_or_default();
    let cell = |cell: &str| {
        cell.split_once('>').map_or("", |it| it.1).split('<').next().unwrap_or("").to_owned()
    };
    let row = |row: &str| row.split("<td").skip(1).map(cell).collect();
    body.split("<tr>").skip(1).map(row).collect()
}

#[test]
fn a_page_has_the_figures_of_the_archive() {
    let page = page(&[], MBOX);
    let rows = |section| {
        cells(&page, section)
            .into_iter()
            .map(|row| row.join(" ").trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    let table: [(&str, &[&str]); 6] = [
        ("schemes", &["1998 4 3 1 0", "2000 3 3 0 0", "no date 1 0 0 1"]),
        ("forms", &["1998 4 1 3", "2000 3 2 1", "no date 1 0 1"]),
        (
            "hosts",
            &[
                "www.a.example 3 1998 2000 1998",
                "192.0.2.7 1 2000 2000 2000",
                "b.example 1 1998 1998 1998",
                "ftp.b.example 1 1998 1998 1998",
                "www.bank.example 1 2000 2000 2000",
            ],
        ),
        ("domains", &["example 6"]),
        ("lifetimes", &["http://www.a.example/x 1998-03-09 2000-01-04 666 2"]),
        ("dangers", &["host_gap 1"]),
    ];
    for (section, expected) in table {
        assert_eq!(rows(section), expected, "{section}");
    }
    assert_eq!(cells(&page, "grammars").last().expect("there are years")[..2], ["all", "8"]);
    let contains = [
        "<dt>URLs</dt><dd>8</dd>",
        "<dt>distinct URLs</dt><dd>7</dd>",
        "<dt>messages</dt><dd>3 searched</dd>",
        "messages without a readable date: 1.</p>",
        "<title>1998 http: 3</title>",
        "&lt;http://www.bank.exam\nple/&gt;",
        // The gap between 1998 and 2000.
        ">1999</text>",
    ];
    for expected in contains {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(!page.contains("<title>1999"), "no bar is drawn for a year without URLs");
}

#[test]
fn rows_give_the_page_of_their_archive() {
    let archives = "corpus/archives/shelf.mbox";
    let folder = Folder::new("report-rows");
    let rows = urlsift(&["scan", "--format", "jsonl", archives], b"").stdout;
    let path = folder.file("rows.jsonl", &rows);
    let of_archive = page(&[archives], "");
    assert_eq!(without_run(&page(&[&path], "")), without_run(&of_archive));
    assert_eq!(without_run(&page(&[], text(&rows))), without_run(&of_archive), "standard input");
    assert!(of_archive.contains("<dt>messages</dt>"));
    let [_, line] = ["<pre><mark>", "<pre>"].map(|start| of_archive.matches(start).count());
    assert!(line > 5 && of_archive.matches("<pre><mark>").count() < line, "samples have lines");
    // The figures are those of selected URLs.
    let selected = page(&["--host", "!.example.org", "--no-quoted", archives], "");
    assert!(selected.contains("<p>Selected with <code>--host=!.example.org</code>"), "{selected}");
    assert!(!cells(&selected, "hosts").iter().any(|row| row[0].ends_with(".example.org")));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let one = page(&["-j", "1", "corpus/archives/shelf.mbox", "corpus/archives/notes.txt"], "");
    for threads in ["2", "5"] {
        let many =
            page(&["-j", threads, "corpus/archives/shelf.mbox", "corpus/archives/notes.txt"], "");
        assert!(one == many, "{threads} threads");
    }
}

#[test]
fn hostile_text_does_not_become_markup() {
    let folder = Folder::new("report-hostile");
    // Windows forbids some of these characters in names.
    let name =
        if cfg!(windows) { "'\u{202e}&.mbox" } else { "<script>alert(4)<script>\"'\u{202e}&.mbox" };
    let path = folder.file(name, HOSTILE.as_bytes());
    let rows = urlsift(&["scan", "--format", "jsonl", &path], b"").stdout;
    assert!(rows.len() > 1000, "{}", text(&rows));
    let odd = "{\"source\":\"<s>\",\"member\":\"<u>\",\"subject\":\"<i>\",\"raw\":\"<b>\",\"grammars\":[\"<b>\"],\
        \"host_kind\":\"<i>\",\"url\":\"</script><img src=x>\",\"form\":\"<b>\",\"host\":\"=1<b>\",\"charset\":\"<i>\",\
        \"joined\":\"<u>\",\"date\":\"<s>\",\"notes\":[\"<b>\"],\
        \"doubts\":[{\"kind\":\"join\",\"chosen\":\"<b>\",\"ground\":\"<script>\"}]}\n";
    for page in [page(&[&path], ""), page(&[], text(&rows)), page(&[], odd)] {
        let lower = page.to_ascii_lowercase();
        let counts = [
            ("<script", 1),
            ("</script", 1),
            ("<style", 1),
            ("</style", 1),
            ("<title>urls", 1),
            ("<img", 0),
            ("</main>", 1),
        ];
        for (tag, count) in counts {
            assert_eq!(lower.matches(tag).count(), count, "{tag}");
        }
        for tag in ["<b>", "<i>", "<u>", "<s>", "\u{202e}", " onmouseover", "]]>"] {
            assert!(!page.contains(tag), "{tag}");
        }
        // Links lead to sections and to data.
        for link in page.split("href=\"").skip(1) {
            assert!(
                link.starts_with('#')
                    || link.starts_with("data:text/csv;")
                    || link.starts_with("data:,")
            );
        }
        // Cells of CSV are no formulas.
        for csv in page.split("data:text/csv;charset=utf-8,").skip(1) {
            let csv = csv.split('"').next().expect("an attribute ends");
            for cell in csv.split("%0D%0A").flat_map(|record| record.split("%2C")) {
                let first = cell.trim_start_matches("%22");
                assert!(
                    !["%3D", "%2B", "-", "%40"].iter().any(|sign| first.starts_with(sign)),
                    "{cell}"
                );
            }
        }
    }
    assert!(page(&[&path], "").contains(
        "&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &quot; &#39; \\u{202e}gnp.exe"
    ));
}

#[test]
fn exit_status_and_messages() {
    let folder = Folder::new("report-exit");
    let whole = urlsift(&["scan", "--format", "jsonl"], b"http://a.example/").stdout;
    let rows = folder.file("rows.jsonl", &[&*whole, b"rubbish\n"].concat());
    let some = folder.file("some.jsonl", b"{\"url\":\"http://a.example/\"}\n");
    let unique = folder.file("unique.jsonl", b"{\"url\":\"http://a.example/\",\"count\":3}\n");
    let mail = folder.file("mail.mbox", MBOX.as_bytes());
    let output = folder.path().join("out.html").display().to_string();
    let gone = folder.path().join("gone").display().to_string();
    // (arguments, exit status, the beginning of the messages)
    let csv = folder
        .file("rows.csv", &urlsift(&["scan", "--format", "csv"], b"http://a.example/").stdout);
    let table: [(&[&str], i32, String); 10] = [
        (
            &[&csv],
            2,
            format!("urlsift: {csv}: rows of CSV; the report reads the rows of --format jsonl"),
        ),
        (
            &[&some],
            2,
            format!("urlsift: {some}: the rows lack fields that the report needs: form,"),
        ),
        (&[&mail], 0, String::new()),
        (&["--host", "none.example", &mail], 1, String::new()),
        (&[&gone], 2, format!("urlsift: {gone}: {}\n", missing_file())),
        (&[&rows], 2, format!("urlsift: {rows}: line 2 is not a row: ")),
        (&[&unique], 2, format!("urlsift: {unique}: these are rows of --unique")),
        (&[&mail, &rows], 2, format!("urlsift: {rows} has rows, and {mail} has none; ")),
        (
            &["--host", "a", &rows],
            2,
            "urlsift: the options that select URLs are for archives".to_owned(),
        ),
        (
            &["-o", &mail, &mail],
            2,
            format!("urlsift: {mail} cannot be written: it is also an input"),
        ),
    ];
    for (args, status, message) in table {
        let args = [&["report"], args].concat();
        let run = urlsift(&args, b"");
        let error = text(&run.stderr);
        assert_eq!(run.status.code(), Some(status), "{args:?}: {error}");
        assert!(
            error.starts_with(&message) && error.is_empty() == message.is_empty(),
            "{args:?}: {error}"
        );
    }
    let run = urlsift(&["report", "-o", &output, &mail], b"");
    assert_eq!((run.status.code(), run.stdout.len()), (Some(0), 0));
    let written = fs::read_to_string(&output).expect("the page was written");
    assert!(written.starts_with("<!DOCTYPE html>\n") && written.ends_with("</html>\n"));
    let none = urlsift(&["report"], b"");
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stdout).contains("<p>No URL was found.</p>"));
}

/// A browser accepts the style and the script by their digests, and shows the charts.
#[test]
fn a_browser_shows_the_page() {
    let Some(browser) =
        ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| has(name))
    else {
        report_skipped("chromium is missing");
        return;
    };
    let folder = Folder::new("report-browser");
    let path = folder.file("page.html", page(&[], MBOX).as_bytes());
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{path}"))
        .stdin(Stdio::null())
        .output()
        .expect("the browser is there");
    let dom = text(&output.stdout);
    if !output.status.success() || dom.is_empty() {
        report_skipped("chromium does not run here");
        return;
    }
    // The script has put a button into each heading.
    assert!(dom.contains("<th scope=\"col\"><button type=\"button\">host</button></th>"), "{dom}");
    assert!(dom.contains("<svg class=\"chart wide\""), "{dom}");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(!messages.contains("CONSOLE"), "{messages}");
}
