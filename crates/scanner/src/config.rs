//! What a scanner is told once, when it is built.

use crate::form::Forms;

/// The longest wrapper, from `<` to `>`, in bytes (W4).
///
/// Of 27,535 wrappers in two mailing lists, one newsgroup, 6,046 single messages and 591 RFCs, half
/// have 43 bytes or fewer, 99.9 % have 339 or fewer, and the longest has 689. A tracking URL of today
/// may have thousands.
pub const MAX_LEN: usize = 8192;

/// The most lines that a wrapper stands on (W4).
///
/// Of the same wrappers 24,158 stand on one line, 2,691 on two, 516 on three, 26 on four and 144 on
/// five.
pub const MAX_LINES: usize = 64;

/// The most gaps in a wrapper, which bounds its pieces and readings as [`MAX_LINES`] does.
///
/// Of the same wrappers one has 16, a signature in brackets, and none more.
pub const MAX_GAPS: usize = 64;

/// Which forms are looked for, and how far a wrapper may reach.
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
}

impl Config {
    /// The forms of [`Forms::default`], [`MAX_LEN`] bytes and [`MAX_LINES`] lines.
    pub fn new() -> Config {
        let domain_of = |_: &[u8]| Domain::Known;
        Config { forms: Forms::default(), max_len: MAX_LEN, max_lines: MAX_LINES, domain_of }
    }

    /// The forms to look for. What is not asked for costs no time.
    #[must_use]
    pub fn forms(mut self, forms: Forms) -> Config {
        self.forms = forms;
        self
    }

    /// The longest wrapper in bytes, its delimiters included. An opener that finds no end within is
    /// no wrapper.
    #[must_use]
    pub fn max_len(mut self, bytes: usize) -> Config {
        self.max_len = bytes;
        self
    }

    /// The most lines that a wrapper may stand on, the opening one included.
    #[must_use]
    pub fn max_lines(mut self, lines: usize) -> Config {
        self.max_lines = lines;
        self
    }

    /// Has form `host` look for those hosts alone in a domain that there is, `www.` and `ftp.` ones
    /// aside. `domain_of` is given the host in the text's bytes, without a port, and is asked once for
    /// each that has the shape of one; all are known where nothing is said.
    #[must_use]
    pub fn domains(mut self, domain_of: fn(&[u8]) -> Domain) -> Config {
        self.domain_of = domain_of;
        self
    }
}

/// What is known of the domain that a host is in.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Domain {
    /// There is none of that name.
    Unknown,
    /// There is one, whose name is a word that stands behind dots elsewhere too (`self.name`): a host in it
    /// counts only where a path, a query or a port follows.
    Doubtful,
    /// There is one.
    Known,
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
