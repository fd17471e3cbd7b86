//! The productions of RFC 1738's `url`. The scheme of a URL chooses one of them.
//!
//! ```text
//! url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl
//!     | waisurl | mailtourl | fileurl | prosperourl | otherurl
//! ```
//!
//! The build script includes this file, so it imports nothing from the crate.

macro_rules! productions {
    ($($production:ident $scheme:literal),+) => {
        /// A production of `url` in RFC 1738, section 5. Its number is also the index among the start states.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Production {
            $($production,)+
            /// `otherurl`, for schemes without a production of their own.
            Other,
        }

        impl Production {
            /// The productions of a scheme of their own, in the RFC's order.
            pub(crate) const KNOWN: &[Production] = &[$(Production::$production),+];

            /// Their schemes in lower case. With `url` appended, such a name is the rule's.
            pub(crate) const SCHEMES: &[&str] = &[$($scheme),+];
        }
    };
}

productions!(Http "http", Ftp "ftp", News "news", Nntp "nntp", Telnet "telnet", Gopher "gopher", Wais "wais",
    Mailto "mailto", File "file", Prospero "prospero");

/// Length of the longest scheme, `prospero`.
const MAX_SCHEME_BYTES: usize = 8;

impl Production {
    /// Returns the production that judges `url`, and the offset where its automaton begins: after the colon
    /// of a scheme that has a production, and 0 otherwise.
    pub(crate) fn of(url: &str) -> (Production, usize) {
        // Compares packed numbers. Comparing the names one by one took 300 instructions.
        let mut name = 0;
        for (at, &byte) in url.as_bytes().iter().take(MAX_SCHEME_BYTES + 1).enumerate() {
            if byte != b':' {
                name = name << 8 | number(&[byte]);
                continue;
            }
            // Equal numbers mean equal names: no name is longer than the number's eight bytes.
            let mut known = Production::KNOWN.iter().zip(Production::NUMBERS);
            let known = known.find(|(_, number)| *number == name);
            return known.map_or((Production::Other, 0), |(known, _)| (*known, at + 1));
        }
        (Production::Other, 0)
    }

    const NUMBERS: [u64; Production::SCHEMES.len()] = {
        let mut numbers = [0; Production::SCHEMES.len()];
        let mut index = 0;
        while index < numbers.len() {
            numbers[index] = number(Production::SCHEMES[index].as_bytes());
            index += 1;
        }
        numbers
    };
}

/// Packs `name`, of at most eight bytes, into a number that does not depend on case. Setting bit 5 turns no
/// byte except a letter into a letter.
const fn number(name: &[u8]) -> u64 {
    let mut number = 0;
    let mut at = 0;
    while at < name.len() {
        number = number << 8 | (name[at] | 0x20) as u64;
        at += 1;
    }
    number
}
