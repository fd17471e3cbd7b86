//! Tests of pages: the visible text and the attributes that are read from them.

use std::fmt::Write;

use proptest::prelude::*;

use crate::mail::html::attributes::Attribute;
use crate::mail::html::page::Html;
use crate::mail::tests::config;
use crate::mail::transfer::charset::Charset;
use crate::mail::work::assert_linear;

/// Returns the text of a page, and after bars the attributes.
fn read(page: &str) -> String {
    let html = Html::of(page.as_bytes(), Charset::UTF_8);
    let text = |bytes: &[u8]| {
        str::from_utf8(bytes).expect("text that is cut at ASCII stays UTF-8").to_owned()
    };
    let mut shown = text(&html.text.bytes);
    for Attribute { element, name, value, .. } in html.attributes() {
        write!(shown, "|{element} {} {}", name.unwrap_or_default(), text(&value.bytes))
            .expect("a string takes it");
    }
    shown
}

#[test]
fn a_link_has_the_text_that_is_shown_for_it() {
    // (page, text shown for each `href`)
    let table: [(&str, &[&str]); 9] = [
        ("a <a href=x>b <b>c</b>&amp;</a> d", &["b c&"]),
        ("<a href=x></a><a href=y><img src=z></a>", &["", ""]),
        ("<a href=x>a<a href=y>b</a>c", &["a", " b"]),
        ("<a href=x>a<p>b", &["a\nb"]),
        ("<a href=x>a<!-- </a> -->b</A >c", &["ab"]),
        ("<a name=n>a</a><a href=x>b</a><a>c", &[" b"]),
        ("<a href=x href=y>a</a>", &["", "a"]),
        ("a</a><area href=x>b", &[]),
        ("<a xlink:href=x>a</a>", &["a"]),
    ];
    for (page, expected) in table {
        let html = Html::of(page.as_bytes(), Charset::UTF_8);
        let shown = html.attributes().filter_map(|attribute| attribute.shown);
        let shown: Vec<_> = shown.map(|range| &html.text.bytes[range]).collect();
        let expected: Vec<_> = expected.iter().map(|text| text.as_bytes()).collect();
        assert_eq!(shown, expected, "{page}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is a table")]
fn text_and_attributes_are_read_from_pages() {
    // (case, page, text and attributes)
    let table = [
        ("inline", "a<b>b</b>c<FONT size=1>d", "abcd"),
        ("blocks", "<p>a</p><p>b<br>c<br><br>d<table><tr><td>e", "a\nb\nc\n\nd\ne"),
        (
            "references",
            "&lt;a&gt; &amp;amp; &eacute; &#x41;&nbsp;&unknown;",
            "<a> &amp; é A &unknown;",
        ),
        ("an attribute", "<a HREF=\" x&amp;y \">z</a>", "z|a href x&y"),
        (
            "quotes",
            "<img src='a>b'><img src=c/d><img src = \"e\"/>",
            "|img src a>b|img src c/d|img src e",
        ),
        ("other attributes", "<a class=x title='t' onclick='o()' href=y>z", "z|a title t|a href y"),
        ("unknown elements", "<X-a src=b alt=c><x-d alt=e>", "|x-a src b|x-a alt c|x-d alt e"),
        ("unknown elements are inline", "a<foo>b</spa>c<x-d>d<bdi>e</bdi><v:f>f", "abcdef"),
        (
            "blocks of HTML 5",
            "a<section>b<h6>c</h6>d<dl><dt>e<dd>f<fieldset>g",
            "a\nb\nc\nd\ne\nf\ng",
        ),
        ("texts of SVG", "<svg><text>a</text><text>b<tspan>c<title>d", "a\nbc\nd"),
        ("an attribute of SVG", "<a xlink:href=x>b</a>", "b|a xlink:href x"),
        ("line breaks in the page", "a<br>\nb\n<br>c <BR>\r\n\n d\n<br/>\ne", "a\nb\nc \n d\ne"),
        (
            "line breaks and blocks",
            "a</div>\n<div>b\n  </p>\n\n  <p>\n\tc <hr> <hr> d",
            "a\nb\n  \tc \n d",
        ),
        ("a blank line", "a<br>\n<br>\nb<br> <b> <br></b>\nc\n\nd", "a\n\nb\n\nc\n\nd"),
        ("empty", "<a href='' name><img src = >", ""),
        (
            "links that touch",
            "<a href=x>a</a><a href=y>b</a>, <a href=z>c</a>.",
            "a b, c.|a href x|a href y|a href z",
        ),
        ("a comment", "a<!-- <a href=x> --->b", "ab"),
        ("the shortest comments", "a<!-->b<!--->c<!---->d<!-- -->e", "abcde"),
        ("a comment that ends in a mark", "a<!-- b --!>c<!-- d -- > --!-->e", "ace"),
        ("a comment that is never closed", "a<!-- b<i>c", "a<!-- bc"),
        ("a declaration", "<!DOCTYPE html [x]><?xml?>a", "a"),
        (
            "script and style",
            "a<SCRIPT src=x>if (a<b) '<p>'</Script>b<style>c</style>d",
            "a\nb\nd|script src x|style  c",
        ),
        ("style attributes", "<p style='a:url(b)'><p style='a:b'>c", "c|p style a:url(b)"),
        (
            "raw text ends what begins in it",
            "<noframes>a<style>b</noframes>c</style>d",
            "a\nb\nc\nd",
        ),
        ("raw text ends a comment", "<xmp>a<!--b</xmp>c-->d", "a<!--b\nc-->d"),
        ("raw text that is never closed", "<noscript>a<style>b</style>c", "a\nc|style  b"),
        (
            "raw text in raw text",
            "<iframe>a<noembed>b</iframe>c<style>d</style></noembed>",
            "a\nb\nc\n|style  d",
        ),
        (
            "a conditional comment",
            "a<!--[IF mso]><v:rect href=b>c<style><![Endif]-->d<style>e</style>",
            "a\nc\nd\n|v:rect href b|style  e",
        ),
        ("the edges of a conditional comment", "a<!--[if mso]>b<![endif]-->c", "a\nb\nc"),
        (
            "a conditional comment in raw text",
            "<noscript>a<!--[if mso]>b<![endif]-->c</noscript>d",
            "a\nb\nc\nd",
        ),
        (
            "raw text in a conditional comment in raw text",
            "<noscript>a<!--[if mso]>b<xmp>c</xmp>d<style>e<![endif]-->f</noscript>g</style>h",
            "a\nb\nc\nd\ne\nf\ng\nh",
        ),
        ("a conditional comment without an end", "a<!--[if mso]>b--><![endif]-->c", "ac"),
        (
            "a condition that is never closed",
            "a<!--[if mso>b<![endif]-->c<!--[if]><![endif]-->d",
            "ac\nd",
        ),
        ("a script that is never closed", "<script>a<b>c", "ac"),
        ("a quote that is never closed", "<a href=\"x>y</a> <b>z</b>", "y z|a href x"),
        (
            "a tag in a quote that is never closed",
            "<a href='x</b>y <a href=z<w>v",
            "y v|a href x|a href z<w",
        ),
        ("no tag", "a < b <3 <- 5 > 4 </ c", "a < b <3 <- 5 > 4 </ c"),
        ("a tag that nothing closes", "a <b c", "a <b c"),
        ("a tag before another", "<a href=x <b>y</b>", "y|a href x"),
        (
            "URLs in brackets",
            "<http://a.example/> <URL:b:c> <mailto:d@e> <d@e>",
            "<http://a.example/> <URL:b:c> <mailto:d@e> <d@e>",
        ),
        ("nothing", "", ""),
    ];
    for (tried, page, expected) in table {
        assert_eq!(read(page), expected, "{tried}");
    }
}

#[test]
fn the_map_gives_positions_in_the_page() {
    let page = b"<p>a&amp;b<br><b>c</b><a href=' x&#58;y '>";
    let html = Html::of(page, Charset::UTF_8);
    assert_eq!(&*html.text.bytes, b"a&b\nc");
    assert_eq!(&page[html.text.map.range(0..3)], b"a&amp;b");
    assert_eq!(&page[html.text.map.range(2..5)], b"b<br><b>c");
    let value = html.attributes().next().expect("it has one").value;
    assert_eq!(&page[value.map.range(0..value.bytes.len())], b"x&#58;y");
}

#[test]
fn references_are_written_in_the_charset_of_the_page() {
    let latin = Charset::of_label(b"iso-8859-1").expect("it is known");
    let html = Html::of(b"\xE9&eacute;&#x65E5;&nbsp;", latin);
    assert_eq!(&*html.text.bytes, b"\xE9\xE9&#x65E5; ");
}

/// A value whose closing quote mark is too far away is read as an unquoted one.
#[test]
fn a_quoted_value_has_a_size_limit() {
    for (more, length) in [(1, 3), (65_533, 65_535), (65_534, 1)] {
        let page = format!("<a href=\"x {}\">", "y".repeat(more));
        let html = Html::of(page.as_bytes(), Charset::UTF_8);
        let value = html.attributes().next().map(|attribute| attribute.value.bytes.len());
        assert_eq!(value, Some(length), "{more}");
    }
}

#[test]
fn an_undeclared_page_is_recognised_by_its_beginning() {
    let table = [
        ("\n<HTML>a", true),
        ("<!doctype HTML x", true),
        ("<htmlx", false),
        ("a<html>", false),
        ("\u{FEFF}<!DOCTYPE html>", true),
        ("<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC", true),
        ("<?xml version=\"1.0\"?><rss>", false),
        ("<!-- saved -->\n<!-- from --><html>", true),
        ("<!-- saved <html>", false),
        ("<!DOCTYPE NETSCAPE-Bookmark-file-1>", true),
        ("<head><title>", true),
        ("<header>", false),
    ];
    for (text, is) in table {
        assert_eq!(Html::looks_like_page(text.as_bytes()), is, "{text}");
    }
    let table = [
        ("<html>", true),
        ("<p>", true),
        ("\n\r\n<P>a", true),
        ("<br/>", true),
        ("<p/a", false),
        ("\u{FEFF}<div\nclass=a>", true),
        ("<a href=b>", true),
        ("<H1 ALIGN=CENTER>", true),
        (" <p>", false),
        ("<a>", false),
        ("<b>", false),
        ("<p please>", false),
        ("<p a=<b>", false),
        ("<p a=", false),
        ("<pa>", false),
        ("<a@b.example>", false),
        ("<paragraph>", false),
    ];
    for (text, is) in table {
        assert_eq!(Html::looks_like_html(text.as_bytes()), is, "{text}");
    }
}

/// A search that starts anew for each opener looks at each byte thousands of times.
#[test]
fn unclosed_openers_take_linear_time() {
    for unit in [
        "<",
        "<a ",
        "<!--",
        "<script>",
        "<a b='",
        "<a b=\"<a c='",
        " =\"<a \"",
        "&",
        "<a b=c ",
        "</",
        "<a =",
        "<!",
        "<a b= ",
        "<noframes>",
        "<!--[if a]>",
        "<!--[if a]><![endif]-->",
        "<style>a</style>",
        "<xmp><noframes><style>",
        "a<b>",
    ] {
        for tail in ["", ">", "\">", "'>\"", "&"] {
            assert_linear(unit, tail, 8, |page| {
                Html::of(page, Charset::UTF_8).attributes().for_each(drop);
            });
        }
    }
}

proptest! {
    #![proptest_config(config())]

    /// No page causes a panic, and the map gives the position of every copied byte.
    #[test]
    fn any_page_is_read_without_panic(page in "(<|>|&|;|a|b|/|!|--|=|\"|'| |href|script|style|xmp|\\[if a\\]|\\[endif\\]|url\\(|amp|#6|p|\n){0,60}") {
        let html = Html::of(page.as_bytes(), Charset::UTF_8);
        let values = html.attributes().map(|attribute| attribute.value);
        for text in [html.text.clone()].into_iter().chain(values) {
            for at in 0..text.bytes.len() {
                let stored = text.map.range(at..at + 1);
                let is_copy = stored.len() == 1 && page.as_bytes()[stored.start] == text.bytes[at];
                let is_reference = stored.len() > 1 && page.as_bytes()[stored.start] == b'&';
                prop_assert!(is_copy || is_reference || stored.is_empty(), "{at} {stored:?}");
            }
        }
    }
}
