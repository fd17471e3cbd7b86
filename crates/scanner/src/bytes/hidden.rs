//! Characters that a reader does not see, and bytes that are no characters.
//!
//! A reader takes the text on both sides of them for one word. So what follows one is not a host or an address (W11),
//! and a URL whose host ends before one has another host than the reader sees (V6).

/// Whether a bare URL ends before a hidden character.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Hidden {
    Ends,
    /// It is a letter without ink, or changes the letter or the emoji beside it.
    Continues,
}

/// The first and last character of each range beyond ASCII, sorted. All have no ink, set the direction of text, or
/// stand for something that the text lacks.
#[rustfmt::skip]
static HIDDEN_RANGES: &[(char, char, Hidden)] = {
    use Hidden::{Continues, Ends};
    &[
        ('\u{80}', '\u{9F}', Ends), ('\u{AD}', '\u{AD}', Ends), ('\u{34F}', '\u{34F}', Continues),
        ('\u{61C}', '\u{61C}', Ends), ('\u{115F}', '\u{1160}', Continues), ('\u{17B4}', '\u{17B5}', Continues),
        ('\u{180B}', '\u{180D}', Continues), ('\u{180E}', '\u{180E}', Ends), ('\u{180F}', '\u{180F}', Continues),
        ('\u{200B}', '\u{200B}', Ends), ('\u{200C}', '\u{200D}', Continues), ('\u{200E}', '\u{200F}', Ends),
        ('\u{2028}', '\u{202E}', Ends), ('\u{2060}', '\u{206F}', Ends), ('\u{2800}', '\u{2800}', Ends),
        ('\u{3164}', '\u{3164}', Continues), ('\u{FE00}', '\u{FE0F}', Continues), ('\u{FEFF}', '\u{FEFF}', Ends),
        ('\u{FFA0}', '\u{FFA0}', Continues), ('\u{FFF0}', '\u{FFFD}', Ends), ('\u{1BCA0}', '\u{1BCA3}', Ends),
        ('\u{1D173}', '\u{1D17A}', Ends), ('\u{E0000}', '\u{E001F}', Ends), ('\u{E0020}', '\u{E007F}', Continues),
        ('\u{E0080}', '\u{E00FF}', Ends), ('\u{E0100}', '\u{E01EF}', Continues), ('\u{E01F0}', '\u{E0FFF}', Ends),
    ]
};

pub(crate) fn hidden(c: char) -> Option<Hidden> {
    if c.is_ascii() {
        return (c.is_control() && !matches!(c, '\t'..='\r')).then_some(Hidden::Ends);
    }
    let after = HIDDEN_RANGES.partition_point(|&(first, ..)| first <= c);
    let &(_, last, hidden) = HIDDEN_RANGES.get(after.checked_sub(1)?)?;
    (c <= last).then_some(hidden)
}

/// Reports whether `byte`, beyond ASCII and no character of UTF-8, is a letter in some charset of a single byte. In those
/// of Windows, the others are marks, such as quotation marks.
pub(crate) fn is_letter_byte(byte: u8) -> bool {
    byte >= 0xC0 || matches!(byte, 0x80 | 0x81 | 0x83 | 0x8A | 0x8C..=0x90 | 0x9A | 0x9C..=0x9F)
}
