//! A string with its verdict: whatever needs both.

use crate::diagnosis;
use crate::diagnosis::failure::Failure;
use crate::encode;
use crate::grammar::Grammar;
use crate::notes::Notes;
use crate::span::Span;
use crate::syntax::encoded::Encoded;
use crate::syntax::parts::Parts;
use crate::syntax::port::default_port;
use crate::syntax::scheme_part::SchemePart;
use crate::verdict::Verdict;
use alloc::borrow::Cow;

/// A string and the verdict on it. What is asked of it is found when it is asked for. Made by
/// [`Validator::url`](crate::Validator::url).
///
/// ```
/// use urlsift_validator::{FailureKind, Grammar, Validator};
///
/// let url = Validator::new().url("nntp://news.host");
/// let failure = url.failure(Grammar::Rfc1738).unwrap();
/// assert_eq!((failure.at(), failure.kind()), (16, FailureKind::MissingPart));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url<'u> {
    text: &'u str,
    verdict: Verdict,
}

impl<'u> Url<'u> {
    /// `text` with the verdict on it, and on no other string.
    pub(crate) const fn new(text: &'u str, verdict: Verdict) -> Url<'u> {
        Url { text, verdict }
    }

    /// The whole string.
    pub const fn as_str(&self) -> &'u str {
        self.text
    }

    /// The verdict on it.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The string's parts, as byte ranges into it (V4).
    pub const fn parts(&self) -> &Parts {
        self.verdict.parts()
    }

    /// The verdict alone.
    pub fn into_verdict(self) -> Verdict {
        self.verdict
    }

    /// The text of a part; empty where the span is out of bounds or within a character.
    pub fn text(&self, span: Span) -> &'u str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// A part with its escapes, to be decoded on demand.
    ///
    /// ```
    /// use urlsift_validator::Validator;
    ///
    /// let url = Validator::new().url("telnet://melvyl%40cdl:pass@host.dom/");
    /// let user = url.piece(url.verdict().parts().user.unwrap());
    /// assert_eq!((user.as_str(), user.decode_utf8_lossy().as_ref()), ("melvyl%40cdl", "melvyl@cdl"));
    /// ```
    pub fn piece(&self, span: Span) -> Encoded<'u> {
        Encoded::of(self.text, span)
    }

    /// Where and how the string fails by `grammar` (V3), or `None` where it satisfies it.
    ///
    /// Takes time linear in the length of the string.
    pub fn failure(&self, grammar: Grammar) -> Option<Failure> {
        let at = self.verdict.failure_at(grammar)?;
        Some(diagnosis::diagnose(self.text, grammar, at))
    }

    /// What the scheme makes of the rest, for each scheme of RFC 1738 and of the draft (V4).
    ///
    /// Takes time linear in the length of the string; nothing is decoded and nothing allocated.
    pub fn scheme_part(&self) -> SchemePart<'u> {
        SchemePart::of(self.text, self.verdict.parts())
    }

    /// The port to connect to: the one that stands there, or else the scheme's. `None` where neither
    /// is, or where what stands there is no port.
    ///
    /// ```
    /// use urlsift_validator::Validator;
    ///
    /// let port = |url| Validator::new().url(url).port_or_default();
    /// assert_eq!(port("http://host:8080/"), Some(8080));
    /// assert_eq!(port("wais://host/database"), Some(210));
    /// assert_eq!(port("http://host:66000/"), None);
    /// assert_eq!(port("mailto:a@host"), None);
    /// ```
    pub fn port_or_default(&self) -> Option<u16> {
        let parts = self.verdict.parts();
        parts.host?;
        let port = parts.port.map(|port| self.text(port)).filter(|port| !port.is_empty());
        match port {
            Some(port) if port.bytes().all(|byte| byte.is_ascii_digit()) => port.parse().ok(),
            Some(_) => None,
            None => default_port(self.text(parts.scheme?)),
        }
    }

    /// What is worth knowing of it, though it does not speak against it (V6).
    ///
    /// To go through all of them takes time linear in the length of the string, and allocates
    /// nothing.
    pub fn notes(&self) -> Notes<'u, '_> {
        Notes::of(self.text, &self.verdict)
    }

    /// The URL with every unsafe character written as its escape, and only those, so that it satisfies
    /// `grammar`: RFC 1738, 2.2. It is borrowed where it satisfies it as it is.
    ///
    /// A character beyond ASCII is escaped in UTF-8 (RFC 3986, 2.5), and a `%` that begins no escape, a
    /// second `#`, and a bracket that stands around no address are escaped too. A delimiter is not, nor
    /// what would be one as an escape (a tab in gopher), for that would be another URL. In a host nothing
    /// is but what lies beyond ASCII (RFC 3986, 3.2.2); to be looked up, such a name must be written in
    /// Punycode, and V5 calls the escaped one bad.
    ///
    /// # Errors
    ///
    /// The first failure that no escape mends.
    ///
    /// ```
    /// use urlsift_validator::{Grammar, Validator};
    ///
    /// let url = Validator::new().url("http://host/~mcd/a b|c");
    /// assert_eq!(url.encoded(Grammar::Rfc3986).unwrap(), "http://host/~mcd/a%20b%7Cc");
    /// assert_eq!(url.encoded(Grammar::Rfc1738).unwrap(), "http://host/%7Emcd/a%20b%7Cc");
    /// let url = Validator::new().url("http://host?q");
    /// assert_eq!(url.encoded(Grammar::Rfc1738).unwrap_err().at(), 11);
    /// ```
    pub fn encoded(&self, grammar: Grammar) -> Result<Cow<'u, str>, Failure> {
        encode::encode(self.text, &self.verdict, grammar)
    }
}
