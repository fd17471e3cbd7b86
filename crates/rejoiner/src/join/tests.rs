use std::string::String;
use std::vec::Vec;

use super::*;

/// A line that shows how wide the lines of a text are: 72 characters.
const WIDE: &str = "a line of ordinary text that shows how wide the lines of the message are\n";

/// Examines the line break after the line of `text` that has `://`.
fn seam(text: &str, soft_breaks: SoftBreaks) -> Option<Seam> {
    let colon = text.find("://")?;
    let start = text[..colon].rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
    let end = text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length);
    Seam::after(text.as_bytes(), start..end, &text.as_bytes()[start..end], soft_breaks)
}

fn grade_of(text: &str) -> Option<(Grade, Ground)> {
    seam(text, SoftBreaks::Kept)?.grade()
}

/// Checks a table of texts, each between lines that show the width of the text.
#[track_caller]
fn check(table: &[(&str, Option<(Grade, Ground)>)]) {
    for &(text, expected) in table {
        let text = [WIDE, text, "\n\n", WIDE].concat();
        assert_eq!(grade_of(&text), expected, "{text}");
    }
}

const CERTAIN: fn(Ground) -> Option<(Grade, Ground)> = |ground| Some((Grade::Certain, ground));
const LIKELY: fn(Ground) -> Option<(Grade, Ground)> = |ground| Some((Grade::Likely, ground));
const POSSIBLE: fn(Ground) -> Option<(Grade, Ground)> = |ground| Some((Grade::Possible, ground));

#[test]
fn the_end_of_the_line_and_the_next_run_give_the_grade() {
    check(&[
        (
            "The reference is at http://www.a.example/TR/1998/proposed/REC-\nxml-19980210.",
            CERTAIN(Ground::Hyphen),
        ),
        (
            "The story is at http://www.a.example/hardware/server/story/0,108-\n01,68844,00.html",
            POSSIBLE(Ground::Hyphen),
        ),
        ("See http://www.a.example/REC-\nxml-19980210", POSSIBLE(Ground::Hyphen)),
        ("You can read about it in http://www.a.example/pages/readme.html-\nit is good", None),
        ("https://a.example/authorize?\nclient_id=s6BhdRkqt3", CERTAIN(Ground::Delimiter)),
        (
            "https://a.example/git?p=resolver.git;a=blob;\nf=src/site/x.png",
            CERTAIN(Ground::Delimiter),
        ),
        ("http://a.example/?q=%E\n2%82%AC", CERTAIN(Ground::Escape)),
        (
            "We have no time for (http://www.a.example/documentation/current\nhowto/x_1) now",
            CERTAIN(Ground::Closer),
        ),
        (
            "The examples of the text are at http://a.example/docs/howto/current/\nfile.html",
            CERTAIN(Ground::Slash),
        ),
        (
            "See the commit: https://a.example/twisted-infra/braid/commit/\nc2d393fd501c6464b1b475",
            LIKELY(Ground::Slash),
        ),
        (
            "Would you mind to read the page https://twisted.a.example/trac\n/wiki/ReviewProcess",
            CERTAIN(Ground::Inside),
        ),
        (
            "https://a.example/jira/issues/?jql=project%20%3D%20MPDF%20AND%20s\n%20%3D%20Open",
            CERTAIN(Ground::Inside),
        ),
        (
            "Would you mind to read the first page at https://www.a.example/page.ht\nml today please",
            CERTAIN(Ground::Extension),
        ),
        (
            "Search: http://www.a.example/cgi/shelves?filter=cobol&submit=find&type=\ntext+1",
            LIKELY(Ground::Delimiter),
        ),
        (
            "The documentation is https://a.example/documents/api/the.twisted.\ninternet.asyncioreactor.html",
            LIKELY(Ground::Dot),
        ),
        (
            "The documentation is at this place: https://a.example/documents/api/twi\nsted/intern.html",
            LIKELY(Ground::FullLine),
        ),
        (
            "http://www.a.example/cgi-bin/bookmgr/bookmgr.cmd/BOOKS/CBCMDT03/THE/CCONT\nENTS",
            LIKELY(Ground::FullLine),
        ),
        (
            "http://www.a.example/cgi-bin/bookmgr/bookmgr.cmd/BOOKS/CBCMDT03/THE/cconte\nnts",
            LIKELY(Ground::FullLine),
        ),
        (
            "The examples are at http://a.example/docs/howto/current/x\nintro_a/text.html",
            LIKELY(Ground::Shape),
        ),
        (
            "The examples are at http://a.example/docs/howto/current/x\nintro_a/text.html is",
            POSSIBLE(Ground::Shape),
        ),
    ]);
}

/// The end of a URL's path, the next line, and the grade of the join.
type RuleRow<'a> = (&'a str, &'a str, Option<(Grade, Ground)>);

#[test]
fn each_rule_has_its_limits() {
    let table: &[RuleRow<'_>] = &[
        ("REC-", "thesis.html", CERTAIN(Ground::Hyphen)),
        ("REC-", "the", CERTAIN(Ground::Hyphen)),
        ("REC-", "the best of them", POSSIBLE(Ground::Hyphen)),
        ("RE-", "thesis.html", LIKELY(Ground::Hyphen)),
        ("R-REC-", "98", CERTAIN(Ground::Hyphen)),
        ("REC-", "/thesis.html", LIKELY(Ground::Inside)),
        ("a.html", "/thesis", None),
        ("a.html", "?k=v", CERTAIN(Ground::Inside)),
        ("a", "?what is it", None),
        ("", "a2.html is one", CERTAIN(Ground::Slash)),
        ("", "my-file.html is one", CERTAIN(Ground::Slash)),
        ("", "all/of/them are", CERTAIN(Ground::Slash)),
        ("", "file.html", CERTAIN(Ground::Slash)),
        ("a.p", "l", CERTAIN(Ground::Extension)),
        ("a.htm", "l is one", CERTAIN(Ground::Extension)),
        ("", "my-file is one", POSSIBLE(Ground::Slash)),
        ("", "My-file is one", None),
        ("", "file", LIKELY(Ground::FullLine)),
        ("", "File", None),
        ("x?k=", "text+1 is", POSSIBLE(Ground::Delimiter)),
        ("x?k=", "text", LIKELY(Ground::FullLine)),
        ("x=", "text+1", None),
        ("x=3D1&y=", "text+1", None),
        ("a_", "b_1", LIKELY(Ground::Delimiter)),
        ("__", "b_1", None),
        ("x#", "part_a and", LIKELY(Ground::Delimiter)),
        ("x#", "part.a1 and", POSSIBLE(Ground::Delimiter)),
        ("x#", "part.a and", None),
        ("x#", "Part:a and", LIKELY(Ground::Delimiter)),
        ("x?", "a/b/c", LIKELY(Ground::Delimiter)),
        ("x?", "part_1 and", None),
        ("api.", "a-b.html is", LIKELY(Ground::Dot)),
        ("api.", "A-b.html is", POSSIBLE(Ground::Dot)),
        ("api.", "A-b.html", LIKELY(Ground::FullLine)),
        ("api.", "a-b is", POSSIBLE(Ground::Dot)),
        ("api.", "A-b is", None),
        ("api", "arc_1/b is", LIKELY(Ground::FullLine)),
        ("apiA", "1234", LIKELY(Ground::FullLine)),
        ("apiA", "BCD", LIKELY(Ground::FullLine)),
        ("apia", "BCD", LIKELY(Ground::FullLine)),
        ("apia", "bcd", LIKELY(Ground::FullLine)),
        ("apia", "b.cd", LIKELY(Ground::FullLine)),
        ("apia", "and", None),
        ("apia", "Jim", None),
        ("apia", "-Jim", None),
        ("apia,", "bcd", POSSIBLE(Ground::FullLine)),
        ("apia", "bcd is", None),
    ];
    for &(end, next, expected) in table {
        // A number or capitals need a line that has only the URL.
        let path = "http://a.example/docs/howto/current/of/the/text/and/its/examples/";
        let text = [
            WIDE,
            path,
            &"x".repeat(76 - path.len() - end.len()),
            "/",
            end,
            "\n",
            next,
            "\n\n",
            WIDE,
        ];
        let text = text.concat();
        assert_eq!(grade_of(&text), expected, "{text}");
    }
}

#[test]
fn a_run_alone_is_the_rest_of_a_url_alone() {
    let url = "http://a.example/docs/howto/current/of/the/text/and/its/parts/abc";
    let long = "http://a.example/docs/howto/current/of/the/text/and/its/parts/ab/cd/ef/gh";
    check(&[
        // The run fits, but its paragraph ends, or it is as long as the URL.
        (&[url, "\nd"].concat(), LIKELY(Ground::FullLine)),
        (&[url, "\nd) and more"].concat(), None),
        (&[url, "\nd\nand more"].concat(), None),
        (&[url, "\nJim"].concat(), None),
        (&["a ", &url[..60], "\nd"].concat(), None),
        (&[url, "\n  d"].concat(), None),
        (&[&url[..58], "\nd"].concat(), None),
        (&[url, ".html\nd"].concat(), None),
        (&[url, "\n", &"z".repeat(url.len()), "\nand more"].concat(), LIKELY(Ground::FullLine)),
        // Without the end of a paragraph, a full line needs a sign more.
        (&[long, "\nb1\nand more"].concat(), LIKELY(Ground::FullLine)),
        (&[long, "\nb-c\nand more"].concat(), LIKELY(Ground::FullLine)),
        (&[long, "\nbc\nand more"].concat(), POSSIBLE(Ground::FullLine)),
        (&[long, "\nBc\nand more"].concat(), None),
        (&[long, "\nbcdefghijklmnopqr\nand more"].concat(), LIKELY(Ground::FullLine)),
    ]);
}

#[test]
fn a_line_that_begins_like_the_one_above_is_no_rest() {
    check(&[
        (
            "10:15:01.123 GET http://a.example/docs/howto/current/of/the/text/\n10:15:02.456 a/b",
            None,
        ),
        ("jim1: look at the page http://a.example/docs/howto/current/of/the/\njim2: a/b", None),
        (
            "[a/1.html] the page http://a.example/docs/howto/current/of/the/texts/\na/2.html",
            CERTAIN(Ground::Slash),
        ),
        ("a/1=http://a.example/docs/howto/current/of/the/texts/and/its/parts/b\na/b/c", None),
        ("a/1.html is the page http://a.example/docs/howto/current/of/the/\na/2.html is", None),
        ("// see http://a.example/docs/howto/current/of/the/text/and/its/parts\nabc", None),
        (
            "// see http://a.example/docs/howto/current/of/the/text/and/its/parts/\na/b/c.html",
            CERTAIN(Ground::Slash),
        ),
    ]);
}

#[test]
fn a_url_that_went_on_goes_on() {
    let first = "http://a.example/docs/howto/current/of/the/text/and/its/parts/abc";
    // The second line, the third line, and the grade of the join after the second.
    let table: &[RuleRow<'_>] = &[
        // A text that was wrapped twice has a short line.
        ("/f", "iji/plugin/X.java", LIKELY(Ground::Shape)),
        ("/f", "iji and more", None),
        ("/f.html", "iji/plugin/X.java", None),
        ("/f-", "iji", LIKELY(Ground::Hyphen)),
        // Only the first line is short.
        (&[first, "/d"].concat(), "iji/X.java", LIKELY(Ground::Shape)),
    ];
    let wide = "many words of prose ".repeat(6);
    for &(second, third, expected) in table {
        let text = [first, "\n", second, "\n", third, "\n", &wide].concat();
        let last = first.len() + 1..first.len() + 1 + second.len();
        let url = [first, second].concat();
        let seam = Seam::after(text.as_bytes(), last, url.as_bytes(), SoftBreaks::Kept);
        assert_eq!(seam.and_then(|seam| seam.grade()), expected, "{text}");
    }
}

#[test]
fn an_item_of_a_list_is_complete() {
    check(&[
        (
            "      http://a.example/docs/howto/current/of/the/text/and/its/parts/\n    Education/Technology-1",
            None,
        ),
        (
            "      http://a.example/docs/howto/current/of/the/text/and/its/parts/\n      a/b/c",
            CERTAIN(Ground::Slash),
        ),
        (
            "      http://a.example/docs/howto/current/of/the/text/and/its/parts/\na/b/c",
            CERTAIN(Ground::Slash),
        ),
        ("      http://a.example/docs/howto/current/of/the/text/and/its/parts/\nfile", None),
    ]);
}

#[test]
fn a_program_that_fills_lines_fills_the_next_one() {
    let first = "http://a.example/docs/howto/current/of/the/text/and/its/parts/abc";
    let table =
        [(first.len(), LIKELY(Ground::FullLine)), (first.len() - 1, POSSIBLE(Ground::FullLine))];
    for (length, expected) in table {
        let second = "y".repeat(length);
        let text = [first, "\n", &second, "\nwonderful\n"].concat();
        let url = [first, &second].concat();
        let last = first.len() + 1..first.len() + 1 + length;
        let seam = Seam::after(text.as_bytes(), last, url.as_bytes(), SoftBreaks::Kept);
        assert_eq!(seam.and_then(|seam| seam.grade()), expected, "{text}");
    }
}

/// What may follow a URL that ends its line and a path.
const STOPS: &[&str] = &[
    "and more of them",
    "http://b.example/x.html",
    "www.b.example/x.html",
    "jim@b.example",
    "- file.html",
    "2. file.html",
    "b) file.html",
    "------/------",
    "File-Name: x.html",
    "File-Name:x.html",
    "12/24/1998 at noon",
    "12:24:01 file.html",
    "OS/390 manuals are here",
    "24/7 support",
    "555/123-4567 is the number",
    "AT&T Unix",
    "R&D of the firm",
    "comp.lang.c has more",
    "jim@b.example/x and more",
    "git@b.example:x/y.git",
    "www.b.org/page",
    "other.org/page and more",
    "server.port=80",
    "JAVA_HOME=/usr/lib/jvm",
    "#include <stdio.h>",
    "#1234 is fixed",
    "verfügbar ist",
    "über",
    "8?QQ?http://b.example/?q=7",
    "2001/05",
    "v2",
    "application/x-gzip is",
    "---Jim/b",
    "--10:15:01-- a/b",
    "====/====",
    "#+end_example",
];

#[test]
fn the_next_run_may_begin_something_else() {
    let cut = "The examples of the text are at http://a.example/docs/howto/current/";
    for stop in STOPS {
        let text = [WIDE, cut, "\n", stop, "\n\n", WIDE].concat();
        assert_eq!(grade_of(&text), None, "{text}");
    }
    check(&[
        (
            "The examples of the text are at http://a.example/docs/howto/current\nPATH=/usr/file.html",
            None,
        ),
        (
            "The examples of the text are at http://a.example/docs/howto/index.html\nREADME.txt",
            None,
        ),
        ("      http://a.example/weblog/\n    Education/Technology-1", None),
        ("The program is described in mailto:jim-\nxml-1998@a.example", None),
        (
            "The examples of the text are at http://a.example/docs/howto/current/the-document--\nit is here",
            None,
        ),
        ("The text is (http://a.example/docs/howto/current/files/index.html\np.12)", None),
        ("The files: http://a.example/docs/howto/current/project-1.tar.gz,\nproject-1.zip", None),
        ("It is in the repositories (http://a.example/docs/howto/third,\na+b_1)", None),
        // A comment of TeX, and an escape.
        ("The text is long \\url{http://a.example/docs/howto/of/current/%\nby/a.html}", None),
        (
            "The text is long \\url{http://a.example/docs/howto/of/current/%\n20a.html}",
            CERTAIN(Ground::Escape),
        ),
        // A request of roff.
        ("The program is described in the manual at http://a.example/docs/howto\n.SH", None),
        (
            "The program is described in the manual at http://a.example/docs/howto\n.sh",
            CERTAIN(Ground::Inside),
        ),
        // A message-id, and a URL in another.
        (
            "The patch is at https://a.example/lkml/20240417061407.1491361-1-\njim@b.example",
            CERTAIN(Ground::Hyphen),
        ),
        (
            "The patch is at https://a.example/the/list/of/the/kernel/lkml/2024Apr\njim@b.example/",
            LIKELY(Ground::FullLine),
        ),
        ("The patch is at https://a.example/the/list/of/the/kernel/lkml-\njim@b.example", None),
        (
            "The old page is at https://a.example/archive/web/20020101000000/\nhttp://b.example/c/",
            CERTAIN(Ground::Slash),
        ),
        (
            "The old page is at https://a.example/archive/web/in/2002/page/\nhttp://b.example/c/",
            None,
        ),
        (
            "The old page is at https://a.example/cgi-bin/goto?location=\nhttp://b.example/c/",
            LIKELY(Ground::Delimiter),
        ),
    ]);
}

#[test]
fn the_line_shows_whether_a_program_broke_it() {
    let cut = "The examples of the text are at http://a.example/docs/howto/current/";
    let wider = |columns: usize| [&"x ".repeat(columns / 2 - 34), cut].concat();
    let table = [
        // The next run fits, or no line is that wide.
        (String::from("See http://a.example/docs/howto/\nfile.html"), None),
        ([&*wider(100), "\nfile.html"].concat(), CERTAIN(Ground::Slash)),
        ([&*wider(102), "\nfile.html"].concat(), POSSIBLE(Ground::Slash)),
        // There is more text on the line, or none on the next.
        ([cut, " and\nfile.html"].concat(), None),
        ([cut, "\n\nfile.html"].concat(), None),
        (String::from(cut), None),
        // Line breaks of every system, and spaces.
        ([cut, "\r\nfile.html"].concat(), CERTAIN(Ground::Slash)),
        ([cut, " \t\n \tfile.html"].concat(), CERTAIN(Ground::Slash)),
    ];
    check(&table.each_ref().map(|(text, expected)| (text.as_str(), *expected)));
}

/// The parts of a text, and the grade of its join.
type Row<'a> = (&'a [&'a str], Option<(Grade, Ground)>);

#[test]
fn quote_marks_have_to_agree() {
    let cut = "> The examples of the text are at http://a.example/docs/howto/current/\n";
    let long = "> > The examples are at http://a.example/docs/howto/current/of/the/text/";
    let table: &[Row<'_>] = &[
        (&[cut, "> file.html\n"], CERTAIN(Ground::Slash)),
        (&[cut, ">file.html\n"], CERTAIN(Ground::Slash)),
        (&[cut, "file.html is\n"], None),
        (&[cut, "file.html\nIt is\n"], None),
        (&[cut, "file.html\n\nIt is\n"], LIKELY(Ground::Marks)),
        (&["# ", &cut[2..], "file.html\n\n"], None),
        (&[cut, "> > file.html\n"], None),
        (&["| ", &cut[2..], "| file.html\n"], CERTAIN(Ground::Slash)),
        // A mailer has wrapped a line that was quoted before: the line after it has the marks again.
        (&[long, "\n> file.html\n> > and then\n"], LIKELY(Ground::Marks)),
        (&[long, "\n> file.html\n> and then\n"], None),
        (&[long, "\n> file\n> > and then\n"], None),
        (&[long, "x\n> a/b/c.html\n> > and then\n"], LIKELY(Ground::Marks)),
        // The URL ends in its host.
        (
            &[
                "> The page is in the new folder, with all of its texts: http://www.a.\nb.example/c/\nIt",
            ],
            LIKELY(Ground::Marks),
        ),
        (
            &["> The page is in the new folder, with all of its texts: http://www.a-\nb.org/c\nIt"],
            LIKELY(Ground::Hyphen),
        ),
        // The line of the URL has lost its marks.
        (&["> see\n", &cut[2..], "> a/b/c.html\n"], LIKELY(Ground::Marks)),
        (&[&cut[2..], "> a/b/c.html\n"], None),
        (&[&cut[2..cut.len() - 1], "arch-\nJD> or not\n"], None),
        // An escape and a fragment are no marks.
        (&[&cut[..cut.len() - 1], "a\n> %20file\n"], CERTAIN(Ground::Inside)),
        (&[&cut[..cut.len() - 1], "a\n> #file\n"], CERTAIN(Ground::Inside)),
    ];
    for (text, expected) in table {
        let text = text.concat();
        assert_eq!(grade_of(&text), *expected, "{text}");
    }
}

#[test]
fn a_soft_break_is_certain_if_the_mailer_inserted_it() {
    let table: &[(&str, Option<(Grade, Ground)>)] = &[
        ("http://a.example/b \nc", CERTAIN(Ground::SoftBreak)),
        ("> http://a.example/b \n> c", CERTAIN(Ground::SoftBreak)),
        ("http://a.example/b \nAnd:", CERTAIN(Ground::SoftBreak)),
        // The first of two spaces is the writer's, and so is a second one at the start of a line.
        ("http://a.example/b  \nc", None),
        ("http://a.example/b \n  c", None),
        ("http://a.example/b\nc", None),
        ("http://a.example/b \n> c", None),
    ];
    for &(text, expected) in table {
        let seam = seam(text, SoftBreaks::Deleted);
        assert_eq!(seam.and_then(|seam| seam.grade()), expected, "{text}");
        assert_eq!(grade_of(text), None, "{text}");
    }
}

#[test]
fn grades_are_ordered_and_named() {
    let grades = [Grade::Possible, Grade::Likely, Grade::Certain];
    assert!(grades.is_sorted());
    let names: Vec<_> = grades.iter().map(|grade| std::format!("{grade}")).collect();
    assert_eq!(names, ["possible", "likely", "certain"]);
}

#[test]
fn each_part_of_a_rule_decides() {
    check(&[
        // A list mark, after a hyphen that joins any other name.
        (
            "The text is at http://a.example/docs/howto/current/files/the-\nbook file.html",
            POSSIBLE(Ground::Hyphen),
        ),
        ("The text is at http://a.example/docs/howto/current/files/the-\nb) file.html", None),
        ("The text is at http://a.example/docs/howto/current/files/the-\n12. file.html", None),
        ("The text is at http://a.example/docs/howto/current/files/the-\no file.html", None),
        // A scheme in the next run begins a URL, except in a value or a path.
        (
            "The text is at http://a.example/docs/howto/current/of/files/\na/u://b.html",
            CERTAIN(Ground::Slash),
        ),
        ("The text is at http://a.example/docs/howto/current/of/files/\nau://b.html", None),
        // The bracket before the URL.
        (
            "We have no time for [http://www.a.example/documentation/current\nhowto/x_1] now",
            CERTAIN(Ground::Closer),
        ),
        (
            "We have no time for {http://www.a.example/documentation/current\nhowto/x_1} now",
            POSSIBLE(Ground::Shape),
        ),
        // Without a path, nothing shows that the URL goes on.
        (
            "The file that has all of the texts is now here: http://www.a.example/docs\nwords",
            POSSIBLE(Ground::FullLine),
        ),
        (
            "The file that has all of the texts is now at this place: http://www.a.example\nwords",
            None,
        ),
        // A word is the rest only alone on its line, after a full line.
        (
            "The file that has all of the texts is now here: http://www.a.example/docs\nx1 words",
            None,
        ),
        ("The file that has the texts is here: http://a.example/docs\nwordsofmanyletters", None),
        // The width is that of characters.
        ("The files of éééééééééééééééééééé: http://a.example/docs/\nfile.html", None),
        (
            "The files of eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee: http://a.example/docs/\nfile.html",
            CERTAIN(Ground::Slash),
        ),
    ]);
}

#[test]
fn widths_explain_a_line_break() {
    // The bytes of words in the line before, those of the line, the mark at its end, the line end, the next
    // run, and whether a program may have broken the line.
    let table: &[(usize, usize, &str, &str, &str, bool)] = &[
        // The line is full.
        (71, 67, "x", "\n", "rest", false),
        (71, 68, "x", "\n", "rest", true),
        (71, 99, "x", "\n", "rest", true),
        (71, 100, "x", "\n", "rest", false),
        // No line shows the width.
        (0, 55, "x", "\n", "rest", false),
        (0, 56, "x", "\n", "rest", true),
        // The run does not fit after a mark.
        (71, 66, "/", "\n", "rest", false),
        (71, 66, "/", "\n", "rests", true),
        (71, 66, "x", "\n", "rests", false),
        // Every kind of line end.
        (71, 67, "x", "\r\n", "rest", false),
        (71, 68, "x", "\r\n", "rest", true),
        (0, 55, "x", "\r\n", "rest", false),
        (29, 38, "x", "\r", "rest", false),
        (71, 69, "x", "\r", "rest", true),
    ];
    for &(before, line, mark, line_end, run, expected) in table {
        let words = "words of prose ".repeat(5);
        let cut = [&words[..before], "x", line_end, &*"z".repeat(line), mark].concat();
        let text = [&*cut, line_end, run, line_end].concat();
        let is_wrapped = is_wrapped(text.as_bytes(), cut.len(), cut.len() + line_end.len());
        assert_eq!(is_wrapped, expected, "{text:?}");
    }
}
