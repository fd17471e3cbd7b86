//! Tests of `urlsift wrap`.

use serde_json::{Value, json};

use crate::program::{ExpectedRun, check_runs, text, urlsift};

/// `urlsift wrap --html` writes lines that a search finds in the page, with the prefix of each line.
#[test]
fn urls_wrapped_for_a_page_are_read_back() {
    let url = "http://x.example/find?name=a&copy=b&lt;c/mnopqrstuvwxyz";
    for prefix in ["", "> ", "» "] {
        for columns in ["20", "30", "72"] {
            let args = ["wrap", "--html", "--quote", prefix, "--columns", columns, url];
            let wrapped = urlsift(&args, b"");
            let wrapped = text(&wrapped.stdout);
            let page = format!("<html><body><pre>\n{wrapped}</pre></body></html>\n");
            let found = urlsift(&["scan", "--format", "jsonl"], page.as_bytes());
            let row: Value = serde_json::from_slice(&found.stdout).expect("one URL is found");
            assert_eq!((&row["url"], &row["form"]), (&json!(url), &json!("url")), "{page}");
        }
    }
}

#[test]
fn wrap_writes_what_can_be_read_back() {
    let table: &[ExpectedRun<'_>] = &[
        (&["wrap", "http://x.example/"], "", 0, "<URL:http://x.example/>\n", ""),
        (
            &["wrap", "--columns", "20", "--quote", "> ", "news:comp.text", "http://x.example/a-b"],
            "",
            0,
            "> <URL:news:comp.tex\n> t>\n> <URL:http://\n> x.example/a-b>\n",
            "",
        ),
        (
            &[
                "wrap",
                "http://x y.example/",
                "x:a\nb",
                "x.example",
                "http:///|",
                "mailto:a@b",
                "URL:",
                "",
            ],
            "",
            2,
            "<URL:mailto:a@b>\n",
            "urlsift: http://x y.example/: ' ' at byte 8 needs an escape, but no escape makes this a valid URL\n\
             urlsift: x:a\\u{a}b: '\\n' at byte 3 is not allowed in a wrapper\n\
             urlsift: x.example: the URL does not begin with a scheme and \":\"\n\
             urlsift: http:///|: '/' at byte 7 stands where the host is missing\n\
             urlsift: URL:: the URL does not begin with a scheme and \":\"\n\
             urlsift: \"\": the URL does not begin with a scheme and \":\"\n",
        ),
        // What must be escaped is escaped, and delimiters are not doubled.
        (
            &["wrap", "http://x.example/a b?ñ={\"}", "http://bücher.example/%C3%BC"],
            "",
            0,
            "<URL:http://x.example/a%20b?%C3%B1=%7B%22%7D>\n\
             <URL:http://xn--bcher-kva.example/%C3%BC>\n",
            "",
        ),
        // No escape makes this valid, but it is ASCII and can be read back.
        (&["wrap", "http://x.example:8o/"], "", 0, "<URL:http://x.example:8o/>\n", ""),
        (
            &["wrap", "URL:http://x.example/", "<URL:http://x.example/>", "<http://x.example/>"],
            "",
            0,
            "<URL:http://x.example/>\n<URL:http://x.example/>\n<URL:http://x.example/>\n",
            "urlsift: URL:http://x.example/: wrapped without its delimiters\n\
             urlsift: <URL:http://x.example/>: wrapped without its delimiters\n\
             urlsift: <http://x.example/>: wrapped without its delimiters\n",
        ),
        (
            &["wrap", "--html", "--columns", "20", "--quote", "> ", "http://x.example/?a&b&amp;c"],
            "",
            0,
            "&gt; &lt;URL:http://\n&gt; x.example/?a&amp;b&amp;\n&gt; amp;c&gt;\n",
            "",
        ),
    ];
    check_runs(table);
}
