//! Where a URL stands without its scheme: the forms `host` and `address` (W11), off by default.
//!
//! The trigger is a dot or an `@`. Around it stands a *word*, which an `@` behind it makes the local part
//! of an address, and in which otherwise the first run that can be a host is one: `www.example.org`,
//! `example.org/path`. The traps are what else has dots: ends of sentences (`over.It`), versions, names
//! of files, calls (`os.path(`), addresses of `scp` (`git@example.org:a/b`). Which domains there
//! are is not known here, but asked of who knows.
use core::ops::Range;

use crate::bare::Bare;
use crate::closer::{Letter, char_at, letter_at};
use crate::config::{Config, Domain};
use crate::end::{Authority, Extent, extent};
use crate::form::Form;
use crate::input::{Encoding, Input};
use crate::work;

/// What is known of the words of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    /// How far they were looked at: nothing before is the beginning of one.
    done: usize,
    /// A word from a trigger in it to its end, which is the same for each trigger between the two.
    known: (usize, usize),
}

impl Words {
    /// Keeps what is true wherever the search goes on.
    pub(crate) fn go_to_another(&mut self) {
        self.done = 0;
    }
}

/// The host or address in the word around the dot or `@` at `trigger`. Nothing before `at` belongs to
/// it.
///
/// Linear in the word and in what is found: each word is looked at once, whatever triggers and hosts are
/// in it.
pub(crate) fn word_at(
    input: Input<'_>,
    at: usize,
    trigger: usize,
    config: &Config,
    words: &mut Words,
) -> Option<Bare> {
    let Config { forms, domain_of, .. } = *config;
    if trigger < words.done {
        return None;
    }
    let text = Text { haystack: input.haystack, encoding: input.encoding };
    let (from, end) = words.known;
    let known_end = (from..end).contains(&trigger).then_some(end);
    let word = text.word_around(at, trigger, known_end);
    work::did(known_end.map_or(word.end, |_| trigger) - word.start);
    words.known = (trigger, word.end);
    words.done = word.end.max(trigger + 1);
    let is_address = text.byte(word.end) == Some(b'@');
    let host = if forms.contains(Form::Host) {
        text.host_in(at, word.clone(), is_address, domain_of)
    } else {
        None
    };
    let address =
        if is_address && forms.contains(Form::Address) { text.address(at, word) } else { None };
    match (host, address) {
        // Where both begin with the word the host has a path: `example.org/@name` is more likely.
        (Some(host), Some(address)) if address.outer < host.outer => Some(address),
        (host, address) => host.or(address),
    }
}

/// The names that a file is likelier to have behind its last dot than a host, though they are domains:
/// a host without a path or query is none there; a number behind is a line's.
const FILES: &[&str] =
    &["cc", "cf", "java", "md", "ml", "mov", "pl", "pm", "ps", "py", "rs", "sh", "so", "zip"];

/// The longest host and label (RFC 1035, 2.3.4).
const MAX_HOST: usize = 253;
const MAX_LABEL: usize = 63;

/// The longest local part: with an `@` and the shortest host, as long as a mailbox may be (RFC 5321, 4.5.3.1.3).
/// The 64 bytes of 4.5.3.1.1 are too few for those that mailing lists make of the addresses of their readers.
const MAX_LOCAL: usize = 250;

/// The bytes in which words are looked for.
#[derive(Clone, Copy)]
struct Text<'h> {
    haystack: &'h [u8],
    encoding: Encoding,
}

impl Text<'_> {
    fn byte(self, at: usize) -> Option<u8> {
        self.haystack.get(at).copied()
    }

    /// The byte before `at`; a blank at the beginning.
    fn before(self, at: usize) -> u8 {
        at.checked_sub(1).map_or(b' ', |i| self.haystack[i])
    }

    /// The length of the character of a host at `at`, 0 where none stands there: a letter, a digit, a
    /// hyphen, a dot.
    fn host_len(self, at: usize) -> usize {
        match self.byte(at) {
            Some(byte) if byte < 0x80 => {
                usize::from(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
            }
            Some(_) => self.letter_len(at),
            None => 0,
        }
    }

    /// The length of the letter beyond ASCII at `at`, 0 where none stands there.
    fn letter_len(self, at: usize) -> usize {
        match (self.encoding, letter_at(self.haystack, at, self.encoding)) {
            (Encoding::Bytes, Letter::Goes(len)) => len,
            (Encoding::Utf8, Letter::Goes(len)) => {
                let is_letter = char_at(self.haystack, at).is_some_and(is_letter);
                if is_letter { len } else { 0 }
            }
            _ => 0,
        }
    }

    /// The length of the letter beyond ASCII that ends at `end`, 0 where none ends there.
    fn letter_len_before(self, end: usize) -> usize {
        let fits = |len: &usize| *len <= end && self.letter_len(end - len) == *len;
        if self.before(end) < 0x80 { 0 } else { (1..=4).find(fits).unwrap_or(0) }
    }

    /// Whether `byte` at `at`, which is ASCII, may stand in a word: what RFC 5322, 3.2.3, calls `atext`
    /// without `?`, `^`, `{`, `|`, `}` and the backquote, and a dot. A `'` stands between letters alone,
    /// for it quotes too.
    fn is_of_word(self, at: usize, byte: u8) -> bool {
        match byte {
            b'\'' => {
                let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
                is_letter(self.before(at)) && self.byte(at + 1).is_some_and(is_letter)
            }
            b'!' | b'#'..=b'&' | b'*' | b'+' | b'-'..=b'/' | b'=' | b'_' | b'~' => true,
            byte => byte.is_ascii_alphanumeric(),
        }
    }

    /// The word around `trigger`, from `at` on; empty before an `@` that none stands before. Its end is
    /// not looked for where it is known.
    fn word_around(self, at: usize, trigger: usize, known_end: Option<usize>) -> Range<usize> {
        let mut start = trigger;
        while start > at {
            let byte = self.before(start);
            let len = match byte {
                0x80.. => self.letter_len_before(start).min(start - at),
                byte => usize::from(self.is_of_word(start - 1, byte)),
            };
            if len == 0 {
                break;
            }
            start -= len;
        }
        let mut end = known_end.unwrap_or(trigger);
        while let Some(byte) = self.byte(end).filter(|_| known_end.is_none()) {
            let len = match byte {
                0x80.. => self.letter_len(end),
                byte => usize::from(self.is_of_word(end, byte)),
            };
            if len == 0 {
                break;
            }
            end += len;
        }
        start..end
    }

    /// The first host in `word`. Of the local part of an address none is one, but for what has a path:
    /// `example.org/@name`.
    fn host_in(
        self,
        at: usize,
        word: Range<usize>,
        is_address: bool,
        domain_of: fn(&[u8]) -> Domain,
    ) -> Option<Bare> {
        if self.haystack[..word.start].ends_with(b"@") {
            return None;
        }
        let mut start = word.start;
        while start < word.end {
            let run = self.run(start);
            if run.is_empty() {
                start += 1;
                continue;
            }
            if let Some(end) = self.host_end(at, run.clone(), domain_of)
                && (!is_address || self.byte(end) == Some(b'/'))
            {
                let extent = match self.byte(end) {
                    Some(b'/' | b'?' | b'#') => {
                        extent(self.haystack, start, end, Authority::None, self.encoding)
                    }
                    _ => Extent { end, tail: end..end },
                };
                return Some(Bare { form: Form::Host, scheme: None, outer: start, start, extent });
            }
            start = run.end;
        }
        None
    }

    /// The run of a host's characters that begins at `start`.
    fn run(self, start: usize) -> Range<usize> {
        let mut end = start;
        while self.host_len(end) > 0 {
            end += self.host_len(end);
        }
        start..end
    }

    /// Where the host ends that `run` is, its port included; `None` where it is none.
    fn host_end(
        self,
        at: usize,
        run: Range<usize>,
        domain_of: fn(&[u8]) -> Domain,
    ) -> Option<usize> {
        let is_scheme = self.goes_on_as_scheme(run.end);
        let Range { start, end } = self.trimmed(run);
        let before = self.before(start);
        // A letter stands there where a URL ended within a word.
        let touches = before.is_ascii_alphanumeric()
            || matches!(
                before,
                b'_' | b'-' | b'.' | b'/' | b'\\' | b'%' | b'$' | b'@' | b'+' | b'~'
            )
            || start == at && self.letter_len_before(start) > 0;
        let host = &self.haystack[start..end];
        let domain = last_label(host);
        if touches || is_scheme || !is_host(host) {
            return None;
        }
        let first = host.split(|&byte| byte == b'.').next().unwrap_or_default();
        let is_named = [&b"www"[..], b"ftp"].iter().any(|name| first.eq_ignore_ascii_case(name));
        let is_short = host.len() == first.len() + 1 + domain.len();
        if is_named && is_short || !is_named && is_title(domain) {
            return None;
        }
        let end_of_host = end;
        let end = match self.byte(end) {
            Some(b':') => self.port_end(end)?,
            Some(b'(' | b'[' | b'{' | b'=' | b'_' | b'\\' | b'+' | b'$' | b'%' | b'~') => {
                return None;
            }
            _ => end,
        };
        if is_named {
            return Some(end);
        }
        let is_file = FILES.iter().any(|name| domain.eq_ignore_ascii_case(name.as_bytes()));
        // List archives mask addresses so: with this and the names of files 61,634 of 78,239 hosts in one of
        // them went.
        let is_masked = self.haystack[..start].ends_with(b" at ");
        let known = domain_of(host);
        if known == Domain::Unknown {
            return None;
        }
        if known == Domain::Known && !is_file && !is_masked {
            return Some(end);
        }
        let has_path = self.has_path(start, end);
        let goes_on = has_path || end > end_of_host;
        let is_none = is_file && !has_path || !goes_on;
        (!is_none).then_some(end)
    }

    /// Whether a path, query or fragment stands behind the host from `start` to `end`, and not the mark that a
    /// sentence ends with: is it in `setup.py?`
    fn has_path(self, start: usize, end: usize) -> bool {
        matches!(self.byte(end), Some(b'/' | b'?' | b'#'))
            && extent(self.haystack, start, end, Authority::None, self.encoding).end > end
    }

    /// Where the port ends whose colon stands at `colon`; there where none is meant, for a blank or
    /// the like follows; `None` where the colon is of something else.
    fn port_end(self, colon: usize) -> Option<usize> {
        let rest = &self.haystack[colon + 1..];
        let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
        let next = rest.get(digits).copied().unwrap_or(b' ');
        match digits {
            0 => {
                let is_stop = next <= b' ' || next >= 0x80 || b".,;)]}<>\"'".contains(&next);
                is_stop.then_some(colon)
            }
            1..=5 => (!next.is_ascii_alphanumeric() && next != b'_').then_some(colon + 1 + digits),
            _ => None,
        }
    }

    /// The address whose local part `word` is, up to the `@`.
    fn address(self, at: usize, word: Range<usize>) -> Option<Bare> {
        let local = &self.haystack[word.clone()];
        work::did(local.len());
        // What stands before two dots, or two slashes, is another word.
        let doubled = |pair: &[u8]| pair == b".." || pair == b"//";
        let later = local.windows(2).rposition(doubled).map_or(0, |i| i + 2);
        let begins =
            |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"_~".contains(byte);
        let start = word.start + later + local[later..].iter().position(begins)?;
        let touches = start == word.start
            && (self.before(start) == b'@'
                || self.before(start).is_ascii_alphanumeric()
                || start == at && self.letter_len_before(start) > 0);
        // Of a quoted local part the end alone would be another address: `"jim".x@example.org`.
        let is_quoted = local.starts_with(b".") && self.before(word.start) == b'"';
        let run = self.run(word.end + 1);
        work::did(run.len());
        let is_scheme = self.goes_on_as_scheme(run.end);
        let Range { start: domain, end } = self.trimmed(run);
        let is_other = match self.haystack[end..] {
            [b'@', ..] => true,
            // What `scp` copies, or a port.
            [b':', next, ..] => next.is_ascii_alphanumeric() || matches!(next, b'/' | b'~'),
            _ => false,
        };
        if touches
            || is_scheme
            || is_quoted
            || word.end - start > MAX_LOCAL
            || local.ends_with(b".")
            || is_other
            || !is_host(&self.haystack[domain..end])
        {
            return None;
        }
        let extent = Extent { end, tail: end..end };
        Some(Bare { form: Form::Address, scheme: None, outer: start, start, extent })
    }

    /// Whether a run up to `end` may be of a scheme: `a.example+http://…`.
    fn goes_on_as_scheme(self, end: usize) -> bool {
        let rest = &self.haystack[end..];
        rest.starts_with(b"+") || rest.starts_with(b"://")
    }

    /// `run` without the dots and hyphens at its end, which are the sentence's.
    fn trimmed(self, run: Range<usize>) -> Range<usize> {
        let ends = |byte: &&u8| matches!(byte, b'.' | b'-');
        run.start..run.end - self.haystack[run].iter().rev().take_while(ends).count()
    }
}

/// Whether `run` could be a host: two labels or more, none empty or with a hyphen at its edge, the last
/// a word of letters or in Punycode.
fn is_host(run: &[u8]) -> bool {
    let is_label = |label: &[u8]| {
        (1..=MAX_LABEL).contains(&label.len()) && !label.starts_with(b"-") && !label.ends_with(b"-")
    };
    let last = last_label(run);
    let is_letters = last.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
    let is_punycode = last.get(..4).is_some_and(|four| four.eq_ignore_ascii_case(b"xn--"));
    run.len() <= MAX_HOST
        && last.len() >= 2
        && last.len() < run.len()
        && (is_letters || is_punycode)
        && run.split(|&byte| byte == b'.').all(is_label)
}

/// What stands behind the last dot of `host`.
fn last_label(host: &[u8]) -> &[u8] {
    host.rsplit(|&byte| byte == b'.').next().unwrap_or_default()
}

/// Whether `label` is a word that begins a sentence, whose blank was lost: `over.It`.
fn is_title(label: &[u8]) -> bool {
    matches!(label, [first, rest @ ..]
        if first.is_ascii_uppercase() && rest.iter().all(u8::is_ascii_lowercase))
}

/// Whether `c`, beyond ASCII, may stand in a word: a letter or digit of any script. The signs that
/// Indian scripts write vowels with are no letters to Unicode, nor are the marks that combine, and words
/// have them.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '\u{300}'..='\u{36F}' | '\u{900}'..='\u{963}' | '\u{966}'..='\u{DFF}')
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{Config, Forms, Scanner};
    use std::string::String;
    use std::vec::Vec;

    /// What is found in the text that `row` is without its marks, marked.
    fn marked(row: &str, forms: Forms) -> String {
        let text = row.replace(['«', '»'], "");
        let scanner = Scanner::with_config(Config::new().forms(forms));
        let mut marked = String::new();
        let mut at = 0;
        for wrapper in scanner.find_iter(&text) {
            let outer = wrapper.outer();
            marked += &[&text[at..outer.start], "«", &text[outer.clone()], "»"].concat();
            at = outer.end;
        }
        marked + &text[at..]
    }

    #[test]
    fn hosts() {
        let table: &[&str] = &[
            "see «www.example.org», «example.org/a(b)» and («example.org/»).",
            "«one.org/» : «two.org/»; («one.org/»)(«two.org/»)",
            "«example.org:8080/a», «google.com»: // no port",
            "«example.com?q=1»? «example.com#f».",
            "«9292.nl» «a12.b-c.com» «президент.рф/ä» «хост.xn--p1ai»",
            "<«domain.com/foo»> \"«example.org/»\" '«example.org/b»'",
            "«example.com/@about» «s.l.o.w.io» «FTP.FOO.BAR/BAZ»",
            "tests!«brennan.com». *«nick.ca»*",
            // What no host is.
            "v1.1.1 1.0.0.0/foo 1.0. e.g. i.e. U.S.A. example. example./",
            "www.example..com -a.com a-.com a.b-.com _example.com x_y.com www.foo",
            "ab/example.com /path/to/file.pl //example.com \\example.com $a.bc",
            "over.It is finished.Then www",
            "is it setup.py? or setup.py?! «docs.py?a» jim at example.org? GroovySandbox.java:108 «a.bc»?",
            "jim at example.org, look at «www.example.org» and at «example.org/a»",
            "README.md main.rs run.sh lib.so «docs.rs/memchr» log.py:80 «docs.ci:80» «www.docs.rs»",
            "os.path(x) a.name=1 a.items[0] std.io::x foo.pl:main a.bc:700000 a.bc:80x",
            "foo.bar@example.org example.com@about @address.net git@example.org:a/b.git",
            "www.x://h a.http://h a.bc+http://h",
        ];
        for row in table {
            assert_eq!(marked(row, Forms::none().with(Form::Host)), *row);
        }
    }

    #[test]
    fn addresses() {
        let table: &[&str] = &[
            "write to «jim@example.org», <«jim@example.org»> or \"«jim.x@example.org»\".",
            ",«a@example.com»,:«a@example.com»:;«a@example.com»; («a@example.com»)",
            "«o'malley@example.com.au» '«test@example.test»' email='«foo@bar.com»'",
            "«~emersion/soju-dev@lists.sr.ht» «bounce+jim=example.org@list.example»",
            "«foo+bar@gmail.com» «a@foo-bar.com» «üñîçøðé@üñîçøðé.com»",
            "..«foo@example.com» a..«b@example.com» *«a@b.example»* _«a@b.example»_",
            "nick:«f@gmail.com» «a@xy.com»;«b@xy.com»,«c@xy.com» «a@example.com»-",
            // What no address is.
            "@ a@ @a @@@ .@example.com foo.@example.com a@b a@b. a@-foo.com a@b-. n@.  b",
            "a@1.2.3.4 \"jim\".x@example.org a@b@c.example jan@example.com:1234 git@example.org:a/b.git",
        ];
        for row in table {
            let expected = row.replace("_«a@b", "«_a@b");
            assert_eq!(marked(row, Forms::none().with(Form::Address)), expected);
        }
    }

    #[test]
    fn local_parts_have_a_bound() {
        let forms = Forms::none().with(Form::Address);
        for (length, is_found) in [(249, true), (250, true), (251, false), (5000, false)] {
            let row = ["«", &"/a".repeat(length)[1..=length], "@example.org»"].concat();
            let row = if is_found { row } else { row.replace(['«', '»'], "") };
            assert_eq!(marked(&row, forms), row, "{length}");
        }
    }

    #[test]
    fn both_beside_bare() {
        let table: &[&str] = &[
            "«www.a.example/b@c.example» «a=b.example/c@d.example» «c@d.example» «mailto:c@d.example» «http://e.example/f.gh»",
            "<«URL»: «a.example/b»> «news:comp.lang.c» nick.x@«http://facebook.com»",
        ];
        for row in table {
            let expected = row.replace("«URL»", "URL");
            assert_eq!(marked(row, Forms::all()), expected);
        }
    }

    #[test]
    fn known_domains() {
        let domain_of = |host: &[u8]| match last_label(host) {
            b"org" => Domain::Known,
            b"name" => Domain::Doubtful,
            _ => Domain::Unknown,
        };
        let config = Config::new().forms(Forms::none().with(Form::Host)).domains(domain_of);
        let text = "a.org? self.name self.name?! x.name:80 x.name/ b.com www.b.com x.txt?c.org/d;e.org FTP.b.com:21/";
        let scanner = Scanner::with_config(config);
        let found: Vec<&str> =
            scanner.find_iter(text).map(|wrapper| &text[wrapper.outer()]).collect();
        assert_eq!(
            found,
            ["a.org", "x.name:80", "x.name/", "www.b.com", "c.org/d;e.org", "FTP.b.com:21/"]
        );
    }

    #[test]
    fn other_encodings() {
        let forms = Forms::none().with(Form::Host);
        let scanner = Scanner::with_config(Config::new().forms(forms));
        let find = |encoding| -> Vec<Range<usize>> {
            let input = Input::new(b"see b\xFCcher.example\xA0or a.bc").encoding(encoding);
            scanner.find_iter(input).map(|wrapper| wrapper.outer()).collect()
        };
        assert_eq!(find(Encoding::Bytes), [4..18, 22..26]);
        assert_eq!(find(Encoding::Utf8), [6..18, 22..26]);
    }
}
