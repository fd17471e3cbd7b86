//! The parameters of a query, and a URL without some of them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr;
use percent_encoding::percent_decode_str;

/// Query parameters that identify a reader, a click or a campaign, for [`without`]. A name with `*` at its end stands
/// for all names that begin so.
///
/// Each name is in at least two of these lists, as they were in November 2026:
///
/// - *B*: `brave-lists/query-filter.json` of Brave's adblock-lists (commit 5051bef)
/// - *A*: `TrackParamFilter/sections/general_url.txt` of `AdGuard`'s filters (commit 002b066)
/// - *F*: `StripOnShare.json` of Firefox, and for `dclid` its list for query stripping (bug 1836737)
///
/// Most names are in *A* and *B*; `s_cid` and `vero_conv` are in all three; `dclid` and `igshid` are in *B* and *F*, the
/// latter for Instagram only. *A* and *F* list the names with `utm_` and `hsa_` one by one. Left out are `var` and
/// `__s`, which other sites use, and `mkt_tok`, without which a link to unsubscribe fails.
#[rustfmt::skip]
pub const TRACKING_PARAMETERS: &[&str] = &[
    "utm_*", "hsa_*", "__hsfp", "__hssc", "__hstc", "_branch_match_id", "_gl", "_hsenc", "_openstat", "bsft_clkid",
    "bsft_uid", "dclid", "fb_action_ids", "fb_comment_id", "fbclid", "gclid", "guce_referrer", "guce_referrer_sig",
    "hsCtaTracking", "igshid", "irclickid", "mc_eid", "ml_subscriber", "ml_subscriber_hash", "msclkid", "mtm_cid",
    "oly_anon_id", "oly_enc_id", "rb_clickid", "s_cid", "twclid", "unicorn_click_id", "vero_conv", "vero_id",
    "wbraid", "wickedid", "yclid", "ysclid",
];

/// Returns the names and the values in the query of `url`, decoded as the URL Standard decodes
/// `application/x-www-form-urlencoded`: `&` separates parameters, `+` is a space, and escapes are UTF-8, in which U+FFFD
/// replaces what is invalid. A parameter without `=` has an empty value. `url` may be any string. Its
/// query follows the first `?` and ends before a `#`.
///
/// Linear in the length of `url`. A name or a value is borrowed if nothing in it was decoded.
///
/// ```
/// let pairs: Vec<_> = urlsift::url::query_pairs("http://a.example/?q=gr%c3%bcner+tee&&a#?b=c").collect();
/// assert_eq!(pairs, [("q".into(), "grüner tee".into()), ("a".into(), "".into())]);
/// ```
pub fn query_pairs(url: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let parameters = url[query(url)].split('&').filter(|parameter| !parameter.is_empty());
    parameters.map(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        (decoded(name), decoded(value))
    })
}

/// Returns `url` without the query parameters that `names` lists, such as [`TRACKING_PARAMETERS`]. A name with `*` at
/// its end removes all parameters that begin so. Names are compared as [`query_pairs`] returns them, in the case in
/// which they are written.
///
/// Nothing else changes, and the result is borrowed if there is no such parameter. The `?` goes with the last parameter.
/// The new URL may lead elsewhere: keep the one that was found. Takes time linear in the length of `url` for each name.
///
/// ```
/// use urlsift::url::{TRACKING_PARAMETERS, without};
///
/// let url = "http://a.example/?id=7&utm_source=list&utm_id=3&x=%7e#top";
/// assert_eq!(without(url, TRACKING_PARAMETERS), "http://a.example/?id=7&x=%7e#top");
/// assert_eq!(without("http://a.example/?id=7", &["id"]), "http://a.example/");
/// ```
pub fn without<'u>(url: &'u str, names: &[&str]) -> Cow<'u, str> {
    let Range { start, end } = query(url);
    let is_named = |parameter: &str| {
        let name = decoded(parameter.split('=').next().unwrap_or_default());
        let is_it = |listed: &&str| match listed.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == *listed,
        };
        !parameter.is_empty() && names.iter().any(is_it)
    };
    let parameters = || url[start..end].split('&');
    if !parameters().any(is_named) {
        return Cow::Borrowed(url);
    }
    let kept: Vec<&str> = parameters().filter(|parameter| !is_named(parameter)).collect();
    let kept = kept.join("&");
    let before = if kept.is_empty() { start - 1 } else { start };
    Cow::Owned([&url[..before], &kept, &url[end..]].concat())
}

/// Returns the range of the query of `url`, empty at the end of `url` or before its fragment if there is none.
fn query(url: &str) -> Range<usize> {
    let end = memchr(b'#', url.as_bytes()).unwrap_or(url.len());
    memchr(b'?', &url.as_bytes()[..end]).map_or(end, |at| at + 1)..end
}

/// Decodes a name or a value.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('+') {
        return percent_decode_str(text).decode_utf8_lossy();
    }
    let spaced: String = text.replace('+', " ");
    Cow::Owned(percent_decode_str(&spaced).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_decoded() {
        let table: &[(&str, &[(&str, &str)])] = &[
            ("", &[]),
            ("?", &[]),
            ("http://a.example/", &[]),
            ("http://a.example/#?a=b", &[]),
            ("http://a.example/?a=b#c=d", &[("a", "b")]),
            ("http://a.example/?a=b?c=d", &[("a", "b?c=d")]),
            ("http://a.example/?&a&&b=&", &[("a", ""), ("b", "")]),
            ("http://a.example/?=x&=", &[("", "x"), ("", "")]),
            ("http://a.example/?a=b=c", &[("a", "b=c")]),
            ("http://a.example/?a;b=c;d", &[("a;b", "c;d")]),
            ("http://a.example/?a+b=%2B+%20", &[("a b", "+  ")]),
            ("http://a.example/?%c3%bc=\u{fc}", &[("\u{fc}", "\u{fc}")]),
            ("http://a.example/?a=%FF%&b=%2", &[("a", "\u{fffd}%"), ("b", "%2")]),
            ("http://a.example/?a=%26&amp;b=c", &[("a", "&"), ("amp;b", "c")]),
            ("mailto:a@b.example?subject=x%20y&body=+", &[("subject", "x y"), ("body", " ")]),
        ];
        for (url, expected) in table {
            let pairs: Vec<_> = query_pairs(url).collect();
            let expected: Vec<(Cow<str>, Cow<str>)> =
                expected.iter().map(|&(name, value)| (name.into(), value.into())).collect();
            assert_eq!(pairs, expected, "{url}");
        }
    }

    #[test]
    fn named_parameters_are_removed() {
        let table: &[(&str, &[&str], &str)] = &[
            ("h?a=1&b=2&c=3", &["b"], "h?a=1&c=3"),
            ("h?a=1&b=2#a=1", &["a"], "h?b=2#a=1"),
            ("h?a=1#f", &["a"], "h#f"),
            ("h?a", &["a"], "h"),
            ("h?a=1&a&a=%7e&b", &["a"], "h?b"),
            ("h?x&&a=1&&y", &["a"], "h?x&&&y"),
            ("h?a=1&", &["a"], "h"),
            ("h?", &["a", ""], "h?"),
            ("h?&&", &["*"], "h?&&"),
            ("h?=1&b", &[""], "h?b"),
            ("h?A=1&ab=1&b=a", &["a"], "h?A=1&ab=1&b=a"),
            ("h?%61=1&b", &["a"], "h?b"),
            ("h?a+b=1&c", &["a b"], "h?c"),
            ("h?\u{fc}=1&%c3%bc&c", &["\u{fc}"], "h?c"),
            ("h?utm_source=1&utm_=2&utm=3&xutm_a", &["utm_*"], "h?utm=3&xutm_a"),
            ("h?a*=1&a=2", &["a*"], "h"),
            ("h?a=1&b", &["*"], "h"),
            ("h?a=1", &[], "h?a=1"),
            ("h/a=1&b", &["a"], "h/a=1&b"),
            ("h#?a=1", &["a"], "h#?a=1"),
            ("h?a?a=1&b", &["a"], "h?a?a=1&b"),
        ];
        for (url, names, expected) in table {
            assert_eq!(without(url, names), *expected, "{url} without {names:?}");
        }
    }

    #[test]
    fn tracking_parameters_are_names() {
        for name in TRACKING_PARAMETERS {
            let name = name.trim_end_matches('*');
            assert!(
                name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'),
                "{name}"
            );
            assert_eq!(without(&["h?", name, "=1&a"].concat(), TRACKING_PARAMETERS), "h?a");
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_but_the_parameters_is_removed(
            url in "[ah?#&]{0,4}[?]{0,1}([&]{0,2}(a|b|utm_a|%61|%4|é|\\+)(=[a?%é&]{0,2})?){0,5}(#[?a&=]{0,3})?",
        ) {
            let names = ["a", "utm_*", " "];
            let clean = without(&url, &names);
            proptest::prop_assert_eq!(without(&clean, &names), clean.as_ref());
            let is_named = |name: &str| matches!(name, "a" | " ") || name.starts_with("utm_");
            let kept: Vec<_> = query_pairs(&url).filter(|(name, _)| !is_named(name)).collect();
            proptest::prop_assert_eq!(query_pairs(&clean).collect::<Vec<_>>(), kept);
            let is_same = !query_pairs(&url).any(|(name, _)| is_named(&name));
            proptest::prop_assert_eq!(clean == url, is_same);
            // What is before the query and after it stays.
            let (before, after) = (&url[..query(&url).start], &url[query(&url).end..]);
            proptest::prop_assert!(clean.starts_with(before.trim_end_matches('?')));
            proptest::prop_assert!(clean.ends_with(after));
        }

        #[test]
        fn any_string_is_taken(url in ".{0,40}", names in proptest::collection::vec(".{0,3}", 0..3)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let clean = without(&url, &names);
            proptest::prop_assert_eq!(without(&clean, &names), clean.as_ref());
            proptest::prop_assert!(query_pairs(&clean).count() <= query_pairs(&url).count());
        }
    }
}
