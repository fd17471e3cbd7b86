//! Writes a URL in its wrapper, broken across lines so that it reads back unchanged (J10).
//!
//! RFC 1738's Appendix advises writers too: "no whitespace should be introduced after a hyphen".
//!
//! A *place* is a byte offset in the text `<URL:…>` at which a line may end. No line ends where readers may misread the
//! first or last character: a hyphen, a soft hyphen, a `|`, or a full stop.

use alloc::string::String;

use crate::mark::{find_non_mark, mark_len, width};
use crate::wrap_error::{MAX_WRAPPER_BYTES, MAX_WRAPPER_LINES, WrapError, WrapErrorKind};

/// Returns `url` as `<URL:…>` on lines of at most `columns` columns, each with `prefix` before it, the
/// first included. LF separates the lines, and the last has no line end.
///
/// A line ends after the last of `/ ? & ; ,` in reach, or anywhere allowed (J10) if there is none. No wrapping that
/// follows these rules has fewer lines. A line without an allowed end in reach is longer than `columns`. A character
/// takes one column; a tab in the prefix extends to the next multiple of eight.
///
/// The result reads back as `url` and nothing else, even with other line ends or quoted again within the bounds. `url`
/// need not be valid, but readers ignore a URL that is rejected.
///
/// ```
/// use urlsift_rejoiner::wrap;
///
/// let url = "http://www.example.org/well-known/wrappers.html?lang=en";
/// assert_eq!(wrap(url, 40, "> ").unwrap(), "\
/// > <URL:http://www.example.org/
/// > well-known/wrappers.html?lang=en>");
/// ```
///
/// # Errors
///
/// - `prefix` has more than quote marks (`>`, `|`, `:`, `%`, `#`, `›`, `»`, initials as in `JD>`),
///   spaces and tabs, or is longer than 256 bytes.
/// - `url` does not begin with a scheme, or has only slashes after it. `URL:` is not a scheme: readers ignore it.
/// - `url` contains whitespace, a control character, one of `< > "`, or a `\` before other punctuation or at its end.
/// - The wrapper would have more than 8,192 bytes, line ends counted as two, or more than 64 lines.
///
/// Linear in the lengths of `url` and the result.
pub fn wrap(url: &str, columns: usize, prefix: &str) -> Result<String, WrapError> {
    let wrapped = wrap_after(url, columns, prefix, width(prefix))?;
    Ok([prefix, &wrapped].concat())
}

/// Like [`wrap`], for a first line on which `used` columns are taken. Nothing is put before the `<`, and `prefix`
/// precedes only the other lines. The result reads back if the first line begins with `prefix` and no further quote
/// mark.
///
/// ```
/// use urlsift_rejoiner::wrap_after;
///
/// let wrapped = wrap_after("ftp://info.cern.ch/pub/www/doc;type=d", 50, "", 17).unwrap();
/// assert_eq!(format!("I found it under {wrapped}."), "\
/// I found it under <URL:ftp://info.cern.ch/pub/www/
/// doc;type=d>.");
/// ```
///
/// # Errors
///
/// As for [`wrap`].
pub fn wrap_after(
    url: &str,
    columns: usize,
    prefix: &str,
    used: usize,
) -> Result<String, WrapError> {
    if let Some(at) = find_non_mark(prefix) {
        return Err(WrapError::at(prefix, at, WrapErrorKind::Prefix));
    }
    let head = OPENER.len() + head_len(url)?;
    let text = [OPENER, url, ">"].concat();
    if text.len() > MAX_WRAPPER_BYTES {
        return Err(WrapError(WrapErrorKind::Bytes(text.len())));
    }
    let line = LineBreaker { text: &text, head, prefix };
    let mut wrapped = String::with_capacity(text.len() + text.len() / 8);
    // A line end counts as two bytes, because a text may get CRLF on its way.
    let (mut at, mut bytes, mut lines) = (0, text.len(), 1);
    let mut room = columns.saturating_sub(used);
    loop {
        let end = line.end(at, room);
        wrapped.push_str(&text[at..end]);
        if end == text.len() {
            break;
        }
        wrapped.push('\n');
        wrapped.push_str(prefix);
        (at, bytes, lines) = (end, bytes + 2 + prefix.len(), lines + 1);
        room = columns.saturating_sub(width(prefix));
    }
    if lines > MAX_WRAPPER_LINES {
        Err(WrapError(WrapErrorKind::Lines(lines)))
    } else if bytes > MAX_WRAPPER_BYTES {
        Err(WrapError(WrapErrorKind::Bytes(bytes)))
    } else {
        Ok(wrapped)
    }
}

const OPENER: &str = "<URL:";

/// The greatest length of the name of a scheme that may begin the next URL of a wrapper.
const MAX_SCHEME_BYTES: usize = 32;

/// Returns the length of the start of `url` that must stay together: `scheme:` or `scheme://`.
fn head_len(url: &str) -> Result<usize, WrapError> {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let colon = url.bytes().position(|byte| !is_scheme(byte)).unwrap_or(url.len());
    // Readers ignore a second `URL:` (W1).
    let is_name = url.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !url[..colon].eq_ignore_ascii_case("URL");
    if !is_name || !url[colon..].starts_with(':') {
        return Err(WrapError(WrapErrorKind::Scheme));
    }
    if let Some(at) = url.find(is_barred).or_else(|| find_markup(url)) {
        return Err(WrapError::at(url, at, WrapErrorKind::Character));
    }
    let rest = &url[colon + 1..];
    // The path of a `file:` URL may be `/` alone. In other schemes slashes name nothing.
    let is_file = url[..colon].eq_ignore_ascii_case("file");
    if rest.is_empty() || !is_file && rest.bytes().all(|byte| byte == b'/') {
        return Err(WrapError(WrapErrorKind::Nothing));
    }
    Ok(colon + 1 + if rest.starts_with("//") { 2 } else { 0 })
}

fn begins_with_scheme(text: &str) -> bool {
    // Readers know no longer name. The bound keeps the look constant for each place.
    let near = &text.as_bytes()[..text.len().min(MAX_SCHEME_BYTES + 3)];
    let is_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let name = near.iter().take_while(is_scheme).count();
    name > 0 && near[name..].starts_with(b"://")
}

/// Reports whether no wrapper can contain `c`: a delimiter, a control character or whitespace (J1).
fn is_barred(c: char) -> bool {
    matches!(c, '<' | '>' | '"' | '\u{200B}' | '\u{FEFF}') || c.is_control() || c.is_whitespace()
}

/// Returns the offset of the first `\` of `url` that readers take for markup (J11): before punctuation, or before
/// the `>` at the end. A `\` before another one is none.
fn find_markup(url: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(offset) = url[at..].find('\\') {
        let backslash = at + offset;
        let next = url.as_bytes().get(backslash + 1);
        if next != Some(&b'\\') && next.is_none_or(u8::is_ascii_punctuation) {
            return Some(backslash);
        }
        at = backslash + 1 + usize::from(next == Some(&b'\\'));
    }
    None
}

struct LineBreaker<'t> {
    text: &'t str,
    /// The length of `<URL:scheme:` and of the `//` that may follow.
    head: usize,
    prefix: &'t str,
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum BreakPlace {
    Barred,
    Open,
    /// After one of `/ ? & ; ,`.
    Preferred,
}

impl LineBreaker<'_> {
    /// Returns the end of the line that begins at `start` and has room for `room` characters: the farthest place of the
    /// best kind. This gives the fewest lines, because a line that begins later can end at every place where one that
    /// begins earlier can. Text after the chosen place is examined at most once more: it holds no better place.
    fn end(&self, start: usize, room: usize) -> usize {
        let mut open = None;
        let mut preferred = None;
        for (before, (i, c)) in self.text[start..].char_indices().enumerate() {
            // Out of room: the best place so far ends the line. Without one, the walk continues to the first place.
            if let Some(place) = preferred.or(open).filter(|_| before >= room) {
                return place;
            }
            let place = start + i + c.len_utf8();
            match self.place(place) {
                BreakPlace::Barred => {}
                BreakPlace::Open => open = Some(place),
                BreakPlace::Preferred => preferred = Some(place),
            }
        }
        // The end was in reach, or no place came before it.
        self.text.len()
    }

    fn place(&self, at: usize) -> BreakPlace {
        let (before, after) = self.text.split_at(at);
        let (Some(last), Some(next)) = (before.chars().next_back(), after.chars().next()) else {
            return BreakPlace::Barred;
        };
        // At the end of a line, a hyphen is in doubt (J3), a soft hyphen or `\` is taken for a mark of the seam (J1),
        // and `=` for a soft break (A3). At the start, a full stop ends a sentence, and the mark is the wrapper's end
        // (W3).
        let seam = matches!(last, '-' | '\u{2010}' | '\u{AD}' | '\\' | '=') || next == '\u{AD}';
        let stop = ".,;:!?)]}'".contains(next);
        if at < self.head || after == ">" || seam || stop || self.is_in_escape(at) {
            return BreakPlace::Barred;
        }
        // `URL:` at the start of a line begins the next URL (W5).
        if after.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("URL:")) {
            return BreakPlace::Barred;
        }
        // `scheme://` at the start of a line begins the next URL, except in an open path or query (W5).
        if !matches!(last, '/' | '?' | '&' | ';') && begins_with_scheme(after) {
            return BreakPlace::Barred;
        }
        // A mailer that re-wraps may lose some of the prefix, and then a mark counts as a quote mark (W3). Even `JD>`
        // is one.
        let mark = mark_len(after);
        if mark > 0 && self.prefix.contains(&after[..mark]) {
            return BreakPlace::Barred;
        }
        // Between two slashes is a place, but not a preferred one: `//` stays together if it can.
        match (last, next) {
            ('/', '/') => BreakPlace::Open,
            ('/' | '?' | '&' | ';' | ',', _) => BreakPlace::Preferred,
            _ => BreakPlace::Open,
        }
    }

    /// Reports whether `at` follows the `%` or the first digit of a percent escape.
    fn is_in_escape(&self, at: usize) -> bool {
        let text = self.text.as_bytes();
        let is_escape = |percent: usize| match text[percent..] {
            [b'%', high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
            _ => false,
        };
        // An escape has three bytes, so its `%` is one or two bytes back.
        (1..=2).any(|back| at >= back && is_escape(at - back))
    }
}

#[cfg(test)]
mod tests;
