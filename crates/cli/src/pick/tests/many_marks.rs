//! Letters with more marks than a terminal can draw.

use super::play;
use crate::pick::link::tests::links;
use crate::pick::screen::columns::{MAX_CELL_CHARS, cut};

/// A combining mark. It takes no column.
const MARK: &str = "\u{301}";

/// A message may have millions of marks in one URL. What is drawn depends on the size of the screen alone.
#[test]
fn a_screen_has_few_marks_in_each_cell() {
    let marks = MARK.repeat(10_000);
    let texts = [
        format!("see http://a.example/e{marks}/x for more"),
        format!("{marks} http://a.example/ {marks} e{marks}"),
        format!("see http://e{marks}.example/x"),
        format!("see http://a.example/e{marks}{marks}"),
        format!("see http://a.example/{}", format!("e{}", MARK.repeat(40)).repeat(1000)),
    ];
    for text in texts {
        let plain = links(&format!("A: b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"));
        let page = links(&format!(
            "A: b\nContent-Type: text/html; charset=utf-8\n\n<a href=\"http://b.example/{marks}\">{text}</a>"
        ));
        for links in [plain, page] {
            // The text around the link, the description and the notice of a copied link are drawn too.
            for script in ["", "c", "c <right>", "c <right> <right> y", "/e"] {
                let (columns, rows) = (80, 24);
                let (seen, _) = play(&links, Some("x"), (columns, rows), script);
                assert!(seen.chars().count() <= (columns * MAX_CELL_CHARS + 2) * rows, "{script}");
                assert!(!seen.contains(&MARK.repeat(MAX_CELL_CHARS)), "{script}");
                assert!(seen.contains("http://"), "{script}: {seen}");
            }
        }
    }
}

#[test]
fn a_text_is_cut_at_its_columns_or_its_marks() {
    let many = MARK.repeat(15);
    let each = format!("e{many}");
    let more = format!("e{many}{MARK}");
    // (text, columns, the text that is cut)
    let table = [
        ("abc", 3, "abc".to_owned()),
        ("abcd", 3, "ab>".to_owned()),
        ("e\u{301}bc", 3, "e\u{301}bc".to_owned()),
        (&each, 1, each.clone()),
        (&more, 1, ">".to_owned()),
        (&more, 2, more.clone()),
        (&each.repeat(3), 3, each.repeat(3)),
        (&each.repeat(4), 3, format!("{}>", each.repeat(2))),
        ("abc", 0, String::new()),
    ];
    for (text, columns, expected) in table {
        assert_eq!(cut(text, columns), expected, "{text:?}, {columns}");
    }
}
