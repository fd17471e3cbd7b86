//! The search for the next wrapper or bare URL in a text.
//!
//! Every form except `www`, `host` and `address` has a scheme. So the search visits the colons that may end a
//! scheme (`candidate/colon.rs`) and looks back from each for a `<` or `"`. The checks run in the order
//! of their cost: does an opener precede the scheme (`wrapper/open.rs`), where does the wrapper end
//! (`wrapper/close.rs`), is its text prose (`wrapper/prose.rs`). If a check fails, the search continues
//! after the colon. The text of a failed wrapper is thereby searched for bare URLs (W4, W5).
//!
//! No URL can begin between an opener and the colon of its scheme. A match at the leftmost colon
//! therefore begins leftmost too (W9). Hosts and addresses have no scheme (`bare/word.rs`). The search visits `www.`
//! too, and, up to each opener and colon, each `@` if addresses are requested and each `.` if other hosts are.

pub(crate) mod cursor;

use core::iter;

use memchr::{memchr, memchr2};

use crate::bare::plain::{MAX_PLAIN_BYTES, is_plain_wrapper, plain_end};
use crate::bare::repaired::repaired_at;
use crate::bare::wide_dot::over_wide_dots;
use crate::bare::word::extra::{has_triggers, is_trigger};
use crate::bare::word::word_at;
use crate::bare::{Bare, bare_at, may_be_bare_at, scheme_run, url_before};
use crate::bytes::class::{GRAPHIC, IN_BRACKETS, IN_QUOTES, IN_SCHEME, len_of};
use crate::bytes::work;
use crate::candidate::back::find_open;
use crate::candidate::colon::CandidateIter;
use crate::candidate::level::VectorLevel;
use crate::config::Config;
use crate::form::{Form, Forms};
use crate::input::Haystack;
use crate::scanner::cursor::Cursor;
use crate::scheme::Kind;
use crate::wrapper::content::solid_names_something;
use crate::wrapper::open::{Opened, opening_at, quote_opening_at};
use crate::wrapper::prefix::CloseRule;
use crate::wrapper::prose::has_target_in_brackets;
use crate::wrapper::{Wrapper, close_wrapper};

/// Finds wrappers and bare URLs in text.
///
/// A scanner holds only its configuration. It is cheap to build and can be shared by threads.
///
/// ```
/// use urlsift_scanner::{Form, Scanner};
///
/// let text = b"from <URL:ftp://ds.in\n   ternic.net/rfc> or http://x.example/.";
/// let scanner = Scanner::new();
/// let forms: Vec<Form> = scanner.find_iter(text).map(|wrapper| wrapper.form()).collect();
/// assert_eq!(forms, [Form::Url, Form::Bare]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    config: Config,
    level: VectorLevel,
}

impl Scanner {
    /// Returns a scanner for the forms of [`Forms::default`] with the default bounds on a wrapper:
    /// 8,192 bytes and 64 lines.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// Returns a scanner with the given configuration.
    pub fn with_config(config: Config) -> Scanner {
        Scanner { config, level: VectorLevel::default() }
    }

    /// Returns the first wrapper or bare URL of a text.
    pub fn find<'h>(&self, input: impl Into<Haystack<'h>>) -> Option<Wrapper<'h>> {
        self.find_at(input, 0)
    }

    /// Returns the first wrapper or bare URL that begins at byte `at` of a text or after it.
    ///
    /// Returns `None` if there is none, or if `at` is beyond the end. The text before `at` matters in two
    /// ways only: for the quote marks of the line, and for a letter that directly precedes a scheme.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes from `at` to the end of the match, or to the end of the word that contains a
    /// host, for any text (rule W10). Allocates nothing.
    pub fn find_at<'h>(&self, input: impl Into<Haystack<'h>>, at: usize) -> Option<Wrapper<'h>> {
        self.find_until(input, &mut Cursor::new(at), usize::MAX)
    }

    /// Returns the first wrapper or bare URL that begins at the cursor or after it and that is recognised
    /// before byte `until`. The match may end after `until`.
    ///
    /// If there is none, returns `None` and moves the cursor to `until` or to the end of the text; with the forms `host`
    /// and `address` it does not stop within a scheme. The search can continue from there. The choice of `until` does
    /// not change the matches.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes passed plus the bound on a wrapper's length.
    pub fn find_until<'h>(
        &self,
        input: impl Into<Haystack<'h>>,
        cursor: &mut Cursor,
        until: usize,
    ) -> Option<Wrapper<'h>> {
        let input = Haystack { rules: self.config.rules, ..input.into() };
        let haystack = input.haystack;
        let end = until.min(haystack.len());
        let has_words = self.config.forms.meets(SCHEMELESS_FORMS);
        // In `<a.example:80>` the dot is that of a host or of a caller's scheme. So one step searches dot and colon.
        let run = if has_words { len_of(IN_SCHEME, &haystack[end..]) + 1 } else { 0 };
        let end = haystack.len().min(end + run);
        let from = if has_words { cursor.next.max(cursor.clear) } else { cursor.next };
        for candidate in CandidateIter::new(self.level, haystack, from, end) {
            cursor.clear = candidate;
            work::add(candidate.saturating_sub(cursor.next));
            let found = if haystack[candidate] == b':' {
                self.colon_at(input, cursor, candidate)
            } else {
                let word = if has_words { self.word_in(input, cursor, candidate) } else { None };
                word.or_else(|| self.www_at(input, cursor, candidate))
            };
            if let Some(found) = found {
                cursor.move_to(found.outer.end);
                return Some(found);
            }
            cursor.next = candidate + 1;
        }
        cursor.clear = end;
        if has_words && let Some(found) = self.word_in(input, cursor, end) {
            cursor.move_to(found.outer.end);
            return Some(found);
        }
        if cursor.next < end {
            work::add(end - cursor.next);
            cursor.next = end;
        }
        None
    }

    /// Returns the match at `colon`, or a word before it that is a host or an address.
    #[inline]
    fn colon_at<'h>(
        &self,
        input: Haystack<'h>,
        cursor: &mut Cursor,
        colon: usize,
    ) -> Option<Wrapper<'h>> {
        let haystack = input.haystack;
        let has_words = self.config.forms.meets(SCHEMELESS_FORMS);
        // `floor` is the end of the last colon that was checked. A `<` or a scheme before it has been
        // judged already.
        let run = scheme_run(haystack, cursor.at, colon);
        let has_words = has_words && self.next_trigger(haystack, cursor, colon).is_some();
        if !has_words && let Some(found) = self.plain_at(haystack, cursor, run, colon) {
            return Some(found);
        }
        if has_words {
            // A wrapper begins at its opener. Words before the opener come first, and those after it last.
            let opener = find_open(haystack, cursor.floor, run).unwrap_or(colon);
            if let Some(found) = self.word_in(input, cursor, opener) {
                return Some(found);
            }
        }
        if run > cursor.floor
            && let Some(found) = self.solid_at(haystack, run, colon)
        {
            return Some(found);
        }
        let open = find_open(haystack, cursor.floor, run);
        let found = open.and_then(|open| self.wrapper_at(haystack, open)).or_else(|| {
            let word = if has_words { self.word_in(input, cursor, colon) } else { None };
            word.or_else(|| self.url_at(input, cursor, run, colon))
        });
        cursor.floor = colon + 1;
        found
    }

    /// Returns the URL after the scheme `run..colon`, if it is plain (`bare/plain.rs`).
    #[inline]
    fn plain_at<'h>(
        &self,
        haystack: &'h [u8],
        cursor: &Cursor,
        run: usize,
        colon: usize,
    ) -> Option<Wrapper<'h>> {
        let Config { forms, schemes, rules, .. } = &self.config;
        let (end, tail_end) = plain_end(haystack, run, colon)?;
        let scheme = schemes.find(&haystack[run..colon])?;
        let (form, start) = match url_before(haystack, cursor.at, run) {
            Some(url) if forms.contains(Form::Prefix) => (Form::Prefix, url),
            _ => (Form::Bare, run),
        };
        let is_plain = scheme.kind == Kind::Host
            && forms.contains(form)
            && rules.is_of_mail()
            && end - start < MAX_PLAIN_BYTES
            && find_open(haystack, cursor.floor, run).is_none()
            // An opener that was tried already may be an unclosed one.
            && !haystack[..start].ends_with(b"<");
        let wrapper = Wrapper::new(haystack, form, Some(scheme), start..end, run..end);
        is_plain.then_some(Wrapper { is_plain, tail: end..tail_end, ..wrapper })
    }

    /// Returns the wrapper whose `<` or `"` is at `open`.
    fn wrapper_at<'h>(&self, haystack: &'h [u8], open: usize) -> Option<Wrapper<'h>> {
        let forms = self.config.forms;
        match haystack[open] {
            b'<' if forms.meets(ANGLE_BRACKET_FORMS) => self.bracketed_at(haystack, open),
            b'"' if forms.contains(Form::Quote) => {
                let opened = quote_opening_at(haystack, open, &self.config)?;
                self.wrapper(opened, CloseRule::QUOTE)
            }
            _ => None,
        }
    }

    /// Returns the first host or address whose dot or `@` is between the cursor and `end`, and moves the cursor there.
    #[inline(never)]
    fn word_in<'h>(
        &self,
        input: Haystack<'h>,
        cursor: &mut Cursor,
        end: usize,
    ) -> Option<Wrapper<'h>> {
        while let Some(trigger) = self.next_trigger(input.haystack, cursor, end) {
            let found = if is_trigger(input.haystack[trigger]) {
                input.extra_at(cursor.at, trigger, &self.config)
            } else {
                input
                    .plain_address(cursor.at, trigger, &self.config)
                    .or_else(|| word_at(input, cursor.at, trigger, &self.config, &mut cursor.words))
            };
            cursor.next = trigger + 1;
            if let Some(found) = found {
                return Some(bare(input, found, &self.config));
            }
        }
        cursor.next = cursor.next.max(end);
        None
    }

    /// Returns the first byte between the cursor and `end` that a host or an address may have.
    #[inline]
    fn next_trigger(&self, haystack: &[u8], cursor: &Cursor, end: usize) -> Option<usize> {
        let rest = haystack.get(cursor.next..end)?;
        // An address has an `@`. Hosts that begin with `www.` are candidates of their own.
        let has_hosts = self.config.forms.contains(Form::Host);
        let offset = if has_hosts && has_triggers(self.config.extras) {
            rest.iter().position(|&byte| matches!(byte, b'.' | b'@') || is_trigger(byte))
        } else if has_hosts {
            memchr2(b'.', b'@', rest)
        } else {
            memchr(b'@', rest)
        };
        work::add(offset.map_or(rest.len(), |at| at + 1));
        Some(cursor.next + offset?)
    }

    /// Returns the host that begins with `www.`, whose last `w` is at `last`.
    fn www_at<'h>(
        &self,
        input: Haystack<'h>,
        cursor: &mut Cursor,
        last: usize,
    ) -> Option<Wrapper<'h>> {
        if !self.config.forms.contains(Form::Www) || !is_www(input.haystack, last) {
            return None;
        }
        let found = word_at(input, cursor.at, last + 1, &self.config, &mut cursor.words)?;
        Some(bare(input, found, &self.config))
    }

    /// Returns the URL without delimiters after the scheme `run..colon`.
    #[inline]
    fn url_at<'h>(
        &self,
        input: Haystack<'h>,
        cursor: &mut Cursor,
        run: usize,
        colon: usize,
    ) -> Option<Wrapper<'h>> {
        bare_at(input, cursor.at, run, colon, &self.config, &mut cursor.failures)
            .or_else(|| self.repaired_at(input, run, colon))
            .map(|found| bare(input, found, &self.config))
    }

    /// Returns the URL with a damaged `://` after the scheme `run..colon`, if that form is on.
    #[inline]
    fn repaired_at(&self, input: Haystack<'_>, run: usize, colon: usize) -> Option<Bare> {
        if !self.config.forms.contains(Form::Repaired) {
            return None;
        }
        let found = repaired_at(input, run, colon, self.config.domain_of)?;
        self.knows_scheme(found.scheme?.name.as_bytes()).then_some(found)
    }

    /// Like [`find_at`](Self::find_at), without shortcuts: tries each byte with the general code, and remembers
    /// nothing. Tests compare the search with it. Takes quadratic time.
    #[cfg(test)]
    pub(crate) fn find_without_shortcuts<'h>(
        &self,
        input: Haystack<'h>,
        at: usize,
    ) -> Option<Wrapper<'h>> {
        let haystack = input.haystack;
        (at..haystack.len()).find_map(|trigger| {
            let mut cursor = Cursor { next: trigger, ..Cursor::new(at) };
            match haystack[trigger] {
                b'<' | b'"' => self.wrapper_at(haystack, trigger),
                b'.' | b'@' => word_at(input, at, trigger, &self.config, &mut cursor.words)
                    .map(|found| bare(input, found, &self.config)),
                b':' => {
                    let run = scheme_run(haystack, at, trigger);
                    self.url_at(input, &mut cursor, run, trigger)
                }
                _ => None,
            }
        })
    }

    /// Returns the offset of the first candidate: the colon of a scheme at which something may be found.
    ///
    /// Returns `None` only if a search would find nothing. A candidate may still turn out to be none. The
    /// call costs a fraction of a search that finds nothing.
    ///
    /// Linear in the text up to the candidate. Allocates nothing. If the scanner looks for addresses or for hosts
    /// without `www.`, returns 0 for every text that is not empty.
    ///
    /// ```
    /// let scanner = urlsift_scanner::Scanner::new();
    /// assert_eq!(scanner.find_candidate(b"Subject: Re: no URL at 10:30"), None);
    /// assert_eq!(scanner.find_candidate(b"nor here:but in http://a-scheme"), Some(20));
    /// ```
    pub fn find_candidate(&self, text: &[u8]) -> Option<usize> {
        if self.config.forms.meets(SCHEMELESS_FORMS) {
            return (!text.is_empty()).then_some(0);
        }
        let forms = self.config.forms;
        let mut floor = 0;
        // These are the first checks that `find_until` makes at each colon.
        CandidateIter::new(self.level, text, 0, text.len()).find(|&colon| {
            if text[colon] != b':' {
                return forms.contains(Form::Www) && is_www(text, colon);
            }
            // This check alone settles most colons that may end a scheme.
            if forms.contains(Form::Bare) && text[colon + 1..].starts_with(b"//") {
                return true;
            }
            let run = scheme_run(text, 0, colon);
            // The same conditions as in `other_at`, without the cost of reading the match.
            let may_open = |open: usize| match text[open] {
                b'<' => forms.meets(ANGLE_BRACKET_FORMS),
                _ => forms.contains(Form::Quote),
            };
            let may_begin = find_open(text, floor, run).is_some_and(may_open)
                || may_be_bare_at(text, run, colon, &self.config)
                || self.repaired_at(Haystack::new(text), run, colon).is_some();
            floor = colon + 1;
            may_begin
        })
    }

    /// Returns whether `name` is a known scheme that the scanner accepts, or one of [`Config::own_schemes`], in
    /// any case.
    pub fn knows_scheme(&self, name: &[u8]) -> bool {
        self.config.schemes.find(name).is_some()
    }

    /// Returns whether the scanner accepts URLs of the scheme `name`: it [knows](Scanner::knows_scheme) the scheme, or
    /// there are no [`Config::only_schemes`].
    pub fn accepts_scheme(&self, name: &[u8]) -> bool {
        self.config.accepts_scheme(name)
    }

    /// Returns an iterator over the wrappers and bare URLs of a text, leftmost first and without overlap.
    pub fn find_iter<'h, I: Into<Haystack<'h>>>(
        &self,
        input: I,
    ) -> impl Iterator<Item = Wrapper<'h>> + use<'_, 'h, I> {
        let (input, mut cursor) = (input.into(), Cursor::new(0));
        iter::from_fn(move || self.find_until(input, &mut cursor, usize::MAX))
    }

    /// Returns the wrapper whose `<` is at `open`.
    ///
    /// Punctuation directly after the last quote mark of a line belongs to the URL, unless there is no
    /// wrapper under that reading. So the opener may be read twice.
    fn bracketed_at<'h>(&self, haystack: &'h [u8], open: usize) -> Option<Wrapper<'h>> {
        [false, true].into_iter().find_map(|before_stops| {
            let closer = CloseRule { before_stops, ..CloseRule::ANGLE };
            self.wrapper(opening_at(haystack, open, &self.config, closer)?, closer)
        })
    }

    /// Recognises the common wrapper without the general walk.
    ///
    /// Such a wrapper has an opener, directly after it a known scheme (or `URL:` and such a scheme),
    /// and then text without whitespace up to the closer. The text before the colon is `run..colon`. `None`
    /// means that the general walk has to decide.
    #[inline]
    fn solid_at<'h>(&self, haystack: &'h [u8], run: usize, colon: usize) -> Option<Wrapper<'h>> {
        let open = run.checked_sub(1)?;
        let (form, close, class) = match haystack[open] {
            b'<' if haystack[run..colon].eq_ignore_ascii_case(b"URL") => {
                (Form::Url, b'>', IN_BRACKETS | GRAPHIC)
            }
            b'<' => (Form::Angle, b'>', IN_BRACKETS | GRAPHIC),
            b'"' if !haystack[..open].ends_with(b"\\") => (Form::Quote, b'"', IN_QUOTES | GRAPHIC),
            _ => return None,
        };
        if !self.config.forms.contains(form) || self.config.max_lines == 0 {
            return None;
        }
        // After `URL:` the scheme is the next run of a scheme's characters.
        let (run, colon) = if form == Form::Url {
            let run = colon + 1;
            let len = len_of(IN_SCHEME, &haystack[run..]);
            work::add(len);
            // The check below makes sure that this is a colon.
            (run, run + len)
        } else {
            (run, colon)
        };
        let scheme = Some(self.config.schemes.find(&haystack[run..colon])?);
        // `get` fails if the colon is already beyond the bound on the wrapper's length.
        let text = haystack
            .get(colon + 1..haystack.len().min(open.saturating_add(self.config.max_len)))?;
        let len = len_of(class, text);
        work::add(len);
        if haystack[colon] != b':'
            || text.get(len) != Some(&close)
            || !solid_names_something(&text[..len], form, scheme)
            || form != Form::Url && has_target_in_brackets(iter::once(&text[..len]))
            || !self.config.rules.may_wrap(&text[..len])
        {
            return None;
        }
        // A wrapper on one line has a single possible end.
        let close = colon + 1 + len;
        let is_plain = form != Form::Quote
            && scheme.is_some_and(|scheme| scheme.kind == Kind::Host)
            && self.config.rules.is_of_mail()
            && is_plain_wrapper(haystack, open, colon, close);
        let wrapper = Wrapper::new(haystack, form, scheme, open..close + 1, run..close);
        Some(Wrapper { is_plain, ..wrapper })
    }

    /// Reports whether `wrapper`, which this scanner found in form `bare` or `prefix`, directly follows a `<` without a
    /// closer within the bounds (W4). The URL may then go on after its end.
    ///
    /// A `<` that another `<` follows before any closer does not count, as in `<http://a <http://a>>`. Neither does one
    /// of an arrow (`<<<`).
    ///
    /// # Complexity
    ///
    /// Linear in the bound on a wrapper's length, after a `<`; otherwise constant.
    ///
    /// ```
    /// let scanner = urlsift_scanner::Scanner::new();
    /// let is_unclosed = |text: &str| scanner.is_unclosed(&scanner.find(text).unwrap());
    /// assert!(is_unclosed("see <http://a.example/b\n\n\nc> there"));
    /// assert!(!is_unclosed("see <http://a.example/b is down> there"));
    /// ```
    #[inline]
    pub fn is_unclosed(&self, wrapper: &Wrapper<'_>) -> bool {
        let haystack = wrapper.haystack;
        // Few URLs follow a `<`, so this check is inlined at the caller.
        wrapper.outer.start.checked_sub(1).is_some_and(|open| {
            haystack.get(open) == Some(&b'<')
                && wrapper.delimited.is_none()
                && self.is_unclosed_at(haystack, open)
        })
    }

    /// Reports whether the `<` at `open` has no closer within the bounds.
    fn is_unclosed_at(&self, haystack: &[u8], open: usize) -> bool {
        if haystack[..open].ends_with(b"<") {
            return false;
        }
        opening_at(haystack, open, &self.config, CloseRule::ANGLE)
            .is_some_and(|opened| opened.is_unclosed(CloseRule::ANGLE))
    }

    /// Returns the greatest length of a wrapper in bytes, delimiters included.
    pub fn max_len(&self) -> usize {
        self.config.max_len
    }

    /// Closes the wrapper `opened`.
    fn wrapper<'h>(&self, opened: Opened<'h>, closer: CloseRule) -> Option<Wrapper<'h>> {
        close_wrapper(opened, closer)
            .filter(|found| self.config.rules.may_wrap(&found.haystack[found.inner.clone()]))
    }
}

/// The forms that open with `<`.
const ANGLE_BRACKET_FORMS: Forms = Forms::none().with(Form::Url).with(Form::Angle);
/// The forms without a scheme.
const SCHEMELESS_FORMS: Forms = Forms::none().with(Form::Address).with(Form::Host);

/// Reports whether the byte at `last` is the last `w` of `www.`, in any case.
fn is_www(text: &[u8], last: usize) -> bool {
    let www = last.checked_sub(2).and_then(|start| text.get(start..last + 2));
    www.is_some_and(|www| www.eq_ignore_ascii_case(b"www."))
}

/// Returns the bare URL as a [`Wrapper`] without delimiters.
fn bare<'h>(input: Haystack<'h>, mut bare: Bare, config: &Config) -> Wrapper<'h> {
    if let Some(extent) = over_wide_dots(input, &bare, config) {
        bare.extent = extent;
    }
    let end = bare.outer_end(input.haystack);
    let Bare { form, scheme, outer, start, extent } = bare;
    let wrapper = Wrapper::new(input.haystack, form, scheme, outer..end, start..extent.end);
    Wrapper { tail: extent.tail, mask: extent.mask, ..wrapper }
}
