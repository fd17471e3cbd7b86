//! The configuration of a scanner.

use crate::extra::Extras;
use crate::form::Forms;
use crate::scheme_set::SchemeSet;
use crate::text_rules::TextRules;

/// The default bound on a wrapper's length in bytes, delimiters included. Of 27,535 wrappers in lists, a newsgroup and
/// RFCs, 99.9 % have 339 bytes or fewer, and the longest 689. Tracking URLs of today may have thousands.
pub const MAX_LEN: usize = 8192;

/// The bound on the length of a URL without delimiters, in bytes (W8). Of 300,000 URLs in several archives, the longest
/// without delimiters has 916. The longest values of HTML attributes have as many bytes as this.
pub const MAX_BARE_LEN: usize = 65_536;

/// The default bound on the number of lines of a wrapper. Of those counted for [`MAX_LEN`], none has more than five.
pub const MAX_LINES: usize = 64;

/// The bound on the number of gaps, whitespace within a line, in a wrapper. Of those counted for [`MAX_LEN`], one has
/// 16.
pub(crate) const MAX_GAPS: usize = 64;

/// The configuration of a [`Scanner`](crate::Scanner): what it finds, and the bounds on a wrapper.
///
/// ```
/// use urlsift_scanner::{Config, Form, Forms, Scanner};
///
/// let config = Config::new().forms(Forms::none().with(Form::Url)).max_len(40);
/// let scanner = Scanner::with_config(config);
/// let text = "http://a.example/ <URL:http://b.example/> <URL:http://c.example/too/long/by/far/for/this>";
/// assert_eq!(scanner.find_iter(text).count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    pub(crate) forms: Forms,
    pub(crate) max_len: usize,
    pub(crate) max_lines: usize,
    pub(crate) domain_of: fn(&[u8]) -> Domain,
    pub(crate) schemes: SchemeSet,
    pub(crate) extras: Extras,
    pub(crate) rules: TextRules,
}

impl Config {
    /// Returns the default configuration: the forms of [`Forms::default`], [`MAX_LEN`] bytes and [`MAX_LINES`] lines.
    pub fn new() -> Config {
        let domain_of = |_: &[u8]| Domain::Known;
        Config {
            forms: Forms::default(),
            max_len: MAX_LEN,
            max_lines: MAX_LINES,
            domain_of,
            schemes: SchemeSet::new(),
            extras: Extras::none(),
            rules: TextRules::default(),
        }
    }

    /// Sets the forms to find. A form that is off costs no time.
    #[must_use]
    pub fn forms(mut self, forms: Forms) -> Config {
        self.forms = forms;
        self
    }

    /// Sets the bound on a wrapper's length in bytes, delimiters included.
    #[must_use]
    pub fn max_len(mut self, bytes: usize) -> Config {
        self.max_len = bytes;
        self
    }

    /// Sets the bound on the number of lines of a wrapper, the opening line included.
    #[must_use]
    pub fn max_lines(mut self, lines: usize) -> Config {
        self.max_lines = lines;
        self
    }

    /// Sets the schemes to find like those of the table (rule W12). [`only_schemes`](Config::only_schemes) replaces
    /// them.
    #[must_use]
    pub fn own_schemes(mut self, schemes: SchemeSet) -> Config {
        if !self.schemes.is_exclusive() {
            self.schemes = schemes;
        }
        self
    }

    /// Sets the only schemes to find (rule W14), instead of all and of [`own_schemes`](Config::own_schemes).
    ///
    /// ```
    /// use urlsift_scanner::{Config, Scanner, SchemeSet};
    ///
    /// let mut schemes = SchemeSet::new();
    /// schemes.add("http").unwrap();
    /// let scanner = Scanner::with_config(Config::new().only_schemes(schemes));
    /// let text = "<ftp://a.example/> <foo:bar http://b.example/>";
    /// let found: Vec<&str> = scanner.find_iter(text).map(|it| &text[it.outer()]).collect();
    /// assert_eq!(found, ["http://b.example/"]);
    /// ```
    #[must_use]
    pub fn only_schemes(mut self, schemes: SchemeSet) -> Config {
        self.schemes = schemes.exclusive();
        self
    }

    /// Sets what is accepted beyond the default. By default nothing is (rule W15).
    #[must_use]
    pub fn extras(mut self, extras: Extras) -> Config {
        self.extras = extras;
        self
    }

    /// Sets the rules for the kind of text. The default is that of mail.
    #[must_use]
    pub fn text_rules(mut self, rules: TextRules) -> Config {
        self.rules = rules;
        self
    }

    /// Reports whether URLs of the scheme `name` are accepted.
    pub(crate) fn accepts_scheme(&self, name: &[u8]) -> bool {
        !self.schemes.is_exclusive() || self.schemes.find(name).is_some()
    }

    /// Sets the function that decides which hosts without a scheme count (form [`Host`](crate::Form::Host)). Hosts that
    /// begin with `www.` or `ftp.` always count. `domain_of` receives the bytes of the host without its port. The
    /// default returns [`Domain::Known`] for all.
    #[must_use]
    pub fn domains(mut self, domain_of: fn(&[u8]) -> Domain) -> Config {
        self.domain_of = domain_of;
        self
    }
}

/// The status of the domain that contains a host.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Domain {
    /// No domain has that name.
    Unknown,
    /// The domain exists, but its name is also a common word (`self.name`). A host in it counts only if a path follows.
    Doubtful,
    /// The domain exists.
    Known,
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
