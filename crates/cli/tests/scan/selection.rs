//! `urlsift scan` with options that select rows and fields.

use crate::program::{Folder, seen, text, urlsift, urlsift_in};

/// Arguments, standard input, exit status, hosts.
type NamedRun<'t> = (&'t [&'t str], &'t [u8], i32, &'t [&'t str]);

const MBOX: &str = "\
From a Mon
From: <jim@a.example>
Date: Mon, 9 Mar 1998 23:30:00 -0800
Subject: a\ttab

> http://A.example:80/%7ejim
http://a.example/~jim http://a.example/~jim
http://b.example/x
-- 
http://c.example/sig

From b Tue
Date: soon

http://a.example/~jim
";

/// Runs `urlsift scan` on [`MBOX`] with `args`, which has no spaces inside arguments, and returns its output.
fn scan(args: &str) -> String {
    let args: Vec<&str> = ["scan", "-j", "2"].into_iter().chain(args.split_whitespace()).collect();
    let output = urlsift(&args, MBOX.as_bytes());
    let (status, stdout, stderr) = seen(&output);
    assert_eq!((status, stderr), (Some(i32::from(stdout.is_empty())), ""), "{args:?}");
    stdout.to_owned()
}

const JIM: &str = "http://a.example/~jim\n";
const OLD: &str = "http://A.example:80/%7ejim\n";
const REST: &str = "http://b.example/x\nhttp://c.example/sig\n";

#[test]
fn rows_are_selected() {
    let all = [OLD, JIM, JIM, REST, JIM].concat();
    let table = [
        ("", all.clone()),
        ("--host b.example,c.example", REST.to_owned()),
        ("--host .example --host !a.example", REST.to_owned()),
        ("--where from_domain=a.example", [OLD, JIM, JIM, REST].concat()),
        (
            "--where from_domain=.EXAMPLE --where from_domain!=b.example --host b.example",
            "http://b.example/x\n".to_owned(),
        ),
        ("--where from_domain!=a.example", JIM.to_owned()),
        ("--where url~^http://[bc]", REST.to_owned()),
        ("--where url=http://a.example/~jim,x", String::new()),
        ("--where url=http://a.example/~jim --once", [JIM, JIM].concat()),
        ("--where url~/x$ --where url~sig", REST.to_owned()),
        ("--where url~(?i)^HTTP --where url!~%7e|jim$", REST.to_owned()),
        ("--where url!~\\w+[.]example/ --since 1998", OLD.to_owned()),
        ("--scheme ftp", String::new()),
        ("--scheme http,ftp --where quoted=false", [JIM, JIM, REST, JIM].concat()),
        ("--forms=-url,-angle --host b.example", "http://b.example/x\n".to_owned()),
        ("--since 1998", [OLD, JIM, JIM, REST].concat()),
        ("--until 1997", String::new()),
        ("--where quoted=false", [JIM, JIM, REST, JIM].concat()),
        ("--where in_signature=false --host c.example", String::new()),
        ("--once", [OLD, JIM, REST, JIM].concat()),
        ("--once --where quoted=false --since 1998-03-10T00:00:00Z", [JIM, REST].concat()),
        ("--unique", [OLD, JIM, REST].concat()),
        ("--unique=equivalent", [JIM, REST].concat()),
        ("--count host --once", "3\ta.example\n1\tb.example\n1\tc.example\n".to_owned()),
        ("--count host --host a.example", "4\ta.example\n".to_owned()),
        ("--count year,host --top-per 1", "1\t\ta.example\n3\t1998\ta.example\n".to_owned()),
        (
            "--count year,host --top-per 2",
            "1\t\ta.example\n3\t1998\ta.example\n1\t1998\tb.example\n".to_owned(),
        ),
    ];
    for (args, expected) in table {
        assert_eq!(scan(args), expected, "{args}");
    }
}

#[test]
fn fields_are_written_in_the_order_that_was_asked_for() {
    let table = [
        (
            "--host b.example --fields url,date,subject",
            "http://b.example/x\t1998-03-09T23:30:00-08:00\ta\\u{9}tab\n",
        ),
        (
            "--host b.example --fields date,url --format csv",
            "date,url\n1998-03-09T23:30:00-08:00,http://b.example/x\n",
        ),
        (
            "--host b.example --fields start,form --format jsonl",
            "{\"start\":159,\"form\":\"bare\"}\n",
        ),
        (
            "--fields date,date_offset,date_text --once --since 1998 --host c.example",
            "1998-03-09T23:30:00-08:00\t-480\t\n",
        ),
        (
            "--fields copies,quoted,in_signature --since 1998",
            "0\ttrue\tfalse\n0\tfalse\tfalse\n1\tfalse\tfalse\n0\tfalse\tfalse\n0\tfalse\ttrue\n",
        ),
        ("-0 --host b.example", "http://b.example/x\0"),
        (
            "--fields line,url --host b.example,c.example",
            "8\thttp://b.example/x\n10\thttp://c.example/sig\n",
        ),
        (
            "--fields href,line,date_text --until 1998 --host a.example --once",
            "http://A.example:80/%7ejim\t6\t\nhttp://a.example/~jim\t7\t\n",
        ),
        ("--fields line --format jsonl --host c.example", "{\"line\":10}\n"),
        ("--count line --where quoted=false --host a.example", "2\t7\n1\t\n"),
    ];
    for (args, expected) in table {
        assert_eq!(scan(args), expected, "{args}");
    }
}

/// A glob that is malformed is refused with the reason.
#[test]
fn malformed_globs_are_refused() {
    let table = [
        ("--include", "[a", "unclosed character class"),
        ("--exclude", "{a", "unclosed alternate group"),
    ];
    for (option, value, expected) in table {
        let output = urlsift(&["scan", option, value], b"");
        let error = text(&output.stderr);
        let start = format!("error: invalid value '{value}' for '{option} ");
        assert!(error.starts_with(&start) && error.contains(expected), "{error}");
        assert_eq!(output.status.code(), Some(2), "{option} {value}");
    }
}

/// Lists name files of any name; globs leave out files below folders, and no others.
#[test]
fn files_are_named_by_lists_and_globs() {
    let folder = Folder::new("names");
    std::fs::create_dir_all(folder.path().join("d/old")).expect("the folder is new");
    for name in ["a.txt", "a b", "-", "d/x.mbox", "d/y.txt", "d/old/z.txt"] {
        let host = name.replace(['/', ' '], "_").replace('-', "dash");
        folder.file(name, format!("http://{host}.example/\n").as_bytes());
    }
    let lines = folder.file("lines", b"a b\r\n-\n\nd\n");
    let nul = folder.file("ended-by-nul", b"a b\0d/x.mbox\0");
    let gone = folder.file("gone", b"a b\nno such file\n");
    let none = folder.file("none", b"");
    let tree = ["d_old_z.txt", "d_x.mbox", "d_y.txt"];
    // (arguments, standard input, status, hosts)
    let table: &[NamedRun<'_>] = &[
        (&["--files-from", &lines], b"", 0, &["a_b", "dash", tree[0], tree[1], tree[2]]),
        (&["--files-from", &nul, "a.txt"], b"", 0, &["a.txt", "a_b", "d_x.mbox"]),
        (&["--files-from", "-"], b"a.txt\na b", 0, &["a.txt", "a_b"]),
        (&["--files-from", "-"], b"a.txt\0a b\0", 0, &["a.txt", "a_b"]),
        (&["--files-from", &gone], b"", 2, &["a_b"]),
        (&["--files-from", &none], b"http://not.read.example/", 1, &[]),
        (&["--include", "*.txt", "d"], b"", 0, &[tree[0], tree[2]]),
        (&["--include", "*.{txt,eml}", "--exclude", "z*", "d", "a b"], b"", 0, &["d_y.txt", "a_b"]),
        (&["--exclude", "old/*", "d"], b"", 0, &[tree[1], tree[2]]),
        (&["--exclude", "d/**", "d", "d/x.mbox"], b"", 0, &["d_x.mbox"]),
        (&["--include", "d/*.txt", "d"], b"", 0, &["d_y.txt"]),
    ];
    for (args, stdin, status, hosts) in table {
        let output = urlsift_in(folder.path(), &[&["scan"], *args].concat(), stdin);
        let expected: Vec<String> =
            hosts.iter().map(|host| format!("http://{host}.example/")).collect();
        assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), expected, "{args:?}");
        assert_eq!(output.status.code(), Some(*status), "{args:?}: {}", text(&output.stderr));
    }
}

/// The line of each URL is that of its source, whatever the order and the encoding of the parts. A URL that should not
/// be opened has no form to open.
#[test]
fn fields_on_request_are_those_of_the_source() {
    let mail = "Subject: http://a.example/\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
                --b\nContent-Transfer-Encoding: quoted-printable\n\nx=\n http://b.exam=\nple/\n\n--b\nContent-Type: text/html\n\n\
                <a href=http://c.example/>http://d.example/</a>\n\n--b\n\nhttp://e.example/\n--b--\n";
    let broken = "http://a.example/\r\n\r\n<http://b.exam\r\nple/> http://c.example/";
    // (fields, text, rows)
    let table = [
        (
            "line,host",
            mail,
            "1\ta.example\n9\tb.example\n15\tc.example\n15\td.example\n19\te.example\n",
        ),
        ("line,host", broken, "1\ta.example\n3\tb.example\n4\tc.example\n"),
        ("href", "http://b\u{fc}cher.example/\u{e9}", "http://xn--bcher-kva.example/%C3%A9\n"),
        ("href", "<http://exa^mple.org/>", "\n"),
        ("href", "<http://a.example/a\nb>", "http://a.example/ab\n"),
    ];
    for (fields, source, expected) in table {
        let output = urlsift(&["scan", "--fields", fields], source.as_bytes());
        assert_eq!(text(&output.stdout), expected, "{source}");
    }
    // Many URLs take linear time.
    let many = "http://a.example/ \n".repeat(30_000);
    let output = urlsift(&["scan", "--fields", "line"], many.as_bytes());
    assert!(output.stdout.ends_with(b"\n29999\n30000\n"));
}

/// Forms with a sign change the default; a form without one replaces it.
#[test]
fn forms_change_the_default() {
    let texts = "<http://a/> http://b/ c.example.org/ www.d.org/ \"http://e/\"\n";
    let table = [
        ("+host", "a b c.example.org www.d.org e"),
        ("+host,-bare", "a c.example.org www.d.org e"),
        ("-www,-quote", "a b e"),
        ("host", "c.example.org"),
        ("angle,bare", "a b e"),
    ];
    for (forms, hosts) in table {
        let expected = ["http://", &hosts.replace(' ', "/\nhttp://"), "/\n"].concat();
        let output = urlsift(&["scan", "--forms", forms], texts.as_bytes());
        assert_eq!(seen(&output), (Some(0), &*expected, ""), "{forms}");
    }
}

/// A list of strings drops or keeps URLs that contain one of them, or are one of them.
#[test]
fn urls_are_compared_with_the_lines_of_a_file() {
    let folder = Folder::new("selection-strings");
    let lines = folder.file("lines", b"B.example\r\n\nHTTP://A.example/~jim\n");
    let table = [
        (
            format!("--match {lines} --once"),
            "http://a.example/~jim\nhttp://b.example/x\nhttp://a.example/~jim\n",
        ),
        (format!("--skip {lines}"), "http://A.example:80/%7ejim\nhttp://c.example/sig\n"),
        (
            format!("--match {lines} --match-by equivalent --once --since 1998"),
            "http://A.example:80/%7ejim\nhttp://a.example/~jim\n",
        ),
        (
            format!("--match {lines} --match-by whole --once --since 1998"),
            "http://a.example/~jim\n",
        ),
    ];
    for (args, expected) in table {
        assert_eq!(scan(&args), expected, "{args}");
    }
    let blank = folder.file("blank", b"\xef\xbb\xbf \r\n\n");
    let refused = urlsift(&["scan", "--match", &blank], MBOX.as_bytes());
    let expected = format!("urlsift: --match {blank}: the file has no lines, so no URL has one\n");
    assert_eq!((text(&refused.stderr), refused.status.code()), (&*expected, Some(2)));
    assert_eq!(scan(&format!("--skip {blank} --host b.example")), "http://b.example/x\n");
    // Without a list this option would select nothing, and print all URLs.
    let alone = urlsift(&["scan", "--match-by", "whole"], MBOX.as_bytes());
    assert_eq!((text(&alone.stdout), alone.status.code()), ("", Some(2)));
    assert!(text(&alone.stderr).contains("is for the lines of --match or --skip"));
    let missing = urlsift(&["scan", "--match", "no such file"], b"");
    assert_eq!(missing.status.code(), Some(2));
    let expected = "error: invalid value 'no such file' for '--match <FILE>': ";
    assert!(text(&missing.stderr).starts_with(expected), "{}", text(&missing.stderr));
}

#[test]
fn options_that_cannot_be_are_refused() {
    let table = [
        ("--fields urls", "--fields: no field `urls`; did you mean `url`?"),
        ("--fields xyz", "--fields: no field `xyz`; `urlsift help rows` lists them"),
        ("--fields year", "--fields: no field `year`; `date` has it, and --count year counts it"),
        ("--count hosts", "--count: no field `hosts`; did you mean `host`?"),
        ("--where form=angel", "--where form=angel: no `angel`; did you mean `angle`?"),
        ("--where url~a(", "--where url~a(: unclosed group"),
        ("--unique --fields url", "--unique has fields of its own; `--unique --format csv`"),
        ("--since 1999 --until 1998", "--until: the first date is after the last one"),
        ("--host http://a.example/", "--host http://a.example/: `http://a.example/` is not a host"),
        ("--since 1998-03-01T12:00:00", "--since: `1998-03-01T12:00:00` has no zone; add one"),
        ("--files-from - -", "standard input is either a list of names or searched"),
        ("--files-from gone", "--files-from gone: "),
        ("--since then --format csv", "--since: `then` is not a date; write 1998, "),
        ("--count pieces", "--count: `pieces` cannot be counted by"),
        ("--print0 --format csv", "--print0 is for --format text"),
        ("-0 -o x.csv", "--print0 is for --format text"),
        ("-H -o x.csv", "-H is for --format text; the other formats have the place in fields"),
        ("-o x.json", "x.json: JSON is written as one object a line; end the name in .jsonl, or"),
    ];
    for (args, expected) in table {
        let args: Vec<&str> = ["scan"].into_iter().chain(args.split_whitespace()).collect();
        let output = urlsift(&args, b"");
        let error = text(&output.stderr).to_owned();
        assert!(error.starts_with(&format!("urlsift: {expected}")), "{args:?}: {error}");
        assert_eq!((text(&output.stdout), output.status.code()), ("", Some(2)), "{args:?}");
    }
}

/// Thunderbird keeps a deleted message in the mailbox, and marks it.
#[test]
fn deleted_messages_are_marked_and_can_be_left_out() {
    let message = |status: &str, host: &str| {
        format!("From - Mon Jan  1 00:00:00 2001\n{status}Subject: a\n\nhttp://{host}.example/\n\n")
    };
    let mbox = message("X-Mozilla-Status: 0009\nX-Mozilla-Status2: 00000000\n", "b")
        + &message("Status: RO\nX-Status: D\n", "c")
        + &message("", "d");
    let output = urlsift(&["scan", "--where", "deleted=false"], mbox.as_bytes());
    assert_eq!(text(&output.stdout), "http://d.example/\n");
    let output = urlsift(&["scan", "--fields", "host,deleted"], mbox.as_bytes());
    assert_eq!(text(&output.stdout), "b.example\ttrue\nc.example\ttrue\nd.example\tfalse\n");
}
