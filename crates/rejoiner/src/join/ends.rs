//! What the end of a cut URL and the run after it look like.

use crate::join::words::{MAX_EXTENSION_BYTES, WordSet, is_common, is_extension};

/// The two sides of a line break, without the lines around.
#[expect(clippy::struct_excessive_bools, reason = "each is evidence of its own")]
pub(crate) struct Ends<'h> {
    /// The byte before the URL, if the URL began on this line.
    pub(crate) before: Option<u8>,
    /// Whether the URL began on an earlier line.
    pub(crate) is_later: bool,
    pub(crate) url: &'h [u8],
    /// Its part after the host: path, query and fragment.
    pub(crate) path: &'h [u8],
    pub(crate) last: u8,
    /// The run after the break, up to whitespace or one of `< > "`.
    pub(crate) run: &'h [u8],
    /// The run without punctuation of the sentence at its end.
    pub(crate) core: &'h [u8],
    pub(crate) first: u8,
    pub(crate) after: &'h [u8],
    pub(crate) is_alone: bool,
    /// Whether the run has a shape that words of prose do not have.
    pub(crate) is_strong: bool,
    pub(crate) is_word: bool,
    pub(crate) has_extension: bool,
}

impl<'h> Ends<'h> {
    /// `host` is the offset of the host in `url`.
    pub(crate) fn new(
        before: Option<u8>,
        is_first: bool,
        url: &'h [u8],
        host: usize,
        run: &'h [u8],
        is_alone: bool,
        after: impl FnOnce() -> &'h [u8],
    ) -> Option<Ends<'h>> {
        let rest = &url[host..];
        let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let path = &rest[end.unwrap_or(rest.len())..];
        let core = trimmed(run);
        let mut ends = Ends {
            before,
            is_later: !is_first,
            url,
            path,
            last: url.last().copied().unwrap_or_default(),
            run,
            core,
            first: run.first().copied().unwrap_or_default(),
            after: &[],
            is_alone,
            is_strong: false,
            is_word: false,
            has_extension: false,
        };
        if ends.is_stop() {
            return None;
        }
        ends.after = after();
        ends.is_strong = ends.is_strong();
        ends.is_word = is_word(core);
        ends.has_extension = path_extension(trimmed(path)).is_some_and(is_extension);
        Some(ends)
    }

    pub(crate) fn ends_in(&self, marks: &[u8]) -> bool {
        marks.contains(&self.last)
    }

    pub(crate) fn has_query(&self) -> bool {
        self.path.contains(&b'?')
    }

    pub(crate) fn has_digit(&self) -> bool {
        self.core.iter().any(u8::is_ascii_digit)
    }

    pub(crate) fn is_common(&self) -> bool {
        self.core.split(|&byte| byte == b'/').all(is_common)
    }

    /// Reports whether the run is words with hyphens between them, and more text follows. Folders have such names, too, but
    /// rarely with a capital.
    pub(crate) fn is_words(&self) -> bool {
        !self.is_alone
            && (self.last != b'/' || self.first.is_ascii_uppercase())
            && self.core.split(|&byte| byte == b'-').all(is_word)
    }

    pub(crate) fn has_inner(&self, marks: &[u8]) -> bool {
        let is_inner =
            |window: &[u8]| is_name(window[0]) && marks.contains(&window[1]) && is_name(window[2]);
        self.core.windows(3).any(is_inner)
    }

    pub(crate) fn slashes(&self) -> usize {
        self.core.iter().skip(1).filter(|&&byte| byte == b'/').count()
    }

    fn is_strong(&self) -> bool {
        let path = self.core.split(|byte| b"?#".contains(byte)).next().unwrap_or_default();
        let segment = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let extension = segment.iter().rposition(|&byte| byte == b'.');
        // The last letter of a newsgroup such as `comp.lang.c` is not an extension.
        let is_group = path.len() == segment.len()
            && matches!(path, [head @ .., b'.', _] if head.contains(&b'.'));
        let has_extension = extension.is_some_and(|dot| is_extension(&segment[dot + 1..]));
        has_extension && !is_group
            || self.has_inner(b"=#")
            || self.core.windows(3).any(is_escape)
            || self.slashes() > 1
            || self.core.len() > 1 && self.core.ends_with(b"/")
            // Unlike `OS/2` and `24/7`.
            || self.slashes() == 1
                && first_word(self.core).len() > 2
                && self.core.iter().any(u8::is_ascii_alphabetic)
                && (self.has_inner(b"-_.") || self.has_digit())
    }

    /// Reports whether the URL ends in a hyphen before a letter or digit. Two hyphens are a dash, and so is one after a
    /// known extension.
    pub(crate) fn is_hyphen(&self) -> bool {
        let name = self.path.strip_suffix(b"-").and_then(path_extension);
        self.last == b'-'
            && self.first.is_ascii_alphanumeric()
            && !self.url.ends_with(b"--")
            && !name.is_some_and(is_extension)
    }

    /// Reports whether the hyphen at the end may be one that a program inserted: URL and run have no other, and it does not
    /// divide two words as in `cgi-` and `bin`.
    pub(crate) fn is_hyphen_odd(&self) -> bool {
        let [before @ .., b'-'] = self.url else { return false };
        let letters = |byte: &&u8| byte.is_ascii_alphabetic();
        let left = before.iter().rev().take_while(letters).count();
        let right = self.run.iter().take_while(letters).count();
        let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        let divides_words = left > 2
            && right > 2
            && !is_digit(before.iter().rev().nth(left))
            && !is_digit(self.run.get(right));
        !divides_words && !before.contains(&b'-') && !self.run.contains(&b'-')
    }

    /// Reports whether the run begins as only the rest of a URL does: `/x`, `?k=v`, `&k=`, `%XX`, `.html`.
    pub(crate) fn begins_inside(&self) -> bool {
        match self.core {
            // A `?` alone before a word may stand for a character that was lost.
            [b'?', rest @ ..] => {
                rest.first().is_some_and(|&byte| is_name(byte))
                    && !rest.iter().all(u8::is_ascii_alphabetic)
            }
            // `/Anders` is a writer.
            [b'/', b'A'..=b'Z', name @ ..] if name.iter().all(u8::is_ascii_lowercase) => false,
            [b'/' | b'#', next, ..] => is_name(*next) || *next == b'~',
            [b'.', rest @ ..] => is_extension(first_word(rest)),
            [b'&' | b';', next, ..] => next.is_ascii_alphabetic() && self.core.contains(&b'='),
            [b'=', next, ..] => self.has_query() && is_name(*next),
            [b'%', ..] => is_escape(self.core),
            _ => false,
        }
    }

    /// Reports whether the first word of the run, at its end, is a known extension, or makes one of what the URL ends
    /// in.
    pub(crate) fn completes_extension(&self) -> bool {
        let Some(begun) = path_extension(self.path) else { return false };
        let word = first_word(self.core);
        let ends = matches!(self.core.get(word.len()), None | Some(b'#' | b'?'));
        let mut whole = [0; MAX_EXTENSION_BYTES];
        let length = begun.len() + word.len();
        if word.is_empty() || !ends || length > whole.len() {
            return false;
        }
        whole[..begun.len()].copy_from_slice(begun);
        whole[begun.len()..length].copy_from_slice(word);
        // `.h` and `tml`, but not `.c` and `pl`.
        is_extension(&whole[..length]) && !(is_extension(begun) && is_extension(word))
    }

    /// Reports whether the run completes the percent escape that the URL ends in.
    pub(crate) fn completes_escape(&self) -> bool {
        let digits = match self.url {
            [.., b'%'] => 2,
            [.., b'%', digit] if digit.is_ascii_hexdigit() => 1,
            _ => return false,
        };
        let is_hex =
            self.run.len() >= digits && self.run[..digits].iter().all(u8::is_ascii_hexdigit);
        is_hex && !self.path.is_empty() && !self.is_word
    }

    /// Reports whether the URL ends in a dot of its host, and the run has the rest of it, in a well-known domain.
    pub(crate) fn completes_host(&self) -> bool {
        static DOMAINS: WordSet = WordSet::new(
            "at au be br ca ch cn com cz de dk edu es eu example fi fr gov hu in info io it jp kr mil net nl no org pl \
            ru se tw uk us",
        );
        let host = self.core.split(|byte| b"/:?#".contains(byte)).next().unwrap_or_default();
        let domain = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
        self.path.is_empty() && self.last == b'.' && DOMAINS.has(domain)
    }

    /// Reports whether the run closes the bracket or the apostrophe directly before the URL.
    pub(crate) fn is_closed_by_run(&self) -> bool {
        let (open, close) = match self.before {
            Some(b'(') => (b'(', b')'),
            Some(b'[') => (b'[', b']'),
            Some(b'\'') => (b'\'', b'\''),
            _ => return false,
        };
        let has = |text: &[u8], byte| text.contains(&byte);
        has(self.run, close) && !has(self.url, close) && (open == close || !has(self.run, open))
    }

    /// Reports whether the run begins with an address, `user@host`, that is not a message-id which the URL begins.
    fn is_address(&self) -> bool {
        const MIN_DIGITS: usize = 5;
        let begun = self.url.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let digits = begun.iter().filter(|byte| byte.is_ascii_digit()).count();
        let is_message_id = !begun.is_empty() && self.run.ends_with(b"/")
            || self.last == b'-' && digits >= MIN_DIGITS;
        let head = self.run.split(|byte| b"/?&=".contains(byte)).next().unwrap_or_default();
        let at = head.iter().position(|&byte| byte == b'@');
        !is_message_id
            && at.is_some_and(|at| at > 0 && head[at..].iter().any(|byte| b".:".contains(byte)))
    }

    /// Reports whether the run assigns to a name outside a query, as in `PATH=/bin` and `server.port=80`.
    pub(crate) fn is_assignment(&self) -> bool {
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
        let name = self.run.iter().take_while(is_name).count();
        name > 0 && self.run.get(name) == Some(&b'=') && !self.has_query() && !self.ends_in(b"?&")
    }

    /// Reports whether the run begins something that no URL goes on with: another URL, a list mark, a rule, a label, a
    /// request of roff such as `.SH`, a media type.
    pub(crate) fn is_stop(&self) -> bool {
        let may_begin = self.first.is_ascii_alphanumeric()
            || b"/?&%#=._~+-$".contains(&self.first)
            || self.first == b'@' && self.last == b'/'
            || self.first == b';' && self.has_query();
        // Rules and signatures are what follows most often.
        if !may_begin || self.core.is_empty() || self.is_list_mark() {
            return true;
        }
        // A bracket or a quotation mark closes something around the URL.
        let end = self.url.iter().rev().find(|byte| !b".,;:".contains(byte));
        let is_closed = end.is_some_and(|byte| b")]}'\"*".contains(byte));
        // A link may be followed by its text.
        let is_repeated = self.core.len() > 3 && self.url.ends_with(self.core);
        // `f(x)` is program text, but `a.html#f(x)` may be the end of a URL.
        let is_call = || {
            self.run.windows(2).any(|it| it[0].is_ascii_alphanumeric() && it[1] == b'(')
                && !self.is_strong()
        };
        // Requests of roff begin with a dot, and so do extensions.
        let is_request =
            || self.first == b'.' && (!self.begins_inside() || self.run[1].is_ascii_uppercase());
        // A typesetter's hyphen is not a part of a URL.
        let is_hyphenated = self.url.ends_with("\u{2010}".as_bytes());
        // An `=` that begins no value is a line break of quoted-printable.
        let is_encoded = || self.last == b'=' && !self.has_query();
        is_closed
            || is_repeated
            || is_hyphenated
            || self.path.is_empty() && self.is_within_word()
            || is_encoded()
            || is_request()
            || self.is_folder()
            || self.is_media_type()
            || self.begins_text()
            || is_call()
            || self.is_address() && !self.ends_in(b"?&=")
    }

    fn is_within_word(&self) -> bool {
        self.last.is_ascii_alphanumeric() && self.first.is_ascii_alphanumeric()
    }

    fn is_folder(&self) -> bool {
        static FOLDERS: WordSet = WordSet::new("bin builds dev etc home opt proc tmp usr var");
        self.core.strip_prefix(b"/").is_some_and(|path| FOLDERS.has(first_word(path)))
    }

    /// Reports whether the run is a media type such as `text/plain`, and not a file in a folder of that name.
    fn is_media_type(&self) -> bool {
        static TYPES: WordSet =
            WordSet::new("application audio image message multipart text video");
        let name = first_word(self.core);
        TYPES.has(name)
            && self.core.get(name.len()) == Some(&b'/')
            && self.slashes() == 1
            && !path_extension(self.core).is_some_and(is_extension)
    }

    /// Reports whether the run is a rule, or the mark of a list item: `*`, `1.`, `a)`.
    fn is_list_mark(&self) -> bool {
        let (run, core) = (self.run, self.core);
        // A rule may also have text after it, as in `---Tom`.
        let is_rule = core.iter().all(|byte| !byte.is_ascii_alphanumeric()) && core.len() != 1
            || run.starts_with(b"--")
            || b"=_~#.".iter().any(|&mark| run.starts_with(&[mark; 3]));
        let is_bullet =
            core.len() == run.len() && matches!(core, [byte] if b"-*+=_~#.o".contains(byte));
        let is_number = core.len() <= 3
            && core.len() < run.len()
            && b".)]".contains(&run[core.len()])
            && (core.iter().all(u8::is_ascii_digit)
                || matches!(core, [byte] if byte.is_ascii_alphanumeric()));
        is_rule || is_bullet || is_number
    }

    /// Reports whether the run begins a URL, has one in it that is not the value of a query, or is a label such as
    /// `Tel:555`. Addresses of old pages have another URL after a time stamp of 14 digits.
    fn begins_text(&self) -> bool {
        let run = self.run;
        let is_stamp = |name: &[u8]| name.len() == 14 && name.iter().all(u8::is_ascii_digit);
        if self.last == b'=' || self.url.rsplit(|&byte| byte == b'/').nth(1).is_some_and(is_stamp) {
            return false;
        }
        let is_value = |at: usize| {
            let scheme = run[..at].iter().rev().take_while(|byte| byte.is_ascii_alphanumeric());
            let scheme = scheme.count();
            run[..at - scheme].last().is_some_and(|byte| b"=&%/".contains(byte))
        };
        let mut schemes = (0..run.len()).filter(|&at| run[at..].starts_with(b"://"));
        let starts_with =
            |name: &[u8]| run.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        let letters = run.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-');
        let name = letters.count();
        let is_label = run.ends_with(b":") && !self.is_alone && !self.core.contains(&b'/')
            || name > 0 && run[name..].starts_with(b":") && name < run.len() - 1;
        is_label && self.last != b'#'
            || schemes.any(|at| !is_value(at))
            || [&b"mailto:"[..], b"news:", b"www.", b"ftp."].iter().any(|name| starts_with(name))
    }
}

/// Reports whether `run` is a word within prose, after which no bracket closes: no sum joins it, so the signs need not
/// be examined.
pub(crate) fn is_prose(url: &[u8], run: &[u8], is_alone: bool) -> bool {
    let word = trimmed(run);
    let may_complete_extension = || {
        let length = url.iter().rev().take(MAX_EXTENSION_BYTES).position(|&byte| byte == b'.');
        length.is_some_and(|length| length + word.len() <= MAX_EXTENSION_BYTES)
    };
    let may_close = url.ends_with(b"/") && run.contains(&b')');
    !is_alone && !url.ends_with(b"-") && !may_close && is_word(word) && !may_complete_extension()
}

fn path_extension(path: &[u8]) -> Option<&[u8]> {
    let segment = path.rsplit(|&byte| byte == b'/').next()?;
    let dot = segment.iter().rposition(|&byte| byte == b'.')?;
    let extension = &segment[dot + 1..];
    (path.contains(&b'/') && extension.iter().all(u8::is_ascii_alphanumeric)).then_some(extension)
}

fn first_word(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    &bytes[..length]
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Reports whether `bytes` are letters of any script, also as `Don't` has them.
fn is_word(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte.is_ascii_alphabetic() || byte == b'\'' || byte >= 0x80)
}

pub(crate) fn trimmed(run: &[u8]) -> &[u8] {
    let is_kept = |byte: &u8| byte.is_ascii_alphanumeric() || !b".,;:!?*'\")]}\\".contains(byte);
    &run[..run.iter().rposition(is_kept).map_or(0, |last| last + 1)]
}
