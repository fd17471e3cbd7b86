//! The kinds of text that an extractor can be set for, and what each changes: one table (rules W17 to W19).

use urlsift_scanner::internal::TextRules;

use crate::extract::join_option::Join;
use crate::names::named;

/// The kind of text to search.
///
/// | profile | ` at ` for `@` | Chinese or Thai ends a label | escapes that belong to a URL | what else ends a URL | joins |
/// |---|---|---|---|---|---|
/// | `archive` | yes | no | `&amp;`, backslashes of markup, if nothing contradicts | | `certain` |
/// | `chat` | no, it is a word | yes | as in `archive` | | none |
/// | `escaped` | yes | no | `&amp;` is always `&` | references to `'`, `"`, `<`, `>` and the no-break space, such as `&#39;` and `&nbsp;` | `certain` |
/// | `source` | yes | no | `\/` is `/`, `\u0026` is `&` | any other backslash, `'` | `certain` |
///
/// ```
/// use urlsift::extract::Profile;
/// use urlsift::Extractor;
///
/// let text = r#"{"url": "http:\/\/a.example\/b", "text": "at http://c.example/?d\u0026e\n"}"#;
/// let extractor = Extractor::builder().profile(Profile::Source).build();
/// let urls: Vec<_> = extractor.find_iter(text).map(|found| found.url().to_string()).collect();
/// assert_eq!(urls, ["http://a.example/b", "http://c.example/?d&e"]);
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Profile {
    /// Mail and news, also old, and what programs have made of it.
    #[default]
    Archive,
    /// Messages that people type today.
    Chat,
    /// Text with the escapes of HTML, to be put into a page.
    Escaped,
    /// Source code and data with its escapes, such as JSON.
    Source,
}

named!(Profile: Archive "archive", Chat "chat", Escaped "escaped", Source "source");

impl Profile {
    pub(super) fn row(self) -> (TextRules, Join) {
        let rules = TextRules {
            has_masks: self != Profile::Chat,
            splits_labels: self == Profile::Chat,
            is_escaped: self == Profile::Escaped,
            is_source: self == Profile::Source,
            is_ascii: false,
        };
        (rules, if self == Profile::Chat { Join::Never } else { Join::Certain })
    }
}
