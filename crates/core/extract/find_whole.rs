//! Reads a text as one URL, for [`Extractor::find_whole`].

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use smallvec::smallvec;
use urlsift_rejoiner::Piece;
use urlsift_scanner::{Form, Scheme};

use crate::decode::Decode;
use crate::extract::choose::Chooser;
use crate::extract::extractor::{Extractor, Rejected};
use crate::extract::facts::TextFacts;
use crate::found::Found;
use crate::input::Input;
use crate::reading::PieceList;

impl Extractor {
    /// Reads the whole of `text` as one URL of form `bare`. Use it for values that are URLs, such as an
    /// `href` attribute of HTML, where punctuation at the end belongs to the URL.
    ///
    /// Returns `None` if `text` does not begin with a known scheme, or with any scheme and `//`. Also returns
    /// `None` if the URL is rejected, or if the extractor does not look for
    /// [`Form::Bare`](crate::Form::Bare).
    ///
    /// Whitespace at the edges is ignored. Tabs, and line breaks with the whitespace around them, are
    /// removed; other spaces become `%20`. Linear in the length of the text.
    ///
    /// ```
    /// use urlsift::decode::Utf8;
    /// use urlsift::Extractor;
    ///
    /// let extractor = Extractor::new();
    /// let url = |text| extractor.find_whole::<Utf8>(text).map(|found| found.url().to_string());
    /// assert_eq!(url(" http://example.org/a b.html)."), Some("http://example.org/a%20b.html).".into()));
    /// assert_eq!(url("page.html"), None);
    /// ```
    pub fn find_whole<'h, D: Decode>(&self, text: impl Into<Input<'h, D>>) -> Option<Found<'h>> {
        find_whole(self, &text.into())
    }
}

fn find_whole<'h, D: Decode>(extractor: &Extractor, input: &Input<'h, D>) -> Option<Found<'h>> {
    let haystack = input.haystack;
    let start = haystack.len() - haystack.trim_ascii_start().len();
    let outer = start..start + haystack.trim_ascii().len();
    if !extractor.forms.contains(Form::Bare) || !has_scheme(&haystack[outer.clone()]) {
        return None;
    }
    let pieces = pieces(haystack, outer.clone());
    // Borrowed bytes let the URL borrow from the text.
    let bytes = match &*pieces {
        [Piece::Copied(range)] => Cow::Borrowed(&haystack[range.clone()]),
        _ => Cow::Owned(pieces.iter().flat_map(|piece| piece.bytes(haystack)).copied().collect()),
    };
    // There is one reading and no doubt, so the facts about the text are never collected.
    let chooser = Chooser { extractor, input, facts: &mut TextFacts::default() };
    let best = chooser.candidate(bytes);
    if chooser.is_rejected(&best) && extractor.rejected == Rejected::PassedOver {
        return None;
    }
    Some(chooser.found(Form::Bare, outer, pieces, best, Vec::new()))
}

/// Reports whether `text` begins with a known scheme, or with any scheme and `//`.
fn has_scheme(text: &[u8]) -> bool {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_scheme(byte)).count();
    let (name, rest) = text.split_at(length);
    rest.starts_with(b":")
        && name.first().is_some_and(u8::is_ascii_alphabetic)
        && (rest.starts_with(b"://") || Scheme::find(name).is_some())
}

/// Returns the pieces of the URL in `range`: without tabs, and without the whitespace around line breaks.
/// Other spaces become `%20`.
fn pieces(haystack: &[u8], range: Range<usize>) -> PieceList {
    // Nearly all URLs are one piece. ASCII whitespace is never above the space, so the smallest byte shows
    // whether there is any, and the compiler turns a minimum into vector code.
    let least = haystack[range.clone()].iter().fold(u8::MAX, |least, &byte| least.min(byte));
    if least > b' ' {
        return smallvec![Piece::Copied(range)];
    }
    let mut pieces = PieceList::new();
    let mut at = range.start;
    while at < range.end {
        // Each step takes a run of whitespace, or a run without any.
        let run = &haystack[at..range.end];
        let is_blank = run[0].is_ascii_whitespace();
        let ends = |byte: &u8| byte.is_ascii_whitespace() != is_blank;
        let length = run.iter().position(ends).unwrap_or(run.len());
        let run = &run[..length];
        if !is_blank {
            pieces.push(Piece::Copied(at..at + length));
        } else if !run.iter().any(|byte| b"\n\r".contains(byte)) {
            // Whitespace without a line break: escape the spaces, and leave the tabs out.
            let blanks = (at..at + length).filter(|&i| haystack[i] == b' ');
            pieces.extend(blanks.map(|i| Piece::Inserted("%20", i..i + 1)));
        }
        at += length;
    }
    pieces
}
