//! Tests of texts with live links: their markup is what the formats allow, and without it they are the text.

use std::fmt::Write;
use std::ops::Range;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use urlsift::Extractor;
use urlsift::extract::{Forms, Join, link_text_note};
use urlsift::internal::MAX_TERMINAL_HREF_BYTES;
use urlsift::link::{DEFAULT_SCHEMES, LinkFormat, Renderer};
use urlsift::url::is_hidden;

use crate::repository::root;
use crate::texts::corpus::rows;
use crate::texts::properties::text;

const FORMATS: [(LinkFormat, bool); 5] = [
    (LinkFormat::Terminal, false),
    (LinkFormat::Html, false),
    (LinkFormat::Html, true),
    (LinkFormat::Markdown, false),
    (LinkFormat::Text, false),
];

/// Returns an extractor that finds as much as possible.
fn extractor() -> Extractor {
    Extractor::builder().forms(Forms::all()).join(Join::Possible).build()
}

fn render(format: LinkFormat, text: &str) -> String {
    Renderer::new(extractor(), format).render(text)
}

/// Returns the text of a terminal, and the address of each hyperlink. Fails if it is more than text and hyperlinks.
fn read_terminal(drawn: &str) -> (String, Vec<(String, String)>) {
    let (mut text, mut links, mut parts) = (String::new(), Vec::new(), drawn.split('\x1B'));
    text += parts.next().unwrap_or_default();
    let mut open = false;
    while let Some(begin) = parts.next() {
        let parameters = begin.strip_prefix("]8;").expect("only hyperlinks have an escape");
        assert!(begin.bytes().all(|byte| (32..127).contains(&byte)), "{begin:?}");
        let (id, href) = parameters.split_once(';').expect("a hyperlink has an address");
        let content = parts.next().and_then(|end| end.strip_prefix('\\')).expect("ESC \\ follows");
        assert_eq!(open, href.is_empty(), "hyperlinks begin and end in turn");
        if !href.is_empty() {
            assert!(href.len() <= MAX_TERMINAL_HREF_BYTES);
            assert!(
                !content.contains(['\n', '\r']),
                "a hyperlink ends before a line end: {drawn:?}"
            );
            links.push((id.to_owned(), href.to_owned()));
        }
        open = !href.is_empty();
        text += content;
    }
    assert!(!open, "{drawn:?}");
    (text, links)
}

/// Returns the text of `html` and the addresses of its links. Fails if an element, an attribute or a reference is not one
/// that may be written.
fn read_html(html: &str) -> (String, Vec<String>) {
    let (mut text, mut hrefs, mut open) = (String::new(), Vec::new(), Vec::new());
    let mut pieces = html.split('<');
    text += &unescaped(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (tag, content) = piece.split_once('>').expect("a tag ends");
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        match name {
            "br" => assert_eq!(tag, "br"),
            "p" => open.push("p"),
            "a" | "span" => open.push(name),
            _ => assert_eq!(name.strip_prefix('/'), open.pop(), "{html}"),
        }
        let (values, mut names) = (attributes.split('"').skip(1).step_by(2), Vec::new());
        for (name, value) in attributes.split('"').step_by(2).zip(values) {
            assert!(!value.contains('\n'), "{value:?}");
            names.push(name.trim_start().trim_end_matches('='));
            if names.last() == Some(&"href") {
                hrefs.push(unescaped(value));
            }
        }
        let expected: &[&[&str]] = match name {
            "a" => &[&["href", "rel"], &["href", "rel", "data-urlsift", "title"]],
            "span" => &[&["data-urlsift", "title"]],
            _ => &[&[]],
        };
        assert!(expected.contains(&&*names), "{tag}");
        text += &unescaped(content);
    }
    assert!(open.is_empty(), "{html}");
    (text, hrefs)
}

/// Decodes the references that HTML may have. Fails at any other, and at a quote.
fn unescaped(text: &str) -> String {
    assert!(!text.contains(['"', '\'', '>']), "{text:?}");
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').expect("a reference ends");
        let names = ["amp", "lt", "gt", "quot", "#39", "#10"];
        let which = names.iter().position(|known| *known == name).expect("a reference is known");
        plain.push(['&', '<', '>', '"', '\'', '\n'][which]);
        plain += rest;
    }
    plain
}

/// Returns the text that a reader of `CommonMark` shows for `markdown`, and the addresses of its links. Fails if it has
/// more than paragraphs, lines and links.
fn read_markdown(markdown: &str) -> (String, Vec<String>) {
    let (mut text, mut hrefs) = (String::new(), Vec::new());
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Paragraph) if !text.is_empty() => text += "\n\n",
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph | TagEnd::Link) => {}
            Event::Start(Tag::Link { dest_url, .. }) => hrefs.push(dest_url.into_string()),
            Event::Text(plain) => text += &plain,
            Event::HardBreak => text.push('\n'),
            other => panic!("{other:?} in {markdown:?}"),
        }
    }
    (text, hrefs)
}

/// Returns the lines of `text` that are not blank. Paragraphs do not show the number of blank lines.
fn as_paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_blank = |line: &str| line.chars().all(|c| matches!(c, ' ' | '\t'));
    text.lines().filter(|line| !is_blank(line)).map(str::to_owned).collect()
}

/// Returns the addresses that links of `text` have, in order.
fn hrefs(text: &str) -> Vec<String> {
    let extractor = extractor();
    let found = extractor.find_iter(text).filter(|found| !found.is_dangerous());
    let hrefs = found.filter_map(|found| found.href().map(std::borrow::Cow::into_owned));
    let is_linked = |href: &String| {
        DEFAULT_SCHEMES.iter().any(|scheme| {
            href.split_once(':').is_some_and(|(name, _)| name.eq_ignore_ascii_case(scheme))
        })
    };
    hrefs.filter(is_linked).collect()
}

/// Returns `text` with the replacements of HTML and Markdown.
fn for_page(text: &str) -> String {
    let is_barred = |c: char| {
        c.is_control() && !"\t\n\r\u{C}".contains(c)
            || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FFFE}')
    };
    text.replace(is_barred, "\u{FFFD}")
}

/// Checks that `text` without the markup is the text, in all formats, and that it has its links.
fn check(text: &str) {
    let hrefs = hrefs(text);
    let (shown, links) = read_terminal(&render(LinkFormat::Terminal, text));
    let mut escaped = String::new();
    for (at, c) in text.char_indices() {
        let is_line_end = c == '\r' && text[at + 1..].starts_with('\n');
        let is_safe = "\t\n".contains(c) || is_line_end || !c.is_control() && !is_hidden(c);
        let _ = if is_safe {
            write!(escaped, "{c}")
        } else {
            write!(escaped, "{}", c.escape_unicode())
        };
    }
    // Spaces and joiners outside of URLs are not escaped.
    let mut all_escaped = shown;
    for c in ['\u{a0}', '\u{3000}', '\u{200d}', '\u{fe0f}'] {
        all_escaped = all_escaped.replace(c, &c.escape_unicode().to_string());
    }
    assert_eq!(all_escaped, escaped, "{text:?}");
    let mut distinct: Vec<_> = links.clone();
    distinct.dedup();
    let short = hrefs.iter().filter(|href| href.len() <= MAX_TERMINAL_HREF_BYTES);
    assert!(distinct.iter().map(|(_, href)| href).eq(short), "{text:?}");

    let (shown, links) = read_html(&render(LinkFormat::Html, text));
    assert_eq!((shown, &links), (for_page(text), &hrefs), "{text:?}");
    let paragraphs = Renderer::new(extractor(), LinkFormat::Html).paragraphs(true).render(text);
    let (shown, links) = read_html(&paragraphs);
    assert_eq!(
        (as_paragraphs(&shown), &links),
        (as_paragraphs(&for_page(text)), &hrefs),
        "{text:?}"
    );
    let (shown, links) = read_markdown(&render(LinkFormat::Markdown, text));
    assert_eq!(as_paragraphs(&shown), as_paragraphs(&for_page(text)), "{text:?}");
    assert_eq!(links, hrefs, "{text:?}");

    let has_break = |text: &str| text.contains(['\n', '\r']);
    let extractor = extractor();
    let is_whole = extractor.find_iter(text).all(|found| !has_break(found.text(text)));
    let whole = render(LinkFormat::Text, text);
    assert!(!is_whole || whole == text, "{text:?} became {whole:?}");
}

#[test]
fn texts_become_what_the_table_says() {
    let table = [
        (LinkFormat::Text, "> http://a.example/\r\n> b c", "> http://a.example/\r\n> b c"),
        (
            LinkFormat::Text,
            "> <URL:http://a.example/\r\n> b>\r\n> c",
            "> <URL:http://a.example/b>\r\n> c",
        ),
        (LinkFormat::Text, "<mailto:a at\nb.example>", "<mailto:a@b.example>"),
        (LinkFormat::Text, "<www.a.example/b\nc>", "<www.a.example/b\nc>"),
        (
            LinkFormat::Markdown,
            "1. a\n# b\n- c\n===\n    d  \n\n> e!",
            "1\\. a\\\n\\# b\\\n\\- c\\\n\\===\\\n&#32;&#32;&#32;&#32;d&#32;&#32;\n\n\\> e\\!\n",
        ),
        (LinkFormat::Markdown, "!http://a.example/(b)", "\\!<http://a.example/(b)>\n"),
        (
            LinkFormat::Markdown,
            "<http://a.example/\n(b>",
            "\\<[http://a.example/\\\n(b](http://a.example/\\(b)>\n",
        ),
        (
            LinkFormat::Markdown,
            "http://a.com@b.example/",
            "http\\:\\/\\/a\\.com\\@b\\.example\\/\n",
        ),
        (
            LinkFormat::Terminal,
            "a\rb\r\n\u{9b}c\u{a0}\u{202e}\0",
            "a\\u{d}b\r\n\\u{9b}c\u{a0}\\u{202e}\\u{0}",
        ),
    ];
    for (format, text, expected) in table {
        assert_eq!(render(format, text), expected, "{text:?}");
    }
}

/// `corpus/html.tsv` has the HTML that the other languages write too.
#[test]
fn html_is_that_of_the_table() {
    for row in rows("html.tsv") {
        let renderer = Renderer::new(Extractor::new(), LinkFormat::Html);
        assert_eq!(renderer.render(&row[0]), row[1]);
    }
}

#[test]
fn a_text_that_names_another_host_has_a_note() {
    for row in rows("link_texts.tsv") {
        let severity = link_text_note(&row[0], &row[1]).map_or("", |note| note.severity().name());
        assert_eq!(severity, row[2], "{row:?}");
    }
}

/// Each row is a text and its lines of at most 40 columns.
#[test]
fn long_urls_are_broken_again() {
    let table = [
        ("see http://a.example/b", "see http://a.example/b"),
        ("see <http://a.example/\nb> c", "see <http://a.example/b> c"),
        ("see <URL: http://a.example/\nb> c", "see <URL:http://a.example/b> c"),
        (
            "> <http://a.example/aaaaaaaaaaaa/bbbbbbbbbbb> c",
            "> <http://a.example/aaaaaaaaaaaa/\n> bbbbbbbbbbb> c",
        ),
        (
            "> > at \"http://a.example/aaaaaaaaaaaaaaaa/bbbbbbbb\" c",
            "> > at \"<URL:http://a.example/\n> > aaaaaaaaaaaaaaaa/bbbbbbbb>\" c",
        ),
        (
            "> 345678901234567890123456 http://a.example/aaaaaaaaaaa/b c",
            "> 345678901234567890123456\n> <URL:http://a.example/aaaaaaaaaaa/b> c",
        ),
        // It has no scheme, so it is written with one.
        (
            "www.a.example/aaaaaaaaaaaa/bbbbbbbbbbbbbbb",
            "<URL:http://www.a.example/aaaaaaaaaaaa/\nbbbbbbbbbbbbbbb>",
        ),
    ];
    for (text, expected) in table {
        let renderer = Renderer::new(extractor(), LinkFormat::Text).wrap(40);
        assert_eq!(renderer.render(text), expected);
    }
}

/// Texts whose URLs are joined or broken again have the same URLs.
#[test]
fn whole_urls_are_read_back() {
    for name in ["appendix.txt", "joins.txt", "message.eml"] {
        let text = std::fs::read_to_string(root().join("corpus").join(name)).expect("it is UTF-8");
        let urls = |text: &str, join| {
            let extractor = Extractor::builder().join(join).build();
            let urls = extractor.find_iter(text).map(|found| found.url().to_owned());
            urls.collect::<Vec<_>>()
        };
        let expected = urls(&text, Join::Certain);
        let renderer = Renderer::new(Extractor::new(), LinkFormat::Text);
        assert_eq!(urls(&renderer.render(&text), Join::Never), expected, "{name}");
        for columns in [30, 60, 76] {
            let wrapped = renderer.clone().wrap(columns).render(&text);
            assert_eq!(urls(&wrapped, Join::Never), expected, "{name}, {columns} columns");
        }
    }
}

/// Texts that try to become markup. Each is also put into a URL.
const HOSTILE: [&str; 28] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "http://a.example/\"onclick=\"alert(1)",
    "<URL:http://a.example/'onclick='alert(1)>",
    "<URL:javascript:alert(1)>",
    "<URL:java\nscript:alert(1)>",
    "<data:text/html;base64,PHNjcmlwdD4=>",
    "http://a.example/</a><b>",
    "<http://a.example/\n</a><script>>",
    "&lt;http://a.example/&quot;&gt;",
    "http://javascript:alert(1)@a.example/",
    "<!-- ]]> <plaintext>",
    "\0\u{7f}\u{9b}2J\u{FFFE}",
    "\x1B]8;;http://evil.example/\x07http://a.example/\x1B]8;;\x07",
    "\x1B\\\x1B[2J\x1B]0;title\x07",
    "http://a.example/\x1B\\b",
    "<http://a.example/\x1B]8;;\n\x07b>",
    "\u{202E}gpj.exe http://a.example/\u{202E}b",
    "\r\rhttp://a.example/\r\n\rb\r",
    "[a](http://evil.example/) ![b](c) [d]: http://a.example/",
    "```\nhttp://a.example/\n```\n    http://a.example/",
    "* * *\n_a_ **b** `c` ~~d~~ | e |\n--- | ---\n1) f\n+ g\n=====\n",
    "http://a.example/a_b_c*d*[e](f)",
    "<http://a.example/(((>",
    "<http://a.example/a\\(b&amp;c>\\",
    "http://a.example/!http://b.example/\n\n\n\thttp://c.example/\t\n   \nd",
    "&#60;script&#62; &amp;lt; \\&",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, rng_seed: RngSeed::Fixed(35), ..ProptestConfig::default() })]

    #[test]
    fn without_the_markup_each_format_is_the_text(
        parts in prop::collection::vec(prop_oneof![text(), prop::sample::select(&HOSTILE[..]).prop_map(String::from)], 0..4),
    ) {
        check(&parts.concat());
    }
}

/// Writes `text` as the page of a link that shows its bytes `shown`. Checks that each format is well-formed, and that all
/// of them have the same links.
fn check_page(text: &str, shown: Range<usize>, url: &str) {
    let write = |format, has_paragraphs| {
        let renderer = Renderer::new(extractor(), format).paragraphs(has_paragraphs);
        let mut out = String::new();
        renderer.write_page(text, &[(shown.clone(), url)], &mut out).expect("a string takes all");
        out
    };
    let (_, hrefs) = read_html(&write(LinkFormat::Html, false));
    assert_eq!(read_html(&write(LinkFormat::Html, true)).1, hrefs, "{text:?} {url:?}");
    assert_eq!(read_markdown(&write(LinkFormat::Markdown, false)).1, hrefs, "{text:?} {url:?}");
    let (_, mut links) = read_terminal(&write(LinkFormat::Terminal, false));
    links.dedup();
    // A text of line ends has no hyperlink.
    if !text[shown.clone()].trim().is_empty() {
        let short = hrefs.iter().filter(|href| href.len() <= MAX_TERMINAL_HREF_BYTES);
        assert!(links.iter().map(|(_, href)| href).eq(short), "{text:?} {url:?}");
    }
}

/// Columns: format, text, links with their URLs, output.
#[test]
fn pages_become_what_the_table_says() {
    type Links<'l> = &'l [(Range<usize>, &'l str)];
    use LinkFormat::{Html, Markdown, Terminal, Text};
    let a = "http://a.example/";
    let on = "\x1B]8;id=0;http://a.example/\x1B\\";
    let off = "\x1B]8;;\x1B\\";
    let table: &[(LinkFormat, &str, Links<'_>, String)] = &[
        (Terminal, "b\r\nc", &[(0..4, a)], format!("{on}b{off}\r\n{on}c{off}")),
        // Whitespace at its ends is no part of a link.
        (Markdown, "b\nc\nd", &[(0..2, a)], "[b](http://a.example/)\\\nc\\\nd\n".into()),
        // Pictures have no text.
        (Text, "b", &[(0..0, a), (0..0, a), (1..1, a)],
            format!("{a} [1] {a} [2] b {a} [3]\n[1] {a}\n[2] {a}\n[3] {a}\n")),
        // A warning, and a URL in which a link begins.
        (Markdown, "www.bank.com", &[(0..12, "http://b.example/?www.bank.com")],
            "[www.bank.com](http://b.example/?www.bank.com) \\[the link goes through another host than \
             its text names: http://b.example/?www.bank.com\\]\n".into()),
        (Markdown, "http://a.example/bc", &[(18..19, a)],
            "http\\:\\/\\/a\\.example\\/b[c](http://a.example/)\n".into()),
        (Html, "b", &[(0..1, "x-c:d")], "b".into()),
    ];
    for (format, text, links, expected) in table {
        let mut out = String::new();
        let renderer = Renderer::new(Extractor::new(), *format);
        renderer.write_page(*text, links, &mut out).expect("a string takes all");
        assert_eq!(&out, expected, "{text:?}");
    }
    // A long address is not repeated on each line of its text.
    let (text, url) = ("b\n".repeat(9999), format!("{a}{}", "c".repeat(2000)));
    let mut out = String::new();
    let renderer = Renderer::new(Extractor::new(), Terminal);
    renderer.write_page(&*text, &[(0..text.len(), &url)], &mut out).expect("a string takes all");
    assert!(out.len() < MAX_GROWTH * (text.len() + url.len()), "{}", out.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(36), ..ProptestConfig::default() })]

    #[test]
    fn the_links_of_a_page_keep_each_format_whole(
        before in text(),
        shown in prop_oneof![text(), prop::sample::select(&HOSTILE[..]).prop_map(String::from)],
        after in text(),
        url in prop_oneof![Just("http://t.example/a_b(c)".to_owned()), text(), prop::sample::select(&HOSTILE[..]).prop_map(String::from)],
    ) {
        let (start, end) = (before.len(), before.len() + shown.len());
        check_page(&[before, shown, after].concat(), start..end, &url);
    }
}

#[test]
fn hostile_texts_are_text() {
    for text in HOSTILE {
        check(text);
        check(&format!("<http://a.example/{text}>"));
        check(&format!("http://a.example/{text}\n> \n{text}"));
    }
}

/// The result is at most this many times as long as the text.
const MAX_GROWTH: usize = 64;

#[test]
fn the_result_is_linear_in_a_hostile_text() {
    let makes: [fn(usize) -> String; 8] = [
        |n| format!("<http://a.example/{}b>", "a\n> ".repeat(n)),
        |n| format!("<http://a.example/{}>", ["b".repeat(30), "\n".to_owned()].concat().repeat(n)),
        |n| "http://a.example/ ".repeat(n),
        |n| "http://a.com@b.example/\u{202E} ".repeat(n),
        |n| format!("http://u:p@a.example/{}", "%00".repeat(n)),
        |n| format!("http://a.example/{}", "\\-".repeat(n)),
        |n| "<>&\"'\0 \n\t*_".repeat(n),
        |n| " ".repeat(n) + "\n" + &"\n \t".repeat(n),
    ];
    for make in makes {
        for (format, has_paragraphs) in FORMATS {
            for n in [10, 63, 6000] {
                let renderer =
                    Renderer::new(extractor(), format).paragraphs(has_paragraphs).wrap(20);
                let (text, len) = (make(n), renderer.render(&make(n)).len());
                assert!(len <= MAX_GROWTH * text.len(), "{format:?}, {n} of {:?}: {len}", make(1));
            }
        }
    }
}
