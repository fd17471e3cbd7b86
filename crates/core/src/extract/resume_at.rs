//! Where to search a text again after an edit.

use core::ops::Range;

use memchr::{memchr2, memrchr, memrchr_iter};

use crate::extract::extractor::Extractor;

/// The lines after a URL that may decide a join, with those of the longest comparison (J8).
const CONTEXT_LINES: usize = 12;

/// The bytes after a URL in which these lines are, and in which a mark before a closer is looked for (W2).
const CONTEXT_BYTES: Range<usize> = 1024..4096;

impl Extractor {
    /// Returns the offset at which to search again if the text changed at byte `position` or after it: no URL that
    /// ends before the offset has changed, and none is around it. Keep those URLs, and go on with
    /// [`starting_at`](crate::extract::FindIter::starting_at). The text may be that before the edit or after it.
    ///
    /// The offset is some twelve lines and two paragraphs before the position; more if paragraphs have one line each,
    /// because line breaks may be doubled there (W4). Further away, an edit that adds or removes a whole copy of a URL
    /// decides doubts about that URL (rule J3, [`Ground::Seen`](crate::found::Ground::Seen)).
    ///
    /// # Complexity
    ///
    /// Linear in the bytes between both offsets, and those that [`find_around`](Extractor::find_around) reads.
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
        let (text, max_len) = (&text[..near], self.scanner.max_len());
        before_wrappers(text, max_len).min(before_first_wrapper(text, max_len))
    }
}

/// Returns the offset of the opener directly before `start`, where a URL without a closer begins, or `start`. The opener
/// may get a closer.
pub(super) fn before_opener(text: &[u8], start: usize) -> usize {
    let before = text[..start].trim_ascii_end();
    let is_opener = before.last().is_some_and(|byte| b"<\"".contains(byte));
    if is_opener { before.len() - 1 } else { start }
}

/// Returns the start of the line with an opener after too few lines, if those after its wrapper may show that line
/// breaks are doubled (W4), or else the end of `text`.
fn before_first_wrapper(text: &[u8], max_len: usize) -> usize {
    /// The lines that show this, and the line of the opener.
    const MAX_HEAD_LINES: usize = 5;
    let start = text.len().saturating_sub(max_len);
    let Some(open) = memchr2(b'<', b'"', &text[start..]) else { return text.len() };
    let head = &text[..start + open];
    let lines = head.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let is_first = lines.take(MAX_HEAD_LINES + 1).count() <= MAX_HEAD_LINES;
    if is_first { memrchr(b'\n', head).map_or(0, |at| at + 1) } else { text.len() }
}

/// Returns the start of a line of `text` such that no wrapper of `max_len` bytes, which opens before it, can close
/// after.
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
