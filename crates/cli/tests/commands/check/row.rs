//! Tests of `urlsift check --format jsonl`, field by field.

use serde_json::Value;

use crate::documents::examples::guide;
use crate::program::{line_keys, text, urlsift};

const KEYS: &[&str] = &[
    "url",
    "form",
    "given",
    "grammar",
    "satisfies",
    "standing",
    "grammars",
    "production",
    "failures",
    "encoded",
    "rejection",
    "parts",
    "scheme_part",
    "host_kind",
    "port_or_default",
    "notes",
];

/// The guide lists every field of a row, and every kind of note under its severity.
#[test]
fn every_field_is_documented() {
    let page = guide("check.md");
    let (_, section) = page.split_once("## Rows of `check").expect("the page has the section");
    for key in KEYS {
        assert!(section.contains(&format!("\n- `{key}`: ")), "{key}");
    }
    let page = guide("row.md");
    for kind in urlsift::found::NoteKind::ALL {
        let (before, _) = page.split_once(&format!("\n- `{}`", kind.name())).expect("a line");
        let severity = before.rsplit("\n**").next().expect("a text").to_lowercase();
        assert!(severity.starts_with(kind.severity().name()), "{kind}");
    }
}

/// URLs, with JSON pointers into the row and the expected values.
const ROWS: &[(&str, &[(&str, &str)])] = &[
    (
        "http://www.example.org/~a b",
        &[
            ("/standing", r#""rejected""#),
            ("/grammars", "[]"),
            (
                "/failures/rfc1738",
                r#"{"at": 23, "kind": "unsafe_character", "found": "~", "section": "2.2", "message": "'~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E"}"#,
            ),
            ("/failures/rfc3987/at", "25"),
            (
                "/rejection",
                r#"{"at": 25, "kind": "whitespace", "found": " ", "section": null, "message": "' ' at byte 25 is whitespace"}"#,
            ),
            ("/encoded/rfc1738/url", r#""http://www.example.org/%7Ea%20b""#),
            ("/encoded/rfc3986/url", r#""http://www.example.org/~a%20b""#),
            ("/encoded/rfc3986/failure", "null"),
            ("/host_kind", r#""name""#),
            ("/port_or_default", "80"),
            ("/notes", "[]"),
        ],
    ),
    (
        "FTP://jim:x%41@host.dom:2121//etc/a%2Fb;type=i#f",
        &[
            ("/standing", r#""valid""#),
            ("/rejection", "null"),
            ("/parts/scheme", r#"{"start": 0, "end": 3, "text": "FTP"}"#),
            ("/parts/password", r#"{"start": 10, "end": 14, "text": "x%41"}"#),
            ("/parts/port", r#"{"start": 24, "end": 28, "text": "2121"}"#),
            ("/parts/query", "null"),
            ("/parts/fragment", r#"{"start": 47, "end": 48, "text": "f"}"#),
            (
                "/scheme_part",
                r#"{"kind": "ftp", "cwd": [{"start": 29, "end": 29, "decoded": ""}, {"start": 30, "end": 33, "decoded": "etc"}], "name": {"start": 34, "end": 39, "decoded": "a/b"}, "type_code": {"start": 45, "end": 46, "decoded": "i"}}"#,
            ),
            (
                "/notes/0",
                r#"{"name": "password", "severity": "warning", "section": "RFC 1738, 6", "start": 10, "end": 14, "text": "x%41", "message": "a password stands in the URL (RFC 1738, 6)"}"#,
            ),
            ("/notes/1/name", r#""port_not_default""#),
        ],
    ),
    // RFC 1738 allows `?` in a login.
    (
        "ftp://j?m:x?y@host.dom?q",
        &[
            ("/parts/user/text", r#""j?m""#),
            ("/parts/password/text", r#""x?y""#),
            ("/parts/host/text", r#""host.dom""#),
            ("/parts/query/text", r#""q""#),
            ("/notes/1/name", r#""host_disputed""#),
        ],
    ),
    (
        "http://a-.com/",
        &[
            ("/encoded/rfc1738/url", "null"),
            ("/encoded/rfc1738/failure/kind", r#""bad_host_label""#),
            ("/encoded/rfc1738/failure/at", "9"),
            ("/encoded/rfc3986", "null"),
            ("/failures/rfc3986", "null"),
            ("/host_kind", r#""bad""#),
        ],
    ),
    (
        "http:",
        &[
            ("/failures/rfc1738/found", "null"),
            ("/failures/rfc1738/kind", r#""missing_part""#),
            ("/parts/path", r#"{"start": 5, "end": 5, "text": ""}"#),
            ("/parts/host", "null"),
            ("/host_kind", "null"),
            ("/port_or_default", "null"),
        ],
    ),
    (
        "< URL:http://h.dom/~a >",
        &[
            ("/url", r#""http://h.dom/~a""#),
            ("/form", r#""url""#),
            ("/given", r#""< URL:http://h.dom/~a >""#),
            ("/production", "null"),
            ("/failures/rfc1738/at", "13"),
            ("/parts/scheme", r#"{"start": 0, "end": 4, "text": "http"}"#),
        ],
    ),
    ("URL:http://h.dom/a", &[("/form", r#""prefix""#), ("/production", r#""prefixedurl""#)]),
    ("URL: http://h.dom/a", &[("/form", r#""prefix""#), ("/production", r#""url""#)]),
    ("http://h.dom/a", &[("/form", r#""bare""#), ("/given", "null"), ("/production", r#""url""#)]),
    ("<b>", &[("/url", r#""<b>""#), ("/form", r#""bare""#), ("/given", "null")]),
    ("hello", &[("/parts/scheme", "null"), ("/scheme_part", "null")]),
    ("x:y", &[("/scheme_part", "null")]),
    ("telnet://h.dom", &[("/scheme_part", r#"{"kind": "telnet"}"#)]),
    (
        "https://h.dom/a?",
        &[
            ("/scheme_part/kind", r#""http""#),
            ("/scheme_part/search", r#"{"start": 16, "end": 16, "decoded": ""}"#),
        ],
    ),
    (
        "news:*",
        &[("/scheme_part", r#"{"kind": "news", "all": true, "group": null, "message_id": null}"#)],
    ),
    (
        "news:a%40b",
        &[
            ("/scheme_part/all", "false"),
            ("/scheme_part/group", "null"),
            ("/scheme_part/message_id/decoded", r#""a@b""#),
        ],
    ),
    (
        "cid:a@b",
        &[(
            "/scheme_part",
            r#"{"kind": "message_id", "message_id": {"start": 4, "end": 7, "decoded": "a@b"}}"#,
        )],
    ),
    (
        "gopher://h.dom/",
        &[(
            "/scheme_part",
            r#"{"kind": "gopher", "gtype": {"start": 15, "end": 15, "decoded": "1"}, "selector": {"start": 15, "end": 15, "decoded": ""}, "search": null, "gopher_plus": null}"#,
        )],
    ),
    (
        "wais://h.dom/d/t/1=a%20b;2",
        &[
            ("/scheme_part/wpath/decoded", r#""1=a b;2""#),
            (
                "/scheme_part/fields",
                r#"[{"name": {"start": 17, "end": 18, "decoded": "1"}, "value": {"start": 19, "end": 24, "decoded": "a b"}}, {"name": {"start": 25, "end": 26, "decoded": "2"}, "value": null}]"#,
            ),
        ],
    ),
    // `%FF` is an octet that is not UTF-8.
    ("x:%FF", &[("/parts/path/text", r#""%FF""#)]),
    ("mailto:%FF@b", &[("/scheme_part/address/decoded", r#""\ufffd@b""#)]),
];

#[test]
fn rows_have_the_expected_values() {
    let mut count = 0;
    for (url, expected) in ROWS {
        let output = urlsift(&["check", "--format", "jsonl", url], b"");
        let line = text(&output.stdout);
        assert_eq!(line_keys(line.trim_end()), KEYS, "{url}");
        let row: Value = serde_json::from_str(line).expect("the line is a JSON object");
        for (pointer, value) in *expected {
            let found = row.pointer(pointer).unwrap_or(&Value::Null);
            let value: Value = serde_json::from_str(value).expect("the table has JSON");
            assert_eq!(*found, value, "{url} {pointer}");
        }
        // Each part has the text of its range.
        let url = row["url"].as_str().expect("the field is a string");
        for part in row["parts"].as_object().expect("the line is a JSON object").values() {
            let Some(part) = part.as_object() else { continue };
            let offset = |name: &str| {
                usize::try_from(part[name].as_u64().expect("the field is a number"))
                    .expect("the number is small")
            };
            assert_eq!(part["text"], url[offset("start")..offset("end")], "{url}");
            count += 1;
        }
    }
    assert!(count > 30, "only {count} parts");
}
