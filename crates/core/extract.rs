//! The one place that chooses: scanner, rejoiner and validator meet here and nowhere else.
//!
//! For each wrapper the scanner finds, the rejoiner gives its readings, the validator a verdict on
//! each, and the evidence of the text says which was seen whole; ranked by J3, the first that is not
//! rejected is the URL. A wrapper whose every reading is rejected is passed over (W9). Here is how an
//! extractor is built and asked; `choose.rs` chooses, `search.rs` goes through the text, `attribute.rs` is
//! for what is a URL as a whole.

mod attribute;
mod choose;
mod iter;
mod search;

use urlsift_rejoiner::SoftBreaks;
use urlsift_scanner::{Config, Forms, Scanner};
use urlsift_validator::{Grammars, Validator};

pub use self::iter::FindIter;
pub use self::search::{Budget, Step};
use crate::decode::Decode;
use crate::domain;
use crate::found::Found;
use crate::input::Input;
use crate::segment::SegmentIter;
use crate::utf16::{self, FindIterUtf16, InputUtf16, SegmentIterUtf16};

pub(crate) use self::search::Search;

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
    scanner: Scanner,
    validator: Validator,
    rejected: Rejected,
    forms: Forms,
    soft_breaks: SoftBreaks,
    grammars: Option<Grammars>,
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
            config: Config::new().domains(domain::domain_of),
            forms: Forms::default(),
            rejected: Rejected::PassedOver,
            soft_breaks: SoftBreaks::Kept,
            grammars: None,
        }
    }

    /// The URLs of `text`, a `&str` or `&[u8]` (or an [`Input`], which says how it is decoded), in
    /// the order of their places, without overlap.
    ///
    /// # Complexity
    ///
    /// Linear in the text, whatever it holds: it is scanned once, what is rejected once more for bare
    /// URLs, and the first doubt costs one more pass, which gathers the URLs that stand whole. Nothing is
    /// allocated before something is found.
    pub fn find_iter<'x, 'h, D: Decode>(
        &'x self,
        text: impl Into<Input<'h, D>>,
    ) -> FindIter<'x, 'h, D> {
        FindIter::new(self, text.into())
    }

    /// The same for UTF-16: all ranges and offsets are in code units of `text`, a `&[u16]` or an
    /// [`InputUtf16`]; those of the [verdict](Found::verdict) are in bytes of the
    /// [URL](Found::url), as ever. A surrogate without its other half is no character and ends a bare
    /// URL.
    ///
    /// # Complexity
    ///
    /// As [`find_iter`](Extractor::find_iter), and the text is copied once, as UTF-8.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let text: Vec<u16> = "é see <http://example.org/é\nb>".encode_utf16().collect();
    /// let found = Extractor::new().find_iter_utf16(&text[..]).next().unwrap();
    /// assert_eq!(found.url(), "http://example.org/éb");
    /// assert_eq!(found.outer(), 6..30);
    /// ```
    pub fn find_iter_utf16<'x, 'h>(
        &'x self,
        text: impl Into<InputUtf16<'h>>,
    ) -> FindIterUtf16<'x, 'h> {
        FindIterUtf16::new(self, text.into())
    }

    /// All of `text`, cut where a renderer wants it cut: what is plain, the pieces of links, and what
    /// stands between these. The ranges follow one another without gaps and cover the text.
    ///
    /// # Complexity
    ///
    /// As [`find_iter`](Extractor::find_iter).
    ///
    /// ```
    /// use urlsift::{Extractor, SegmentKind};
    ///
    /// let text = "> see <http://example.org/a/\n> b>.";
    /// let extractor = Extractor::new();
    /// let segments: Vec<_> =
    ///     extractor.segments(text).map(|segment| (segment.kind, &text[segment.range])).collect();
    /// assert_eq!(segments, [
    ///     (SegmentKind::Plain, "> see "),
    ///     (SegmentKind::Delimiter, "<"),
    ///     (SegmentKind::Piece, "http://example.org/a/"),
    ///     (SegmentKind::Seam, "\n"),
    ///     (SegmentKind::QuotePrefix, ">"),
    ///     (SegmentKind::Seam, " "),
    ///     (SegmentKind::Piece, "b"),
    ///     (SegmentKind::Delimiter, ">"),
    ///     (SegmentKind::Plain, "."),
    /// ]);
    /// ```
    pub fn segments<'x, 'h, D: Decode>(
        &'x self,
        text: impl Into<Input<'h, D>>,
    ) -> SegmentIter<'x, 'h, D> {
        SegmentIter::new(self.find_iter(text))
    }

    /// The same for UTF-16, in code units, as [`find_iter_utf16`](Extractor::find_iter_utf16).
    ///
    /// ```
    /// use urlsift::{Extractor, SegmentKind};
    ///
    /// let text: Vec<u16> = "é: http://example.org/é.".encode_utf16().collect();
    /// let extractor = Extractor::new();
    /// let segments: Vec<_> = extractor
    ///     .segments_utf16(&text)
    ///     .map(|segment| (segment.kind, String::from_utf16_lossy(&text[segment.range])))
    ///     .collect();
    /// assert_eq!(segments, [
    ///     (SegmentKind::Plain, "é: ".into()),
    ///     (SegmentKind::Piece, "http://example.org/é".into()),
    ///     (SegmentKind::Plain, ".".into()),
    /// ]);
    /// ```
    pub fn segments_utf16<'x, 'h>(
        &'x self,
        text: impl Into<InputUtf16<'h>>,
    ) -> SegmentIterUtf16<'x, 'h> {
        SegmentIterUtf16::new(self.find_iter_utf16(text))
    }

    /// The whole of `text` as one URL, of form `bare`: what stands in a place for URLs, such as an
    /// attribute of HTML, where no punctuation is prose. `None` where it does not begin with a scheme of
    /// the table, or with any that `//` follows, where it is rejected, and where bare URLs are not looked
    /// for.
    ///
    /// Blanks at its edges are passed over, tabs and line breaks with the blanks around them taken out,
    /// other blanks written as `%20`. Linear in the text.
    ///
    /// ```
    /// use urlsift::{Extractor, Utf8};
    ///
    /// let extractor = Extractor::new();
    /// let url = |text| extractor.find_whole::<Utf8>(text).map(|found| found.url().to_string());
    /// assert_eq!(url(" http://example.org/a b.html)."), Some("http://example.org/a%20b.html).".into()));
    /// assert_eq!(url("page.html"), None);
    /// ```
    pub fn find_whole<'h, D: Decode>(&self, text: impl Into<Input<'h, D>>) -> Option<Found<'h>> {
        attribute::find_whole(self, &text.into())
    }

    /// The same for UTF-16, in code units, as [`find_iter_utf16`](Extractor::find_iter_utf16).
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let value: Vec<u16> = " http://example.org/é). ".encode_utf16().collect();
    /// let found = Extractor::new().find_whole_utf16(&value).unwrap();
    /// assert_eq!((found.url(), found.outer()), ("http://example.org/é).", 1..23));
    /// ```
    pub fn find_whole_utf16<'h>(&self, text: impl Into<InputUtf16<'h>>) -> Option<Found<'static>> {
        utf16::find_whole(self, text.into())
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
/// use urlsift::{Extractor, Form, Forms, Grammar, Grammars};
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
        self.config = self.config.domains(domain::domain_or_doubtful);
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
