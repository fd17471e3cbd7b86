//! Compares the text of a link with its target, for HTML mail.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use urlsift_scanner::{Form, Forms};
use urlsift_validator::is_hidden;

use crate::extract::extractor::Extractor;
use crate::found::Found;
use crate::reading::Reading;
use crate::url::href::canonical;

/// Reports whether `shown`, the visible text of a link, names another place than `target`, the URL that it
/// opens. `target` is the value of the attribute with its character references decoded.
///
/// A text without a URL, a host or an address names no place, so nothing differs. These are no differences:
///
/// - case of scheme and host, needless escapes, a slash at the end, the scheme's default port, Punycode, a
///   dot after the host, a `www.` before it
/// - `https` in the target, if the text shows `http` or no scheme
/// - a path, query or fragment, if the text names the host alone
/// - the text after `…` or `...`, if the text is cut short so
///
/// A user or a port that the text does not show is a difference. Hosts without a scheme are recognised as
/// described at [`ExtractorBuilder::forms`](crate::extract::ExtractorBuilder::forms), and also if their top-level
/// domain is a common word.
///
/// Nothing hides a name in the text: invisible characters are ignored, and text after U+202E is read backwards. Other
/// dots that browsers accept in hosts count as dots inside a word, and so do `[.]`, `(.)`, `[dot]` and `(dot)`.
/// Full-width characters count as those of ASCII.
///
/// Linear in the length of both texts.
///
/// ```
/// use urlsift::extract::link_text_differs;
///
/// assert!(link_text_differs("http://www.bank.example/", "http://bank.example.evil.example/"));
/// assert!(link_text_differs("www.bank.example", "http://www.bank.example@evil.example/"));
/// assert!(!link_text_differs("www.Bank.example", "https://www.bank.example:443/login"));
/// assert!(!link_text_differs("Click here", "http://anywhere.example/"));
/// ```
pub fn link_text_differs(shown: &str, target: &str) -> bool {
    let forms = Forms::default().with(Form::Host).with(Form::Address);
    let extractor = Extractor::builder().forms(forms).doubtful_domains().build();
    let (shown, target) = (shown.trim(), target.trim());
    let target = LinkTarget::of(target);
    // As a whole the text may be a URL with an end that running text would not include.
    let is_same =
        |shown: &LinkTarget| target.as_ref().is_some_and(|target| shown.leads_to(target, false));
    let seen = as_seen(shown);
    // Also try the text as it is written: `as_seen` changes characters that may belong to the URL.
    let shown_whole = [shown, &seen].map(LinkTarget::of);
    if shown_whole.iter().flatten().any(is_same) {
        return false;
    }
    let shown = &*seen;
    let mut claims = extractor.find_iter(shown);
    // Every URL that the text shows has to lead to the target, by one of its readings at least. A target that
    // cannot be opened is no place, so any claim differs from it.
    claims.any(|claim| {
        let Some(target) = &target else { return true };
        let is_cut = is_cut(shown, &claim);
        let urls = core::iter::once(claim.url()).chain(claim.readings().iter().map(Reading::url));
        let mut places = urls.filter_map(LinkTarget::of);
        !places.any(|place| place.leads_to(target, is_cut))
    })
}

/// Returns `shown` as people see it: text after U+202E is reversed, other whitespace is a space, and invisible characters
/// are removed. Full-width characters are those of ASCII, and a wide dot between two letters is a dot. Between Chinese
/// or Japanese characters it ends a sentence. A dot in brackets, as people write hosts that nobody shall open, is a dot.
fn as_seen(shown: &str) -> String {
    let shown = in_visual_order(shown);
    let inked = shown.chars().filter_map(|c| match c {
        // From `！` to `～` the full-width forms are in the order of ASCII.
        '\u{FF01}'..='\u{FF0D}' | '\u{FF0F}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0),
        c if c.is_ascii_whitespace() => Some(c),
        // The fillers of Hangul and the empty Braille pattern have a width, so they look like spaces.
        '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}' => Some(' '),
        c if c.is_whitespace() => Some(' '),
        c => (!is_hidden(c) && !c.is_control()).then_some(c),
    });
    let is_of_word = |c: char| c.is_alphanumeric() && c < '\u{2E80}';
    // Whether a wide dot is a dot depends on both neighbours: the last character written, and the next
    // visible one.
    let mut inked = inked.peekable();
    let mut seen = String::with_capacity(shown.len());
    while let Some(c) = inked.next() {
        let is_dot = matches!(c, '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
            && seen.chars().next_back().is_some_and(is_of_word)
            && inked.peek().copied().is_some_and(is_of_word);
        seen.push(if is_dot { '.' } else { c });
    }
    for dot in ["[.]", "(.)", "[dot]", "(dot)"] {
        if seen.contains(dot) {
            seen = seen.replace(dot, ".");
        }
    }
    seen
}

/// Reverses the text after each U+202E (right-to-left override), up to the end of its effect.
fn in_visual_order(shown: &str) -> Cow<'_, str> {
    let mut runs = shown.split('\u{202E}');
    let first = runs.next().unwrap_or_default();
    if first.len() == shown.len() {
        return Cow::Borrowed(shown);
    }
    let mut seen = String::from(first);
    for run in runs {
        // The character that pops it, another override, or the end of the paragraph.
        let end = run.find(['\u{202C}', '\u{202D}', '\u{2029}', '\n']).unwrap_or(run.len());
        seen.extend(run[..end].chars().rev());
        seen.push_str(&run[end..]);
    }
    Cow::Owned(seen)
}

/// Reports whether `claim` is cut short in `shown`: an ellipsis follows it.
fn is_cut(shown: &str, claim: &Found<'_>) -> bool {
    let outer = claim.outer();
    let url = &shown[outer.clone()];
    let rest = &shown[outer.end..];
    rest.starts_with('…') || rest.starts_with("...") || url.ends_with('…')
}

/// The place that a URL names, in parts to compare.
struct LinkTarget {
    /// `http` stands for `https` too.
    scheme: String,
    is_secure: bool,
    /// User, host and port; for `mailto`, the addresses.
    authority: String,
    rest: String,
}

impl LinkTarget {
    fn of(url: &str) -> Option<LinkTarget> {
        let canonical = canonical(url)?;
        let (scheme, rest) = canonical.split_once(':')?;
        let is_secure = scheme == "https";
        let scheme = if is_secure { "http" } else { scheme };
        let (authority, rest) = match rest.strip_prefix("//") {
            Some(rest) => rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len())),
            None => rest.split_at(rest.find('?').unwrap_or(rest.len())),
        };
        let parts: Vec<String> = [scheme, authority, rest].map(String::from).into();
        let [scheme, authority, rest] = parts.try_into().ok()?;
        Some(LinkTarget { scheme, is_secure, authority, rest })
    }

    /// Reports whether a user who sees `self` expects to arrive at `target`.
    fn leads_to(&self, target: &LinkTarget, is_cut: bool) -> bool {
        // `%E2%80%A6` is `…` at the end of the shown URL.
        let rest = self.rest.strip_suffix("%E2%80%A6").unwrap_or(&self.rest);
        let is_rest = if is_cut { target.rest.starts_with(rest) } else { target.rest == rest };
        self.scheme == target.scheme
            // A text with `https` must not lead to `http`; the other direction is no difference.
            && (target.is_secure || !self.is_secure)
            && without_www(&self.authority) == without_www(&target.authority)
            && (rest.is_empty() || is_rest)
    }
}

/// Removes `www.`, which people leave out; only the owner of a domain can have a host of that name.
fn without_www(authority: &str) -> &str {
    authority.strip_prefix("www.").unwrap_or(authority)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_targets_do_not_differ() {
        let table: &[(&str, &str)] = &[
            ("http://example.org", "http://example.org/"),
            ("HTTP://Example.ORG/a", "http://example.org/a/"),
            ("http://example.org:80/", "http://example.org"),
            ("http://example.org/", "https://example.org/"),
            ("https://example.org:443/a", "https://example.org/a"),
            ("http://example.org./a", "http://example.org/a"),
            #[cfg(feature = "idna")]
            ("http://bücher.example/", "http://xn--bcher-kva.example/"),
            #[cfg(feature = "idna")]
            ("http://xn--bcher-kva.example/", "http://BÜCHER.example/"),
            ("http://a.example/%7ejim/%c3%a9", "http://a.example/~jim/é"),
            ("www.example.org", "https://www.example.org/a?b#c"),
            ("example.org/a", "https://example.org/a"),
            ("Example.org/a", "http://www.example.org/a/"),
            ("http://www.example.org", "http://example.org/"),
            ("see http://example.org/a.", "http://example.org/a"),
            ("<URL:http://example.org/a>", "http://example.org/a"),
            ("http://example.org/a/very/lo…", "http://example.org/a/very/long/path"),
            ("http://example.org/a/very/lo...", "http://example.org/a/very/long/path"),
            ("jim@example.org", "mailto:jim@Example.org?subject=x"),
            ("Click here", "http://a.example/"),
            ("report.pdf", "http://a.example/report.pdf"),
            ("\u{202e}gro.elpmaxe", "http://example.org/"),
            ("ＥＸＡＭＰＬＥ.org", "http://example.org/"),
            ("example[.]org", "http://example.org/"),
            ("", "http://a.example/"),
            (" http://a.example/ ", " http://a.example/\n"),
            ("http://a.example/lon\u{ad}g", "http://a.example/long"),
            ("http://a.example/\u{200b}b", "http://a.example/%E2%80%8Bb"),
            ("见\u{3000}www.example.org。谢谢", "http://www.example.org/"),
        ];
        for &(shown, target) in table {
            assert!(!link_text_differs(shown, target), "{shown} {target}");
        }
    }

    #[test]
    fn hosts_in_domains_of_countries_are_compared() {
        assert!(link_text_differs("bank.de", "http://evil.example/"));
        assert!(link_text_differs("Ｂank.info", "http://evil.example/"));
        assert!(!link_text_differs("bank.de", "https://bank.de/login"));
        assert!(!link_text_differs("notes.txt", "http://evil.example/"));
    }

    #[cfg(feature = "psl")]
    #[test]
    fn hosts_in_listed_domains_are_compared() {
        assert!(link_text_differs("bank.co.uk", "http://evil.example/"));
        assert!(link_text_differs("bank.app", "http://evil.example/"));
        assert!(!link_text_differs("bank.app", "https://bank.app/login"));
        assert!(!link_text_differs("notes.txt", "http://evil.example/"));
    }

    #[test]
    fn other_targets_differ() {
        let table: &[(&str, &str)] = &[
            ("http://example.org/", "http://example.com/"),
            ("https://example.org/", "http://example.org/"),
            ("http://example.org/a", "http://example.org/b"),
            ("http://example.org/a", "http://example.org/A"),
            ("http://example.org/", "http://example.org:8080/"),
            ("http://example.org/", "http://example.org@evil.example/"),
            ("www.example.org", "http://www.example.org.evil.example/"),
            ("example.org", "http://evil.example/?u=http://example.org"),
            ("http://example.org/", "http://ехаmрlе.org/"),
            ("example.org", "http://www2.example.org/"),
            ("example.org", "http://www.example.org@evil.example/"),
            ("http://www.example.org/", "http://evil.example/www.example.org"),
            ("http://example.org/", "javascript:alert(1)"),
            ("http://example.org/", "/relative"),
            ("http://a.example/ http://b.example/", "http://a.example/"),
            ("jim@example.org", "mailto:joe@example.org"),
            ("jim@example.org", "http://example.org/"),
            ("http://example.org/a/ve…", "http://example.org/b/very/long"),
            ("www.bank\u{ad}.com", "http://evil.example/"),
            ("www.bank\u{200b}.com", "http://evil.example/"),
            ("https:\u{200b}//www.bank.com", "http://evil.example/"),
            ("www.bank．com", "http://evil.example/"),
            ("www.bank\u{200b}｡\u{200b}com", "http://evil.example/"),
            ("bank\u{3164}www.bank.com", "http://evil.example/"),
            ("\u{202e}moc.knab.www", "http://evil.example/"),
            ("at \u{202e}moc.knab.www\u{202c}!", "http://evil.example/"),
            ("ＷＷＷ.bank.com", "http://evil.example/"),
            ("ｈｔｔｐ：／／bank.example", "http://evil.example/"),
            ("www.bank[.]com", "http://evil.example/"),
            ("bank(dot)com", "http://evil.example/"),
        ];
        for &(shown, target) in table {
            assert!(link_text_differs(shown, target), "{shown} {target}");
        }
    }
}
