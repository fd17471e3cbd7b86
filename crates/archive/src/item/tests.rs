//! Items: the URLs found, their order, and that skipping loses none.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rayon::prelude::*;

use super::*;

/// Returns the URLs of `bytes` with the offsets of their messages, found on `threads` threads.
fn urls(bytes: &[u8], threads: usize) -> Vec<(Option<usize>, String)> {
    let window = Window::whole("x", bytes.to_vec());
    let extractor = Extractor::new();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let mut urls = Vec::new();
    pool.expect("a small pool can be had").install(|| {
        let find = |item: &Item<'_>| {
            let mut urls = Vec::new();
            item.find(&extractor, Headers::Useful, |location, found| {
                urls.push((location.message_offset, found.url().to_owned()));
            });
            urls
        };
        let items: Vec<_> = window.items().collect();
        urls.par_extend(items.par_iter().flat_map_iter(find));
    });
    urls
}

#[test]
fn urls_come_in_the_order_of_the_source_on_any_number_of_threads() {
    use std::fmt::Write;
    let mut mbox = String::new();
    let mut expected = Vec::new();
    for i in 0..20_000 {
        expected.push((Some(mbox.len()), format!("http://x.example/{i}")));
        // Every hundredth message is long, so threads finish out of order.
        let filler = "filler\n".repeat(if i % 100 == 0 { 20_000 } else { 10 });
        write!(
            mbox,
            "From a@b.example Mon Jan  1 00:00:00 2001\nSubject: {i}\n\n{filler}<http://x.example/{i}>\n\n"
        )
        .expect("writing to a string does not fail");
    }
    for threads in [1, 2, 5] {
        assert_eq!(urls(mbox.as_bytes(), threads), expected, "{threads} threads");
    }
}

/// Parsing the header again for each part took minutes here.
#[test]
fn a_long_header_is_parsed_once_for_many_parts() {
    let header = "X: y\n".repeat(100_000);
    let parts = "--b\n\n<http://x.example/>\n".repeat(20_000);
    let message = format!("To: a\nContent-Type: multipart/mixed; boundary=b\n{header}\n{parts}");
    assert_eq!(urls(message.as_bytes(), 1).len(), 20_000);
}

#[test]
fn sources_without_urls_give_none() {
    assert_eq!(urls(b"", 1), []);
    assert_eq!(urls(b"no URL", 1), []);
    assert_eq!(urls(b"\0\x01\x02<http://x.example/>\0\0\0", 1), []);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    /// Searching everything finds the same URLs in messages that hide them.
    #[test]
    fn skipped_parts_contain_no_url(lines in vec(hidden(), 0..12)) {
        let begin = b"From a@b.example Mon Jan  1 00:00:00 2001\nSubject: a\n".to_vec();
        let window = Window::whole("x", [begin, lines.concat()].concat());
        let extractor = Extractor::new();
        let urls = |find: &dyn Fn(&[u8]) -> Option<usize>| {
            let mut urls = Vec::new();
            for item in window.items() {
                item.search(&extractor, Headers::Useful, None, find, |location, found| {
                    urls.push((location.part.to_owned(), found.url().to_owned()));
                });
            }
            urls
        };
        prop_assert_eq!(urls(&|text| extractor.find_candidate(text)), urls(&|_| Some(0)));
    }
}

/// Text after a block is searched by itself. A page there was once skipped.
#[test]
fn a_page_after_a_block_is_searched() {
    let message = "From a@b.example Mon Jan  1 00:00:00 2001\nSubject: a\n\nbegin 644 x\n#86)C\n`\nend\n\
        <html><body>http&#58;//a.example/page</body></html>\n";
    let expected = (Some(0), "http://a.example/page".to_owned());
    assert_eq!(urls(message.as_bytes(), 1), [expected]);
}

/// Generates a line of a message that may hide a URL.
fn hidden() -> impl Strategy<Value = Vec<u8>> {
    let line = select(vec![
        "From a@b.example Mon Jan  1 00:00:00 2001",
        "Subject: a",
        "Subject: =?utf-8?Q?http=3A//a.example/?=",
        "X-Url: http://a.example/",
        "X-Url: 1:a://b",
        "Content-Type: text/plain; charset=utf-7",
        "Content-Type: text/plain; charset=iso-2022-jp",
        "Content-Type: text/plain; charset=us-ascii",
        "content-type: text/html",
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: message/rfc822",
        "Content-Type: application/octet-stream",
        "Content-Type: text/calendar",
        "BEGIN:VCALENDAR",
        "URL:htt\n p://a.example/",
        "URL:http\\://a.example/",
        "CONTENT-TRANSFER-ENCODING: base64",
        "Content-Transfer-Encoding: quoted-printable",
        "",
        "",
        "--b",
        "\u{FEFF}<html>",
        "<!-- a --> <HEAD>",
        "text at 10:30",
        "http=3A//a.example/",
        "aHR0cDovL2EuZXhhbXBsZS8=",
        "http+ADo-//a.example/",
        "http&#58;//a.example/",
        "&lt;mailto: a@b.example&gt;",
        "\"<span class=a-long-name>mailto: a@b.example\"",
        "<mailto: a@b.example>",
        "begin 644 x",
        // A block, and a page that may follow it.
        "begin 644 x\n#86)C\n`\nend",
        "<html><p>http&#58;//a.example/",
    ]);
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    prop_oneof![
        20 => line.prop_map(|line| format!("{line}\n").into_bytes()),
        1 => Just(utf_16("see http://a.example/ there")),
        1 => Just(utf_16("\u{FEFF}see http://a.example/ there")),
    ]
}

/// Hosts and addresses contain no colon and are found in fields without one. Those with `www.` need not be asked for.
#[test]
fn hosts_and_addresses_in_fields_without_a_colon_are_found() {
    use urlsift::extract::Forms;
    use urlsift::found::Form;
    let message = b"From: Ann <ann@a.example>\nX-Url: www.example.org\n\nno URL\n";
    let window = Window::whole("x", message.to_vec());
    let find = |forms: Forms| {
        let extractor = Extractor::builder().forms(forms).build();
        let mut urls = Vec::new();
        for item in window.items() {
            item.find(&extractor, Headers::Useful, |location, found| {
                urls.push(format!("{} {}", location.part, found.url()));
            });
        }
        urls
    };
    assert_eq!(find(Forms::default().without(Form::Www)), [""; 0]);
    assert_eq!(find(Forms::default()), ["header:X-Url http://www.example.org"]);
    let words = Forms::none().with(Form::Www).with(Form::Address);
    assert_eq!(
        find(words),
        ["header:From mailto:ann@a.example", "header:X-Url http://www.example.org"]
    );
}

/// Rows describe the outermost message, whichever message in it has the URL.
#[test]
fn metadata_come_from_the_outermost_header() {
    let message = b"To: ann\nSubject: outer\nContent-Type: message/rfc822\n\n\
        Subject: inner\n\nsee <http://a.example/>\n";
    let window = Window::whole("x", message.to_vec());
    let mut subjects = Vec::new();
    for item in window.items() {
        item.find(&Extractor::new(), Headers::Useful, |location, _| {
            subjects.push(location.origin().and_then(|origin| origin.subject.clone()));
        });
    }
    assert_eq!(subjects, [Some("outer".to_owned())]);
}

/// The places of URLs in JSON, in a file and in an attachment.
#[test]
fn urls_in_json_are_whole_and_have_places() {
    // (value, URL, the URL as stored)
    let table = [
        (r"see http:\/\/a.example\/b\nor", "http://a.example/b", r"http:\/\/a.example\/b"),
        ("<http://a.example/|a label>", "http://a.example/", "http://a.example/"),
        (
            r"\u003chttp://a.example/?b\u0026c\u003e",
            "http://a.example/?b&c",
            r"http://a.example/?b\u0026c",
        ),
        (r#"href=\"http://a.example/\""#, "http://a.example/", "http://a.example/"),
        (
            r"http://a.example/\ud83d\ude00",
            "http://a.example/\u{1F600}",
            r"http://a.example/\ud83d\ude00",
        ),
    ];
    for (value, url, stored) in table {
        let file = format!("{{\"text\": \"{value}\"}}\n");
        let head = "From: a@b.example\nSubject: a\nContent-Type: application/json\n\n";
        for source in [&file, &format!("{head}{file}")] {
            let mut found = Vec::new();
            for item in Window::whole("x", source.clone().into_bytes()).items() {
                item.find(&Extractor::new(), Headers::Useful, |place, it| {
                    let pieces = it.pieces();
                    let range = pieces[0].range().start..pieces.last().unwrap().range().end;
                    found.push((it.url().to_owned(), source[place.range(range)].to_owned()));
                });
            }
            assert_eq!(found, [(url.to_owned(), stored.to_owned())], "{source}");
        }
    }
}

/// The places of URLs in calendars and cards, in each encoding: the first and the last byte are at their ends.
#[test]
fn urls_in_content_lines_are_whole_and_have_places() {
    // (content lines, URL, the URL as stored)
    let table = [
        (
            "DESCRIPTION:Join:\\nhttps://a.example/j/1?p=a\\n\\nMeeting",
            "https://a.example/j/1?p=a",
            "",
        ),
        (
            "DESCRIPTION:Join <https://a.ex\r\n ample/j/1>",
            "https://a.example/j/1",
            "https://a.ex\r\n ample/j/1",
        ),
        ("item1.URL;type=pref:http\\://a.example/b", "http://a.example/b", "http\\://a.example/b"),
        (
            "URL;VALUE=URI:https://a.example/b\\,c",
            "https://a.example/b,c",
            "https://a.example/b\\,c",
        ),
        (
            "ORGANIZER;CN=Ann:mailto:ann@a.e\r\n xample\r\nUID:1",
            "mailto:ann@a.example",
            "mailto:ann@a.e\r\n xample",
        ),
        // A content line is complete, however long it is.
        (
            "LOCATION:https://a.example/0123456789-0123456789-0123456789-0123456789-0123456789/\r\nuid:1",
            "https://a.example/0123456789-0123456789-0123456789-0123456789-0123456789/",
            "",
        ),
        (
            "X-MICROSOFT-SKYPETEAMSMEETINGURL:https://a.example/l/meetup-join/19%3ameeting_\r\n Zm@thread.v2/0?a=%7b\r\nX-MICROSOFT-LOCATIONS:[]",
            "https://a.example/l/meetup-join/19%3ameeting_Zm@thread.v2/0?a=%7b",
            "https://a.example/l/meetup-join/19%3ameeting_\r\n Zm@thread.v2/0?a=%7b",
        ),
    ];
    for (lines, url, stored) in table {
        let stored = if stored.is_empty() { url } else { stored };
        let file = format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{lines}\r\nEND:VCALENDAR\r\n");
        let head = "From: a@b.example\nSubject: a\nContent-Type: text/calendar\n";
        let escaped = file.replace('=', "=3D").replace(':', "=3A");
        let quoted = format!("{head}Content-Transfer-Encoding: quoted-printable\n\n{escaped}");
        for source in [&file, &format!("{head}\n{file}"), &quoted] {
            let mut found = Vec::new();
            for item in Window::whole("x", source.clone().into_bytes()).items() {
                item.find(&Extractor::new(), Headers::Useful, |place, it| {
                    assert!(place.is_in_source());
                    let range = place.range(
                        it.pieces()[0].range().start..it.pieces().last().unwrap().range().end,
                    );
                    found.push((it.url().to_owned(), source[range].to_owned()));
                });
            }
            let stored = if source == &quoted {
                stored.replace('=', "=3D").replace(':', "=3A")
            } else {
                stored.to_owned()
            };
            assert_eq!(found, [(url.to_owned(), stored)], "{source}");
        }
    }
}
