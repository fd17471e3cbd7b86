//! Shorteners and paste sites that have closed, so that their URLs lead nowhere.
//!
//! The list is of November 2026. It has only sites whose closing has a source. A comment before each names the
//! source: mostly an issue or a change of a project at github.com, by repository and number.

use urlsift::url::normalize;

/// A closed site: its host, the beginning of the paths that it had, and when it closed. `by` is the day of the source,
/// if that does not know the day of the closing.
type ClosedSite = (&'static str, &'static str, &'static str);

const CLOSED_SITES: [ClosedSite; 16] = [
    // 738/awesome-url-shortener 20
    ("bit.do", "/", "by 2023-04-19"),
    // Google's announcement of 2025-08-01
    ("goo.gl", "/", "2025-08-25, except URLs in use in late 2024"),
    // manual of WWW::Shorten 3.094 (Perl)
    ("makeashorterlink.com", "/", "by 2022-11-19"),
    // farewell of its operator, quoted at firteendesign.com on 2010-10-02
    ("u.nu", "/", "2010-09-03"),
    // lorien/awesome-pastebins, README.md
    ("dumpz.org", "/", "by 2025-04-15"),
    // lambdabot/lambdabot 190
    ("lpaste.net", "/", "by 2020-05-25"),
    // apache/www-site 398
    ("paste.apache.org", "/", "by 2024-08-22"),
    // lorien/awesome-pastebins, README.md
    ("paste.lisp.org", "/", "by 2025-04-15"),
    // lorien/awesome-pastebins 26
    ("paste.mozilla.org", "/", "2025-03-31"),
    // ipython/ipython 1670
    ("paste.pocoo.org", "/", "by 2012-04-28"),
    // etu/webpaste.el 53
    ("paste.pound-python.org", "/", "by 2021-08-13"),
    // lorien/awesome-pastebins 52
    ("paste.ubuntu.com", "/", "by 2026-07-12"),
    // lorien/awesome-pastebins, README.md
    ("pasteall.org", "/", "by 2025-04-15"),
    // lorien/awesome-pastebins 26
    ("pastebin.mozilla.org", "/", "2025-03-31"),
    // etu/webpaste.el 36
    ("ptpb.pw", "/", "by 2019-03-08"),
    // bpython/bpython 4; its host had other pages, too
    ("rafb.net", "/paste", "2009-05-25"),
];

/// Returns the closed site that has `url`, whose host is `host` in lower case, with the day of its closing.
pub(super) fn closed_site(url: &str, host: &str) -> Option<String> {
    let name = host.strip_prefix("www.").unwrap_or(host);
    let (site, path, closed) = CLOSED_SITES.iter().find(|(site, ..)| *site == name)?;
    let url = normalize(url);
    let (_, rest) = url.split_once(host)?;
    rest.starts_with(path).then(|| format!("{site}: closed {closed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_closed_sites_are_recognised() {
        let table = [
            ("http://u.nu/abc", "u.nu", Some("u.nu: closed 2010-09-03")),
            ("http://www.u.nu/", "www.u.nu", Some("u.nu: closed 2010-09-03")),
            (
                "http://rafb.net/paste/results/x.html",
                "rafb.net",
                Some("rafb.net: closed 2009-05-25"),
            ),
            ("http://rafb.net/efnet/", "rafb.net", None),
            ("HTTP://U.NU:80", "u.nu", Some("u.nu: closed 2010-09-03")),
            ("http://a.u.nu/", "a.u.nu", None),
            ("http://tinyurl.com/abc", "tinyurl.com", None),
        ];
        for (url, host, expected) in table {
            assert_eq!(closed_site(url, host).as_deref(), expected, "{url}");
        }
    }
}
