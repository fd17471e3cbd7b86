//! The productions of RFC 1738's `url`. The scheme of a URL chooses one of them.
//!
//! ```text
//! url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl
//!     | waisurl | mailtourl | fileurl | prosperourl | otherurl
//! ```
//!
//! The build script includes this file: each production in the list gives the automaton a start state. Hence
//! the file imports nothing from the crate.

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
    /// `otherurl`, for schemes without a production of their own.
    Other,
}

/// Length of the longest name, `prospero`.
#[allow(dead_code, reason = "the build script has no URLs")]
const MAX_NAME_BYTES: usize = 8;

impl Production {
    /// Returns the production that judges `url`, and the offset where its automaton begins: after the colon
    /// of a scheme that has a production, and 0 otherwise.
    #[allow(dead_code, reason = "the build script has no URLs")]
    pub(crate) fn of(url: &str) -> (Production, usize) {
        // Packs the scheme into a number, in lower case, and compares numbers. Comparing the names one by one
        // took 300 instructions.
        let mut name = 0;
        for (at, &byte) in url.as_bytes().iter().take(MAX_NAME_BYTES + 1).enumerate() {
            if byte != b':' {
                name = name << 8 | number(&[byte]);
                continue;
            }
            // Equal numbers mean equal names: no name is longer than the number's eight bytes.
            let known = Production::ALL[..Production::NUMBERS.len()].iter();
            let mut known = known.zip(Production::NUMBERS);
            let known = known.find(|(_, number)| *number == name);
            return known.map_or((Production::Other, 0), |(known, _)| (*known, at + 1));
        }
        (Production::Other, 0)
    }

    /// The names as numbers, except that of `Other`, which is not a scheme.
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

    /// Every production, in the RFC's order.
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

    const NAMES: [&str; 11] = [
        "http", "ftp", "news", "nntp", "telnet", "gopher", "wais", "mailto", "file", "prospero",
        "other",
    ];

    /// Returns the scheme in lower case, or `other` for schemes without a production. With `url` appended it
    /// is the name of the rule.
    pub(crate) const fn name(self) -> &'static str {
        Production::NAMES[self as usize]
    }

    /// Returns the index in [`Production::ALL`], which is also the index among the start states.
    #[allow(dead_code, reason = "the build script counts by itself")]
    pub(crate) const fn number(self) -> usize {
        self as usize
    }
}

/// Packs `name`, of at most eight bytes, into a number that does not depend on case. Setting bit 5 turns no
/// byte except a letter into a letter.
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
