//! Which hosts without a scheme are accepted, by their domains (W11).

use urlsift_scanner::Domain;

/// The top-level domains that are known without the public suffix list: the original ones, which are no words
/// of running text.
#[cfg(not(feature = "psl"))]
const ORIGINAL_DOMAINS: &[&str] = &["com", "edu", "gov", "int", "mil", "net", "org"];

/// The top-level domains of countries, in ASCII, two letters each.
#[cfg(any(test, not(feature = "psl")))]
const COUNTRY_DOMAINS: &[u8] = b"acadaeafagaialamaoaqarasatauawaxazbabbbdbebfbgbhbibjbmbnbobr\
    bsbtbvbwbybzcacccdcfcgchcickclcmcncocrcucvcwcxcyczdedjdkdmdodzeceeegereseteufifjfkfmfofrgagbgdgegfggghgiglgmgn\
    gpgqgrgsgtgugwgyhkhmhnhrhthuidieiliminioiqirisitjejmjojpkekgkhkikmknkpkrkwkykzlalblclilklrlsltlulvlymamcmdmemg\
    mhmkmlmmmnmompmqmrmsmtmumvmwmxmymznancnenfngninlnonpnrnunzompapepfpgphpkplpmpnprpsptpwpyqarerorsrurwsasbscsdse\
    sgshsisjskslsmsnsosrssstsusvsxsysztctdtftgthtjtktltmtntotrtttvtwtzuaugukusuyuzvavcvevgvivnvuwfwsyeytzazmzw";

/// The top-level domains of more than two letters that are no words of running text. The others (`name`,
/// `run`, `web`) occur in program code: of 78,239 hosts in the archive of a programmers' mailing list 8,137
/// were names such as `twisted.web`, `self.data` and `reactor.run`.
const UNMISTAKABLE_DOMAINS: &[&str] =
    &["aero", "biz", "com", "coop", "edu", "gov", "info", "int", "mil", "museum", "net", "org"];

/// Looks up the domain of `host`, in the bytes of the text. A public suffix (`co.uk`) is no host, unless a
/// company owns it (`github.io`) and may have pages there.
#[cfg(feature = "psl")]
pub(crate) fn domain_of(host: &[u8]) -> Domain {
    let Ok(host) = core::str::from_utf8(host) else { return Domain::Unknown };
    // The list is in lower case. A host has at most 253 bytes, and few letters take more bytes in lower case.
    // The buffer is on the stack so that text full of dots but without links allocates nothing.
    let mut lower = [0; 300];
    let mut len = 0;
    for c in host.chars().flat_map(char::to_lowercase) {
        let Some(free) = lower.get_mut(len..len + c.len_utf8()) else { return Domain::Unknown };
        c.encode_utf8(free);
        len += c.len_utf8();
    }
    let host = &lower[..len];
    let Some(suffix) = psl::suffix(host).filter(psl::Suffix::is_known) else {
        return Domain::Unknown;
    };
    // `Private` marks the suffixes that a company owns.
    if suffix.as_bytes().len() == host.len() && suffix.typ() != Some(psl::Type::Private) {
        return Domain::Unknown;
    }
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    // The domains that are common words have three or more letters of ASCII.
    let is_plain = last.len() == 2
        || UNMISTAKABLE_DOMAINS.iter().any(|name| name.as_bytes() == last)
        || last.starts_with(b"xn--")
        || !last.is_ascii();
    if is_plain { Domain::Known } else { Domain::Doubtful }
}

/// Looks up the top-level domain of `host` among the original ones.
#[cfg(not(feature = "psl"))]
pub(crate) fn domain_of(host: &[u8]) -> Domain {
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_first = ORIGINAL_DOMAINS.iter().any(|first| last.eq_ignore_ascii_case(first.as_bytes()));
    if is_first { Domain::Known } else { Domain::Unknown }
}

/// Like [`domain_of`], but accepts domains that are common words.
pub(crate) fn domain_or_doubtful(host: &[u8]) -> Domain {
    match domain_of(host) {
        Domain::Unknown => Domain::Unknown,
        Domain::Doubtful | Domain::Known => Domain::Known,
    }
}

/// Like [`domain_or_doubtful`], for the text of a link, where a host that is missed hides a deception. Without the
/// public suffix list, it also accepts the domains of countries and those that are no words of running text.
pub(crate) fn domain_in_link_text(host: &[u8]) -> Domain {
    #[cfg(not(feature = "psl"))]
    if is_unlisted_domain(host) {
        return Domain::Known;
    }
    domain_or_doubtful(host)
}

/// Reports whether the top-level domain of `host` is in one of the lists here.
#[cfg(any(test, not(feature = "psl")))]
fn is_unlisted_domain(host: &[u8]) -> bool {
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_last = |name: &[u8]| last.eq_ignore_ascii_case(name);
    COUNTRY_DOMAINS.chunks(2).any(is_last)
        || UNMISTAKABLE_DOMAINS.iter().any(|name| is_last(name.as_bytes()))
}

/// Reports whether `host` is an IPv4 address, or a host with a known domain.
pub(crate) fn is_known_host(host: &str) -> bool {
    host.parse::<core::net::Ipv4Addr>().is_ok()
        || domain_or_doubtful(host.as_bytes()) == Domain::Known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn original_domains_are_known() {
        let table: &[(&str, bool)] = &[
            ("example.org", true),
            ("EXAMPLE.COM", true),
            ("a.b.example.net", true),
            ("example.coma", false),
            ("image.jpg", false),
            ("end.but", false),
        ];
        for &(host, known) in table {
            assert_eq!(domain_of(host.as_bytes()) == Domain::Known, known, "{host}");
        }
    }

    #[cfg(feature = "psl")]
    #[test]
    fn the_list_of_countries_is_that_of_the_suffixes() {
        let letters = || b'a'..=b'z';
        for name in letters().flat_map(|first| letters().map(move |second| [first, second])) {
            let host = [b'a', b'.', name[0], name[1]];
            // South Africa has no names directly below its domain, and the list only has those above them.
            let is_listed = psl::suffix(&host).is_some_and(|suffix| suffix.is_known());
            assert_eq!(
                is_unlisted_domain(&name),
                is_listed || &name == b"za",
                "{}",
                name.escape_ascii()
            );
        }
    }

    #[cfg(feature = "psl")]
    #[test]
    fn public_suffixes_are_no_hosts() {
        let table: &[(&str, Domain)] = &[
            ("example.co.uk", Domain::Known),
            ("co.uk", Domain::Unknown),
            ("github.io", Domain::Known),
            ("x.github.io", Domain::Known),
            ("t.co", Domain::Known),
            ("президент.рф", Domain::Known),
            ("example.xn--p1ai", Domain::Known),
            ("self.name", Domain::Doubtful),
            ("twisted.web", Domain::Doubtful),
            ("example.invalid", Domain::Unknown),
            ("node.js", Domain::Unknown),
        ];
        for &(host, domain) in table {
            assert_eq!(domain_of(host.as_bytes()), domain, "{host}");
        }
        assert_eq!(domain_of(b"a.\xFF"), Domain::Unknown);
    }
}
