//! The extractor and its options.

use alloc::boxed::Box;

use urlsift_scanner::internal::TextRules;
use urlsift_scanner::{Config, Extras, Form, Forms, Scanner, SchemeSet};

use crate::extract::domain;
use crate::extract::join_option::Join;
use crate::extract::profile::Profile;

/// A search for URLs with fixed options. Build it once and use it for any number of texts, from any number of threads.
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
    /// Finds candidates if only forms with delimiters are wanted.
    wrappers: Option<Box<Scanner>>,
    pub(super) forms: Forms,
    pub(super) join: Join,
    pub(crate) rules: TextRules,
    pub(super) as_written: bool,
}

impl Extractor {
    /// Returns the offset of the first byte of `text` by which a URL can be recognised. Texts without a candidate are
    /// skipped before anything is allocated for them.
    ///
    /// ```
    /// let extractor = urlsift::Extractor::new();
    /// assert_eq!(extractor.find_candidate(b"no URL"), None);
    /// let text = "see http://example.org/";
    /// let candidate = extractor.find_candidate(text.as_bytes()).unwrap();
    /// let found = extractor.find_iter_from(text, candidate).next().unwrap();
    /// assert_eq!(found.url(), "http://example.org/");
    /// ```
    pub fn find_candidate(&self, text: &[u8]) -> Option<usize> {
        // The scanner also looks for bare URLs. Texts that have only those need no search.
        if let Some(wrappers) = &self.wrappers {
            wrappers.find_candidate(text)?;
        }
        self.scanner.find_candidate(text)
    }

    // Pages read ` at ` in the text of a link as the mask of an address, if texts do.
    #[doc(hidden)]
    pub fn has_masks(&self) -> bool {
        self.rules.has_masks
    }

    /// Returns an extractor with the default options: the forms of [`Forms::default`].
    pub fn new() -> Extractor {
        Extractor::builder().build()
    }

    /// Returns a builder with the default options.
    pub fn builder() -> ExtractorBuilder {
        ExtractorBuilder {
            config: Config::new().domains(domain::domain_of),
            forms: Forms::default(),
            join: None,
            profile: Profile::default(),
            ascii_only: false,
            as_written: false,
        }
    }
}

impl Default for Extractor {
    fn default() -> Extractor {
        Extractor::new()
    }
}

/// Options for an [`Extractor`].
///
/// ```
/// use urlsift::extract::Forms;
/// use urlsift::found::Form;
/// use urlsift::Extractor;
///
/// let extractor = Extractor::builder()
///     .forms(Forms::default().with(Form::Host).with(Form::Address))
///     .build();
/// let text = "www.example.org, jim@example.org";
/// let urls: Vec<_> = extractor.find_iter(text).map(|found| found.url().to_string()).collect();
/// assert_eq!(urls, ["http://www.example.org", "mailto:jim@example.org"]);
/// ```
#[derive(Clone, Debug)]
pub struct ExtractorBuilder {
    config: Config,
    forms: Forms,
    join: Option<Join>,
    profile: Profile,
    ascii_only: bool,
    as_written: bool,
}

impl ExtractorBuilder {
    /// Sets the forms to look for. The default is [`Forms::default`]: all except
    /// [`Form::Host`](crate::found::Form::Host), [`Form::Address`](crate::found::Form::Address) and
    /// [`Form::Repaired`](crate::found::Form::Repaired).
    ///
    /// Form `host` finds hosts by their domain: with the crate feature `psl` by the public suffix list, and without it
    /// by a small table. If the top-level domain is a common word, such as `name`, or a country with few hosts, the
    /// host needs a path.
    #[must_use]
    pub fn forms(mut self, forms: Forms) -> ExtractorBuilder {
        // The scanner also looks for bare URLs, because no other form is found inside one. The search drops them.
        self.config = self.config.forms(forms.with(Form::Bare));
        self.forms = forms;
        self
    }

    /// Sets schemes to find like the known ones (rule W12). By default there are none.
    ///
    /// ```
    /// use urlsift::Extractor;
    /// use urlsift::extract::SchemeSet;
    ///
    /// let mut schemes = SchemeSet::new();
    /// schemes.add("x-ticket").unwrap();
    /// let extractor = Extractor::builder().own_schemes(schemes).build();
    /// assert_eq!(extractor.find_iter("see x-ticket:4711.").next().unwrap().url(), "x-ticket:4711");
    /// ```
    #[must_use]
    pub fn own_schemes(mut self, schemes: SchemeSet) -> ExtractorBuilder {
        self.config = self.config.own_schemes(schemes);
        self
    }

    /// Sets the only schemes whose URLs are found (rule W14). Those of other schemes are text, in which a URL may be
    /// found. By default all schemes are accepted.
    ///
    /// - A scheme of the set is found like the known ones, so this replaces [`own_schemes`](Self::own_schemes).
    /// - Addresses need `mailto`, and hosts without a scheme need `http`, or `ftp` if they begin with `ftp.`.
    ///
    /// ```
    /// use urlsift::Extractor;
    /// use urlsift::extract::SchemeSet;
    ///
    /// let mut schemes = SchemeSet::new();
    /// schemes.add("http").unwrap();
    /// let extractor = Extractor::builder().only_schemes(schemes).build();
    /// let found = extractor.find_iter("ftp://a.example/ view-source:http://b.example/").next().unwrap();
    /// assert_eq!(found.url(), "http://b.example/");
    /// ```
    #[must_use]
    pub fn only_schemes(mut self, schemes: SchemeSet) -> ExtractorBuilder {
        self.config = self.config.only_schemes(schemes);
        self
    }

    /// Sets the extras to accept (rule W15). The default is none. Hosts among them have the form
    /// [`Form::Host`](crate::found::Form::Host) and addresses the form [`Form::Address`](crate::found::Form::Address), and
    /// are found if that form is on.
    ///
    /// ```
    /// use urlsift::Extractor;
    /// use urlsift::extract::{Extra, Extras, Forms};
    /// use urlsift::found::Form;
    ///
    /// let extras = Extras::none().with(Extra::Localhost).with(Extra::NetworkPath);
    /// let forms = Forms::default().with(Form::Host);
    /// let extractor = Extractor::builder().forms(forms).extras(extras).build();
    /// let urls = extractor.find_iter("localhost:8080/a, //example.org/b").map(|it| it.url().to_string());
    /// assert!(urls.eq(["http://localhost:8080/a", "http://example.org/b"]));
    /// ```
    #[must_use]
    pub fn extras(mut self, extras: Extras) -> ExtractorBuilder {
        self.config = self.config.extras(extras);
        self
    }

    /// Sets whether a URL ends before its first character beyond ASCII (rule W16). By default it does not. Then a wrapper
    /// with such a character is none, and its text is searched for URLs without delimiters.
    ///
    /// ```
    /// let extractor = urlsift::Extractor::builder().ascii_only(true).build();
    /// let found = extractor.find_iter("<http://example.org/caf\u{e9}>").next().unwrap();
    /// assert_eq!(found.url(), "http://example.org/caf");
    /// ```
    #[must_use]
    pub fn ascii_only(mut self, yes: bool) -> ExtractorBuilder {
        self.ascii_only = yes;
        self
    }

    /// Sets the kind of text. The default is [`Archive`](Profile::Archive). A profile also chooses the
    /// [joins](Self::join), unless these are set.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> ExtractorBuilder {
        self.profile = profile;
        self
    }

    /// Sets whether URLs are spelled as in the text (rule W20). By default a URL is spelled as its author meant it.
    ///
    /// | in the text | by default | as written |
    /// |---|---|---|
    /// | a line break, with the whitespace and quote marks around it | removed | removed |
    /// | `a&amp;b`, `a\_b`, `<http://h/a b>`, `jim at h.example` | `a&b`, `a_b`, `http://h/a%20b`, `jim@h.example` | the same text |
    /// | `a/b@h.example` (form `address`) | `mailto:a%2Fb@h.example` | `mailto:a/b@h.example` |
    /// | no scheme, or a damaged `://` | inserted | inserted |
    ///
    /// [`Found::pieces`](crate::Found::pieces), the [verdict](crate::Found::verdict), [notes](crate::Found::notes),
    /// [`href`](crate::Found::href()) and the other readings are those of this spelling. Which URLs are found does not
    /// change, so a URL with a space may be rejected by its verdict. Costs one more validation for a URL that is not
    /// [verbatim](crate::Found::is_verbatim), and for each of its readings.
    ///
    /// ```
    /// let extractor = urlsift::Extractor::builder().as_written(true).build();
    /// let found = extractor.find_iter("see http://example.org/?a&amp;b").next().unwrap();
    /// assert_eq!(found.url(), "http://example.org/?a&amp;b");
    /// assert!(found.is_verbatim());
    /// ```
    #[must_use]
    pub fn as_written(mut self, yes: bool) -> ExtractorBuilder {
        self.as_written = yes;
        self
    }

    /// Sets over which line breaks URLs without delimiters are joined (rule J8). The default is
    /// [`Certain`](Join::Certain), and [`Never`](Join::Never) for [`Profile::Chat`].
    #[must_use]
    pub fn join(mut self, join: Join) -> ExtractorBuilder {
        self.join = Some(join);
        self
    }

    /// Builds the extractor. This is cheap: tables are compiled into the crate.
    pub fn build(self) -> Extractor {
        let ExtractorBuilder { config, forms, as_written, .. } = self;
        let (rules, join) = self.profile.row();
        let rules = TextRules { is_ascii: self.ascii_only, ..rules };
        let config = config.text_rules(rules);
        let join = self.join.unwrap_or(join);
        let wrappers = {
            let is_delimited = |form: &Form| matches!(form, Form::Url | Form::Angle | Form::Quote);
            let are_delimited =
                Form::ALL.iter().filter(|form| forms.contains(**form)).all(is_delimited);
            are_delimited.then(|| Box::new(Scanner::with_config(config.clone().forms(forms))))
        };
        Extractor {
            scanner: Scanner::with_config(config),
            wrappers,
            forms,
            join,
            rules,
            as_written,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

        #[test]
        fn a_text_without_a_candidate_has_no_url(
            tokens in vec(select(&[
                "<", "<", "\"", ">", "URL:", "http:", "ht", "tp:", "//", "a", "news:", "mailto:", "a@b", "\n", "> ",
                " ", "x:", "&quot;", "é",
            ][..]), 0..12),
            forms in prop::sample::subsequence(&[Form::Url, Form::Angle, Form::Quote], 1..=3),
        ) {
            let text = tokens.concat();
            let extractor = Extractor::builder().forms(forms.into_iter().collect()).build();
            prop_assert_eq!(extractor.find_candidate(b"see http://a.example/"), None);
            if extractor.find_candidate(text.as_bytes()).is_none() {
                prop_assert_eq!(extractor.find_iter(&text).count(), 0, "{:?}", text);
            }
        }
    }
}
