//! The form of a URL to open: ASCII, as programs accept it.

use alloc::borrow::Cow;

use urlsift_validator::{Grammar, NoteKind, Span, Standing, Url, Validator};

use crate::url::peel::{peel, unfold};
use crate::url::punycode;

/// Returns `url` in the form to open: a URL of RFC 3986, in ASCII. Unsafe characters are escaped (RFC 1738,
/// section 2.2), and a host beyond ASCII is mapped by UTS 46 to Punycode (RFC 3492). Delimiters such as `<URL:…>`
/// and `URL:…` are removed, and so is whitespace inside them ([`unfold`]); [`peel`](crate::url::peel()) reports whether
/// there were any. The result borrows from `url` if nothing else changes.
///
/// Returns `None` if the URL should not be opened:
///
/// - No escape makes it valid.
/// - Its host cannot be looked up. Without the crate feature `idna`, which is a default, this includes every
///   host beyond ASCII.
/// - Browsers take a part for the host that the grammars call a path. Programs do not agree where such a URL
///   leads.
///
/// Linear in the length of `url`.
///
/// ```
/// # #[cfg(feature = "idna")]
/// assert_eq!(urlsift::href("http://bücher.example/a b?ü").unwrap(), "http://xn--bcher-kva.example/a%20b?%C3%BC");
/// assert_eq!(urlsift::href("http://example.org/").unwrap(), "http://example.org/");
/// assert_eq!(urlsift::href("<URL:http://exam\nple.org/>").unwrap(), "http://example.org/");
/// assert_eq!(urlsift::href("http://exa^mple.org/"), None);
/// assert_eq!(urlsift::href("http:///www.bank.example@evil.example/"), None);
/// ```
pub fn href(url: &str) -> Option<Cow<'_, str>> {
    match unfold(url) {
        Cow::Borrowed(url) => href_of(peel(url).url()),
        Cow::Owned(url) => href_of(peel(&url).url()).map(|href| Cow::Owned(href.into_owned())),
    }
}

/// Like [`href`], for a URL without delimiters.
fn href_of(url: &str) -> Option<Cow<'_, str>> {
    let validator = Validator::new();
    let judged = validator.url(url);
    if has_disputed_beginning(&judged) {
        return None;
    }
    if let Some(host) = judged.parts().host {
        // RFC 1738 allows a `?` in the login of ftp and telnet, and browsers end the host there.
        let (login, rest) = url.split_at(host.start);
        if login.contains('?') {
            let url = [&login.replace('?', "%3F"), rest].concat();
            return href_of(&url).map(|url| Cow::Owned(url.into_owned()));
        }
        let name = judged.text(host);
        let scheme = judged.text(judged.parts().scheme?);
        let ascii = match punycode::to_ascii(name) {
            Some(ascii) => ascii,
            // A host that no known protocol looks up may be any text: `message://%3cid@host.example%3e`.
            None if name.is_ascii()
                && urlsift_validator::internal::default_port(scheme).is_none() =>
            {
                Cow::Borrowed(name)
            }
            None => return None,
        };
        // A mapped host is put into the URL, and the new URL is judged as a whole.
        if ascii != name {
            let range = host.range();
            let url = [&url[..range.start], &ascii, &url[range.end..]].concat();
            return encoded(&url).map(|url| Cow::Owned(url.into_owned()));
        }
    }
    encoded(url)
}

/// Reports whether programs disagree on the start of the host. A disputed end needs no check, because a `\` is
/// invalid and a `?` in a login is escaped.
fn has_disputed_beginning(url: &Url<'_>) -> bool {
    let Some(scheme) = url.parts().scheme else { return false };
    // The note on a disputed beginning starts directly after the colon of the scheme.
    let begins = |span: Span| span.start == scheme.end + 1;
    url.notes().any(|note| note.kind() == NoteKind::HostDisputed && begins(note.span()))
}

fn encoded(url: &str) -> Option<Cow<'_, str>> {
    let validator = Validator::new();
    let judged = validator.url(url);
    // Spaces are escaped, but a missing host cannot be repaired.
    let has_scheme = judged.parts().scheme.is_some();
    let is_hostless = judged.parts().host.is_some_and(Span::is_empty);
    let is_rejected = matches!(judged.verdict().standing(), Standing::Rejected(_));
    if !has_scheme || is_hostless && is_rejected {
        return None;
    }
    judged.encoded(Grammar::Rfc3986).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Browsers find a host in these where the grammars find a path.
    #[test]
    fn a_host_after_other_slashes_is_not_opened() {
        for scheme in ["http", "https", "ftp", "ws", "wss", "HTTP"] {
            for slashes in ["", "/", "///", "////", "\\\\", "/\\", "//\\"] {
                for host in ["evil.example/", "x:y@evil.example/", "2130706433/"] {
                    let url = [scheme, ":", slashes, host].concat();
                    assert_eq!(href(&url), None, "{url}");
                }
            }
            let url = [scheme, "://example.org/a//b"].concat();
            assert_eq!(href(&url).as_deref(), Some(&*url));
        }
        for url in ["file:/etc/motd", "gopher:/a", "mailto:a@b.example", "ftp://a.example?b@c"] {
            assert_eq!(href(url).as_deref(), Some(&*url.replace('?', "%3F")));
        }
        // UTS 46 maps this host to nothing.
        for host in ["\u{ad}", "%C2%AD", "\u{200b}\u{ad}"] {
            let url = ["http://", host, "/evil.example/"].concat();
            assert_eq!(href(&url), None, "{url}");
        }
        // This host has a disputed end.
        assert_eq!(href("http://www.bank.example\\@evil.example/"), None);
        // Mail readers look up no host in a message-id.
        let mail = "message://%3c330e@mail.example%3e";
        assert_eq!(href(mail).as_deref(), Some(mail));
        assert_eq!(href("http://mail.example%3e/"), None);
    }
}
