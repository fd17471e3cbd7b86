//! Characters that a reader cannot see.

/// Returns whether `c` is beyond ASCII and invisible, or sets the direction of text. Invisible are whitespace, control
/// characters, and characters without width or ink (RFC 3987, 4.1, and Unicode's `Default_Ignorable_Code_Point`).
///
/// ```
/// use urlsift_validator::internal::is_hidden;
///
/// assert!(is_hidden('\u{200b}') && is_hidden('\u{202e}') && is_hidden('\u{a0}'));
/// assert!(!is_hidden(' ') && !is_hidden('\u{e9}'));
/// ```
pub fn is_hidden(c: char) -> bool {
    !c.is_ascii()
        && (c.is_whitespace()
            || c.is_control()
            || matches!(
                c,
                '\u{AD}'
                    | '\u{34F}'
                    | '\u{61C}'
                    | '\u{115F}'..='\u{1160}'
                    | '\u{17B4}'..='\u{17B5}'
                    | '\u{180B}'..='\u{180F}'
                    | '\u{200B}'..='\u{200F}'
                    | '\u{202A}'..='\u{202E}'
                    | '\u{2060}'..='\u{206F}'
                    | '\u{2800}'
                    | '\u{3164}'
                    | '\u{FE00}'..='\u{FE0F}'
                    | '\u{FEFF}'
                    | '\u{FFA0}'
                    | '\u{FFF0}'..='\u{FFFB}'
                    | '\u{1BCA0}'..='\u{1BCA3}'
                    | '\u{1D173}'..='\u{1D17A}'
                    | '\u{E0000}'..='\u{E0FFF}'
            ))
}
