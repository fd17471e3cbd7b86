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
const LONGEST: usize = 8;

impl Production {
    /// The production that `url` is judged by, and the offset where the automaton begins: behind
    /// the colon of a scheme that has a production, at the start otherwise.
    #[allow(dead_code, reason = "the build script has no URLs")]
    pub(crate) fn of(url: &str) -> (Production, usize) {
        let colon = url.bytes().take(LONGEST + 1).position(|byte| byte == b':');
        let Some(scheme) = colon.and_then(|colon| url.get(..colon)) else {
            return (Production::Other, 0);
        };
        let known = Production::ALL
            .into_iter()
            .filter(|production| *production != Production::Other)
            .find(|production| production.name().eq_ignore_ascii_case(scheme));
        known.map_or((Production::Other, 0), |known| (known, scheme.len() + 1))
    }

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
