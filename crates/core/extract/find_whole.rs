//! A text that is a URL as a whole: see [`Extractor::find_whole`].

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use smallvec::smallvec;
use urlsift_rejoiner::Piece;
use urlsift_scanner::{Form, Scheme};

use crate::decode::Decode;
use crate::extract::choose::{Chooser, Gathered};
use crate::extract::extractor::{Extractor, Rejected};
use crate::found::Found;
use crate::input::Input;
use crate::reading::Pieces;

impl Extractor {
    /// The whole of `text` as one URL, of form `bare`: what stands in a place for URLs, such as an
    /// attribute of HTML, where no punctuation is prose. `None` where it does not begin with a scheme of
    /// the table, or with any that `//` follows, where it is rejected, and where bare URLs are not looked
    /// for.
    ///
    /// Blanks at its edges are passed over, tabs and line breaks with the blanks around them taken out,
    /// other blanks written as `%20`. Linear in the text.
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
    let bytes = match &*pieces {
        [Piece::Copied(range)] => Cow::Borrowed(&haystack[range.clone()]),
        _ => Cow::Owned(pieces.iter().flat_map(|piece| piece.bytes(haystack)).copied().collect()),
    };
    let chooser = Chooser { extractor, input, gathered: &mut Gathered::default() };
    let best = chooser.candidate(bytes);
    if chooser.is_rejected(&best) && extractor.rejected == Rejected::PassedOver {
        return None;
    }
    Some(chooser.found(Form::Bare, outer, pieces, best, Vec::new()))
}

/// Does `text` begin with a scheme of the table, or with any that `//` follows?
fn has_scheme(text: &[u8]) -> bool {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_scheme(byte)).count();
    let (name, rest) = text.split_at(length);
    rest.starts_with(b":")
        && name.first().is_some_and(u8::is_ascii_alphabetic)
        && (rest.starts_with(b"://") || Scheme::find(name).is_some())
}

/// The pieces of a URL that is the whole of `range`: without tabs, and without the blanks around a line
/// break; other blanks as `%20`.
fn pieces(haystack: &[u8], range: Range<usize>) -> Pieces {
    // Nearly every one is in one piece: all that is a blank in ASCII is at most this.
    let least = haystack[range.clone()].iter().fold(u8::MAX, |least, &byte| least.min(byte));
    if least > b' ' {
        return smallvec![Piece::Copied(range)];
    }
    let mut pieces = Pieces::new();
    let mut at = range.start;
    while at < range.end {
        let run = &haystack[at..range.end];
        let is_blank = run[0].is_ascii_whitespace();
        let ends = |byte: &u8| byte.is_ascii_whitespace() != is_blank;
        let length = run.iter().position(ends).unwrap_or(run.len());
        let run = &run[..length];
        if !is_blank {
            pieces.push(Piece::Copied(at..at + length));
        } else if !run.iter().any(|byte| b"\n\r".contains(byte)) {
            let blanks = (at..at + length).filter(|&i| haystack[i] == b' ');
            pieces.extend(blanks.map(|i| Piece::Inserted("%20", i..i + 1)));
        }
        at += length;
    }
    pieces
}
