//! Reads a text as one URL, for [`Extractor::find_whole`].

use alloc::vec::Vec;
use core::ops::Range;
use core::ops::RangeInclusive;

use memchr::memchr;
use urlsift_rejoiner::Piece;
use urlsift_scanner::{Form, MAX_BARE_LEN, Scanner};

use crate::decode::Decode;
use crate::extract::decide;
use crate::extract::extractor::Extractor;
use crate::extract::judge::{Judge, accepts, accepts_alone};
use crate::extract::spelling::respell;
use crate::found::Found;
use crate::found::NoteKind;
use crate::input::{DynInput, Input};
use crate::reading::{PieceList, push_piece};
use crate::seen::SeenUrls;

impl Extractor {
    /// Reads the whole of `text` as one URL of form `bare`. Use it for values that are URLs, such as an
    /// `href` attribute of HTML, where punctuation at the end belongs to the URL.
    ///
    /// Returns `None` if `text` does not begin with a known scheme, or with any scheme and `//`, if a host is missing,
    /// or if the extractor does not look for [`Form::Bare`](crate::found::Form::Bare). As in browsers, `<`, `>`, `"`
    /// and control characters belong to the URL, so its [standing](crate::verdict::Standing) may be rejected.
    /// [`href`](crate::href) escapes them.
    ///
    /// Spaces and control characters at the edges, and whitespace after the scheme's colon, are ignored. Tabs, and line
    /// breaks with the whitespace around them, are removed; other spaces become `%20`. Linear in the length of the
    /// text.
    ///
    /// ```
    /// use urlsift::extract::Utf8;
    /// use urlsift::Extractor;
    ///
    /// let extractor = Extractor::new();
    /// let url = |text| extractor.find_whole::<Utf8>(text).map(|found| found.url().to_string());
    /// assert_eq!(url(" http://example.org/a b.html)."), Some("http://example.org/a%20b.html).".into()));
    /// assert_eq!(url("news: comp.infosystems"), Some("news:comp.infosystems".into()));
    /// assert_eq!(url("ht\ntp://example.org/"), Some("http://example.org/".into()));
    /// assert_eq!(url("page.html"), None);
    /// ```
    pub fn find_whole<'h, D: Decode>(&self, text: impl Into<Input<'h, D>>) -> Option<Found<'h>> {
        let input = text.into();
        let whole = 0..input.haystack.len();
        self.find_whole_in(&input, whole)
    }

    /// Reads `range` of `text` as one URL, like [`find_whole`](Self::find_whole), for the values of attributes and styles.
    ///
    /// If the range begins with `//` and a host (RFC 3986, section 4.2), `missing_scheme`, which includes the colon, is
    /// put before it, if the host is an address of four numbers or has a known public suffix, and if the URL is not
    /// rejected. Linear in the length of the range.
    ///
    /// # Panics
    ///
    /// If `range` is not in the text.
    ///
    /// ```
    /// use urlsift::extract::Utf8;
    ///
    /// let extractor = urlsift::Extractor::new();
    /// let style = "background: url(//example.org/a.png)";
    /// let found = extractor.find_value::<Utf8>(style, 16..35, "https:").unwrap();
    /// assert_eq!(found.url(), "https://example.org/a.png");
    /// ```
    pub fn find_value<'h, D: Decode>(
        &self,
        text: impl Into<Input<'h, D>>,
        range: Range<usize>,
        missing_scheme: &'static str,
    ) -> Option<Found<'h>> {
        let input = text.into();
        let whole = self.find_whole_in(&input, range.clone());
        whole.or_else(|| self.find_network_path(&input, range, missing_scheme))
    }

    fn find_whole_in<'h>(
        &self,
        input: &DynInput<'h, '_>,
        range: Range<usize>,
    ) -> Option<Found<'h>> {
        let haystack = input.haystack;
        let outer = without_edges(haystack, range);
        let length = scheme_length(&self.scanner, &haystack[outer.clone()])?;
        let mut pieces = PieceList::new();
        let colon = outer.start + length;
        let blanks =
            haystack[colon..outer.end].iter().take_while(|byte| byte.is_ascii_whitespace());
        match blanks.count() {
            0 => push_pieces(haystack, outer.clone(), &mut pieces),
            blanks => {
                push_pieces(haystack, outer.start..colon, &mut pieces);
                push_pieces(haystack, colon + blanks..outer.end, &mut pieces);
            }
        }
        found(self, input, outer, pieces)
    }

    /// Reads `range` of the text, if it begins with `//` and a host, as [`find_value`](Self::find_value) says.
    fn find_network_path<'h>(
        &self,
        input: &DynInput<'h, '_>,
        range: Range<usize>,
        scheme: &'static str,
    ) -> Option<Found<'h>> {
        let haystack = input.haystack;
        let outer = without_edges(haystack, range);
        if !begins_with_slashes(&haystack[outer.clone()]) {
            return None;
        }
        let mut pieces = PieceList::new();
        pieces.push(Piece::Inserted(scheme, outer.start..outer.start));
        push_pieces(haystack, outer.clone(), &mut pieces);
        decide::with_inserted_scheme(found(self, input, outer, pieces)?)
    }

    /// Reads the whole of `text` as a URL of an unknown scheme that no `//` follows, such as `x-call:jim` (A3). Returns
    /// `None` if the value may be a label (`Note: this`), a host with a port, a drive or a program (`javascript:`), if
    /// a known scheme begins it, or if the URL is rejected. Linear in the length of the text.
    ///
    /// ```
    /// use urlsift::extract::Utf8;
    ///
    /// let extractor = urlsift::Extractor::new();
    /// assert_eq!(extractor.find_opaque::<Utf8>("x-call:jim").unwrap().url(), "x-call:jim");
    /// assert!(extractor.find_opaque::<Utf8>("Note: this").is_none());
    /// ```
    pub fn find_opaque<'h, D: Decode>(&self, text: impl Into<Input<'h, D>>) -> Option<Found<'h>> {
        self.find_opaque_in(&text.into())
    }

    fn find_opaque_in<'h>(&self, input: &DynInput<'h, '_>) -> Option<Found<'h>> {
        let haystack = input.haystack;
        let outer = without_edges(haystack, 0..haystack.len());
        let (name, rest) = split_at_colon(&haystack[outer.clone()])?;
        let is_program = |scheme: &&str| name.eq_ignore_ascii_case(scheme.as_bytes());
        let is_opaque = OPAQUE_SCHEME_BYTES.contains(&name.len())
            && !name.contains(&b'.')
            && !self.scanner.knows_scheme(name)
            && !NoteKind::ProgramInUrl.schemes().iter().any(is_program)
            && rest.first().is_some_and(|byte| !byte.is_ascii_whitespace())
            && !begins_with_slashes(rest)
            && !begins_with_port(rest);
        if !is_opaque {
            return None;
        }
        let mut pieces = PieceList::new();
        push_pieces(haystack, outer.clone(), &mut pieces);
        let has_space = pieces.iter().any(|piece| matches!(piece, Piece::Inserted(..)));
        if has_space { None } else { found(self, input, outer, pieces) }
    }
}

/// The lengths of unknown schemes that no `//` follows. A single letter is a drive.
const OPAQUE_SCHEME_BYTES: RangeInclusive<usize> = 2..=31;

/// Returns `range` of `text` without spaces and control characters at its edges, as browsers read it, up to the
/// greatest length of a bare URL (W8).
fn without_edges(text: &[u8], range: Range<usize>) -> Range<usize> {
    let bytes = &text[range.clone()];
    let is_inner = |byte: &u8| *byte > b' ';
    let start = bytes.iter().position(is_inner).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(is_inner).map_or(start, |last| last + 1);
    range.start + start..range.start + end.min(start + MAX_BARE_LEN)
}

/// Reports whether `text` begins with `//`. Browsers drop tabs and line breaks there.
fn begins_with_slashes(text: &[u8]) -> bool {
    let mut kept = text.iter().filter(|byte| !b"\t\n\r".contains(byte));
    kept.next() == Some(&b'/') && kept.next() == Some(&b'/')
}

/// Reports whether `text` begins like the port of a host: with one to five digits before a path or the end.
fn begins_with_port(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..=5).contains(&digits) && text.get(digits).is_none_or(|byte| b"/?#".contains(byte))
}

fn split_at_colon(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_scheme(byte)).count();
    let (name, rest) = text.split_at(length);
    let begins = name.first().is_some_and(u8::is_ascii_alphabetic);
    rest.strip_prefix(b":").filter(|_| begins).map(|rest| (name, rest))
}

/// Returns the URL at `outer` that `pieces` make, unless it is rejected or the extractor does not look for bare URLs.
fn found<'h>(
    extractor: &Extractor,
    input: &DynInput<'h, '_>,
    outer: Range<usize>,
    pieces: PieceList,
) -> Option<Found<'h>> {
    if !extractor.forms.contains(Form::Bare) {
        return None;
    }
    // There is one reading and no doubt, so the facts about the text are never collected.
    let judge = Judge { extractor, input, seen: &mut SeenUrls::default() };
    let best = judge.judge_pieces(&pieces);
    if !accepts(&best.url) && !accepts_alone(&best.url) {
        return None;
    }
    let mut found = decide::found(&judge, Form::Bare, outer, pieces, best, Vec::new());
    let scheme = found.url().split(':').next().unwrap_or_default();
    if !extractor.scanner.accepts_scheme(scheme.as_bytes())
        || extractor.rules.is_ascii && !found.url().is_ascii()
    {
        return None;
    }
    if extractor.as_written {
        respell(&judge, &mut found);
    }
    found.note_bounds();
    Some(found)
}

/// Returns the length of the scheme and its colon, if `text` begins with a known scheme, or with any scheme and `//`.
fn scheme_length(scanner: &Scanner, text: &[u8]) -> Option<usize> {
    let Some((name, rest)) = split_at_colon(text) else {
        return broken_scheme_length(scanner, text);
    };
    (rest.starts_with(b"//") || scanner.knows_scheme(name)).then_some(name.len() + 1)
}

/// Returns the length of the scheme and its colon, if `text` begins with a known scheme over tabs or line breaks.
fn broken_scheme_length(scanner: &Scanner, text: &[u8]) -> Option<usize> {
    let colon = memchr(b':', text)?;
    // Most values without a scheme have no whitespace, and build nothing.
    if !text[..colon].iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    let mut pieces = PieceList::new();
    push_pieces(text, 0..colon, &mut pieces);
    let name: Vec<u8> = pieces.iter().flat_map(|piece| piece.bytes(text)).copied().collect();
    scanner.knows_scheme(&name).then_some(colon + 1)
}

/// Adds the pieces of the text in `range`: without tabs, and without the whitespace around line breaks. Other spaces
/// become `%20`.
fn push_pieces(haystack: &[u8], range: Range<usize>, pieces: &mut PieceList) {
    // The smallest byte shows whether there is any ASCII whitespace, and the compiler makes vector code of a minimum.
    let least = haystack[range.clone()].iter().fold(u8::MAX, |least, &byte| least.min(byte));
    if least > b' ' {
        push_piece(pieces, Piece::Copied(range));
        return;
    }
    let mut at = range.start;
    while at < range.end {
        // Each step takes a run of whitespace, or a run without any.
        let run = &haystack[at..range.end];
        let is_blank = run[0].is_ascii_whitespace();
        let ends = |byte: &u8| byte.is_ascii_whitespace() != is_blank;
        let length = run.iter().position(ends).unwrap_or(run.len());
        let run = &run[..length];
        if !is_blank {
            push_piece(pieces, Piece::Copied(at..at + length));
        } else if !run.iter().any(|byte| b"\n\r".contains(byte)) {
            // Whitespace without a line break: escape the spaces, leave the tabs out, and keep form feeds.
            for (i, byte) in (at..).zip(run) {
                match byte {
                    b' ' => push_piece(pieces, Piece::Inserted("%20", i..i + 1)),
                    b'\t' => {}
                    _ => push_piece(pieces, Piece::Copied(i..i + 1)),
                }
            }
        }
        at += length;
    }
}
