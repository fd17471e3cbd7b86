//! The table of schemes: which `name:` in brackets is a URL, and what must follow it elsewhere.
//!
//! Text is full of `<o:p>`, `<std::string>` and `<xs:element>`; only a table distinguishes them from
//! `<news:comp.lang.c>` (W2). Any other scheme is recognised if `//` follows, and after `<URL:` every scheme is.

use crate::bytes::run_len;

/// A bound on the length of a name, in bytes. The names of the table are shorter; callers may add longer ones.
pub(crate) const MAX_NAME_BYTES: usize = 32;

/// A scheme that the scanner recognises by its name alone.
///
/// ```
/// use urlsift_scanner::Scheme;
///
/// let scheme = Scheme::find(b"MailTo").unwrap();
/// assert!(scheme.name == "mailto" && !scheme.has_host());
/// assert!(scheme.fits(b"jim@example.org") && !scheme.fits(b"jim"));
/// ```
#[derive(Debug, Eq, PartialEq)]
pub struct Scheme {
    /// The name, in lower case.
    pub name: &'static str,
    /// The text that follows the colon.
    pub(crate) kind: Kind,
}

/// The text that follows the colon of a scheme.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Host,
    /// `/`, or `//` and more than slashes. The host may be empty before `/`, as in `file:///etc/motd`.
    Path,
    /// `//` and a host, which may be empty before `/`, as in `ldap:///o=Example`.
    EmptyHost,
    /// `//` and a host, or a newsgroup's name with a dot, `/` and a number, as in `nntp:comp.lang.c/12345`.
    HostOrArticle,
    /// No host. The shape is what every URL of the scheme has.
    Opaque(Shape),
}

/// The least that a URL of a scheme without a host has after the colon, if it is to count without brackets. `svn:HEAD`,
/// `Tel:**` and `data:data` occur in real mail and are not URLs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Shape {
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
    /// `?` and a parameter.
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

    /// Most other text before a colon ends with a different pair of letters.
    #[inline]
    pub(crate) fn may_end(text: &[u8]) -> bool {
        text.last_chunk().is_some_and(|&[first, second]: &[u8; 2]| {
            LAST_TWO_LETTERS[usize::from(first & 31)] >> (second & 31) & 1 != 0
        })
    }

    /// Reports whether its URLs have `//` and a host, or a path like that of a file.
    pub fn has_host(&self) -> bool {
        !matches!(self.kind, Kind::Opaque(_))
    }

    /// Reports whether `rest`, the text of a URL after the colon, has what every URL of the scheme has at least.
    pub fn fits(&self, rest: &[u8]) -> bool {
        self.kind.fits(rest)
    }

    /// Returns all known schemes.
    pub const fn all() -> &'static [Scheme] {
        TABLE
    }
}

impl Kind {
    /// Reports whether `rest`, from the colon up to the end of the URL, has what every URL of this kind has at least.
    #[inline]
    pub(crate) fn fits(self, rest: &[u8]) -> bool {
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
    /// Reports whether the first bytes of `rest` leave it possible that the shape fits.
    pub(crate) fn may_fit(self, rest: &[u8]) -> bool {
        match self {
            Shape::Any | Shape::Media | Shape::Dated | Shape::Group | Shape::Action => true,
            // `%40` may belong to the user, if an `@` follows.
            Shape::Address | Shape::At => !rest.starts_with(b"@"),
            Shape::Digits | Shape::Doi => self.fits(rest),
            Shape::Query => rest.first() == Some(&b'?'),
            Shape::Namespace => {
                let len = run_len(rest, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
                len > 1 && rest.get(len) == Some(&b':')
            }
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
                let is_name = |rest: &[u8]| rest.first().is_some_and(u8::is_ascii_alphanumeric);
                rest == b"*"
                    || split(rest, b"@")
                        .is_some_and(|(id, host)| !id.is_empty() && !host.is_empty())
                    || rest.first().is_some_and(u8::is_ascii_alphabetic)
                        && split(rest, b".").is_some_and(|(_, tail)| is_name(tail))
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

/// A byte above 0x7F may be part of a letter of an internationalised name.
#[inline]
pub(crate) fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'[' | b'_' | b'%' | b'+' | b'~') || byte >= 0x80
}

/// Reports whether `rest` begins with a newsgroup's name that has a dot, `/` and a number that is the last word. Not
/// inlined, because all other schemes go without.
#[cold]
fn is_article(rest: &[u8]) -> bool {
    let is_of_group = |byte: u8| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte);
    let (group, rest) = rest.split_at(run_len(rest, is_of_group));
    let Some(rest) = rest.strip_prefix(b"/") else { return false };
    let number = run_len(rest, |byte| byte.is_ascii_digit());
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_%".contains(&byte);
    let goes_on = matches!(rest[number..], [b'.', byte, ..] | [byte, ..] if is_of_word(byte));
    number > 0 && !goes_on && Shape::Group.fits(group)
}

fn split<'t>(text: &'t [u8], at: &[u8]) -> Option<(&'t [u8], &'t [u8])> {
    let i = memchr::memmem::find(text, at)?;
    Some((&text[..i], &text[i + at.len()..]))
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

/// Makes the table of its rows, each a kind and the names of its schemes.
macro_rules! table {
    ($($kind:expr => $($name:literal)+,)+) => {
        &[$($(Scheme { name: $name, kind: $kind },)+)+]
    };
}

/// Every scheme. Those that are common in mail come first, so that [`Scheme::find`] meets them first.
static TABLE: &[Scheme] = table! {
    Kind::Host => "http" "https",
    Kind::Opaque(Shape::Address) => "mailto",
    Kind::Host => "ftp",
    Kind::Opaque(Shape::Group) => "news",
    Kind::Opaque(Shape::Digits) => "tel" "sms" "geo",
    Kind::Opaque(Shape::Namespace) => "urn",
    Kind::Path => "file",
    // The others of RFC 1738, and those that the draft has or reserves (section "Specific Schemes").
    Kind::HostOrArticle => "nntp",
    Kind::Host => "gopher" "telnet" "wais" "prospero",
    Kind::Host => "afs" "nfs" "rlogin" "tn3270" "z39.50" "z39.50r" "z39.50s",
    Kind::Opaque(Shape::At) => "mid" "cid" "mailserver",
    // Registered with IANA, and met in text.
    Kind::Opaque(Shape::At) => "sip" "sips" "xmpp" "im" "pres" "acct",
    Kind::Opaque(Shape::Action) => "callto" "skype",
    Kind::Opaque(Shape::Any) => "bitcoin",
    Kind::Opaque(Shape::Doi) => "doi",
    Kind::Opaque(Shape::Media) => "data",
    Kind::Opaque(Shape::Query) => "magnet",
    Kind::Opaque(Shape::Dated) => "tag",
    Kind::EmptyHost => "ldap" "ldaps" "imap" "imaps",
    Kind::Host => "shttp" "ftps" "sftp" "tftp" "ssh" "git" "svn" "rsync" "pop" "snews" "irc" "ircs" "irc6" "ws" "wss",
    Kind::Host => "rtsp" "rtmp" "mms" "feed" "dict" "finger" "dns" "coap" "coaps" "ipp" "webcal" "vnc" "smb" "redis",
    Kind::Host => "gemini" "ipfs",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found_in_any_case() {
        for (i, scheme) in TABLE.iter().enumerate() {
            let name = scheme.name;
            assert!(name.len() <= MAX_NAME_BYTES && name == name.to_ascii_lowercase());
            assert!(TABLE[..i].iter().all(|other| other.name != name), "{name}");
            for name in [name, &name.to_ascii_uppercase()] {
                assert_eq!(Scheme::find(name.as_bytes()), Some(scheme));
                assert!(Scheme::may_end(name.as_bytes()));
            }
        }
        for name in ["", "h", "httpx", "httpss", "\u{8}\u{14}\u{14}\u{10}", "o", "std", "xs"] {
            assert_eq!(Scheme::find(name.as_bytes()), None, "{name}");
        }
    }
}
