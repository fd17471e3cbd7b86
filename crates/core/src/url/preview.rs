//! Whether a program may fetch a URL from a message to show a preview of it.

use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr};

use urlsift_validator::{NoteKind, Validator};

use crate::names::named;
use crate::note::FoundNote;
use crate::url::href::href;
use crate::url::notes::url_notes;
use crate::url::peel::{peel, unfold};

/// A reason not to fetch the preview of a URL unasked. Made by [`preview_risks`].
///
/// ```
/// use urlsift::url::PreviewRisk;
///
/// assert_eq!(PreviewRisk::PrivateAddress.name(), "private_address");
/// assert_eq!("local_name".parse(), Ok(PreviewRisk::LocalName));
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum PreviewRisk {
    /// The scheme is not `http` or `https`, or there is none.
    Scheme,
    /// The URL has no [`href`]: programs disagree where it leads, or its host cannot be looked up.
    NoHref,
    /// The URL has a user, perhaps with a password.
    User,
    /// The host is a name of the machine or of the local network: one label, such as `localhost`, or a domain that is
    /// never public (RFC 6761, RFC 6762 with appendix G, RFC 8375, and `internal`).
    LocalName,
    /// The host is an address that is not public: of the machine, of a private or local network, of a provider's own
    /// network, for multicast, or reserved.
    PrivateAddress,
    /// The host is an address that is not written as four decimal numbers, such as `0x7f.1` or `2130706433`: the note
    /// [`HostInDisguise`](crate::found::NoteKind::HostInDisguise).
    HostInDisguise,
}

named!(PreviewRisk: Scheme "scheme", NoHref "no_href", User "user", LocalName "local_name",
    PrivateAddress "private_address", HostInDisguise "host_in_disguise");

/// Returns the reasons why a program should not fetch `url` for a preview unless its user asks for that, in the order of
/// [`PreviewRisk::ALL`]. There are none for an ordinary URL of the web.
///
/// Only the URL is judged. A public name may have a private address, and a page may redirect to one: also check each
/// address before you connect to it, and each URL of a redirect. Fetching a preview tells the host that the message was
/// read. Linear in the length of `url`.
///
/// ```
/// use urlsift::url::{PreviewRisk, preview_risks};
///
/// assert!(preview_risks("https://www.example.org/a").is_empty());
/// assert_eq!(preview_risks("http://192.168.0.1/reboot"), [PreviewRisk::PrivateAddress]);
/// assert_eq!(preview_risks("http://jim:secret@printer/"), [PreviewRisk::User, PreviewRisk::LocalName]);
/// ```
pub fn preview_risks(url: &str) -> Vec<PreviewRisk> {
    let unfolded = unfold(url);
    let given = peel(&unfolded).url();
    let href = href(given);
    let validator = Validator::new();
    let judged = validator.url(href.as_deref().unwrap_or(given));
    let parts = judged.parts();
    let scheme = parts.scheme.map_or("", |scheme| judged.text(scheme));
    let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
    let host = parts.host.map_or("", |host| judged.text(host));
    // A dot at the end makes a name absolute.
    let name = host.strip_suffix('.').unwrap_or(host);
    let v6 = |name: &str| name.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let address = ipv4(name).map(IpAddr::V4).or_else(|| v6(name));
    let is_disguise = |it: &FoundNote| it.name() == NoteKind::HostInDisguise.name();
    let has = |risk: &PreviewRisk| match risk {
        PreviewRisk::Scheme => !is_web,
        PreviewRisk::NoHref => href.is_none(),
        PreviewRisk::User => is_web && parts.user.is_some(),
        PreviewRisk::LocalName => !name.is_empty() && address.is_none() && is_local(name),
        PreviewRisk::PrivateAddress => address.is_some_and(is_private),
        PreviewRisk::HostInDisguise => url_notes(given).iter().any(is_disguise),
    };
    PreviewRisk::ALL.iter().copied().filter(has).collect()
}

/// Top-level domains of local networks, and `home.arpa`.
#[rustfmt::skip]
const LOCAL_DOMAINS: [&str; 12] = [
    "test", "invalid", "localdomain", "localhost", "local", "internal", "home.arpa", "intranet", "private", "corp",
    "home", "lan",
];

/// Reports whether `name` has one label or is in a domain of local networks.
fn is_local(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_in = |domain: &&str| name.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
    !name.starts_with('[') && (!name.contains('.') || LOCAL_DOMAINS.iter().any(is_in))
        || name == "home.arpa"
}

/// Parses `host` as browsers do (URL Standard, "IPv4 parser"): up to four numbers, decimal, octal after `0` or
/// hexadecimal after `0x`, of which the last one fills the remaining bytes.
fn ipv4(host: &str) -> Option<Ipv4Addr> {
    let number = |part: &str| {
        let (digits, radix) = match part.as_bytes() {
            [b'0', b'x' | b'X', ..] => (&part[2..], 16),
            [b'0', _, ..] => (&part[1..], 8),
            _ => (part, 10),
        };
        // `0x` is zero, and Rust would take a sign.
        let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit()) && !part.is_empty();
        let digits = if digits.is_empty() { "0" } else { digits };
        u32::from_str_radix(digits, radix).ok().filter(|_| is_number)
    };
    let parts = host.split('.').map(number).collect::<Option<Vec<u32>>>()?;
    let (&last, first) = parts.split_last()?;
    let fits = first.len() < 4
        && first.iter().all(|&part| part < 256)
        && u64::from(last) < 1 << (32 - 8 * first.len());
    let address =
        first.iter().zip([24, 16, 8]).fold(last, |all, (part, shift)| all | part << shift);
    fits.then(|| Ipv4Addr::from(address))
}

/// Reports whether `address` is not an address of the public internet (RFC 6890).
fn is_private(address: IpAddr) -> bool {
    let v4 = |octets: [u8; 4]| {
        matches!(
            octets,
            // This network, private, loopback, and from multicast on reserved.
            [0 | 10 | 127 | 224.., ..] | [169, 254, ..] | [192, 168, ..] | [172, 16..=31, ..]
            // A provider's own network (RFC 6598), protocols, documentation, benchmarks.
            | [100, 64..=127, ..] | [192, 0, 0 | 2, _] | [198, 18 | 19, ..]
            | [198, 51, 100, _] | [203, 0, 113, _]
        )
    };
    match address {
        IpAddr::V4(address) => v4(address.octets()),
        IpAddr::V6(address) => {
            let [.., a, b, c, d] = address.octets();
            match address.segments() {
                // IPv4 as it is, mapped, translated (RFC 6052) and by 6to4 (RFC 3056).
                [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
                    v4([a, b, c, d])
                }
                [0x2002, high, low, ..] => {
                    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
                    v4([a, b, c, d])
                }
                // All others are public from 2000::/3 only, except documentation.
                [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => true,
                [first, ..] => first >> 13 != 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "idna")]
    fn risks_are_named() {
        let table = [
            ("http://www.example.org/a?b#c", ""),
            ("HTTPS://example.org:8443", ""),
            ("http://8.8.8.8/", ""),
            ("http://[2606:4700::1]/", ""),
            ("http://local.example/", ""),
            ("http://10.example.org/", ""),
            ("http://example.org/@localhost?http://127.0.0.1", ""),
            // Schemes.
            ("ftp://example.org/", "scheme"),
            ("javascript:alert(1)", "scheme"),
            ("file:///etc/motd", "scheme"),
            ("mailto:jim@example.org", "scheme"),
            ("www.example.org", "scheme no_href"),
            ("", "scheme no_href"),
            // Programs disagree.
            ("http:///www.example.org/", "no_href"),
            ("http://www.example.org\\@127.0.0.1/", "no_href"),
            // Users.
            ("http://jim@example.org/", "user"),
            ("http://:secret@example.org/", "user"),
            ("http://@example.org/", "user"),
            // Names.
            ("http://localhost/", "local_name"),
            ("http://LOCALHOST.:80/", "local_name"),
            ("http://a.localhost/", "local_name"),
            ("http://printer/", "local_name"),
            ("http://nas.Local/", "local_name"),
            ("http://router.home.arpa/", "local_name"),
            ("http://wiki.corp/", "local_name"),
            ("http://app.test/", "local_name"),
            ("http://loc\u{ff41}l.l\u{ff4f}cal/", "local_name"),
            // Addresses.
            ("http://127.0.0.1/", "private_address"),
            ("http://127.0.0.1./", "private_address host_in_disguise"),
            ("http://0.0.0.0:80/", "private_address"),
            ("http://10.255.255.255/", "private_address"),
            ("http://100.64.0.1/", "private_address"),
            ("http://100.128.0.1/", ""),
            ("http://169.254.169.254/latest/meta-data/", "private_address"),
            ("http://172.15.0.1/", ""),
            ("http://172.16.0.1/", "private_address"),
            ("http://172.31.0.1/", "private_address"),
            ("http://172.32.0.1/", ""),
            ("http://192.168.1.1/", "private_address"),
            ("http://192.0.2.1/", "private_address"),
            ("http://198.19.0.1/", "private_address"),
            ("http://224.0.0.1/", "private_address"),
            ("http://255.255.255.255/", "private_address"),
            ("http://[::]/", "private_address"),
            ("http://[::1]/", "private_address"),
            ("http://[::ffff:127.0.0.1]/", "private_address"),
            ("http://[::ffff:7f00:1]/", "private_address"),
            ("http://[::ffff:8.8.8.8]/", ""),
            ("http://[64:ff9b::10.0.0.1]/", "private_address"),
            ("http://[2002:c0a8:101::]/", "private_address"),
            ("http://[2002:808:808::]/", ""),
            ("http://[fe80::1]/", "private_address"),
            ("http://[fe80::1%25eth0]/", "no_href"),
            ("http://[fc00::1]/", "private_address"),
            ("http://[fdff::1]/", "private_address"),
            ("http://[ff02::1]/", "private_address"),
            ("http://[2001:db8::1]/", "private_address"),
            ("http://[3fff::1]/", "private_address"),
            ("http://[3fff:1000::1]/", ""),
            // Addresses in disguise.
            ("http://0x7f.1/", "private_address host_in_disguise"),
            ("http://2130706433/", "private_address host_in_disguise"),
            ("http://0177.0.0.1/", "private_address host_in_disguise"),
            ("http://127.1/", "private_address host_in_disguise"),
            ("http://0x8080808/", "host_in_disguise"),
            ("http://0/", "private_address host_in_disguise"),
            ("http://%31%32%37.0.0.1/", "private_address host_in_disguise"),
            ("http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/", "private_address host_in_disguise"),
            ("http://127\u{3002}0\u{3002}0\u{3002}1/", "private_address host_in_disguise"),
            ("<URL:http://127.0.\n0.1/>", "private_address"),
            ("http://a:b@0x7f000001/", "user private_address host_in_disguise"),
            ("gopher://127.0.0.1:25/", "scheme private_address"),
        ];
        for (url, expected) in table {
            let names: Vec<_> = preview_risks(url).iter().map(|risk| risk.name()).collect();
            assert_eq!(names.join(" "), expected, "{url}");
        }
    }

    proptest::proptest! {
        /// The crate `url` parses as browsers do.
        #[test]
        #[cfg(feature = "idna")]
        fn what_browsers_take_for_a_private_address_is_a_risk(
            url in "https?://(127|10|8|192|169|172)(\\.(0|1|16|168|254)){3}\\.?[/:]\
                |https?:(//|/|\\\\|///)?(a@|[a%3@:]{1,3})?\
                ((0|0x|00|%3)?(0|1|127|10|192|168|169|254|7f|2130706433|256)[.%\u{ff11}\u{3002}]?){1,4}(:80)?[/\\\\?#]?\
                |https?://\\[(::|::ffff:|fe80::|fd00::|2001::|2002:7f00:)(127\\.0\\.0\\.1|7f00:1|1|8\\.8\\.8\\.8)?\\]/\
                |[ \u{1}]?ht\n?tp://(a@)?(localhost|a|local|\\.){1,3}[/\t]?",
        ) {
            let risks = preview_risks(&url);
            let parsed = url::Url::parse(&url);
            let is_risk = match parsed.as_ref().ok().and_then(url::Url::host) {
                Some(url::Host::Ipv4(address)) => is_private(IpAddr::V4(address)),
                Some(url::Host::Ipv6(address)) => is_private(IpAddr::V6(address)),
                Some(url::Host::Domain(name)) => !name.contains('.') || name.split('.').next_back() == Some("local"),
                None => false,
            };
            proptest::prop_assert!(!is_risk || !risks.is_empty(), "{:?}", url);
        }

        #[test]
        fn any_string_is_taken(url in ".{0,40}") {
            preview_risks(&url);
        }
    }
}
