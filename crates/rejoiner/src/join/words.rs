//! Lists of words: words of prose, and the extensions of file names.

pub(crate) const MAX_COMMON_BYTES: usize = 12;

static COMMON_WORDS: WordSet = WordSet::new(
    "a about after also an and any are as at be been but by can cheers could did do does etc for from \
    had haha has have he here how i if in into is it lol me my no not of ok on or our out page please regards right said \
    says see site so successfully than thanks that the then there they this to too up was we well what when which who \
    will with works yes you",
);

pub(crate) fn is_common(word: &[u8]) -> bool {
    word.len() <= MAX_COMMON_BYTES && COMMON_WORDS.has(word)
}

pub(crate) const MAX_EXTENSION_BYTES: usize = 5;

/// Extensions of files that URLs often name.
static EXTENSIONS: WordSet = WordSet::new(
    "asp aspx avi bib bin bz2 c cfm cgi cpp css csv deb diff do doc docx dtd dvi exe gif git gz h htm \
    html ics iso jar java jpeg jpg js json jsp log md mp3 mpg msg nsf patch pdf php php3 pl png ppt ps py rb rpm rss \
    rst rtf sh shtml stm svg tar tex tgz txt xhtml xls xml xsd xsl xz yaml yml zip",
);

pub(crate) fn is_extension(name: &[u8]) -> bool {
    name.len() <= MAX_EXTENSION_BYTES && EXTENSIONS.has(name)
}

pub(crate) struct WordSet {
    list: &'static str,
    /// For each first byte, the lengths of the words that begin with it: bit 3 stands for three bytes.
    lengths: [u16; 128],
}

impl WordSet {
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

    /// Reports whether the list has `word`, in any case. The first letter and the length rule out most words: comparing
    /// with each took a fifth of the instructions of a search in mail with many URLs.
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
