//! Default ports of schemes.

/// The first seven are RFC 1738's. The others keep notes from calling the port of `https://host:443/` unusual.
const DEFAULT_PORTS: [(&str, u16); 29] = [
    ("ftp", 21),
    ("http", 80),
    ("gopher", 70),
    ("nntp", 119),
    ("telnet", 23),
    ("wais", 210),
    ("prospero", 1525),
    // The draft's two schemes: RFC 1282, RFC 6270.
    ("rlogin", 513),
    ("tn3270", 23),
    // RFC 9110, 4.2.2.
    ("https", 443),
    // RFC 6455, section 3.
    ("ws", 80),
    ("wss", 443),
    // RFC 4516, section 2; the IANA's registry.
    ("ldap", 389),
    ("ldaps", 636),
    // RFC 5092, section 3; RFC 8314.
    ("imap", 143),
    ("imaps", 993),
    // RFC 2384, section 3; RFC 8314.
    ("pop", 110),
    ("pops", 995),
    // RFC 5538, 3.1, and the IANA's registry.
    ("snews", 563),
    ("nntps", 563),
    // RFC 4217; the IANA's registry.
    ("ftps", 990),
    // The IANA's registry.
    ("ssh", 22),
    ("sftp", 22),
    ("git", 9418),
    ("svn", 3690),
    // RFC 5781, RFC 2326, RFC 2229, RFC 2224.
    ("rsync", 873),
    ("rtsp", 554),
    ("dict", 2628),
    ("nfs", 2049),
];

/// Returns the default port of `scheme`, in any case, or `None` if the scheme has none or is unknown.
///
/// ```
/// assert_eq!(urlsift_validator::internal::default_port("gopher"), Some(70));
/// assert_eq!(urlsift_validator::internal::default_port("HTTP"), Some(80));
/// assert_eq!(urlsift_validator::internal::default_port("mailto"), None);
/// ```
pub fn default_port(scheme: &str) -> Option<u16> {
    let known = DEFAULT_PORTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme));
    known.map(|(_, port)| *port)
}
