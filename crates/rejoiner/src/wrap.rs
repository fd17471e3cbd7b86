//! The writer's side: a URL in its wrapper, broken over lines so that it is read back (J10).
//!
//! RFC 1738's Appendix speaks to writers too: "extra whitespace (spaces, linebreaks, tabs, etc.)
//! may need to be added to break long URLs across lines", but "no whitespace should be introduced
//! after a hyphen". A *place* is a byte offset in the text `<URL:…>` at which a line might end. The
//! trap: what a line begins or ends with may be taken for something else, a hyphen for the
//! typesetter's, a soft hyphen for nothing, a `|` for a quote mark, a full stop for a sentence's;
//! such places are barred, and the line goes on.

use alloc::string::String;

use crate::mark::{find_non_mark, mark_len, width};
use crate::wrap_error::{MAX_WRAPPER_BYTES, MAX_WRAPPER_LINES, WrapError, WrapErrorKind};

/// `url` as `<URL:…>` on lines of at most `columns` columns, each with `prefix` before it, the
/// first too; the lines are parted by LF, and after the last there is none (J10).
///
/// A line ends after one of `/ ? & ; = ,` where one stands in reach, otherwise wherever it may; not
/// after a hyphen or a `\`, in a percent escape, in `<URL:scheme:` or the `//` after it, before the
/// `>`, or before a full stop or the like, which behind a quote mark would end a sentence. No other
/// lines of which that holds are fewer. Where a line may end nowhere in reach it is longer than
/// `columns`. A character is one column, a tab in the prefix goes to the next multiple of eight.
///
/// What is given is read back as `url` and nothing else, with any line end, and quoted again to any
/// depth that stays within the bounds. Whether `url` is a URL at all is not asked here: what V2
/// rejects is written, and passed over by the reader.
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
/// If `prefix` is more than quote marks (`>`, `|`, `:`, `%`, `#`, `›`, `»`, initials as in `JD>`),
/// spaces and tabs (W3), or longer than 256 bytes; if `url` does not begin with a scheme, has
/// nothing but slashes after it, or holds whitespace, a control character or one of `< > "`; or if
/// the wrapper would have more than the 8,192 bytes, line ends counted as two, or the 64 lines that
/// are read (W4).
///
/// # Complexity
///
/// Linear in the lengths of `url` and of what is given.
pub fn wrap(url: &str, columns: usize, prefix: &str) -> Result<String, WrapError> {
    let wrapped = wrap_after(url, columns, prefix, width(prefix))?;
    Ok([prefix, &wrapped].concat())
}

/// As [`wrap`], for a first line of which `used` columns are written already: nothing is put before
/// the `<`, and `prefix` stands before the other lines only.
///
/// It is read back if the first line begins with `prefix`, then text that begins with no quote
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
/// As [`wrap`].
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
        return Err(WrapError { kind: WrapErrorKind::Bytes(text.len()) });
    }
    let line = LineBreaker { text: &text, head, prefix };
    let mut wrapped = String::with_capacity(text.len() + text.len() / 8);
    // LineBreaker ends count as two bytes, for on its way a text may get them.
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
        Err(WrapError { kind: WrapErrorKind::Lines(lines) })
    } else if bytes > MAX_WRAPPER_BYTES {
        Err(WrapError { kind: WrapErrorKind::Bytes(bytes) })
    } else {
        Ok(wrapped)
    }
}

const OPENER: &str = "<URL:";

/// The length of what must stay together at the start of `url`: `scheme:`, or `scheme://`. An error
/// where `url` could not be read back from a wrapper.
fn head_len(url: &str) -> Result<usize, WrapError> {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let colon = url.bytes().position(|byte| !is_scheme(byte)).unwrap_or(url.len());
    if !url.starts_with(|c: char| c.is_ascii_alphanumeric()) || !url[colon..].starts_with(':') {
        return Err(WrapError { kind: WrapErrorKind::Scheme });
    }
    if let Some(at) = url.find(is_barred) {
        return Err(WrapError::at(url, at, WrapErrorKind::Character));
    }
    let rest = &url[colon + 1..];
    // A file's path may be `/` alone; elsewhere slashes name nothing, and the reader passes over
    // what has no more.
    let names_something = if url[..colon].eq_ignore_ascii_case("file") {
        !rest.is_empty()
    } else {
        rest.contains(|c| c != '/')
    };
    if !names_something {
        return Err(WrapError { kind: WrapErrorKind::Nothing });
    }
    Ok(colon + 1 + if rest.starts_with("//") { 2 } else { 0 })
}

/// Whether no wrapper can hold `c`: a delimiter, a control character, or whitespace, with the two
/// of J1 that Unicode does not call so.
fn is_barred(c: char) -> bool {
    matches!(c, '<' | '>' | '"' | '\u{200B}' | '\u{FEFF}') || c.is_control() || c.is_whitespace()
}

/// What is asked of a place.
struct LineBreaker<'t> {
    /// `<URL:…>`.
    text: &'t str,
    /// The length of `<URL:scheme:` and the `//` that may follow.
    head: usize,
    prefix: &'t str,
}

/// Whether a line may end at a place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum BreakPlace {
    Barred,
    Open,
    /// After one of `/ ? & ; = ,`.
    Preferred,
}

impl LineBreaker<'_> {
    /// Where the line ends that begins at `start` and has room for `room` characters.
    ///
    /// The farthest place of the best kind is taken. That gives the fewest lines, for a line that
    /// begins later can end wherever one that begins earlier could, or farther on. What is looked
    /// at beyond the place taken is looked at once more and not again: there is nothing better in
    /// it, so the next line ends behind it.
    fn end(&self, start: usize, room: usize) -> usize {
        let mut open = None;
        let mut preferred = None;
        for (before, (i, c)) in self.text[start..].char_indices().enumerate() {
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
        // The end was in reach, or there was no place before it.
        self.text.len()
    }

    /// Whether a line may end at `at`, which lies behind a character.
    fn place(&self, at: usize) -> BreakPlace {
        let (before, after) = self.text.split_at(at);
        let (Some(last), Some(next)) = (before.chars().next_back(), after.chars().next()) else {
            return BreakPlace::Barred;
        };
        // At a line's end a hyphen is in doubt (J3), a soft hyphen or a `\` is taken for the seam's
        // (J1). At its beginning, right behind a quote mark, a full stop ends a sentence, and the
        // mark is the wrapper's end (W3); somebody may yet quote the text with `>` and no blank.
        let seam = matches!(last, '-' | '\u{2010}' | '\u{AD}' | '\\') || next == '\u{AD}';
        let stop = ".,;:!?)]}'".contains(next);
        if at < self.head || after == ">" || seam || stop || self.is_in_escape(at) {
            return BreakPlace::Barred;
        }
        // After the whole prefix no mark is taken off, but a mailer that re-wraps loses some of it,
        // and then a mark that it has is (W3): `JD>` at the end is as good as any.
        let mark = mark_len(after);
        if mark > 0 && self.prefix.contains(&after[..mark]) {
            return BreakPlace::Barred;
        }
        match (last, next) {
            ('/', '/') => BreakPlace::Open,
            ('/' | '?' | '&' | ';' | '=' | ',', _) => BreakPlace::Preferred,
            _ => BreakPlace::Open,
        }
    }

    /// Whether `at` lies behind the `%` or the first digit of a percent escape.
    fn is_in_escape(&self, at: usize) -> bool {
        let text = self.text.as_bytes();
        let is_escape = |percent: usize| match text[percent..] {
            [b'%', high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
            _ => false,
        };
        (1..=2).any(|back| at >= back && is_escape(at - back))
    }
}

#[cfg(test)]
mod tests;
