//! What the end of a cut URL and the run after it look like.

/// How a URL ends before a line break.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is evidence of its own")]
pub(crate) struct CutEnd {
    /// The last byte.
    pub(crate) last: u8,
    /// Whether a path, a query or a fragment has begun.
    pub(crate) has_path: bool,
    /// Whether the path has a segment that a slash ends.
    pub(crate) has_directory: bool,
    /// Whether a query has begun.
    pub(crate) has_query: bool,
    /// Whether the URL ends in a known extension.
    pub(crate) has_extension: bool,
    /// Whether the next run completes an extension that the line break cuts, as in `.ht` and `ml`.
    pub(crate) completes_extension: bool,
    /// Whether the URL has a path and ends within a percent escape, which the next run completes.
    pub(crate) is_in_escape: bool,
    /// Whether the URL ends in a hyphen. Two of them are a dash, and so is one after a known extension.
    pub(crate) ends_in_hyphen: bool,
    /// Whether the hyphen at the end is one that a program may have inserted: the URL has no other, and it does not
    /// divide two words.
    pub(crate) is_hyphen_odd: bool,
    /// Whether a letter precedes the last byte.
    pub(crate) follows_letter: bool,
    /// Whether the URL ends in two underscores.
    pub(crate) is_in_rule: bool,
    /// Whether the URL has `=3D` and ends in `=`, as in quoted-printable that was not decoded.
    pub(crate) is_in_quoted_printable: bool,
    /// Whether the next run closes the bracket or the apostrophe directly before the URL.
    pub(crate) is_closed_by_run: bool,
}

impl CutEnd {
    /// Examines the URL `bytes`, the byte `before` it, and `run`, which follows it on the next line.
    pub(crate) fn of(before: Option<&u8>, bytes: &[u8], run: &[u8]) -> CutEnd {
        let last = bytes.last().copied().unwrap_or_default();
        let after_scheme = bytes.iter().position(|&byte| byte == b':').map_or(0, |colon| colon + 1);
        let rest = &bytes[after_scheme..];
        let rest = rest.strip_prefix(b"//").unwrap_or(rest);
        let authority = rest.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(rest.len());
        let path = &rest[authority..];
        let extension = path_extension(trimmed(path));
        CutEnd {
            last,
            has_path: !path.is_empty(),
            has_directory: path.splitn(3, |&byte| byte == b'/').count() > 2,
            has_query: path.contains(&b'?'),
            has_extension: extension.is_some_and(is_extension),
            completes_extension: path_extension(path)
                .is_some_and(|begun| completes_extension(begun, run)),
            is_in_escape: !path.is_empty()
                && match bytes {
                    [.., b'%'] => {
                        run.iter().take(2).filter(|byte| byte.is_ascii_hexdigit()).count() == 2
                    }
                    [.., b'%', digit] => digit.is_ascii_hexdigit() && run[0].is_ascii_hexdigit(),
                    _ => false,
                },
            ends_in_hyphen: last == b'-'
                && !bytes.ends_with(b"--")
                && !path.strip_suffix(b"-").and_then(path_extension).is_some_and(is_extension),
            is_hyphen_odd: last == b'-' && is_hyphen_odd(rest, run),
            follows_letter: matches!(bytes, [.., byte, _] if byte.is_ascii_alphabetic()),
            is_in_rule: bytes.ends_with(b"__"),
            is_in_quoted_printable: last == b'=' && bytes.windows(3).any(|window| window == b"=3D"),
            is_closed_by_run: is_closed_by(before, bytes, run),
        }
    }
}

/// Returns the letters and digits after the last dot of the last segment of `path`, if there is one.
fn path_extension(path: &[u8]) -> Option<&[u8]> {
    let segment = path.rsplit(|&byte| byte == b'/').next()?;
    let dot = segment.iter().rposition(|&byte| byte == b'.')?;
    let extension = &segment[dot + 1..];
    (path.contains(&b'/') && extension.iter().all(u8::is_ascii_alphanumeric)).then_some(extension)
}

/// The least length of a word that a hyphen divides, and of the name of a folder.
const MIN_WORD_BYTES: usize = 3;

/// Reports whether the hyphen at the end of `url` may have been inserted with the line break. Some programs do that,
/// as in `story/0,108-` and `01,68844`. In `cgi-` and `bin`, the hyphen divides two words.
fn is_hyphen_odd(url: &[u8], run: &[u8]) -> bool {
    let before = &url[..url.len() - 1];
    let letters = |byte: &&u8| byte.is_ascii_alphabetic();
    let is_word = |letters: usize, next: Option<&u8>| {
        letters >= MIN_WORD_BYTES && next.is_none_or(|byte| !byte.is_ascii_digit())
    };
    let (left, right) =
        (before.iter().rev().take_while(letters).count(), run.iter().take_while(letters).count());
    let divides_words =
        is_word(left, before.iter().rev().nth(left)) && is_word(right, run.get(right));
    !divides_words && !before.contains(&b'-') && !run.contains(&b'-')
}

/// Reports whether the first word of `run` makes a known extension of `begun`, and the run ends with it.
fn completes_extension(begun: &[u8], run: &[u8]) -> bool {
    let run = trimmed(run);
    let word = first_word(run);
    let ends = matches!(run.get(word.len()), None | Some(b'#' | b'?'));
    let mut whole = [0; MAX_EXTENSION_BYTES];
    let length = begun.len() + word.len();
    if begun.is_empty() || word.is_empty() || !ends || length > whole.len() {
        return false;
    }
    whole[..begun.len()].copy_from_slice(begun);
    whole[begun.len()..length].copy_from_slice(word);
    // `.h` and `tml`, but not `.c` and `pl`.
    is_extension(&whole[..length]) && !(is_extension(begun) && is_extension(word))
}

/// Reports whether `run` closes the bracket or the apostrophe `open` directly before the URL.
fn is_closed_by(open: Option<&u8>, url: &[u8], run: &[u8]) -> bool {
    let (open, close) = match open {
        Some(b'(') => (b'(', b')'),
        Some(b'[') => (b'[', b']'),
        Some(b'\'') => (b'\'', b'\''),
        _ => return false,
    };
    let has = |text: &[u8], byte| text.contains(&byte);
    has(run, close) && !has(url, close) && (open == close || !has(run, open))
}

/// The shapes of a run after a line break.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is evidence of its own")]
pub(crate) struct RunShape {
    /// The first byte.
    pub(crate) first: u8,
    /// Whether the run has a known extension.
    pub(crate) has_extension: bool,
    /// Whether it has `k=v`.
    pub(crate) has_query: bool,
    /// Whether it has an escape, `%XX`.
    pub(crate) has_escape: bool,
    /// Whether it has `x#y`.
    pub(crate) has_fragment: bool,
    /// The number of slashes within it or at its end.
    pub(crate) slashes: usize,
    /// Whether it ends in a slash, as no word does.
    pub(crate) ends_in_slash: bool,
    /// Whether it begins as only the rest of a URL does: `/x`, `?k`, `&k=`, `%XX`.
    pub(crate) begins_inside: bool,
    /// Whether it begins with three letters or digits and has a letter, unlike `OS/2` and `24/7`.
    pub(crate) has_folder: bool,
    /// Whether it is an absolute path of a file system, or `/` and a name.
    pub(crate) is_local: bool,
    /// Whether it has a digit.
    pub(crate) has_digit: bool,
    /// Whether it has `-` or `_` between letters or digits.
    pub(crate) has_dash: bool,
    /// Whether it has `.` between letters or digits, as a host has.
    pub(crate) has_dot: bool,
    /// Whether it is an identifier, such as a hash: letters and digits that change often.
    pub(crate) is_identifier: bool,
    /// Whether it has only digits.
    pub(crate) is_number: bool,
    /// Whether it has only upper-case letters.
    pub(crate) is_upper: bool,
    /// Whether it is a word: letters only, with punctuation around it.
    pub(crate) is_word: bool,
    /// Whether it is a common word of prose.
    pub(crate) is_common: bool,
    /// Whether it may be the name or the greeting of a writer: a short word with a capital, also after dashes.
    pub(crate) is_writer: bool,
    /// Whether nothing follows it on its line.
    pub(crate) is_alone: bool,
}

impl RunShape {
    pub(crate) fn of(run: &[u8], is_alone: bool) -> RunShape {
        let core = trimmed(run);
        let path_end = core.iter().position(|byte| b"?#".contains(byte)).unwrap_or(core.len());
        let path = &core[..path_end];
        let segment = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let extension =
            segment.iter().rposition(|&byte| byte == b'.').map(|dot| &segment[dot + 1..]);
        let is_inner = |window: &[u8], marks: &[u8]| {
            is_name(window[0]) && marks.contains(&window[1]) && is_name(window[2])
        };
        let has = |marks: &[u8]| core.windows(3).any(|window| is_inner(window, marks));
        RunShape {
            first: run.first().copied().unwrap_or_default(),
            has_extension: extension.is_some_and(is_extension) && !is_group(path),
            has_query: has(b"="),
            has_escape: core.windows(3).any(is_escape),
            has_fragment: has(b"#"),
            slashes: core.iter().skip(1).filter(|&&byte| byte == b'/').count(),
            ends_in_slash: core.len() > 1 && core.ends_with(b"/"),
            begins_inside: match core {
                // A `?` alone before a word may stand for a character that was lost.
                [b'?', rest @ ..] => {
                    rest.first().is_some_and(|&byte| is_name(byte))
                        && !rest.iter().all(u8::is_ascii_alphabetic)
                }
                [b'/' | b'#', next, ..] => is_name(*next) || *next == b'~',
                [b'.', rest @ ..] => is_extension(first_word(rest)),
                [b'&' | b';', next, ..] => next.is_ascii_alphabetic() && core.contains(&b'='),
                [b'%', ..] => core.get(..3).is_some_and(is_escape),
                _ => false,
            },
            has_folder: first_word(core).len() >= MIN_WORD_BYTES
                && core.iter().any(u8::is_ascii_alphabetic),
            is_local: is_local(core),
            has_digit: core.iter().any(u8::is_ascii_digit),
            has_dash: has(b"-_"),
            has_dot: has(b"."),
            is_identifier: is_identifier(core),
            is_number: core.iter().all(u8::is_ascii_digit),
            is_upper: core.iter().all(u8::is_ascii_uppercase),
            is_word: is_word(core),
            is_common: is_common(core),
            is_writer: is_writer(core),
            is_alone,
        }
    }

    /// Reports whether the run has a shape that words of prose do not have.
    pub(crate) fn is_strong(&self) -> bool {
        self.has_extension
            || self.has_query
            || self.has_escape
            || self.has_fragment
            || self.slashes > 1
            || self.ends_in_slash
            || (self.slashes == 1
                && self.has_folder
                && (self.has_dash || self.has_dot || self.has_digit))
    }
}

/// Reports whether `path` may be a newsgroup such as `comp.lang.c`, whose last letter is no extension.
pub(crate) fn is_group(path: &[u8]) -> bool {
    !path.contains(&b'/') && matches!(path, [.., b'.', _]) && path[..path.len() - 2].contains(&b'.')
}

/// Reports whether `path` begins like an absolute path of a file system, or is a slash and a name.
fn is_local(path: &[u8]) -> bool {
    static FOLDERS: WordSet = WordSet::new("bin dev etc home opt proc tmp usr var");
    path.strip_prefix(b"/").is_some_and(|path| {
        let name = first_word(path);
        FOLDERS.has(name)
            || name.len() == path.len() && name.first().is_some_and(u8::is_ascii_uppercase)
    })
}

/// Returns the letters and digits at the start of `bytes`.
fn first_word(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    &bytes[..length]
}

/// Reports whether `bytes` are letters and digits that change at least three times, as no word and no number does.
fn is_identifier(bytes: &[u8]) -> bool {
    const MIN_CHANGES: usize = 3;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    let is_change = |pair: &&[u8]| {
        pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic()
            || pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit()
    };
    bytes.iter().all(is_part) && bytes.windows(2).filter(is_change).count() >= MIN_CHANGES
}

/// Reports whether `core` may be the name or the greeting of a writer: a short word with a capital, also after dashes.
fn is_writer(core: &[u8]) -> bool {
    let dashes = core.iter().take_while(|&&byte| byte == b'-').count();
    let name = &core[dashes..];
    name.len() <= MAX_COMMON_BYTES
        && name.first().is_some_and(u8::is_ascii_uppercase)
        && name[1..].iter().all(u8::is_ascii_lowercase)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Reports whether `run` is a word within prose. No rule joins such a run, so the caller need not examine the lines
/// around it. Most URLs at a line end are followed by one.
pub(crate) fn is_prose(url: &[u8], run: &[u8], is_alone: bool) -> bool {
    let word = trimmed(run);
    let may_complete_extension = || {
        let length = url.iter().rev().take(MAX_EXTENSION_BYTES).position(|&byte| byte == b'.');
        length.is_some_and(|length| length + word.len() <= MAX_EXTENSION_BYTES)
    };
    !is_alone && !url.ends_with(b"-") && is_word(word) && !may_complete_extension()
}

/// Reports whether `bytes` are letters of any script, also as `Don't` has them.
pub(crate) fn is_word(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte.is_ascii_alphabetic() || byte == b'\'' || byte >= 0x80)
}

/// Returns `run` without punctuation of the sentence at its end.
pub(crate) fn trimmed(run: &[u8]) -> &[u8] {
    let is_kept = |byte: &u8| !b".,;:!?*'\")]}\\".contains(byte);
    &run[..run.iter().rposition(is_kept).map_or(0, |last| last + 1)]
}

/// The number of letters of the longest common word.
const MAX_COMMON_BYTES: usize = 12;

/// Words of English prose that may follow a URL.
static COMMON_WORDS: WordSet = WordSet::new(
    "a about after also an and any are as at be been but by can cheers could did do does etc for from \
    had has have he here how i if in into is it me my no not of on or our out page please regards right said says see site so \
    successfully than thanks that the then there this to too up was well will with works you",
);

pub(crate) fn is_common(word: &[u8]) -> bool {
    word.len() <= MAX_COMMON_BYTES && COMMON_WORDS.has(word)
}

/// The length of the longest known extension.
const MAX_EXTENSION_BYTES: usize = 5;

/// Extensions of files that URLs often name.
static EXTENSIONS: WordSet = WordSet::new(
    "asp aspx avi bib bin bz2 c cfm cgi cpp css csv deb diff do doc docx dtd dvi exe gif gz h htm \
    html ics iso jar java jpeg jpg js json jsp log md mp3 mpg msg nsf patch pdf php php3 pl png ppt ps py rb rpm rss \
    rst rtf sh shtml stm tar tex tgz txt xhtml xls xml xsd xsl xz zip",
);

pub(crate) fn is_extension(name: &[u8]) -> bool {
    name.len() <= MAX_EXTENSION_BYTES && EXTENSIONS.has(name)
}

/// A list of words in lower case, each of fewer than 16 letters and digits.
pub(crate) struct WordSet {
    list: &'static str,
    /// For each first byte, the lengths of the words that begin with it: bit 3 stands for three bytes.
    lengths: [u16; 128],
}

impl WordSet {
    /// Returns the words of `list`, which one space separates.
    pub(crate) const fn new(list: &'static str) -> WordSet {
        let bytes = list.as_bytes();
        let mut lengths = [0; 128];
        let (mut start, mut at) = (0, 0);
        while at <= bytes.len() {
            if at == bytes.len() || bytes[at] == b' ' {
                lengths[bytes[start] as usize] |= 1 << (at - start);
                start = at + 1;
            }
            at += 1;
        }
        WordSet { list, lengths }
    }

    /// Reports whether the list has `word`, in any case.
    ///
    /// The first letter and the length rule out most words. Comparing with each word of a list took a fifth of the
    /// instructions of a search in mail with many URLs.
    pub(crate) fn has(&self, word: &[u8]) -> bool {
        let first = word.first().map_or(0, u8::to_ascii_lowercase);
        let lengths = self.lengths.get(usize::from(first)).copied().unwrap_or_default();
        word.len() < 16
            && lengths >> word.len() & 1 == 1
            && self.list.split(' ').any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_their_words_in_any_case() {
        static WORDS: WordSet = WordSet::new("a at the then 7z");
        for word in ["a", "A", "at", "The", "THEN", "7z"] {
            assert!(WORDS.has(word.as_bytes()), "{word}");
        }
        for word in ["", " ", "t", "th", "tha", "a at", "thenthenthenthen", "7", "\u{e9}"] {
            assert!(!WORDS.has(word.as_bytes()), "{word}");
        }
        assert!(EXTENSIONS.list.split(' ').all(|word| is_extension(word.as_bytes())));
        assert!(COMMON_WORDS.list.split(' ').all(|word| is_common(word.as_bytes())));
    }
}
