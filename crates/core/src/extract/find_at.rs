//! The URL at a position of a text, for parsers and for clicks, and where to search again after an edit.

use core::ops::Range;

use memchr::{memrchr, memrchr_iter};
use urlsift_scanner::{Cursor, Haystack, Wrapper};

use crate::decode::Decode;
use crate::extract::extractor::Extractor;
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
    ///   after it (131,072 for a long URL), or twice the length that
    ///   [`max_len`](crate::extract::ExtractorBuilder::max_len) allows.
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
        in_window(self, input, position, |search, input, at| {
            let mut first_from = |start| search.next_near(self, input, start, at, at + near);
            let is_here = |it: &Found<'_>| it.outer().start == at || it.range().start == at;
            // If the URL begins at its first character, the delimiters before it decide where it ends.
            let delimiters = delimiters_before(input.haystack, at);
            if delimiters < at
                && let found @ Some(_) = first_from(delimiters).filter(is_here)
            {
                return found;
            }
            first_from(word_start(input.haystack, at)).filter(is_here)
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
        let text = Haystack::new(text).encoding(input.decode.encoding());
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
    /// Linear in the bytes that are read, at most 32,768; 147,456 for a long URL. More if wrappers may be longer than 8,192 bytes.
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
        in_window(self, text.into(), position, |search, input, at| {
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

/// The lines after a URL that may decide a join, with those of the longest comparison (J8).
const CONTEXT_LINES: usize = 12;

/// The bytes after a URL in which these lines are, and in which a mark before a closer is looked for (W2).
const CONTEXT_BYTES: Range<usize> = 1024..4096;

/// The openers of wrappers (W1, W2, W6, J11).
const OPENERS: [&[u8]; 4] = [b"<", b"\"", b"&lt;", b"&quot;"];

impl Extractor {
    /// Returns the offset at which to search again if the text changed at byte `position` or after it: no URL that
    /// ends before the offset has changed, and none is around it. Keep those URLs, and go on with
    /// [`starting_at`](crate::extract::FindIter::starting_at). The text may be that before the edit or after it.
    ///
    /// The offset is some twelve lines and two paragraphs before the position; more if paragraphs have one line each,
    /// because line breaks may be doubled there (W4).
    ///
    /// One thing may change further away: an edit that adds or removes a whole copy of a URL decides doubts about that
    /// URL anywhere in the text (rule J3, [`Ground::Seen`](crate::found::Ground::Seen)).
    ///
    /// # Complexity
    ///
    /// Linear in the bytes between the offset and the position, and those that
    /// [`find_around`](Extractor::find_around) reads.
    ///
    /// ```
    /// use urlsift::{Extractor, Found};
    ///
    /// let extractor = Extractor::new();
    /// let mut text = "See\nhttp://a.example/\n\n".repeat(1000);
    /// let mut links: Vec<Found<'static>> = extractor.find_iter(&text).map(Found::into_owned).collect();
    ///
    /// let position = text.len();
    /// text.push_str("and http://b.example/");
    /// let start = extractor.resume_at(&text, position);
    /// assert!(position - start < 2000);
    /// links.retain(|link| link.outer().end <= start);
    /// links.extend(extractor.find_iter(&text).starting_at(start).map(Found::into_owned));
    /// assert_eq!(links.len(), 1001);
    /// ```
    pub fn resume_at(&self, text: &(impl AsRef<[u8]> + ?Sized), position: usize) -> usize {
        let text = text.as_ref();
        let position = position.min(text.len());
        let start = self.line_before_changes(&text[..position]);
        match self.find_around(text, start) {
            Some(found) if found.outer().end > start => before_opener(text, found.outer().start),
            _ => start,
        }
    }

    /// Returns the start of a line of `text`, before which only a URL around it changes if more text follows.
    pub(super) fn line_before_changes(&self, text: &[u8]) -> usize {
        let mut line_starts = memrchr_iter(b'\n', text).map(|at| at + 1).enumerate();
        let is_far = |&(count, start): &(usize, usize)| {
            let bytes = text.len() - start;
            bytes >= CONTEXT_BYTES.end || count >= CONTEXT_LINES && bytes >= CONTEXT_BYTES.start
        };
        let near = line_starts.find(is_far).map_or(0, |(_, start)| start);
        before_wrappers(&text[..near], self.scanner.max_len())
    }
}

/// Returns the offset of the opener directly before `start`, where a URL without a closer begins, or `start`. The opener
/// may get a closer.
pub(super) fn before_opener(text: &[u8], start: usize) -> usize {
    let before = text[..start].trim_ascii_end();
    let opener = OPENERS.iter().find(|opener| before.ends_with(opener));
    opener.map_or(start, |opener| before.len() - opener.len())
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

/// Returns the start of a line of `text` such that no wrapper of `max_len` bytes or fewer, which opens before it, can
/// close after the text.
fn before_wrappers(text: &[u8], max_len: usize) -> usize {
    /// The lines in a row whose breaks are doubled, before a wrapper whose breaks may be too (W4).
    const MAX_DOUBLED: usize = 3;
    let (mut line_end, mut blanks, mut doubled) = (text.len(), 0, 0);
    let (mut paragraph, mut is_after_blank) = (None, false);
    for at in memrchr_iter(b'\n', text).skip(1) {
        let start = at + 1;
        let is_blank = text[start..line_end].trim_ascii().is_empty();
        line_end = at;
        if is_blank {
            blanks += 1;
        } else {
            doubled = if is_after_blank { doubled + 1 } else { 0 };
            if doubled > MAX_DOUBLED {
                paragraph = None;
                blanks = 0;
            }
            // Two blank lines after a wrapper's opener end it.
            if blanks >= 2 && paragraph.is_none() {
                paragraph = Some(start);
            }
        }
        is_after_blank = is_blank;
        if text.len() - start >= max_len {
            return paragraph.unwrap_or(start);
        }
    }
    paragraph.unwrap_or(0)
}

/// Returns the start of the letters and digits before byte `at`, at most eight. They may be an escape, such as the `n` of
/// `\nhttp://`, which is no part of the scheme.
fn word_start(haystack: &[u8], at: usize) -> usize {
    let before = haystack[..at].iter().rev().take(8);
    at - before.take_while(|byte| byte.is_ascii_alphanumeric()).count()
}

/// Returns how many bytes before a position are read, twice that with the start of a line, and how many after it: at
/// first, and if a URL ends there. A caller may ask for longer wrappers.
pub(super) fn bytes_around(extractor: &Extractor) -> (usize, [usize; 2]) {
    let max_len = extractor.scanner.max_len();
    (BEFORE.max(max_len), [AFTER, FAR_AFTER].map(|it| it.max(max_len.saturating_mul(2))))
}

/// Calls `find` with a search of the text around `position`, and the position there. Returns the URL with offsets in
/// the whole text.
fn in_window<'h, D: Decode>(
    extractor: &Extractor,
    mut input: Input<'h, D>,
    position: usize,
    find: impl Fn(&mut TextSearch, &Input<'h, D>, usize) -> Option<Found<'h>>,
) -> Option<Found<'h>> {
    let haystack = input.haystack;
    if position > haystack.len() {
        return None;
    }
    let (before, afters) = bytes_around(extractor);
    let start = position.saturating_sub(before);
    // A line that is cut would look like a short one.
    let lowest = start.saturating_sub(before);
    let start = match memrchr(b'\n', &haystack[lowest..start]) {
        Some(line_break) => lowest + line_break + 1,
        None => start,
    };
    for after in afters {
        let end = haystack.len().min(position.saturating_add(after));
        input.haystack = &haystack[start..end];
        let found = find(&mut TextSearch::default(), &input, position - start);
        let is_cut = found.as_ref().is_some_and(|found| found.outer().end + start == end);
        if end == haystack.len() || !is_cut || after == afters[1] {
            return found.map(|found| found.placed(|at| at + start));
        }
    }
    None
}
