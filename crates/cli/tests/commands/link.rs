//! Tests of `urlsift link`: its output for messages and texts, in each format.

use std::fs;

use crate::program::{ExpectedRun, check_runs, text, urlsift};
use crate::repository::root;

/// A message with a plain text and a page, which are alternatives, and a message in it.
const MESSAGE: &str = "\
From: =?utf-8?Q?J=C3=BCrgen?= <a@b.example>
Subject: http://s.example/
 folded
Content-Type: multipart/mixed; boundary=a

preamble
--a
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

plain =C3=A9 http://p.example/
--b
Content-Type: multipart/related; boundary=c

--c
Content-Type: text/html

<p>page
--c--
--b--
--a
Content-Type: image/png

PNG
--a
Content-Type: message/rfc822

To: c@d.example
Content-Type: text/html

<p>a<br>b <a href=http://x.example/>c</a>
--a--
epilogue
";

#[test]
fn a_message_is_printed_as_it_is_read() {
    // Columns: arguments, standard input, exit status, standard output, standard error.
    let table: &[ExpectedRun<'_>] = &[
        (
            &["link"],
            MESSAGE,
            0,
            "plain \u{e9} http://p.example/\n\na\nb c [1]\n\n[1] http://x.example/\n",
            "",
        ),
        (
            &["link", "--with-headers"],
            MESSAGE,
            0,
            "From: J\u{fc}rgen <a@b.example>\nSubject: http://s.example/ folded\n\n\
             plain \u{e9} http://p.example/\n\nTo: c@d.example\n\na\nb c [1]\n\n[1] http://x.example/\n",
            "",
        ),
        (&["link", "--input", "text"], MESSAGE, 0, MESSAGE, ""),
        // The pages of other multiparts are no copies of the text.
        (
            &["link"],
            "From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\na\n--b\nContent-Type: text/html\n\n<p>b\n--b--\n",
            0,
            "a\n\nb\n",
            "",
        ),
        (
            &["link", "--format", "terminal"],
            "A: b\nContent-Type: text/plain; format=flowed; delsp=yes\n\n> http://a.example/b-c- \n> d\x1B[2J\n",
            0,
            "> \x1B]8;id=0;http://a.example/b-c-d\x1B\\http://a.example/b-c-\x1B]8;;\x1B\\ \n\
             > \x1B]8;id=0;http://a.example/b-c-d\x1B\\d\x1B]8;;\x1B\\\\u{1b}[2J\n",
            "",
        ),
        (
            &["link", "--format", "terminal", "--scheme-add", "x-a"],
            "x-a:b x-b:c",
            0,
            "\x1B]8;id=0;x-a:b\x1B\\x-a:b\x1B]8;;\x1B\\ x-b:c",
            "",
        ),
        // The empty line before the second message belongs to the first.
        (
            &["link"],
            "From a@b.example Mon Jan  1 00:00:00 2001\nA: b\n\n<http://a.example/\n b>\n\n\
             From a@b.example Mon Jan  1 00:00:00 2001\nA: b\n\nc\n",
            0,
            "<http://a.example/b>\n\n\nc\n",
            "",
        ),
        // Files within a text are part of it.
        (
            &["link"],
            "one\nbegin 644 x\n#86)C\n`\nend\n<http://a.example/\nb>",
            0,
            "one\nbegin 644 x\n#86)C\n`\nend\n<http://a.example/b>",
            "",
        ),
        (
            &["link", "--columns", "20"],
            "at http://a.example/bbb",
            0,
            "at\n<URL:http://\na.example/bbb>",
            "",
        ),
        (
            &["link", "--format", "markdown"],
            "a_b\nwww.a.example",
            0,
            "a\\_b\\\n[www.a.example](http://www.a.example)\n",
            "",
        ),
        (&["link"], "", 0, "", ""),
        (&["link"], " \n", 0, " \n", ""),
        (&["link"], "\x7fELF\0\0\0", 2, "", "urlsift: -: neither mail nor text\n"),
        (
            &["link", "--paragraphs", "--format", "text"],
            "",
            2,
            "",
            "urlsift: --paragraphs is for --format html\n",
        ),
        (
            &["link", "--columns", "20", "--format", "html"],
            "",
            2,
            "",
            "urlsift: --columns is for --format text\n",
        ),
    ];
    check_runs(table);
}

/// The links of a page are links, whether their text is words, a URL or a picture.
#[test]
fn the_links_of_a_page_are_shown() {
    let mail = "From: a@b.example\nSubject: c\nContent-Type: text/html\n\n<p>Hello, <a href=\"http://t.example/1\">read\nmore</a>, \
        <a href=\"http://evil.example/\">www.bank.example</a> or <a href=\"#top\">top</a></p>\n\
        <a href=\"http://t.example/2\"><img src=\"a.gif\"></a><a href=\"http://t.example/1\">again</a>, http://p.example/";
    let warning = "the link's text names another host: http://evil.example/";
    let table = [
        (
            &["link"][..],
            format!(
                "Hello, read\nmore [1], www.bank.example [{warning}] or top\n\
                 http://t.example/2 [2] again [3], http://p.example/\n\n\
                 [1] http://t.example/1\n[2] http://t.example/2\n[3] http://t.example/1\n"
            ),
        ),
        (
            &["link", "--format", "markdown"],
            "Hello, [read\\\nmore](http://t.example/1), www\\.bank\\.example \
             \\[the link\\'s text names another host\\: http\\:\\/\\/evil\\.example\\/\\] or top\\\n\
             <http://t.example/2> [again](http://t.example/1), <http://p.example/>\n"
                .to_owned(),
        ),
    ];
    for (args, expected) in table {
        assert_eq!(text(&urlsift(args, mail.as_bytes()).stdout), expected, "{args:?}");
    }
}

#[test]
fn a_page_is_complete() {
    let output = urlsift(
        &["link", "--format", "html"],
        b"\n<http://a.example/\n> b> & http://www.a.example@c.example/",
    );
    let page = text(&output.stdout);
    let head = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n";
    let (before, body) = page.split_once("</style>\n<body>\n").expect("a page has a style");
    assert!(before.starts_with(head), "{page}");
    assert!(
        body.starts_with(
            "<pre>\n\n&lt;<a href=\"http://a.example/b\" rel=\"noreferrer noopener nofollow\">http://a.example/\n\
             &gt; b</a>&gt; &amp; <span data-urlsift=\"refused\" title=\"http://www.a.example@c.example/&#10;not linked: "
        ),
        "{body}"
    );
    assert!(body.ends_with("\">http://www.a.example@c.example/</span></pre>\n</html>\n"), "{body}");
    let output = urlsift(&["link", "--paragraphs"], b"a\n\nb");
    assert!(text(&output.stdout).ends_with("</style>\n<body>\n<p>a</p>\n<p>b</p>\n</html>\n"));
}

/// A text whose URLs are whole is printed as it is, whatever else is in it.
#[test]
fn whole_texts_are_unchanged() {
    let mut count = 0;
    for file in fs::read_dir(root().join("corpus/archives")).expect("the folder can be read") {
        let path = file.expect("the folder can be read").path();
        let bytes = fs::read(&path).expect("it can be read");
        if std::str::from_utf8(&bytes).is_err() || bytes.contains(&0) {
            continue;
        }
        let args = ["link", "--input", "text", "--join", "never", "--forms", "bare"];
        assert_eq!(urlsift(&args, &bytes).stdout, bytes, "{}", path.display());
        count += 1;
    }
    assert!(count > 30, "{count} texts are too few");
}
