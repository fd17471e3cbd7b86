//! Hosts and addresses without a scheme (W11), and URLs with a damaged `://` (W13): which scheme they get, and which
//! characters of an address are escaped in its URL.

use core::ops::Range;

use smallvec::smallvec;
use urlsift_rejoiner::Piece;
use urlsift_scanner::{Form, Wrapper};

use crate::reading::{PieceList, push_piece};

/// Reports whether the text of a wrapper of `form` lacks the scheme of its URL, or its `://`.
pub(crate) fn is_incomplete(form: Form) -> bool {
    matches!(form, Form::Address | Form::Www | Form::Host | Form::Repaired)
}

/// Returns the pieces of the URL at `range`, whose form is incomplete.
pub(crate) fn pieces_of(form: Form, haystack: &[u8], range: Range<usize>) -> PieceList {
    if form == Form::Repaired {
        return repaired_pieces(haystack, range);
    }
    let head = haystack[range.clone()].get(..4);
    let scheme = match head {
        _ if form == Form::Address => "mailto:",
        Some(head) if head.eq_ignore_ascii_case(b"ftp.") => "ftp://",
        Some(head) if head.starts_with(b"//") => "http:",
        _ => "http://",
    };
    let scheme = Piece::Inserted(scheme, range.start..range.start);
    if form != Form::Address || is_plain(&haystack[range.clone()]) {
        return smallvec![scheme, Piece::Copied(range)];
    }
    let mut pieces: PieceList = smallvec![scheme];
    push_pieces(haystack, range, &mut pieces);
    pieces
}

/// Returns the pieces of a URL with a damaged `://` (W13). After backslashes there, each backslash is a slash too.
fn repaired_pieces(haystack: &[u8], range: Range<usize>) -> PieceList {
    let text = &haystack[range.clone()];
    let colon = text.iter().position(|&byte| byte == b':').unwrap_or(text.len());
    let is_separator = |byte: &&u8| b":/\\ ".contains(byte);
    let len = text[colon..].iter().take_while(is_separator).count();
    let (colon, host) = (range.start + colon, range.start + colon + len);
    let mut pieces: PieceList =
        smallvec![Piece::Copied(range.start..colon), Piece::Inserted("://", colon..host)];
    let has_backslash = haystack[colon..host].contains(&b'\\');
    let mut start = host;
    for at in (host..range.end).filter(|&at| has_backslash && haystack[at] == b'\\') {
        push_piece(&mut pieces, Piece::Copied(start..at));
        if haystack.get(at + 1) != Some(&b'/') {
            push_piece(&mut pieces, Piece::Inserted("/", at..at + 1));
        }
        start = at + 1;
    }
    push_piece(&mut pieces, Piece::Copied(start..range.end));
    pieces
}

/// Returns the pieces of a message-id that kept its brackets (W8). Delimiters in it are escaped.
pub(crate) fn enclosed_pieces(wrapper: &Wrapper<'_>, haystack: &[u8]) -> PieceList {
    let mut lines = wrapper.lines();
    let mut pieces: PieceList = lines.next().map(Piece::Copied).into_iter().collect();
    lines.for_each(|line| push_pieces(haystack, line, &mut pieces));
    pieces
}

fn is_plain(address: &[u8]) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() | matches!(byte, b'-' | b'.' | b'@' | b'_');
    // A fold without early exit is compiled to vector code.
    address.iter().fold(true, |all, &byte| all & is_plain(byte))
}

/// Adds the pieces of the address in `range`. Characters that are delimiters in a URL are escaped (RFC 6068, section
/// 2), and in a message-id those that a path may not have (RFC 3986, section 3.3).
fn push_pieces(haystack: &[u8], range: Range<usize>, pieces: &mut PieceList) {
    // `start` is the end of the last escaped byte. Bytes between two escapes become one copied piece.
    let mut start = range.start;
    for at in range.clone() {
        let escape = match haystack[at] {
            b'%' => "%25",
            b'/' => "%2F",
            b'#' => "%23",
            b'?' => "%3F",
            b'[' => "%5B",
            b']' => "%5D",
            b'^' => "%5E",
            b'`' => "%60",
            b'{' => "%7B",
            b'|' => "%7C",
            b'}' => "%7D",
            _ => continue,
        };
        push_piece(pieces, Piece::Copied(start..at));
        push_piece(pieces, Piece::Inserted(escape, at..at + 1));
        start = at + 1;
    }
    push_piece(pieces, Piece::Copied(start..range.end));
}
