//! The URL at a position of a text, for parsers and for clicks.

use core::ops::Range;

use memchr::memrchr;

use crate::decode::Decode;
use crate::extract::extractor::Extractor;
use crate::extract::search::TextSearch;
use crate::found::Found;
use crate::input::Input;

/// The bytes before a position that are read. The lines around a URL, which decide joins, are within 4,096 bytes.
const BEFORE: usize = 8192;

/// The bytes after a position that are read at first: twice the default bound of a wrapper and of a join.
const AFTER: usize = 2 * 8192;

/// The bytes after a position that are read if a URL ends where `AFTER` ends.
const FAR_AFTER: usize = 2 * 65_536;

/// The bytes after a position in which the first character that shows a URL must be: the colon of its scheme, a dot of
/// its host or its `@`.
const NEAR: usize = 256;

impl Extractor {
    /// Returns the URL that begins at byte `position` of `text`: at its opening delimiter or at its first character.
    ///
    /// It is the URL that [`find_iter`](Extractor::find_iter) finds there, with two exceptions. Only 8,192 bytes before
    /// the position and 16,384 after it (131,072 for a long URL) are read, so a copy of the URL further away does not
    /// decide a doubt (rule J3). And what comes before the position does not hide the URL, such as another wrapper
    /// around it. Returns `None` if none begins there, or if `position` is beyond the text.
    ///
    /// # Complexity
    ///
    /// Independent of the length of the text: hardly more than the URL, if nothing is in doubt. Without a URL, up to 256
    /// bytes are searched. So calls for all positions of a text take time linear in its length.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let (text, extractor) = ("see <http://example.org/a\n> and b", Extractor::new());
    /// assert_eq!(extractor.find_at(text, 4).unwrap().url(), "http://example.org/a");
    /// assert_eq!(extractor.find_at(text, 5).unwrap().range(), 5..25);
    /// assert!(extractor.find_at(text, 6).is_none());
    /// ```
    pub fn find_at<'h, D: Decode>(
        &self,
        text: impl Into<Input<'h, D>>,
        position: usize,
    ) -> Option<Found<'h>> {
        in_window(text.into(), position, |search, input, at| {
            let found = search.next_near(self, input, at, at.saturating_add(NEAR))?;
            (found.outer().start == at || found.range().start == at).then_some(found)
        })
    }

    /// Returns the URL around byte `position` of `text`, delimiters included: for a click on it. A position at the end
    /// of a URL belongs to it.
    ///
    /// It is the URL that [`find_iter`](Extractor::find_iter) finds there, if it begins at most 8,192 bytes before the
    /// position. As with [`find_at`](Extractor::find_at), text further away does not decide a doubt.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes that are read, at most 24,576; 139,264 for a long URL.
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
        in_window(text.into(), position, |search, input, at| {
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

/// Calls `find` with a search of the text around `position`, and the position there. Returns the URL with offsets in
/// the whole text.
fn in_window<'h, D: Decode>(
    mut input: Input<'h, D>,
    position: usize,
    find: impl Fn(&mut TextSearch, &Input<'h, D>, usize) -> Option<Found<'h>>,
) -> Option<Found<'h>> {
    let haystack = input.haystack;
    if position > haystack.len() {
        return None;
    }
    let start = position.saturating_sub(BEFORE);
    // A line that is cut would look like a short one.
    let start = match memrchr(b'\n', &haystack[..start]) {
        Some(line_break) if start - line_break <= BEFORE => line_break + 1,
        _ => start,
    };
    for after in [AFTER, FAR_AFTER] {
        let end = haystack.len().min(position.saturating_add(after));
        input.haystack = &haystack[start..end];
        let found = find(&mut TextSearch::default(), &input, position - start);
        let is_cut = found.as_ref().is_some_and(|found| found.outer().end + start == end);
        if end == haystack.len() || !is_cut || after == FAR_AFTER {
            return found.map(|found| found.placed(|at| at + start));
        }
    }
    None
}
