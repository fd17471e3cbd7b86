//! The search: from a place in a text to the next wrapper.
//!
//! The search is for the colon of a scheme (`colon.rs`), for every form has one; whether a `<` or `"` stands
//! before it is seen by looking back. Whether one begins a wrapper, where the wrapper ends and whether its
//! text is prose are questions of their own (`open.rs`, `bare.rs`, `close.rs`, `end.rs`, `prose.rs`), asked
//! in the order of their cost. Where one is answered with no, the search goes on behind the colon, so that
//! the text of what is no wrapper is searched for bare URLs (W4, W5).
//!
//! Between an opener and its scheme's colon no URL can begin, so what is found at the leftmost colon begins
//! leftmost too (W9). Hosts and addresses without a scheme (`word.rs`) have none: where they are asked for,
//! the search stops more often.

pub(crate) mod cursor;

use crate::bare::word::word_at;
use crate::bare::{Bare, bare_at, may_be_bare_at, scheme_run};
use crate::bytes::class::{GRAPHIC, IN_BRACKETS, IN_QUOTES, IN_SCHEME, len_of};
use crate::bytes::work;
use crate::candidate::back::find_open;
use crate::candidate::colon::Colons;
use crate::candidate::level::VectorLevel;
use crate::config::Config;
use crate::form::{Form, Forms};
use crate::input::Input;
use crate::scanner::cursor::Cursor;
use crate::scheme::Scheme;
use crate::wrapper::close::Opened;
use crate::wrapper::content::solid_names_something;
use crate::wrapper::open::{Opening, opening_at, quote_opening_at};
use crate::wrapper::prefix::{CloseRule, Punctuation};
use crate::wrapper::{TextStart, Wrapper, close_wrapper};

/// Finds wrappers in text. It holds its configuration and nothing else, so it is cheap to build and
/// may be used from any number of threads.
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
    /// A scanner for all forms, within the bounds of W4.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// A scanner that does as `config` says.
    pub fn with_config(config: Config) -> Scanner {
        Scanner { config, level: VectorLevel::new() }
    }

    /// The first wrapper of a text.
    pub fn find<'h>(&self, input: impl Into<Input<'h>>) -> Option<Wrapper<'h>> {
        self.find_at(input, 0)
    }

    /// The first wrapper that begins at byte `at` of a text or after it; `None` where there is none,
    /// or where `at` is beyond the end. What stands before `at` is looked at for the quote marks of
    /// the line, and for a letter that a scheme cannot begin behind, alone.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes from `at` to the end of what is found, or of the word that a host stands in,
    /// whatever they are (W10); nothing is allocated.
    pub fn find_at<'h>(&self, input: impl Into<Input<'h>>, at: usize) -> Option<Wrapper<'h>> {
        self.find_until(input, &mut Cursor::new(at), usize::MAX)
    }

    /// The first wrapper that begins where `cursor` stands or after it, and that is recognised before
    /// byte `until`; it may end behind that. `None` where there is none, and `cursor` then stands at
    /// `until`, or at the text's end, and can be used to go on; with whatever stops, the same is found.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes passed, and the bound on a wrapper's length.
    pub fn find_until<'h>(
        &self,
        input: impl Into<Input<'h>>,
        cursor: &mut Cursor,
        until: usize,
    ) -> Option<Wrapper<'h>> {
        let input = input.into();
        let haystack = input.haystack;
        let forms = self.config.forms;
        let end = until.min(haystack.len());
        let at = cursor.at;
        if forms.meets(SCHEMELESS_FORMS) {
            return self.find_with_words(input, cursor, end);
        }
        for colon in Colons::new(self.level, haystack, cursor.next, end) {
            work::add(colon - cursor.next);
            let run = scheme_run(haystack, at, colon);
            if run > cursor.floor
                && let Some(found) = self.solid_at(haystack, run, colon)
            {
                cursor.move_to(found.outer.end);
                return Some(found);
            }
            if let Some(found) = self.other_at(input, cursor, run, colon) {
                cursor.move_to(found.outer.end);
                return Some(found);
            }
            cursor.floor = colon + 1;
            cursor.next = colon + 1;
        }
        if cursor.next < end {
            work::add(end - cursor.next);
            cursor.next = end;
        }
        None
    }

    /// What begins with the scheme that goes from `run` to `colon`, or has delimiters before that.
    fn other_at<'h>(
        &self,
        input: Input<'h>,
        cursor: &mut Cursor,
        run: usize,
        colon: usize,
    ) -> Option<Wrapper<'h>> {
        let haystack = input.haystack;
        let (forms, at) = (self.config.forms, cursor.at);
        let open = if forms.meets(ANGLE_BRACKET_FORMS) {
            find_open(haystack, cursor.floor, run)
        } else {
            None
        };
        let quote = run > at && haystack[run - 1] == b'"' && forms.contains(Form::Quote);
        open.and_then(|open| self.bracketed_at(haystack, open))
            .or_else(|| if quote { self.quoted_at(haystack, run - 1) } else { None })
            .or_else(|| {
                bare_at(input, at, run, colon, forms, &mut cursor.barren)
                    .map(|found| bare(input, found))
            })
    }

    /// The same where hosts and addresses are asked for. They have no colon, so that every `<`, `"`, `:`,
    /// `.` and `@` is a stop: memchr has no search for five, and a text of one message is short.
    fn find_with_words<'h>(
        &self,
        input: Input<'h>,
        cursor: &mut Cursor,
        end: usize,
    ) -> Option<Wrapper<'h>> {
        let haystack = input.haystack;
        let forms = self.config.forms;
        let at = cursor.at;
        while cursor.next < end {
            let is_trigger = |&byte: &u8| matches!(byte, b'<' | b'"' | b':' | b'.' | b'@');
            let rest = &haystack[cursor.next..end];
            let offset = rest.iter().position(is_trigger).unwrap_or(rest.len());
            work::add(offset);
            let trigger = cursor.next + offset;
            if trigger == end {
                cursor.next = end;
                break;
            }
            let found = match haystack[trigger] {
                b'<' if forms.meets(ANGLE_BRACKET_FORMS) => self.bracketed_at(haystack, trigger),
                b'"' if forms.contains(Form::Quote) => self.quoted_at(haystack, trigger),
                b'.' | b'@' => word_at(input, at, trigger, &self.config, &mut cursor.words)
                    .map(|found| bare(input, found)),
                b':' => {
                    let run = scheme_run(haystack, at, trigger);
                    bare_at(input, at, run, trigger, forms, &mut cursor.barren)
                        .map(|found| bare(input, found))
                }
                _ => None,
            };
            if let Some(found) = found {
                cursor.move_to(found.outer.end);
                return Some(found);
            }
            cursor.next = trigger + 1;
        }
        None
    }

    /// The first byte of `text` that what is found may be recognised by, the colon of a scheme; `None` where
    /// nothing is found. It costs a fraction of a search that finds nothing.
    ///
    /// Linear in the text up to there; nothing is allocated. Where hosts and addresses are asked for, it is the
    /// text's first byte.
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
        // What `find_until` asks first at each colon.
        Colons::new(self.level, text, 0, text.len()).find(|&colon| {
            // Of most it is the answer.
            if forms.contains(Form::Bare) && text[colon + 1..].starts_with(b"//") {
                return true;
            }
            let run = scheme_run(text, 0, colon);
            let is_quoted = || text[..run].ends_with(b"\"");
            let may_begin = forms.meets(ANGLE_BRACKET_FORMS)
                && find_open(text, floor, run).is_some()
                || forms.contains(Form::Quote) && is_quoted()
                || may_be_bare_at(text, run, colon, forms);
            floor = colon + 1;
            may_begin
        })
    }

    /// The wrappers of a text, leftmost first, without overlap (W9).
    pub fn find_iter<'s, 'h>(&'s self, input: impl Into<Input<'h>>) -> FindIter<'s, 'h> {
        FindIter { scanner: self, input: input.into(), cursor: Cursor::new(0) }
    }

    /// The wrapper whose `<` stands at `open`. Punctuation right behind the last quote mark of a line is
    /// the URL's unless there is no wrapper then.
    fn bracketed_at<'h>(&self, haystack: &'h [u8], open: usize) -> Option<Wrapper<'h>> {
        let end = self.end(haystack, open);
        let read = |punctuation| {
            let closer = CloseRule { punctuation, ..CloseRule::ANGLE };
            let opening = opening_at(haystack, open, end, self.config.forms, closer)?;
            self.wrapper(haystack, open, &opening, closer)
        };
        read(Punctuation::IsText).or_else(|| read(Punctuation::Closes))
    }

    /// What most wrappers are: delimiters, right behind the first a scheme of the table, which goes from
    /// `run` to `colon`, or `URL:` and then the scheme, and no blank or line break. `None` is no answer.
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
        let (run, colon) = if form == Form::Url {
            let run = colon + 1;
            let len = len_of(IN_SCHEME, &haystack[run..]);
            work::add(len);
            // Whether that is a colon is asked below.
            (run, run + len)
        } else {
            (run, colon)
        };
        let scheme = Some(Scheme::find(&haystack[run..colon])?);
        let text = haystack.get(colon + 1..self.end(haystack, open))?;
        let len = len_of(class, text);
        work::add(len);
        if haystack[colon] != b':'
            || text.get(len) != Some(&close)
            || !solid_names_something(&text[..len], form, scheme)
        {
            return None;
        }
        let close = colon + 1 + len;
        Some(Wrapper {
            haystack,
            form,
            scheme,
            outer: open..close + 1,
            inner: run..close,
            tail: close..close,
            // It has one line and no other end.
            delimited: None,
        })
    }

    fn quoted_at<'h>(&self, haystack: &'h [u8], open: usize) -> Option<Wrapper<'h>> {
        let opening = quote_opening_at(haystack, open, self.end(haystack, open))?;
        self.wrapper(haystack, open, &opening, CloseRule::QUOTE)
    }

    /// Where the bound on its length ends what opens at `open`.
    fn end(&self, haystack: &[u8], open: usize) -> usize {
        haystack.len().min(open.saturating_add(self.config.max_len))
    }

    fn wrapper<'h>(
        &self,
        haystack: &'h [u8],
        open: usize,
        opening: &Opening,
        closer: CloseRule,
    ) -> Option<Wrapper<'h>> {
        let Opening { form, scheme, start, after_colon, quoting: [before, quoting] } = *opening;
        let end = self.end(haystack, open);
        let max_lines = self.config.max_lines;
        let opened = Opened { haystack, form, open, after_colon, quoting, end, max_lines };
        close_wrapper(opened, TextStart { start, quoting: before, scheme }, closer)
    }
}

const ANGLE_BRACKET_FORMS: Forms = Forms::none().with(Form::Url).with(Form::Angle);
const SCHEMELESS_FORMS: Forms = Forms::none().with(Form::Address).with(Form::Host);

fn bare(input: Input<'_>, bare: Bare) -> Wrapper<'_> {
    let end = bare.outer_end(input.haystack);
    let Bare { form, scheme, outer, start, extent } = bare;
    Wrapper {
        haystack: input.haystack,
        form,
        scheme,
        outer: outer..end,
        inner: start..extent.end,
        tail: extent.tail,
        delimited: None,
    }
}

/// An iterator over the wrappers of a text: see [`Scanner::find_iter`].
#[derive(Clone, Debug)]
pub struct FindIter<'s, 'h> {
    scanner: &'s Scanner,
    input: Input<'h>,
    cursor: Cursor,
}

impl<'h> Iterator for FindIter<'_, 'h> {
    type Item = Wrapper<'h>;

    fn next(&mut self) -> Option<Wrapper<'h>> {
        self.scanner.find_until(self.input, &mut self.cursor, usize::MAX)
    }
}
