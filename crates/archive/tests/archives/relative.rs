//! Tests relative references in pages, which are resolved on request.

use urlsift::Extractor;
use urlsift_archive::internal::ALL_FIELDS;
use urlsift_archive::item::Relative;
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;
use urlsift_archive::rows::Row;

/// Returns for each URL of `message` itself, the base, the bytes at its place, and `raw`.
fn rows(message: &str, relative: Relative) -> Vec<String> {
    let window = Window::whole("-", message.as_bytes().to_vec());
    let mut rows = Vec::new();
    for item in window.items() {
        let item = item.with_relative(relative);
        item.find(&Extractor::new(), Headers::Useful, |location, found| {
            let row = Row::new(location, found, &ALL_FIELDS);
            let (base, stored) = (row.base.unwrap_or("-"), &message[row.start..row.end]);
            let is_copied = row.pieces.last().map(|piece| piece.copied);
            assert_eq!(is_copied, Some(row.base.is_none()));
            rows.push(format!("{} {base} {stored} {}", row.url, row.raw));
        });
    }
    rows
}

#[test]
fn references_are_resolved_against_the_nearest_base() {
    // (a message, its rows that have a base)
    let table: &[(&str, &[&str])] = &[
        (
            "A: b\nContent-Type: text/html\n\n<a href=before><base href=http://h/a/b><base href=http://i/>\n\
             <a href=c.html><img src='../d e.png'><a href='#f'><a href='?q&amp;r'><a href=x:y><a href='g:1/h'>\n\
             <a href=http://j/><a href='k?http://l/'><a href=www.m.org><p style='b:url(n.png)'>\n\
             <a href='mailto:o@p'>http://q/",
            &[
                "http://h/a/c.html http://h/a/b c.html c.html",
                "http://h/d%20e.png http://h/a/b ../d e.png ../d e.png",
                "http://h/a/b?q&r http://h/a/b ?q&amp;r ?q&r",
                "http://h/a/k?http://l/ http://h/a/b k?http://l/ k?http://l/",
                "http://h/a/n.png http://h/a/b n.png n.png",
            ],
        ),
        // The header of the part, then that of the message. `Content-Base` counts more.
        (
            "A: b\nContent-Location: http://m/x/\nContent-Type: multipart/related; boundary=b\n\n--b\n\
             Content-Type: text/html\nContent-Location: http://p/y/z\n\n<a href=1>\n--b\n\
             Content-Type: text/html\nContent-Location: 7.html\n\n<a href=2>\n--b\n\
             Content-Location: http://no/\nContent-Base: http://c/\nContent-Type: text/html\n\n<a href=3>\n--b\n\
             Content-Type: text/html\n\n<base href=sub/> <a href=4>\n--b--\n",
            &[
                "http://p/y/1 http://p/y/z 1 1",
                "http://m/x/2 http://m/x/ 2 2",
                "http://c/3 http://c/ 3 3",
                "http://m/x/sub/ http://m/x/ sub/ sub/",
                "http://m/x/sub/4 http://m/x/sub/ 4 4",
            ],
        ),
        (
            "A: b\nContent-Base: http://s/\nContent-Type: text/html\n\n<a href=1>",
            &["http://s/1 http://s/ 1 1"],
        ),
        // No base: none at all, a URL without a hierarchy, and one that is too long.
        ("A: b\nContent-Type: text/html\n\n<a href=1>", &[]),
        ("A: b\nContent-Base: cid:a@b\nContent-Type: text/html\n\n<a href=1>", &[]),
    ];
    for &(message, expected) in table {
        let plain = rows(message, Relative::Ignore);
        let all = rows(message, Relative::Resolve);
        let (own, resolved): (Vec<_>, Vec<_>) =
            all.iter().cloned().partition(|row| row.contains(" - "));
        assert_eq!(own, plain, "{message}");
        assert_eq!(resolved, expected, "{message}");
    }
}

#[test]
fn a_long_base_is_none() {
    for (len, count) in [(1024, 2), (1025, 1)] {
        let base = ["http://h/", &"a".repeat(len - 9)].concat();
        let page = format!("A: b\nContent-Type: text/html\n\n<base href={base}><a href=b>");
        assert_eq!(rows(&page, Relative::Resolve).len(), count, "{len}");
    }
}
