//! The productions of RFC 1738's `url`, of which a URL's scheme chooses one (V1).
//!
//! ```text
//! url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl
//!     | waisurl | mailtourl | fileurl | prosperourl | otherurl
//! ```
//!
//! This file is shared with the build script: there each production in the list gives the automaton a
//! start, and here one of them is taken. So it uses nothing of the crate.

/// A production of `url` in RFC 1738, section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Production {
    Http,
    Ftp,
    News,
    Nntp,
    Telnet,
    Gopher,
    Wais,
    Mailto,
    File,
    Prospero,
    /// `otherurl`, for the schemes that have no production of their own.
    Other,
}

/// The length of the longest name, that of prospero.
#[allow(dead_code, reason = "the build script has no URLs")]
const MAX_NAME_BYTES: usize = 8;

impl Production {
    /// The production that `url` is judged by, and the offset where the automaton begins: behind
    /// the colon of a scheme that has a production, at the start otherwise.
    #[allow(dead_code, reason = "the build script has no URLs")]
    pub(crate) fn of(url: &str) -> (Production, usize) {
        // The name as a number, in lower case. (A name at a time compared took 300 instructions.)
        let mut name = 0;
        for (at, &byte) in url.as_bytes().iter().take(MAX_NAME_BYTES + 1).enumerate() {
            if byte != b':' {
                name = name << 8 | number(&[byte]);
                continue;
            }
            let known = Production::ALL[..Production::NUMBERS.len()].iter();
            let mut known = known.zip(Production::NUMBERS);
            let known = known.find(|(_, number)| *number == name);
            return known.map_or((Production::Other, 0), |(known, _)| (*known, at + 1));
        }
        (Production::Other, 0)
    }

    /// The names as numbers, but for that of the last, which is none.
    #[allow(dead_code, reason = "the build script has no URLs")]
    const NUMBERS: [u64; 10] = {
        let mut numbers = [0; 10];
        let mut index = 0;
        while index < numbers.len() {
            numbers[index] = number(Production::ALL[index].name().as_bytes());
            index += 1;
        }
        numbers
    };

    /// All of them, in the RFC's order.
    pub(crate) const ALL: [Production; 11] = [
        Production::Http,
        Production::Ftp,
        Production::News,
        Production::Nntp,
        Production::Telnet,
        Production::Gopher,
        Production::Wais,
        Production::Mailto,
        Production::File,
        Production::Prospero,
        Production::Other,
    ];

    /// The scheme, in lower case; `other` for those that have no production. With `url` after it,
    /// this is the rule's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Production::Http => "http",
            Production::Ftp => "ftp",
            Production::News => "news",
            Production::Nntp => "nntp",
            Production::Telnet => "telnet",
            Production::Gopher => "gopher",
            Production::Wais => "wais",
            Production::Mailto => "mailto",
            Production::File => "file",
            Production::Prospero => "prospero",
            Production::Other => "other",
        }
    }

    /// Its place in [`Production::ALL`], and so among the starts of the automaton.
    #[allow(dead_code, reason = "the build script counts by itself")]
    pub(crate) const fn number(self) -> usize {
        self as usize
    }
}

/// `name`, of eight bytes at most, as a number that is the same in upper and lower case. No byte but a letter's
/// becomes that of a letter.
#[allow(dead_code, reason = "the build script has no URLs")]
const fn number(name: &[u8]) -> u64 {
    let mut number = 0;
    let mut at = 0;
    while at < name.len() {
        number = number << 8 | (name[at] | 0x20) as u64;
        at += 1;
    }
    number
}
