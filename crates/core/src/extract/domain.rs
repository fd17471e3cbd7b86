//! Which hosts without a scheme are accepted, by their domains (W11).

use urlsift_scanner::Domain;

/// The top-level domains of countries, in ASCII, two letters each.
#[cfg(any(test, not(feature = "psl")))]
const COUNTRY_DOMAINS: &[u8] = b"acadaeafagaialamaoaqarasatauawaxazbabbbdbebfbgbhbibjbmbnbobr\
    bsbtbvbwbybzcacccdcfcgchcickclcmcncocrcucvcwcxcyczdedjdkdmdodzeceeegereseteufifjfkfmfofrgagbgdgegfggghgiglgmgn\
    gpgqgrgsgtgugwgyhkhmhnhrhthuidieiliminioiqirisitjejmjojpkekgkhkikmknkpkrkwkykzlalblclilklrlsltlulvlymamcmdmemg\
    mhmkmlmmmnmompmqmrmsmtmumvmwmxmymznancnenfngninlnonpnrnunzompapepfpgphpkplpmpnprpsptpwpyqarerorsrurwsasbscsdse\
    sgshsisjskslsmsnsosrssstsusvsxsysztctdtftgthtjtktltmtntotrtttvtwtzuaugukusuyuzvavcvevgvivnvuwfwsyeytzazmzw";

/// The top-level domains of more than two letters that are no words of running text. The others (`name`, `run`, `web`)
/// occur in program code: of 78,239 hosts in one programmers' list 8,137 were such names.
const UNMISTAKABLE_DOMAINS: &[&str] =
    &["aero", "biz", "com", "coop", "edu", "gov", "info", "mil", "museum", "net", "org"];

/// The largest of the generic top-level domains that are words of running text or extensions of files.
#[cfg(any(test, not(feature = "psl")))]
#[rustfmt::skip]
const WORD_DOMAINS: &[&str] = &[
    "agency", "app", "art", "asia", "blog", "cat", "center", "click", "cloud", "club", "company",
    "design", "dev", "digital", "email", "eus", "fun", "group", "guru", "int", "jobs", "life", "link",
    "live", "media", "mobi", "name", "network", "news", "one", "online", "page", "press", "pro",
    "run", "science", "services", "shop", "site", "social", "software", "solutions", "space",
    "store", "studio", "systems", "team", "tech", "today", "tools", "top", "vip", "website", "wiki",
    "work", "works", "world", "xyz", "zone",
];

/// The labels that are public suffixes below many domains of countries, such as `co.uk`, and so no hosts.
#[cfg(any(test, not(feature = "psl")))]
const SECOND_LEVEL_DOMAINS: &[&str] =
    &["ac", "co", "com", "edu", "go", "gob", "gov", "mil", "ne", "net", "nom", "or", "org"];

/// More such labels, each below one country. The public suffix list has some 3,000, most of them of towns.
#[cfg(any(test, not(feature = "psl")))]
#[rustfmt::skip]
const SUFFIXES_OF_COUNTRIES: &[(&str, &str)] = &[
    ("ae", "sch"), ("ar", "int tur"), ("at", "gv"), ("au", "asn id nsw qld sa tas vic wa"),
    ("br", "adm adv art blog eco emp eng far flog ind inf jor jus leg med mus not psi rec srv tur tv vlog wiki"),
    ("ca", "ab bc mb nb nl ns on pe qc sk"), ("cn", "bj gd sh"), ("ec", "fin info"),
    ("fr", "asso gouv prd tm"), ("hk", "idv"), ("hu", "info"), ("id", "biz desa my ponpes sch web"),
    ("il", "idf k12 muni"), ("in", "firm gen ind nic res"), ("ir", "id sch"), ("jo", "sch"), ("jp", "ad ed gr lg"),
    ("ke", "info me mobi sc"), ("kr", "es hs kg ms pe re sc"), ("lk", "hotel ltd sch web"), ("ma", "press"),
    ("my", "biz name"), ("ng", "mobi name sch"), ("nz", "cri geek gen govt health iwi kiwi maori parliament school"),
    ("pk", "biz fam gok gop web"), ("pl", "art biz info waw"), ("ph", "ngo"), ("pt", "int nome publ"),
    ("qa", "sch"), ("ro", "firm info rec store www"), ("sa", "med pub sch"), ("th", "in mi"),
    ("tr", "av bel biz dr gen info k12 kep name pol tel tv web"), ("tw", "club ebiz game idv"),
    ("ua", "dp in kh kiev kyiv lviv od"), ("uk", "ltd me nhs plc police"), ("uy", "gub"),
    ("ve", "info web"), ("vn", "biz health info name pro"), ("za", "law nic school web"),
];

/// The suffixes of companies under which anybody may have a host, the most used ones.
#[cfg(any(test, not(feature = "psl")))]
#[rustfmt::skip]
const SUFFIXES_OF_COMPANIES: &[&str] = &[
    "appspot.com", "azurewebsites.net", "blogspot.com", "cloudfront.net", "duckdns.org",
    "dyndns.org", "eu.org", "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "herokuapp.com",
    "myshopify.com", "netlify.app", "ngrok.io", "no-ip.org", "onrender.com", "pages.dev", "r2.dev", "repl.co",
    "s3.amazonaws.com", "surge.sh", "trycloudflare.com", "vercel.app", "web.app", "wixsite.com",
    "workers.dev",
];

/// Looks up the domain of `host`, in the bytes of the text. A public suffix (`co.uk`) is not a host, unless a
/// company owns it (`github.io`) and may have pages there.
#[cfg(feature = "psl")]
pub(crate) fn domain_of(host: &[u8]) -> Domain {
    let Ok(host) = core::str::from_utf8(host) else { return Domain::Unknown };
    // The buffer is on the stack so that text full of dots allocates nothing. A host has at most 253 bytes.
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

/// Looks up the domain of `host` in the tables here, which are small: about 900 bytes, where the list has 0.8 MB.
#[cfg(not(feature = "psl"))]
pub(crate) fn domain_of(host: &[u8]) -> Domain {
    domain_in_tables(host)
}

#[cfg(any(test, not(feature = "psl")))]
fn domain_in_tables(host: &[u8]) -> Domain {
    let mut labels = host.rsplit(|&byte| byte == b'.');
    let last = labels.next().unwrap_or_default();
    let is_in = |names: &[&str], label: &[u8]| {
        names.iter().any(|name| label.eq_ignore_ascii_case(name.as_bytes()))
    };
    if COUNTRY_DOMAINS.as_chunks().0.iter().any(|name: &[u8; 2]| last.eq_ignore_ascii_case(name)) {
        let second = labels.next().unwrap_or_default();
        let is_suffix = is_in(SECOND_LEVEL_DOMAINS, second) && labels.next().is_none();
        return if is_suffix { Domain::Unknown } else { Domain::Known };
    }
    if is_in(UNMISTAKABLE_DOMAINS, last) {
        Domain::Known
    } else if is_in(WORD_DOMAINS, last) {
        Domain::Doubtful
    } else {
        Domain::Unknown
    }
}

/// Reports whether `host` is in a known domain, which may be a common word.
pub(crate) fn is_in_domain(host: &[u8]) -> bool {
    domain_of(host) != Domain::Unknown
}

pub(crate) fn has_known_domain(host: &str) -> bool {
    #[cfg(feature = "psl")]
    return psl::suffix(host.as_bytes()).is_some_and(|suffix| suffix.is_known());
    #[cfg(not(feature = "psl"))]
    return domain_in_tables(["a.", host].concat().as_bytes()) != Domain::Unknown;
}

/// Returns the public suffix of `host`, in lower case, and one label more. Returns all of an address or a suffix.
pub(crate) fn registered_domain(host: &str) -> &str {
    if host.parse::<core::net::Ipv4Addr>().is_ok() {
        return host;
    }
    #[cfg(feature = "psl")]
    return psl::domain_str(host).unwrap_or(host);
    #[cfg(not(feature = "psl"))]
    return registered_by_tables(host);
}

#[cfg(any(test, not(feature = "psl")))]
fn registered_by_tables(host: &str) -> &str {
    let is_below = |suffix: &str| host.strip_suffix(suffix).is_some_and(|rest| rest.ends_with('.'));
    let mut labels = host.rsplit('.');
    let (top, second) = (labels.next().unwrap_or_default(), labels.next().unwrap_or_default());
    let has_own = || {
        let known = SUFFIXES_OF_COUNTRIES.iter().find(|(country, _)| *country == top);
        known.is_some_and(|(_, labels)| labels.split(' ').any(|label| label == second))
    };
    let is_of_country = top.len() == 2 && (SECOND_LEVEL_DOMAINS.contains(&second) || has_own());
    let company = SUFFIXES_OF_COMPANIES.iter().find(|suffix| is_below(suffix));
    let of_suffix = company.map(|suffix| suffix.split('.').count());
    let labels = of_suffix.unwrap_or(if is_of_country { 2 } else { 1 }) + 1;
    host.rmatch_indices('.').nth(labels - 1).map_or(host, |(dot, _)| &host[dot + 1..])
}

/// Reports whether `host` is an IPv4 address, or a host with a known domain.
pub(crate) fn is_known_host(host: &str) -> bool {
    host.parse::<core::net::Ipv4Addr>().is_ok() || is_in_domain(host.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_suffixes_and_names_of_files_are_no_hosts() {
        let table: &[(&str, Domain)] = &[
            ("example.org", Domain::Known),
            ("EXAMPLE.COM", Domain::Known),
            ("example.co.uk", Domain::Known),
            ("co.uk", Domain::Unknown),
            ("t.co", Domain::Known),
            ("self.name", Domain::Doubtful),
            ("example.coma", Domain::Unknown),
            ("image.jpg", Domain::Unknown),
        ];
        // Only the list has these.
        let listed: &[(&str, Domain)] = &[
            ("github.io", Domain::Known),
            ("президент.рф", Domain::Known),
            ("example.xn--p1ai", Domain::Known),
            ("twisted.web", Domain::Doubtful),
            ("uk", Domain::Unknown),
        ];
        for &(host, domain) in table {
            assert_eq!(domain_in_tables(host.as_bytes()), domain, "{host}");
        }
        let listed = if cfg!(feature = "psl") { listed } else { &[] };
        for &(host, domain) in table.iter().chain(listed) {
            assert_eq!(domain_of(host.as_bytes()), domain, "{host}");
        }
        assert_eq!(domain_of(b"a.\xFF"), Domain::Unknown);
    }

    #[cfg(feature = "psl")]
    #[test]
    fn the_tables_are_part_of_the_list() {
        let letters = || b'a'..=b'z';
        for name in letters().flat_map(|first| letters().map(move |second| [first, second])) {
            let host = [b'a', b'.', name[0], name[1]];
            // South Africa has no names directly below its domain, and the list only has those above them.
            let is_listed = psl::suffix(&host).is_some_and(|suffix| suffix.is_known());
            let is_here = domain_in_tables(&host) == Domain::Known;
            assert_eq!(is_here, is_listed || &name == b"za", "{}", name.escape_ascii());
        }
        for name in UNMISTAKABLE_DOMAINS.iter().chain(WORD_DOMAINS) {
            let host = ["a.", *name].concat();
            assert_eq!(domain_in_tables(host.as_bytes()), domain_of(host.as_bytes()), "{host}");
        }
    }

    #[test]
    fn tables_divide_hosts_as_the_list_does() {
        // (host, its registered domain)
        let table = [
            ("example.org", "example.org"),
            ("www.example.org", "example.org"),
            ("a.b.example.co.uk", "example.co.uk"),
            ("www.example.nhs.uk", "example.nhs.uk"),
            ("www.gov.br", "www.gov.br"),
            ("a.www.gov.br", "www.gov.br"),
            ("gov.br", "gov.br"),
            ("a.b.github.io", "b.github.io"),
            ("github.io", "github.io"),
            ("www.web.de", "web.de"),
            ("x.nic.in", "x.nic.in"),
            ("com", "com"),
            ("192.0.2.1", "192.0.2.1"),
        ];
        for (host, domain) in table {
            assert_eq!(registered_domain(host), domain, "{host}");
            assert!(host.starts_with("192") || registered_by_tables(host) == domain, "{host}");
        }
        for (country, labels) in SUFFIXES_OF_COUNTRIES {
            for label in labels.split(' ') {
                let host = ["a", label, country].join(".");
                assert_eq!(registered_domain(&host), host);
            }
        }
        for suffix in SUFFIXES_OF_COMPANIES {
            let host = ["a.", suffix].concat();
            assert_eq!(registered_domain(&host), host);
        }
    }
}
