//! Character references of HTML: `&amp;`, `&#38;`, `&#x26;` (HTML 4.01, section 5.3).
//!
//! Names are those that may stand in a URL or end one: HTML's for ASCII (all that the Standard has for each
//! character), Latin-1, blanks, marks without a width and the marks of typesetters, and HTML 4's for letters of
//! Latin scripts. Those for Greek and for mathematics, two thousand of them, are left out: of 61,000
//! references of real archives, lists of all names aside, 19 are such. A name that is not of the table stands
//! for itself.
//!
//! The trap is the semicolon, which many leave out: in `?a=1&copy=2` nobody meant ©, so without it a name
//! counts only where browsers take it so (Latin-1 and `&amp`, `&lt`, `&gt`, `&quot`) and no letter, digit or
//! `=` follows.

use super::names::{Case, Names};

/// The character that `text`, which begins with `&`, begins with, and how many bytes refer to it.
pub(super) fn at(text: &[u8]) -> Option<(char, usize)> {
    let rest = text.strip_prefix(b"&")?;
    let (character, length) = match rest {
        [b'#', b'x' | b'X', digits @ ..] => number(digits, 16).map(|(c, length)| (c, length + 2)),
        [b'#', digits @ ..] => number(digits, 10).map(|(c, length)| (c, length + 1)),
        _ => name(rest),
    }?;
    let is_closed = rest.get(length) == Some(&b';');
    Some((character, 1 + length + usize::from(is_closed)))
}

/// The character of this number. Browsers read those from 128 to 159 as windows-1252 has them.
fn number(digits: &[u8], radix: u32) -> Option<(char, usize)> {
    let near = &digits[..digits.len().min(MAX_DIGITS)];
    let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
    let length = near.iter().take_while(|byte| is_digit(byte)).count();
    let digits = std::str::from_utf8(&near[..length]).ok()?;
    let number = u32::from_str_radix(digits, radix).ok()?;
    let character = match u8::try_from(number) {
        Ok(byte @ 128..=159) => {
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()
        }
        _ => char::from_u32(number),
    };
    character.map(|character| (character, length))
}

/// The most digits that are looked at; U+10FFFF has seven.
const MAX_DIGITS: usize = 10;

fn name(rest: &[u8]) -> Option<(char, usize)> {
    let near = &rest[..rest.len().min(MAX_NAME)];
    let length = near.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let &(_, (character, is_old)) = KNOWN.find(rest, 0..length)?;
    let is_meant = match rest.get(length) {
        Some(b';') => true,
        Some(b'=') => false,
        _ => is_old,
    };
    is_meant.then_some((character, length))
}

/// A byte more than the longest name.
const MAX_NAME: usize = 22;

/// Those that count without a semicolon, the first of the table; so do those of [`LATIN`].
const OLD: usize = 8;

/// All names, with whether they count without a semicolon.
static KNOWN: Names<(char, bool), { NAMES.len() + LATIN.len() }, 512> = {
    let mut known = [("", ('\0', false)); NAMES.len() + LATIN.len()];
    let (mut i, mut latin) = (0, 0xA0_u8);
    while i < known.len() {
        known[i] = if i < NAMES.len() {
            (NAMES[i].0, (NAMES[i].1, i < OLD))
        } else {
            let named = (LATIN[i - NAMES.len()], (latin as char, true));
            latin = latin.wrapping_add(1);
            named
        };
        i += 1;
    }
    Names::of(known, Case::Matters)
};

const NAMES: [(&str, char); 107] = [
    ("amp", '&'),
    ("AMP", '&'),
    ("lt", '<'),
    ("LT", '<'),
    ("gt", '>'),
    ("GT", '>'),
    ("quot", '"'),
    ("QUOT", '"'),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("excl", '!'),
    ("num", '#'),
    ("dollar", '$'),
    ("percnt", '%'),
    ("apos", '\''),
    ("lpar", '('),
    ("rpar", ')'),
    ("ast", '*'),
    ("midast", '*'),
    ("plus", '+'),
    ("comma", ','),
    ("period", '.'),
    ("sol", '/'),
    ("colon", ':'),
    ("semi", ';'),
    ("equals", '='),
    ("quest", '?'),
    ("commat", '@'),
    ("lsqb", '['),
    ("lbrack", '['),
    ("bsol", '\\'),
    ("rsqb", ']'),
    ("rbrack", ']'),
    ("Hat", '^'),
    ("lowbar", '_'),
    ("UnderBar", '_'),
    ("grave", '`'),
    ("DiacriticalGrave", '`'),
    ("lcub", '{'),
    ("lbrace", '{'),
    ("verbar", '|'),
    ("vert", '|'),
    ("VerticalLine", '|'),
    ("rcub", '}'),
    ("rbrace", '}'),
    ("NonBreakingSpace", '\u{A0}'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("emsp13", '\u{2004}'),
    ("emsp14", '\u{2005}'),
    ("numsp", '\u{2007}'),
    ("puncsp", '\u{2008}'),
    ("thinsp", '\u{2009}'),
    ("ThinSpace", '\u{2009}'),
    ("hairsp", '\u{200A}'),
    ("VeryThinSpace", '\u{200A}'),
    ("ZeroWidthSpace", '\u{200B}'),
    ("zwnj", '\u{200C}'),
    ("zwj", '\u{200D}'),
    ("lrm", '\u{200E}'),
    ("rlm", '\u{200F}'),
    ("NoBreak", '\u{2060}'),
    ("hyphen", '\u{2010}'),
    ("dash", '\u{2010}'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("horbar", '―'),
    ("lsquo", '‘'),
    ("OpenCurlyQuote", '‘'),
    ("rsquo", '’'),
    ("rsquor", '’'),
    ("CloseCurlyQuote", '’'),
    ("sbquo", '‚'),
    ("lsquor", '‚'),
    ("ldquo", '“'),
    ("OpenCurlyDoubleQuote", '“'),
    ("rdquo", '”'),
    ("rdquor", '”'),
    ("CloseCurlyDoubleQuote", '”'),
    ("bdquo", '„'),
    ("ldquor", '„'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("bull", '•'),
    ("bullet", '•'),
    ("hellip", '…'),
    ("mldr", '…'),
    ("nldr", '‥'),
    ("permil", '‰'),
    ("prime", '′'),
    ("Prime", '″'),
    ("tilde", '˜'),
    ("circ", 'ˆ'),
    ("lang", '⟨'),
    ("langle", '⟨'),
    ("rang", '⟩'),
    ("rangle", '⟩'),
    ("euro", '€'),
    ("trade", '™'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Scaron", 'Š'),
    ("scaron", 'š'),
    ("Yuml", 'Ÿ'),
    ("fnof", 'ƒ'),
];

/// HTML 4's names of U+00A0 to U+00FF, in order.
#[rustfmt::skip]
const LATIN: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo",
    "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot",
    "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute",
    "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml",
    "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde",
    "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig",
    "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute",
    "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute",
    "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute",
    "thorn", "yuml",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        let table = [
            ("&amp;b", Some(('&', 5))),
            ("&lt", Some(('<', 3))),
            ("&lt.", Some(('<', 3))),
            ("&#38;", Some(('&', 5))),
            ("&#x3A;//", Some((':', 6))),
            ("&#47a", Some(('/', 4))),
            ("&#150;", Some(('–', 6))),
            ("&nbsp;", Some(('\u{A0}', 6))),
            ("&yuml;", Some(('ÿ', 6))),
            ("&frac12;", Some(('½', 8))),
            ("&commat;", Some(('@', 8))),
            ("&VerticalLine;", Some(('|', 14))),
            ("&DiacriticalGrave;", Some(('`', 18))),
            ("&ThinSpace;", Some(('\u{2009}', 11))),
            ("&Scaron;", Some(('Š', 8))),
            ("&copy", Some(('©', 5))),
            ("&lang", None),
            ("&num.", None),
            ("&alpha;", None),
            ("&copy=2", None),
            ("&copyright", None),
            ("&order=1", None),
            ("&", None),
            ("&#;", None),
            ("&#xFFFFFFFF;", None),
            ("&#0099999999999999;", None),
        ];
        for (text, expected) in table {
            assert_eq!(at(text.as_bytes()), expected, "{text}");
        }
    }
}
