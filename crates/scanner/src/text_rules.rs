//! What kind of text is searched, as a few switches (rules W16 to W19).

use crate::bytes::begins_with;
use crate::scheme::{Kind, is_host_byte};

/// The rules that depend on the kind of text. The default is that of mail.
///
/// ```
/// use urlsift_scanner::{Config, Scanner};
/// use urlsift_scanner::internal::TextRules;
///
/// let text = r#"{"url": "http:\/\/a.example\/b", "text": "http://c.example/\n"}"#;
/// let rules = TextRules { is_source: true, ..TextRules::default() };
/// let scanner = Scanner::with_config(Config::new().text_rules(rules));
/// let found: Vec<&str> = scanner.find_iter(text).map(|it| &text[it.outer()]).collect();
/// assert_eq!(found, [r"http:\/\/a.example\/b", "http://c.example/"]);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
// They are switches, and any of them may be combined.
#[allow(clippy::struct_excessive_bools)]
pub struct TextRules {
    /// Outside of delimiters, ` at ` may be an `@` (W8, W11). On by default.
    pub has_masks: bool,
    /// In a host without a scheme, a label ends between ASCII and a letter of a script without spaces (W17).
    pub splits_labels: bool,
    /// The text is escaped as in HTML: references to quotes and spaces end a URL too (W18).
    pub is_escaped: bool,
    /// The text is source code: quotes and backslashes end a URL, except `\/` and `\u0026`, which belong to it (W19).
    pub is_source: bool,
    /// A URL ends before the first byte beyond ASCII (W16).
    pub is_ascii: bool,
}

impl Default for TextRules {
    fn default() -> TextRules {
        TextRules {
            has_masks: true,
            splits_labels: false,
            is_escaped: false,
            is_source: false,
            is_ascii: false,
        }
    }
}

/// The references to characters that end a URL in escaped text, besides those to `<`, `>` and `"` (`bare/end.rs`).
const END_REFERENCES: &[&str] =
    &["&#39;", "&#039;", "&#x27;", "&apos;", "&#160;", "&#xa0;", "&nbsp;"];

impl TextRules {
    /// Reports whether `text`, the text of a wrapper, may be in one.
    #[inline]
    pub(crate) fn may_wrap(self, text: &[u8]) -> bool {
        !(self.is_ascii || self.is_source) || self.is_text_of_wrapper(text)
    }

    #[cold]
    fn is_text_of_wrapper(self, text: &[u8]) -> bool {
        let mut escapes = memchr::memchr_iter(b'\\', text);
        (!self.is_ascii || text.is_ascii())
            && (!self.is_source || escapes.all(|at| source_escape_len(&text[at..]).is_some()))
    }

    /// Returns the length of the slashes before a host at the start of `text`, or 0 if there are none.
    #[inline]
    pub(crate) fn slashes_len(self, text: &[u8]) -> usize {
        match text {
            [b'/', b'/', ..] => 2,
            _ if self.is_source && text.starts_with(SLASHES) => SLASHES.len(),
            _ => 0,
        }
    }

    /// Returns the length of the escape of a URL's character at the start of `text`, or 0 if the URL ends there by
    /// these rules. `None` decides nothing. In a host only a slash is escaped.
    #[inline]
    pub(crate) fn escape_len(self, text: &[u8], is_after_host: bool) -> Option<usize> {
        if self.is_of_mail() { None } else { self.escape_len_of(text, is_after_host) }
    }

    /// Reports whether URLs without delimiters end as in mail.
    #[inline]
    pub(crate) fn is_of_mail(self) -> bool {
        !(self.is_escaped || self.is_source || self.is_ascii)
    }

    #[cold]
    fn escape_len_of(self, text: &[u8], is_after_host: bool) -> Option<usize> {
        match text.first()? {
            b'\'' if self.is_source => Some(0),
            b'\\' if self.is_source => match source_escape_len(text) {
                Some(len) if is_after_host || text.starts_with(br"\/") => Some(len),
                _ => Some(0),
            },
            b'&' if self.is_escaped => {
                END_REFERENCES.iter().any(|name| begins_with(text, name)).then_some(0)
            }
            0x80.. if self.is_ascii => Some(0),
            _ => None,
        }
    }

    /// Like [`Kind::fits`]. In source code, `\/` may be a slash.
    #[inline]
    pub(crate) fn fits(self, kind: Kind, rest: &[u8]) -> bool {
        kind.fits(rest)
            || self.is_source
                && !matches!(kind, Kind::Opaque(_))
                && rest
                    .strip_prefix(SLASHES)
                    .and_then(<[u8]>::first)
                    .is_some_and(|it| is_host_byte(*it))
    }
}

const SLASHES: &[u8] = br"\/\/";

/// Returns the length of the escape at the start of `text`: `\/`, or `\u0026` for `&`.
fn source_escape_len(text: &[u8]) -> Option<usize> {
    [&br"\/"[..], br"\u0026"].iter().find(|escape| text.starts_with(escape)).map(|it| it.len())
}
