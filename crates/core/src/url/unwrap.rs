//! The URL inside the link of a rewriting gateway or a redirector.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use percent_encoding::percent_decode_str;
use urlsift_validator::internal::is_hidden;
use urlsift_validator::{Url, Validator};

use crate::url::href::href;

/// A gateway may rewrite what another has rewritten. Real mail has up to three levels.
const LEVELS: usize = 5;

/// The way back from what a gateway has written.
type Undo = fn(&Url<'_>) -> Option<String>;

/// Gateways that write a URL in their own way: the end of the host, the start of the path, and the way back.
///
/// Sources: the URL decoder that Proofpoint publishes (v2 and v3), and the forms of links in public archives (Cisco Secure
/// Email, Sophos Email, Yahoo). Microsoft's Safe Links, Proofpoint v1, Barracuda, Google, Facebook and most others have the
/// URL as a value of the query. Mimecast keeps it on its server, and writes only its domain.
const GATEWAYS: &[(&str, &str, Undo)] = &[
    ("urldefense.proofpoint.com", "/v2/", dashed_value),
    ("urldefense.com", "/v3/", with_tokens),
    ("urldefense.us", "/v3/", with_tokens),
    ("urldefense.proofpoint.com", "/v3/", with_tokens),
    ("secure-web.cisco.com", "/", last_segment),
    ("protection.sophos.com", "/", base64_value),
    ("yahoo.com", "/", after_star),
];

/// Returns the URL inside `url`, the link of a gateway that rewrites links or of a redirector. Returns `None` if `url`
/// contains no other URL. Nothing is fetched.
///
/// A redirector is any URL of http or https whose query is, or has as a value, an absolute URL of http, https or ftp that
/// may be opened; the first counts. Five levels are undone. The result has percent escapes where the inner URL had
/// them before it was wrapped, and may be beyond ASCII; [`href`](crate::href) makes the form to open.
///
/// Linear in the length of `url`.
///
/// ```
/// use urlsift::url::unwrapped;
///
/// let link = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.example.org%2Fa%3Fb%3Dc&data=05";
/// assert_eq!(unwrapped(link).as_deref(), Some("https://www.example.org/a?b=c"));
/// let link = "https://urldefense.proofpoint.com/v2/url?u=http-3A__www.example.org_a-2Db&d=DwIC&e=";
/// assert_eq!(unwrapped(link).as_deref(), Some("http://www.example.org/a-b"));
/// assert_eq!(unwrapped("http://www.example.org/a?b=c"), None);
/// ```
pub fn unwrapped(url: &str) -> Option<String> {
    let mut target = inner(url)?;
    for _ in 1..LEVELS {
        match inner(&target) {
            Some(next) => target = next,
            None => break,
        }
    }
    Some(target)
}

/// Undoes one level.
fn inner(url: &str) -> Option<String> {
    let validator = Validator::new();
    let url = validator.url(url);
    let host = url.parts().host.map(|host| url.text(host).to_ascii_lowercase())?;
    if !is_web(url.text(url.parts().scheme?)) {
        return None;
    }
    let path = url.parts().path.map_or("", |path| url.text(path));
    let is_at = |end: &str| {
        host.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let gateway = GATEWAYS.iter().filter(|(end, start, _)| is_at(end) && path.starts_with(start));
    gateway.filter_map(|(.., undo)| undo(&url)).find_map(target).or_else(|| plain_value(&url))
}

fn is_web(scheme: &str) -> bool {
    ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web))
}

/// Returns `text` with its spaces escaped, if it is an absolute URL that may be opened and has no invisible character, which
/// would hide where it leads.
fn target(text: String) -> Option<String> {
    let has_authority = text
        .split_once("://")
        .is_some_and(|(scheme, _)| is_web(scheme) || scheme.eq_ignore_ascii_case("ftp"));
    if !has_authority || text.contains(|c| c != ' ' && is_hidden(c)) {
        return None;
    }
    let text = if text.contains(' ') { text.replace(' ', "%20") } else { text };
    let has_host = Validator::new().url(&text).parts().host.is_some_and(|host| !host.is_empty());
    (has_host && href(&text).is_some()).then_some(text)
}

/// Yields the names and values of the query, as spelled. A text may have `&amp;` between them.
fn values<'u>(url: &Url<'u>) -> impl Iterator<Item = (&'u str, &'u str)> {
    let query = url.parts().query.map_or("", |query| url.text(query));
    query.split('&').filter_map(|pair| pair.strip_prefix("amp;").unwrap_or(pair).split_once('='))
}

fn value_of(url: &Url<'_>, name: &str) -> Option<String> {
    let value = values(url).find_map(|(its, value)| (its == name).then_some(value))?;
    unescaped(value).map(Cow::into_owned)
}

fn unescaped(text: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().ok()
}

/// The query itself (`/go?http://example.org/?a=b`), or the first value that is a URL.
fn plain_value(url: &Url<'_>) -> Option<String> {
    let whole = url.parts().query.and_then(|query| target(url.text(query).to_string()));
    let escaped = |(_, value)| target(unescaped(value)?.into_owned());
    whole.or_else(|| values(url).find_map(escaped))
}

/// Proofpoint v2: `-` for `%`, and `_` for `/`.
fn dashed_value(url: &Url<'_>) -> Option<String> {
    let value = value_of(url, "u")?.replace('-', "%").replace('_', "/");
    Some(unescaped(&value)?.replace("&amp;", "&"))
}

/// Proofpoint v3: `/v3/__URL__;CHARACTERS!`. A `*` stands for the next of the characters, which are in base64, and `**A`
/// for two of them, `**B` for three and so on. Some programs that pass such a link on make one slash of two.
fn with_tokens(url: &Url<'_>) -> Option<String> {
    let start = url.parts().path?.start;
    let (_, rest) = url.as_str()[start..].split_once("/v3/__")?;
    let (text, rest) = rest.split_once("__;")?;
    let stored = String::from_utf8(base64_url(rest.split('!').next()?)?).ok()?;
    let (mut stored, mut target) = (stored.chars(), String::new());
    let mut parts = text.split('*');
    target.push_str(parts.next()?);
    while let Some(part) = parts.next() {
        // Two stars have nothing between them.
        let run = parts.clone().next().filter(|_| part.is_empty()).and_then(run_length);
        if run.is_some() {
            parts.next();
        }
        let (length, rest) = run.unwrap_or((1, part));
        for _ in 0..length {
            target.push(stored.next()?);
        }
        target.push_str(rest);
    }
    match target.split_once(":/") {
        Some((scheme, rest)) if !rest.starts_with('/') => Some([scheme, "://", rest].concat()),
        _ => Some(target),
    }
}

/// The length of a run that the first character of `text` names, and the rest.
fn run_length(text: &str) -> Option<(usize, &str)> {
    Some((usize::from(sextet(*text.as_bytes().first()?)?) + 2, &text[1..]))
}

/// Cisco: the URL, escaped, is the last segment of the path.
fn last_segment(url: &Url<'_>) -> Option<String> {
    let path = url.text(url.parts().path?);
    unescaped(path.rsplit('/').next()?).map(Cow::into_owned)
}

/// Sophos: base64.
fn base64_value(url: &Url<'_>) -> Option<String> {
    String::from_utf8(base64_url(&value_of(url, "u")?)?).ok()
}

/// Yahoo: `http://rd.yahoo.com/mail/*http://www.example.org/`, and `/RU=http%3a%2f%2fwww.example.org/RK=`.
fn after_star(url: &Url<'_>) -> Option<String> {
    let rest = &url.as_str()[url.parts().path?.start..];
    if let Some((_, starred)) = rest.split_once("/*") {
        return unescaped(starred).map(Cow::into_owned);
    }
    let (_, field) = rest.split_once("/RU=")?;
    unescaped(field.split('/').next()?).map(Cow::into_owned)
}

/// Decodes base64 for URLs (RFC 4648, section 5), and also that of section 4, with or without padding.
fn base64_url(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for &digit in text.trim_end_matches('=').as_bytes() {
        bits = bits << 6 | u32::from(sextet(digit)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count).to_le_bytes()[0]);
        }
    }
    Some(bytes)
}

fn sextet(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'-' | b'+' => 62,
        b'_' | b'/' => 63,
        _ => return None,
    })
}
