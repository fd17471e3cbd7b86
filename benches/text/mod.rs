//! Texts to search, made so that anyone has the same, each with what is in it.

/// A text with what a search of it must find.
pub(crate) struct Text {
    pub(crate) name: &'static str,
    pub(crate) haystack: String,
    #[allow(dead_code)] // Each bench asserts one of the two.
    pub(crate) wrappers: usize,
    #[allow(dead_code)]
    pub(crate) urls: usize,
}

const SIZE: usize = 1 << 20;

const PROSE: &str = "It is convenient to have a separate syntactic wrapper that delimits the URL\n\
    and separates it from the rest of the text, and in particular from marks\n\
    that might be mistaken for part of it: a < b, or <user@example.org> wrote.\n";

const WHOLE: &str = "> see <http://www.example.org/pub/www/doc/overview.html#WARNING> there\n";

const BROKEN: &str =
    "> see <URL:http://www.example.org/pub/www/\n> doc/over-\n> view.html> there\n";

/// No wrapper, one in 4 kB, nothing else, nothing else and broken, and openers that never close.
pub(crate) fn texts() -> Vec<Text> {
    let rare = PROSE.repeat(18) + WHOLE;
    let text = |name, unit: &str, each| {
        let count = SIZE / unit.len();
        Text { name, haystack: unit.repeat(count), wrappers: count * each, urls: count * each }
    };
    vec![
        text("none", PROSE, 0),
        text("rare", &rare, 1),
        text("dense", WHOLE, 1),
        text("broken", BROKEN, 1),
        text("hostile", "<URL:http://a-\n", 0),
    ]
}
