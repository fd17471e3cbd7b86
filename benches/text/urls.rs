//! URLs to validate.

/// The name, the URL, and the number of grammars that it satisfies.
pub(crate) const URLS: &[(&str, &str, usize)] = &[
    ("plain", "http://www.example.org/pub/www/doc/overview.html", 5),
    ("secure", "https://lists.example.org/mailman/listinfo/urls", 4),
    ("query", "http://www.example.org/search?q=present+value&hl=en&lr=lang_en", 4),
    (
        "long",
        "http://www.example.org:8080/search?q=%22present+value%22+java&hl=en&lr=lang_en#first",
        4,
    ),
    ("ftp", "ftp://jim:secret@ftp.example.org/%2Fetc/motd;type=a", 4),
    ("mailto", "mailto:urls-request@lists.example.org?subject=unsubscribe", 4),
    ("beyond", "http://b\u{fc}cher.example.org/caf\u{e9}/menu.html", 1),
    ("loose", "http://www.example.org/a|b/[c]", 0),
];
