//! `urlsift report`: the tables of a page, rows as its input, hostile input, and how a browser shows it.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::{Folder, missing_file, seen, text, urlsift};
use crate::repository::report_skipped;
use crate::terminal::help::has;

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

/// Returns `page` without the section `read`, the notices and the title, which differ for rows.
fn without_run(page: &str) -> String {
    let (before, rest) = page.split_once("<section id=\"read\">").expect("it is a section");
    let (_, after) = rest.split_once("</section>").expect("it ends");
    let of_run = ["class=\"notice\"", "<title>URLs of", "<h1>"];
    let lines = before.lines().chain(after.lines());
    let lines = lines.filter(|line| !of_run.iter().any(|part| line.contains(part)));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the rows of the table of all URLs in `section`: name, number of URLs, first and last day.
fn rows_of(page: &str, section: &str) -> Vec<String> {
    table_rows(section_of(page, section).split("<tbody>").skip(1).last())
}

/// Returns the rows of the table of the URLs that authors wrote in `section`.
fn authored_rows_of(page: &str, section: &str) -> Vec<String> {
    table_rows(section_of(page, section).split("<div class=\"authored\">").nth(1))
}

fn section_of<'p>(page: &'p str, section: &str) -> &'p str {
    // A section without URLs is left out.
    let section = page.split(&format!("<section id=\"{section}\">")).nth(1).unwrap_or_default();
    section.split("</section>").next().unwrap_or_default()
}

fn table_rows(table: Option<&str>) -> Vec<String> {
    let body = table.and_then(|table| table.split("</table>").next()).unwrap_or_default();
    let row = |row: &str| {
        let cells = [row.split("class=\"u\">").nth(1)].into_iter();
        let cells = cells.chain(row.split("class=\"n\">").skip(1).map(Some)).flatten();
        let cells: Vec<&str> = cells.filter_map(|cell| cell.split('<').next()).collect();
        cells.join(" ").trim_end().to_owned()
    };
    let rows = body.split("<tr>").filter(|row| row.starts_with("<td>"));
    rows.map(row).collect()
}

#[test]
fn a_page_has_the_tables_of_the_archive() {
    let folder = Folder::new("report-tables");
    let path = folder.file("it's.mbox", MBOX.as_bytes());
    let page = page(&[&path], "");
    let table: [(&str, &[&str]); 9] = [
        (
            "urls",
            &[
                "http://www.a.example/x 2 1998-03-09 2000-01-04",
                "ftp://ftp.b.example/pub/ 1 1998-03-09 1998-03-09",
                "http://192.0.2.7/ 1 2000-01-04 2000-01-04",
                "http://b.example/z 1 1998-03-09 1998-03-09",
                "http://www.a.example/long-path/y 1 1998-03-09 1998-03-09",
                "http://www.bank.example/ 1 2000-01-04 2000-01-04",
                "mailto:jim@a.example 1",
            ],
        ),
        (
            "hosts",
            &[
                "www.a.example 3 1998-03-09 2000-01-04",
                "192.0.2.7 1 2000-01-04 2000-01-04",
                "b.example 1 1998-03-09 1998-03-09",
                "ftp.b.example 1 1998-03-09 1998-03-09",
                "www.bank.example 1 2000-01-04 2000-01-04",
            ],
        ),
        ("years", &["1998 4 1998-03-09 1998-03-09", "2000 3 2000-01-04 2000-01-04", "no date 1"]),
        ("quotations", &["http://www.a.example/x 1 2000-01-04 2000-01-04"]),
        ("footers", &[]),
        (
            "dangers",
            &[
                "host_gap: whitespace, a hidden character or an undecodable byte is inside the host 1 2000-01-04 2000-01-04",
            ],
        ),
        ("schemes", &["http 6 1998-03-09 2000-01-04", "ftp 1 1998-03-09 1998-03-09", "mailto 1"]),
        ("forms", &["bare 5 1998-03-09 2000-01-04", "angle 3 1998-03-09 2000-01-04"]),
        ("domains", &["example 6 1998-03-09 2000-01-04"]),
    ];
    for (section, expected) in table {
        assert_eq!(rows_of(&page, section), expected, "{section}");
    }
    let file = path.replace('\'', "&#39;");
    let quoted = path.replace('\'', "&#39;\\&#39;&#39;");
    let messages = format!(
        "<li><bdi>1998-03-09</bdi> <bdi class=\"t\">old</bdi> <br><bdi>{file}</bdi><br>\
        <code>urlsift show &#39;{quoted}:62&#39;</code></li>\n\
        <li><bdi>2000-01-04</bdi> <bdi class=\"t\">new</bdi> <br><bdi>{file}</bdi><br>\
        <code>urlsift show &#39;{quoted}:239&#39;</code></li>\n\
        </ul>"
    );
    let contains = [
        "<dt>URLs</dt><dd>8</dd>",
        "<dt>distinct URLs</dt><dd>7</dd>",
        "<caption>1 URL, 12.5 % of all</caption>",
        "<dt>messages</dt><dd>3 searched</dd>",
        "<dt>no URLs in</dt><dd>Signatures and footers, Likely dead URLs, Lists and newsgroups, ",
        &messages,
    ];
    for expected in contains {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
    let shown = urlsift(&["show", &format!("{path}:62")], b"");
    assert!(text(&shown.stdout).contains("\n  url         http://www.a.example/x\n"));
}

#[test]
fn urls_of_closed_sites_are_listed() {
    let page = page(
        &[],
        "http://u.nu/a http://u.nu/b <http://paste.pocoo.org/show/1/> http://tinyurl.com/c",
    );
    let rows = ["u.nu: closed 2010-09-03 2", "paste.pocoo.org: closed by 2012-04-28 1"];
    assert_eq!(rows_of(&page, "closed"), rows);
    assert_eq!(authored_rows_of(&page, "closed"), rows);
}

/// The second view of a page is the first view of a page with the options that it names.
#[test]
fn the_switch_shows_the_urls_that_authors_wrote() {
    let text = "\
From a Mon
Date: Mon, 9 Mar 1998 23:30:00 -0800

> http://a.example/q
http://a.example/q
http://A.example/q
http://a.example/q http://b.example/
-- 
http://sig.example/

From b Tue
Subject: b

http://b.example/

From c Wed
Subject: c

> http://b.example/
-- 
http://sig.example/
";
    let both = page(&[], text);
    let table: [(&str, &[&str], &[&str]); 4] = [
        (
            "urls",
            &["http://a.example/q 4 ", "http://b.example/ 3 ", "http://sig.example/ 2 "],
            &["http://a.example/q 2 ", "http://b.example/ 2 "],
        ),
        (
            "hosts",
            &["a.example 4 ", "b.example 3 ", "sig.example 2 "],
            &["a.example 2 ", "b.example 2 "],
        ),
        ("footers", &["http://sig.example/ 2 "], &[]),
        ("quotations", &["http://a.example/q 1 ", "http://b.example/ 1"], &[]),
    ];
    for (section, all, authored) in table {
        for (rows, expected) in
            [(rows_of(&both, section), all), (authored_rows_of(&both, section), authored)]
        {
            assert_eq!(rows.len(), expected.len(), "{section}: {both}");
            assert!(rows.iter().zip(expected).all(|(row, it)| row.starts_with(it)), "{section}");
        }
    }
    for expected in [
        "<dt>URLs</dt><dd>9</dd>",
        "<dt>written by authors</dt><dd>4</dd>",
        "<caption>2 URLs, 22.2 % of all</caption>",
        "<caption>4 URLs, 100 % of what authors wrote</caption>",
        "<td class=\"n\">4</td><td class=\"s\">44.4 %<svg",
    ] {
        assert!(both.contains(expected), "{expected}: {both}");
    }
    let shelf = "corpus/archives/shelf.mbox";
    let both = page(&[shelf], "");
    let options = ["--where", "quoted=false", "--where", "in_signature=false", "--once", shelf];
    let authored = page(&options, "");
    for section in ["urls", "hosts", "years", "files", "senders", "forms", "doubts"] {
        let rows = authored_rows_of(&both, section);
        assert_eq!(rows, rows_of(&authored, section), "{section}");
        assert_eq!(rows, authored_rows_of(&authored, section), "{section}");
    }
    assert_ne!(rows_of(&both, "urls"), authored_rows_of(&both, "urls"));
    // Nothing was written by an author, so there is nothing to choose.
    assert!(!page(&[], "> http://a.example/\n").contains("<fieldset>"));
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
    // The figures are those of selected URLs.
    let selected = page(&["--host", "!.example.org", "--where", "quoted=false", archives], "");
    assert!(selected.contains("<p>Selected with <code>--host=!.example.org</code>"), "{selected}");
    assert!(!rows_of(&selected, "hosts").iter().any(|row| row.contains(".example.org ")));
    assert!(rows_of(&of_archive, "hosts").iter().any(|row| row.contains(".example.org ")));
    // The number of threads does not matter.
    let paths = ["corpus/archives/shelf.mbox", "corpus/archives/notes.txt"];
    let of = |threads| page(&[&["-j", threads], &paths[..]].concat(), "");
    assert!(of("1") == of("5"));
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
    let odd = "{\"start\":0,\"part_offset\":0,\"offset_in\":\"<s>\",\"message_offset\":0,\"groups\":[\"<i>\"],\"list\":\"<b>\",\
        \"from_domain\":\"<u>\",\"quoted\":true,\"in_signature\":true,\"source\":\"<s>\",\"member\":\"<u>\",\"subject\":\"<i>\",\"grammars\":[\"<b>\"],\
        \"host_kind\":\"<i>\",\"url\":\"</script><img src=x>\",\"form\":\"<b>\",\"host\":\"=1<b>\",\"charset\":\"<i>\",\
        \"joined\":\"<u>\",\"date\":\"<s>\",\"notes\":[\"<b>\"],\
        \"doubts\":[{\"kind\":\"join\",\"chosen\":\"<b>\",\"ground\":\"<script>\"}]}\n";
    for page in [page(&[&path], ""), page(&[], text(&rows)), page(&[], odd)] {
        let lower = page.to_ascii_lowercase();
        let tags = ["<script", "</script", "<img", "<style", "</style", "<title>urls", "</main>"];
        assert_eq!(tags.map(|tag| lower.matches(tag).count()), [0, 0, 0, 1, 1, 1, 1], "{page}");
        for tag in ["<b>", "<i>", "<u>", "<s>", "\u{202e}", " onmouseover", "]]>"] {
            assert!(!page.contains(tag), "{tag}");
        }
        // Links lead to sections. The icon is empty.
        let is_inside = |link: &str| link.starts_with('#') || link.starts_with("data:,");
        assert!(page.split("href=\"").skip(1).all(is_inside));
    }
    let titled = page(&["--title", "<b>\u{202e}\"", &path], "");
    assert!(titled.contains("<title>&lt;b&gt;\\u{202e}&quot;</title>"), "{titled}");
    assert!(titled.contains("<h1>&lt;b&gt;\\u{202e}&quot;</h1>"), "{titled}");
    assert!(page(&[&path], "").contains(
        "&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &quot; &#39; \\u{202e}gnp.exe"
    ));
}

/// A page about nothing would replace one that has URLs.
#[test]
fn no_page_is_written_about_what_cannot_be_read() {
    let folder = Folder::new("report-nothing");
    let page = folder.file("page.html", b"the page of an earlier run");
    let gone = format!("{page}.gone");
    let cut = folder.file("cut.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03");
    let empty = folder.file("empty", b"");
    let found = folder.file("found", b"http://a.example/");
    // Columns: inputs, exit status, whether the page is replaced.
    let table: [(&[&str], i32, bool); 5] = [
        (&[&gone], 2, false),
        (&[&cut], 2, false),
        (&[&gone, &empty], 2, false),
        (&[&empty], 1, true),
        (&[&gone, &found], 2, true),
    ];
    for (inputs, status, is_written) in table {
        std::fs::write(&page, "the page of an earlier run").expect("the folder is writable");
        let output = urlsift(&[&["report", "-o", &page], inputs].concat(), b"");
        let written = std::fs::read_to_string(&page).expect("the page is there");
        let said = (output.status.code(), written.starts_with("<!DOCTYPE html>"));
        assert_eq!(said, (Some(status), is_written), "{inputs:?}");
        let message =
            "urlsift: no page is written, because nothing was found in what could be read\n";
        assert_eq!(text(&output.stderr).ends_with(message), !is_written, "{inputs:?}");
    }
}

#[test]
fn exit_status_and_messages() {
    let folder = Folder::new("report-exit");
    let whole = urlsift(&["scan", "--format", "jsonl"], b"http://a.example/").stdout;
    let rows = folder.file("rows.jsonl", &[&*whole, b"rubbish\n"].concat());
    let unique = folder.file("unique.jsonl", b"{\"url\":\"http://a.example/\",\"count\":3}\n");
    let mail = folder.file("mail.mbox", MBOX.as_bytes());
    let output = folder.path().join("out.html").display().to_string();
    let gone = folder.path().join("gone").display().to_string();
    let csv = urlsift(&["scan", "--format", "csv"], b"http://a.example/").stdout;
    let csv = folder.file("rows.csv", &csv);
    // (arguments, exit status, the beginning of the messages)
    let table: [(&[&str], i32, String); 9] = [
        (
            &[&csv],
            2,
            format!("urlsift: {csv}: rows of CSV; the report reads the rows of --format jsonl"),
        ),
        (&[&mail], 0, String::new()),
        (
            &["--host", "none.example", &mail],
            1,
            "urlsift: no URLs were selected, so the page has no tables\n".to_owned(),
        ),
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
        let run = urlsift(&[&["report"], args].concat(), b"");
        let (code, _, error) = seen(&run);
        assert_eq!(code, Some(status), "{args:?}: {error}");
        let is_expected = error.starts_with(&message) && error.is_empty() == message.is_empty();
        assert!(is_expected, "{args:?}: {error}");
    }
    let run = urlsift(&["report", "-o", &output, &mail], b"");
    assert_eq!((run.status.code(), run.stdout.len()), (Some(0), 0));
    let written = fs::read_to_string(&output).expect("the page was written");
    assert!(written.starts_with("<!DOCTYPE html>\n") && written.ends_with("</html>\n"));
    let none = urlsift(&["report"], b"");
    let (code, none, error) = seen(&none);
    assert_eq!(
        (code, error),
        (Some(1), "urlsift: no URLs were found, so the page has no tables\n")
    );
    assert!(none.contains("<p class=\"notice\">No URLs were found.</p>"), "{none}");
    let tags = ["<table", "<section", "<fieldset", "<li>", "<dd>0</dd>", "no URLs in"];
    assert_eq!(tags.map(|tag| none.matches(tag).count()), [0, 1, 0, 1, 1, 0], "{none}");
}

/// A browser accepts the style by its digest, and reports nothing.
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
    let options = "--headless --no-sandbox --disable-gpu --enable-logging=stderr --dump-dom";
    let output = Command::new(browser)
        .args(options.split(' '))
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
    assert!(dom.contains("<rect height=\"10\" width=\"100\""), "{dom}");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(!messages.contains("CONSOLE"), "{messages}");
}
