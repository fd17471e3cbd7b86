//! An extractor and its options.

use urlsift_rejoiner::SoftBreaks;
use urlsift_scanner::{Config, Forms, Scanner};
use urlsift_validator::{Grammars, Validator};

use crate::extract::schemeless;

/// Finds the URLs of a text. Build it once; it may be used from any number of threads.
///
/// ```
/// use urlsift::Extractor;
///
/// let extractor = Extractor::new();
/// let text = "> see <http://example.org/aaa/\n> bbb/ccc.html>, there";
/// let found = extractor.find_iter(text).next().unwrap();
/// assert_eq!(found.url(), "http://example.org/aaa/bbb/ccc.html");
/// assert_eq!(&text[found.outer()], "<http://example.org/aaa/\n> bbb/ccc.html>");
/// assert_eq!(found.pieces().len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Extractor {
    pub(super) scanner: Scanner,
    pub(super) validator: Validator,
    pub(super) rejected: Rejected,
    pub(super) forms: Forms,
    pub(super) soft_breaks: SoftBreaks,
    pub(super) grammars: Option<Grammars>,
}

/// What is done with a wrapper whose every reading is rejected (W9).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Rejected {
    /// It is passed over, and the text inside it searched for bare URLs.
    #[default]
    PassedOver,
    /// It is given like any other; its [standing](crate::Verdict::standing) tells.
    Reported,
}

impl Extractor {
    /// The first byte of `text` that what is found may be recognised by; `None`, which costs little, where
    /// nothing is found.
    #[cfg(feature = "archive")]
    pub(crate) fn find_candidate(&self, text: &[u8]) -> Option<usize> {
        self.scanner.find_candidate(text)
    }

    /// An extractor of the forms of [`Forms::default`].
    pub fn new() -> Extractor {
        Extractor::builder().build()
    }

    /// For an extractor that is not the default.
    pub fn builder() -> ExtractorBuilder {
        ExtractorBuilder {
            config: Config::new().domains(schemeless::domain_of),
            forms: Forms::default(),
            rejected: Rejected::PassedOver,
            soft_breaks: SoftBreaks::Kept,
            grammars: None,
        }
    }
}

impl Default for Extractor {
    fn default() -> Extractor {
        Extractor::new()
    }
}

/// Sets an [`Extractor`] up.
///
/// ```
/// use urlsift::verdict::Grammars;
/// use urlsift::{Extractor, Form, Forms, Grammar};
///
/// let extractor = Extractor::builder()
///     .forms(Forms::default().with(Form::Host).with(Form::Address))
///     .grammars(Grammars::from_iter([Grammar::Rfc3986]))
///     .build();
/// let text = "www.example.org, jim@example.org, http://example.org/{a}";
/// let urls: Vec<_> = extractor.find_iter(text).map(|found| found.url().to_string()).collect();
/// assert_eq!(urls, ["http://www.example.org", "mailto:jim@example.org"]);
/// ```
#[derive(Clone, Debug)]
pub struct ExtractorBuilder {
    config: Config,
    forms: Forms,
    rejected: Rejected,
    soft_breaks: SoftBreaks,
    grammars: Option<Grammars>,
}

impl ExtractorBuilder {
    /// The forms to look for; [`Forms::default`], where nothing is said, which has all but
    /// [`Form::Host`](crate::Form::Host) and [`Form::Address`](crate::Form::Address).
    ///
    /// Of hosts without a scheme those are found that begin with `www.` or `ftp.`, and with the crate
    /// feature `psl` those in a domain of the public suffix list (where its name is a common word, such as
    /// `name` or `run`, only with a path, query or port), without it those in `com`, `edu`,
    /// `gov`, `int`, `mil`, `net` and `org`.
    #[must_use]
    pub fn forms(mut self, forms: Forms) -> ExtractorBuilder {
        self.config = self.config.forms(forms);
        self.forms = forms;
        self
    }

    /// The longest wrapper in bytes, delimiters included; 8,192 where nothing is said (W4).
    #[must_use]
    pub fn max_len(mut self, bytes: usize) -> ExtractorBuilder {
        self.config = self.config.max_len(bytes);
        self
    }

    /// The most lines that a wrapper stands on; 64 where nothing is said (W4).
    #[must_use]
    pub fn max_lines(mut self, lines: usize) -> ExtractorBuilder {
        self.config = self.config.max_lines(lines);
        self
    }

    /// How soft line breaks of format=flowed are read (J9) in texts of which the [`Input`] does not say
    /// it: kept, where nothing is said; `Deleted` for a part whose `DelSp` is `yes`.
    #[must_use]
    pub fn soft_breaks(mut self, soft_breaks: SoftBreaks) -> ExtractorBuilder {
        self.soft_breaks = soft_breaks;
        self
    }

    /// The grammars that are wanted: a reading that satisfies none of them counts as rejected, so that
    /// one that does goes before it, and a wrapper without any is passed over, or
    /// [reported](ExtractorBuilder::rejected). Where nothing is said, whatever is no less than loose
    /// counts (V2).
    #[must_use]
    pub fn grammars(mut self, grammars: Grammars) -> ExtractorBuilder {
        self.grammars = Some(grammars);
        self
    }

    /// Has hosts count too whose domain is a common word, where nothing follows them: in the text of a
    /// link they are meant.
    #[must_use]
    pub(crate) fn doubtful_domains(mut self) -> ExtractorBuilder {
        self.config = self.config.domains(schemeless::domain_or_doubtful);
        self
    }

    /// What is done with a wrapper whose every reading is rejected; it is passed over where nothing is
    /// said.
    #[must_use]
    pub fn rejected(mut self, rejected: Rejected) -> ExtractorBuilder {
        self.rejected = rejected;
        self
    }

    /// The extractor. It costs next to nothing.
    pub fn build(self) -> Extractor {
        let ExtractorBuilder { config, forms, rejected, soft_breaks, grammars } = self;
        let (scanner, validator) = (Scanner::with_config(config), Validator::new());
        Extractor { scanner, validator, rejected, forms, soft_breaks, grammars }
    }
}
