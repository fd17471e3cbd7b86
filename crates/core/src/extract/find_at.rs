//! The URL at a position of a text, for parsers and for clicks.

use core::ops::Range;

use memchr::memrchr;
use urlsift_scanner::Wrapper;
use urlsift_scanner::internal::Cursor;

use crate::decode::Decode;
use crate::extract::extractor::Extractor;
use crate::extract::resume_at::before_opener;
use crate::extract::search::TextSearch;
use crate::found::Found;
use crate::input::Input;

/// The bytes before a position that are read. The lines around a URL, which decide joins, are within 4,096 bytes.
pub(crate) const BEFORE: usize = 8192;

/// The bytes after a position that are read at first: twice the default bound of a wrapper and of a join.
const AFTER: usize = 2 * 8192;

/// The bytes after a position that are read if a URL ends where `AFTER` ends.
const FAR_AFTER: usize = 2 * 65_536;

/// The bytes after a position in which the first character that shows a URL must be: the colon of its scheme, a dot of
/// its host or its `@`.
const NEAR: usize = 256;

/// The bytes after a position that show whether a URL begins there. The longest host, with a scheme and a port, fits.
const START: usize = 512;

impl Extractor {
    /// Returns the URL that begins at byte `position` of `text`: at its opening delimiter or at its first character.
    ///
    /// It is the URL that [`find_iter`](Extractor::find_iter) finds there, with three exceptions:
    ///
    /// - A copy of the URL decides a doubt (rule J3) only if it is near: at most 8,192 bytes before the position or 16,384
    ///   after it (131,072 for a long URL).
    /// - Text before the position does not hide the URL. So a URL inside a wrapper is found.
    /// - A URL of more than 512 bytes is not found if it is inside another one that begins at most 256 bytes before it.
    ///
    /// Returns `None` if no URL begins there, or if `position` is beyond the text.
    ///
    /// # Complexity
    ///
    /// Independent of the length of the text: hardly more than the URL, if nothing is in doubt. Without a URL, up to 768
    /// bytes are searched. So calls for all positions of a text take time linear in its length.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let (text, extractor) = ("see <http://example.org/a\n> and b", Extractor::new());
    /// assert_eq!(extractor.find_at(text, 4).unwrap().url(), "http://example.org/a");
    /// assert_eq!(extractor.find_at(text, 5).unwrap().outer(), 4..27);
    /// assert!(extractor.find_at(text, 6).is_none());
    /// ```
    pub fn find_at<'h, D: Decode>(
        &self,
        text: impl Into<Input<'h, D>>,
        position: usize,
    ) -> Option<Found<'h>> {
        let input = text.into();
        let near = self.bytes_to_search(&input, position)?;
        in_window(input, position, |input, at| {
            // The choice adds an opener that is a character reference to its wrapper.
            let opener = if input.haystack.get(at) == Some(&b'&') { "&quot;".len() } else { 0 };
            let first_from = |start| {
                let mut search = TextSearch::starting_at(start);
                let found = search.next_near(self, input, at + opener, at + near)?;
                (found.outer().start == at || found.range().start == at).then_some(found)
            };
            // If the URL begins at its first character, the delimiters before it decide where it ends.
            let delimiters = delimiters_before(input.haystack, at);
            let whole = if delimiters < at { first_from(delimiters) } else { None };
            whole.or_else(|| first_from(word_start(input.haystack, at)))
        })
    }

    /// Returns the number of bytes from byte `at` on, at most `NEAR`, in which a URL that begins there is recognised, or
    /// `None` if no URL begins there. Without this, each position of a text that is one long word took 0.1 to 0.7 ms.
    fn bytes_to_search<D: Decode>(&self, input: &Input<'_, D>, at: usize) -> Option<usize> {
        let haystack = input.haystack;
        let (start, end) = (at.saturating_sub(NEAR), haystack.len().min(at.saturating_add(START)));
        let near = haystack.get(at..end)?;
        let &first = near.first()?;
        let is_delimiter = b"<\"&".contains(&first);
        let is_alphanumeric = first.is_ascii_alphanumeric();
        if !(is_alphanumeric || is_delimiter || first >= 0x80 || b"_~/".contains(&first)) {
            return None;
        }
        // A URL in delimiters is recognised by the colon of `URL:` or of its scheme, and another one by its first colon.
        let is_prefix = near.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(b"url:"));
        let (mut colons, most) = (0, if is_delimiter || is_prefix { 2 } else { 1 });
        let mut is_beyond = |&byte: &u8| {
            colons += usize::from(byte == b':');
            colons > most || is_delimiter && byte == first
        };
        let near = &near[..=near[1..].iter().take(NEAR).take_while(|it| !is_beyond(it)).count()];
        if is_delimiter {
            return near.contains(&b':').then_some(near.len());
        }
        if delimiters_before(haystack, at) < at {
            return Some(near.len());
        }
        // Inside a word only a scheme begins, such as that of `seehttp://`.
        let is_of_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        if is_alphanumeric
            && word_start(haystack, at) < at
            && near.get(near.iter().take_while(is_of_scheme).count()) != Some(&b':')
        {
            return None;
        }
        let (text, at) = (&haystack[start..end], at - start);
        let mut cursor = Cursor::new(word_start(text, at));
        let text = input.scanned(text);
        let found = self.scanner.find_until(text, &mut cursor, at + near.len())?;
        // Long URLs in one another would be read again and again.
        let is_long =
            start + found.outer().end.max(found.tail().end) == end && end < haystack.len();
        let is_inside = |before: Wrapper<'_>| before.outer().start < at && at < before.outer().end;
        let is_hidden = is_long && self.scanner.find(text).is_some_and(is_inside);
        (found.outer().start == at && !is_hidden).then_some(near.len())
    }

    /// Returns the URL around byte `position` of `text`, delimiters included: for a click on it. A position at the end
    /// of a URL belongs to it.
    ///
    /// It is the URL that [`find_iter`](Extractor::find_iter) finds there, if it begins at most 8,192 bytes before the
    /// position. As with [`find_at`](Extractor::find_at), text further away does not decide a doubt.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes that are read, at most 32,768; 147,456 for a long URL.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let (text, extractor) = ("> at <http://example.org/a/\n> b>.", Extractor::new());
    /// assert_eq!(extractor.find_around(text, 30).unwrap().url(), "http://example.org/a/b");
    /// assert!(extractor.find_around(text, 3).is_none());
    /// ```
    pub fn find_around<'h, D: Decode>(
        &self,
        text: impl Into<Input<'h, D>>,
        position: usize,
    ) -> Option<Found<'h>> {
        in_window(text.into(), position, |input, at| {
            let mut search = TextSearch::default();
            loop {
                let found = search.next(self, input)?;
                let Range { start, end } = found.outer();
                if at <= end {
                    return (start <= at).then_some(found);
                }
            }
        })
    }
}

/// Returns the start of the opener before byte `at` of `text`, with or without `URL:` after it, or `at` if there is none.
fn delimiters_before(text: &[u8], at: usize) -> usize {
    /// `< URL: ` and a few more spaces. The bound keeps the work linear if a caller asks for each position.
    const MAX_BYTES: usize = 16;
    let from = at.saturating_sub(MAX_BYTES);
    let before = &text[from..at];
    let opener = match before.trim_ascii_end().split_last_chunk::<4>() {
        Some((rest, name)) if name.eq_ignore_ascii_case(b"url:") => before_opener(rest, rest.len()),
        _ => before_opener(before, before.len()),
    };
    let is_opener = before.get(opener).is_some_and(|byte| b"<\"&".contains(byte));
    if is_opener { from + opener } else { at }
}

/// Returns the start of the letters and digits before byte `at`, at most eight. They may be an escape, such as the `n` of
/// `\nhttp://`, which is not a part of the scheme.
fn word_start(haystack: &[u8], at: usize) -> usize {
    let before = haystack[..at].iter().rev().take(8);
    at - before.take_while(|byte| byte.is_ascii_alphanumeric()).count()
}

/// Returns the start of the line of byte `at`, or `at` if it is more than `reach` bytes before that. A line that is cut
/// would look like a short one.
pub(super) fn line_start(text: &[u8], at: usize, reach: usize) -> usize {
    let lowest = at.saturating_sub(reach);
    let start = memrchr(b'\n', &text[lowest..at]).map(|line_break| lowest + line_break + 1);
    start.unwrap_or(if lowest == 0 { 0 } else { at })
}

/// Calls `find` with the text around `position`, and the position there; with more text if the URL ends
/// where this ends. Returns the URL with offsets in the whole text.
fn in_window<'h, D: Decode>(
    mut input: Input<'h, D>,
    position: usize,
    find: impl Fn(&Input<'h, D>, usize) -> Option<Found<'h>>,
) -> Option<Found<'h>> {
    let haystack = input.haystack;
    if position > haystack.len() {
        return None;
    }
    let start = line_start(haystack, position.saturating_sub(BEFORE), BEFORE);
    let mut find_before = |end: usize| {
        input.haystack = &haystack[start..end];
        let found = find(&input, position - start)?;
        Some(found.placed(|at| at + start))
    };
    let [near, far] =
        [AFTER, FAR_AFTER].map(|after| haystack.len().min(position.saturating_add(after)));
    let found = find_before(near)?;
    if near < far && found.outer().end == near { find_before(far) } else { Some(found) }
}
