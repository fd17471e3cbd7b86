//! The table of schemes: which `name:` in brackets is a URL, and what must follow it elsewhere.
//!
//! Text is full of `<o:p>`, `<std::string>` and `<xs:element>`; only a table distinguishes them from
//! `<news:comp.lang.c>` (W2). The table is for *recognising* schemes. Grammars, ports and parts belong
//! to the validator. The table holds the ten schemes of RFC 1738, those of the draft before it, `urn`,
//! and the schemes registered with IANA that occur in text. Any other scheme is recognised if `//`
//! follows, and after `<URL:` every scheme is.

/// A bound on the length of a name, in bytes. The names of the table are shorter; callers may add longer ones.
pub(crate) const MAX_NAME_BYTES: usize = 32;

/// A scheme that the scanner recognises by its name alone.
///
/// ```
/// use urlsift_scanner::{Kind, Scheme};
///
/// let scheme = Scheme::find(b"MailTo").unwrap();
/// assert_eq!(scheme.name, "mailto");
/// assert!(scheme.kind.fits(b"jim@example.org") && !scheme.kind.fits(b"jim"));
/// assert_eq!(Scheme::find(b"http").unwrap().kind, Kind::Host);
/// ```
#[derive(Debug, Eq, PartialEq)]
pub struct Scheme {
    /// The name, in lower case.
    pub name: &'static str,
    /// The text that follows the colon.
    pub kind: Kind,
}

/// The text that follows the colon of a scheme.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// `//` and a host.
    Host,
    /// `/`, or `//` and more than slashes. The host may be empty before `/`, as in `file:///etc/motd`.
    Path,
    /// `//` and a host. The host may be empty before `/`, as in `ldap:///o=Example`.
    EmptyHost,
    /// `//` and a host, or a newsgroup's name with a dot, `/` and a number, as in `nntp:comp.lang.c/12345`.
    HostOrArticle,
    /// No host. The shape is what every URL of the scheme has.
    Opaque(Shape),
}

/// The least that a URL of a scheme without a host has after the colon, if it is to count without
/// brackets.
///
/// `svn:HEAD`, `Tel:**` and `data:data` occur in real mail and are not URLs. In brackets no shape is
/// required, because a name of the table is evidence enough there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shape {
    /// At least one byte.
    Any,
    /// `user@host`. `%40` counts as `@`.
    Address,
    /// An `@` with text on both sides.
    At,
    /// A newsgroup's name with a dot, a message-id, or `*`.
    Group,
    /// A digit, with or without `+` or `-` before it.
    Digits,
    /// `10.`, the start of every DOI.
    Doi,
    /// A namespace and a colon.
    Namespace,
    /// A comma after a media type or after nothing, as in `text/plain;charset=us-ascii,a` (RFC 2397).
    Media,
    /// Text and a `?`, as in `name?call`. Without the `?` the scheme is the label of a name in a signature.
    Action,
    /// An authority, a comma, a year and, later, a colon, as in `a.example,2005:b` (RFC 4151).
    Dated,
    /// `?xt=` or another parameter.
    Query,
}

impl Scheme {
    /// Returns the scheme named `name`, compared without case, or `None` if the table has none.
    #[inline]
    pub fn find(name: &[u8]) -> Option<&'static Scheme> {
        // Nine of ten URLs in mail are `http` or `https`. Setting bit 5 of each of the four bytes folds them
        // to lower case, and one comparison of 32 bits checks all four.
        if let Some((four, rest)) = name.split_first_chunk::<4>()
            && u32::from_le_bytes(*four) | 0x2020_2020 == u32::from_le_bytes(*b"http")
        {
            return match rest {
                [] => TABLE.first(),
                [b's' | b'S'] => TABLE.get(1),
                _ => None,
            };
        }
        // Two letters rule out most names, so a linear search of the table is enough for the rest.
        let is_called = |scheme: &&Scheme| scheme.name.as_bytes().eq_ignore_ascii_case(name);
        if Scheme::may_end(name) { TABLE.iter().find(is_called) } else { None }
    }

    /// Reports whether `text` may end with a name of the table or with `URL`. Most other text before a colon
    /// ends with a different pair of letters.
    #[inline]
    pub(crate) fn may_end(text: &[u8]) -> bool {
        text.last_chunk().is_some_and(|&[first, second]: &[u8; 2]| {
            LAST_TWO_LETTERS[usize::from(first & 31)] >> (second & 31) & 1 != 0
        })
    }

    /// Returns all schemes of the table.
    pub const fn all() -> &'static [Scheme] {
        TABLE
    }
}

impl Kind {
    /// Reports whether `rest` has what every URL of this kind has at least. `rest` is the bytes from the
    /// colon up to the end of the URL in the text.
    #[inline]
    pub fn fits(self, rest: &[u8]) -> bool {
        match self {
            // The draft has an empty user before the host, and roff a place to break the line.
            Kind::Host => match rest {
                [b'/', b'/', first, ..] if is_host_byte(*first) => true,
                [b'/', b'/', b'@', first, ..] | [b'/', b'/', b'\\', b':', first, ..] => {
                    is_host_byte(*first)
                }
                [b'/', b'/', b'$' | b'!' | b'-' | b'.' | b':', user @ ..] => {
                    let ends = |byte: &u8| b"/?#<>\"@".contains(byte) || !byte.is_ascii_graphic();
                    let end = user.iter().position(ends).unwrap_or(user.len());
                    matches!(user[end..], [b'@', first, ..] if is_host_byte(first))
                }
                _ => false,
            },
            Kind::EmptyHost => {
                matches!(rest, [b'/', b'/', first, ..] if *first == b'/' || is_host_byte(*first))
            }
            Kind::HostOrArticle => Kind::Host.fits(rest) || is_article(rest),
            Kind::Path => match rest {
                [b'/', b'/', rest @ ..] => rest.iter().any(|&byte| is_host_byte(byte)),
                rest => rest.first() == Some(&b'/'),
            },
            Kind::Opaque(shape) => shape.fits(rest),
        }
    }
}

impl Shape {
    /// The number of shapes: `Query` is the last one.
    pub(crate) const COUNT: usize = Shape::Query as usize + 1;

    /// Reports whether the first bytes of `rest` leave it possible that the shape fits.
    pub(crate) fn may_fit(self, rest: &[u8]) -> bool {
        match self {
            Shape::Any | Shape::Media | Shape::Dated | Shape::Group | Shape::Action => true,
            // `%40` may belong to the user, if an `@` follows.
            Shape::Address | Shape::At => !rest.starts_with(b"@"),
            Shape::Digits | Shape::Doi => self.fits(rest),
            Shape::Query => rest.first() == Some(&b'?'),
            Shape::Namespace => {
                let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
                let len = rest.iter().take_while(is_name).count();
                len > 1 && rest.get(len) == Some(&b':')
            }
        }
    }

    /// Reports whether `rest` contains a byte sequence that the shape requires somewhere.
    pub(crate) fn has_needle(self, rest: &[u8]) -> bool {
        match self {
            Shape::Address | Shape::At => {
                rest.contains(&b'@') || memchr::memmem::find(rest, b"%40").is_some()
            }
            Shape::Media | Shape::Dated => rest.contains(&b','),
            // These shapes have no such sequence, or it may match at a later start.
            Shape::Any
            | Shape::Group
            | Shape::Digits
            | Shape::Doi
            | Shape::Namespace
            | Shape::Query => true,
            Shape::Action => rest.contains(&b'?'),
        }
    }

    /// Reports whether `rest`, the whole text after the colon, has the shape.
    fn fits(self, rest: &[u8]) -> bool {
        match self {
            Shape::Any => !rest.is_empty(),
            Shape::Address | Shape::At => {
                // An `@` decides; `%40` counts only if there is none.
                split(rest, b"@").or_else(|| split(rest, b"%40")).is_some_and(|(user, host)| {
                    !user.is_empty() && host.first().is_some_and(|&byte| is_host_byte(byte))
                })
            }
            Shape::Group => {
                rest == b"*"
                    || split(rest, b"@")
                        .is_some_and(|(id, host)| !id.is_empty() && !host.is_empty())
                    || rest.first().is_some_and(u8::is_ascii_alphabetic)
                        && split(rest, b".").is_some_and(|(_, tail)| {
                            tail.first().is_some_and(u8::is_ascii_alphanumeric)
                        })
            }
            Shape::Digits => match rest {
                [b'+' | b'-', digit, ..] | [digit, ..] => digit.is_ascii_digit(),
                [] => false,
            },
            Shape::Doi => rest.starts_with(b"10."),
            Shape::Namespace => split(rest, b":").is_some_and(|(namespace, name)| {
                namespace.len() > 1
                    && namespace.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
                    && !name.is_empty()
            }),
            Shape::Media => split(rest, b",").is_some_and(|(media, _)| {
                let is_of_name =
                    |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$&^_.+-/".contains(byte);
                let name = media.split(|&byte| byte == b';').next().unwrap_or_default();
                name.is_empty() || name.contains(&b'/') && name.iter().all(is_of_name)
            }),
            Shape::Dated => split(rest, b",").is_some_and(|(authority, date)| {
                let is_year = |year: &[u8]| year.iter().all(u8::is_ascii_digit);
                !authority.is_empty()
                    && date.get(..4).is_some_and(is_year)
                    && split(date, b":").is_some_and(|(_, name)| !name.is_empty())
            }),
            Shape::Action => rest.iter().skip(1).any(|&byte| byte == b'?'),
            Shape::Query => rest.first() == Some(&b'?') && rest.contains(&b'='),
        }
    }
}

/// Reports whether a host or a user's name can begin with `byte`. A byte above 0x7F may be part of a
/// letter of an internationalised name.
#[inline]
pub(crate) fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'[' | b'_' | b'%' | b'+' | b'~') || byte >= 0x80
}

/// Reports whether `rest` begins with a newsgroup's name that has a dot, `/` and a number that is the last word.
///
/// Not inlined, because all other schemes go without.
#[cold]
fn is_article(rest: &[u8]) -> bool {
    let is_of_group = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-._".contains(byte);
    let (group, rest) = rest.split_at(rest.iter().take_while(is_of_group).count());
    let Some(rest) = rest.strip_prefix(b"/") else { return false };
    let number = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_%".contains(&byte);
    let goes_on = matches!(rest[number..], [b'.', byte, ..] | [byte, ..] if is_of_word(byte));
    number > 0 && !goes_on && Shape::Group.fits(group)
}

/// Splits `text` at the first `at`.
fn split<'t>(text: &'t [u8], at: &[u8]) -> Option<(&'t [u8], &'t [u8])> {
    let i = memchr::memmem::find(text, at)?;
    Some((&text[..i], &text[i + at.len()..]))
}

const fn host(name: &'static str) -> Scheme {
    Scheme { name, kind: Kind::Host }
}

const fn opaque(name: &'static str, shape: Shape) -> Scheme {
    Scheme { name, kind: Kind::Opaque(shape) }
}

/// The last two letters of each name of the table and of `URL`. Row: the second to last letter; bit: the
/// last. Both are indexed by their lowest five bits, which are equal for upper and lower case.
static LAST_TWO_LETTERS: [u32; 32] = {
    let mut last = [0; 32];
    // `URL` itself, which ends in `r` and `l`.
    last[(b'r' & 31) as usize] = 1 << (b'l' & 31);
    let mut row = 0;
    while row < TABLE.len() {
        let name = TABLE[row].name.as_bytes();
        let (first, second) = (name[name.len() - 2], name[name.len() - 1]);
        last[(first & 31) as usize] |= 1 << (second & 31);
        row += 1;
    }
    last
};

/// Every scheme, ordered by frequency in mail so that [`Scheme::find`] meets the common ones first.
static TABLE: &[Scheme] = &[
    host("http"),
    host("https"),
    opaque("mailto", Shape::Address),
    host("ftp"),
    opaque("news", Shape::Group),
    opaque("sip", Shape::At),
    opaque("tel", Shape::Digits),
    opaque("urn", Shape::Namespace),
    Scheme { name: "file", kind: Kind::Path },
    // The others of RFC 1738.
    host("gopher"),
    Scheme { name: "nntp", kind: Kind::HostOrArticle },
    host("telnet"),
    host("wais"),
    host("prospero"),
    // Those that the draft has or reserves (section "Specific Schemes").
    opaque("mid", Shape::At),
    opaque("cid", Shape::At),
    host("afs"),
    host("nfs"),
    host("rlogin"),
    host("tn3270"),
    opaque("mailserver", Shape::At),
    host("z39.50"),
    host("z39.50r"),
    host("z39.50s"),
    // Registered with IANA, and met in text.
    opaque("sips", Shape::At),
    opaque("xmpp", Shape::At),
    opaque("im", Shape::At),
    opaque("pres", Shape::At),
    opaque("acct", Shape::At),
    opaque("callto", Shape::Action),
    opaque("skype", Shape::Action),
    opaque("bitcoin", Shape::Any),
    opaque("sms", Shape::Digits),
    opaque("geo", Shape::Digits),
    opaque("doi", Shape::Doi),
    opaque("data", Shape::Media),
    opaque("magnet", Shape::Query),
    opaque("tag", Shape::Dated),
    host("shttp"),
    host("ftps"),
    host("sftp"),
    host("tftp"),
    host("ssh"),
    host("git"),
    host("svn"),
    host("rsync"),
    Scheme { name: "ldap", kind: Kind::EmptyHost },
    Scheme { name: "ldaps", kind: Kind::EmptyHost },
    Scheme { name: "imap", kind: Kind::EmptyHost },
    Scheme { name: "imaps", kind: Kind::EmptyHost },
    host("pop"),
    host("snews"),
    host("irc"),
    host("ircs"),
    host("irc6"),
    host("ws"),
    host("wss"),
    host("rtsp"),
    host("rtmp"),
    host("mms"),
    host("feed"),
    host("dict"),
    host("finger"),
    host("dns"),
    host("coap"),
    host("coaps"),
    host("ipp"),
    host("webcal"),
    host("vnc"),
    host("smb"),
    host("redis"),
    host("gemini"),
    host("ipfs"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_and_unique() {
        for (i, scheme) in TABLE.iter().enumerate() {
            assert_eq!(scheme.name, scheme.name.to_ascii_lowercase());
            assert!(TABLE[..i].iter().all(|other| other.name != scheme.name), "{}", scheme.name);
        }
    }

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(Scheme::find(b"HTTP").map(|scheme| scheme.name), Some("http"));
        assert_eq!(Scheme::find(b"MailTo").map(|scheme| scheme.name), Some("mailto"));
        for scheme in TABLE {
            let upper = scheme.name.to_ascii_uppercase();
            assert_eq!(Scheme::find(scheme.name.as_bytes()), Some(scheme));
            assert_eq!(Scheme::find(upper.as_bytes()), Some(scheme));
            assert!(Scheme::may_end(scheme.name.as_bytes()) && Scheme::may_end(upper.as_bytes()));
        }
        for name in
            ["", "h", "httpx", "httpss", "\u{8}\u{14}\u{14}\u{10}", "o", "std", "xs", "int", "mbox"]
        {
            assert_eq!(Scheme::find(name.as_bytes()), None, "{name}");
        }
    }
}
