//! A string with its verdict, and everything that needs both.

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

/// A string and the verdict on it, made by [`Validator::url`](crate::Validator::url).
///
/// The verdict is computed once. All other methods compute their results at each call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url<'u> {
    text: &'u str,
    verdict: Verdict,
}

impl<'u> Url<'u> {
    pub(crate) const fn new(text: &'u str, verdict: Verdict) -> Url<'u> {
        Url { text, verdict }
    }

    /// Returns the string as given.
    pub const fn as_str(&self) -> &'u str {
        self.text
    }

    /// Returns the verdict on the string.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Returns the parts of the string as byte ranges into it.
    pub const fn parts(&self) -> &Parts {
        self.verdict.parts()
    }

    /// Returns the text of a component as spelled. Empty if the span is out of bounds or splits a character.
    pub fn text(&self, span: Span) -> &'u str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns a component whose escapes can be decoded. [`text`](Url::text) returns it as spelled.
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

    /// Returns where and why the string fails `grammar`, or `None` if it satisfies it. Linear in the string.
    pub fn failure(&self, grammar: Grammar) -> Option<Failure> {
        let at = self.verdict.failure_at(grammar)?;
        Some(diagnosis::diagnose(self.text, grammar, at))
    }

    /// Returns the components that the scheme defines, for each scheme of RFC 1738 and of draft-ietf-uri-url-03. Linear
    /// in the string. Decodes and allocates nothing.
    pub fn scheme_part(&self) -> SchemePart<'u> {
        SchemePart::of(self.text, self.verdict.parts())
    }

    /// Returns the URL's port, or else the scheme's default. `None` if there is neither, or if the text after the
    /// host's colon is not a port.
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
        // Without a host there is nothing to connect to, whatever the scheme's default is.
        parts.host?;
        let port = parts.port.map(|port| self.text(port)).filter(|port| !port.is_empty());
        match port {
            // `parse` alone would accept `+80`.
            Some(port) if port.bytes().all(|byte| byte.is_ascii_digit()) => port.parse().ok(),
            Some(_) => None,
            None => default_port(self.text(parts.scheme?)),
        }
    }

    /// Returns the notes: facts worth knowing that do not make the string any less of a URL. All of them take linear
    /// time and no allocation.
    pub fn notes(&self) -> Notes<'u, '_> {
        self.verdict.notes(self.text)
    }

    /// Returns the URL with unsafe characters escaped, and only those, such that it satisfies `grammar` (RFC
    /// 1738, 2.2). Borrows the URL if it satisfies the grammar already.
    ///
    /// - A character beyond ASCII is escaped in UTF-8 (RFC 3986, 2.5).
    /// - A `%` that begins no escape, a second `#`, and a bracket that does not delimit an address are escaped.
    /// - Other delimiters are not escaped, nor is a character whose escape would be a delimiter: a tab in gopher, a NUL
    ///   in prospero.
    /// - In a host only characters beyond ASCII are escaped (RFC 3986, 3.2.2). Such a name cannot be looked up (its
    ///   [`HostKind`](crate::HostKind) is `Bad`); for that it must be written in Punycode.
    ///
    /// # Errors
    ///
    /// Returns the first failure that no escape can mend.
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
