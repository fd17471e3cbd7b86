//! Texts that rows repeat, cut to a length.

/// The longest text that a row repeats after very many rows. Names of elements and fields are never longer.
pub(crate) const MAX_CUT_TEXT_BYTES: usize = 64;

/// Returns `text`, truncated to `limit` bytes including a final `…` if it is longer.
pub(crate) fn truncated_to(mut text: String, limit: usize) -> String {
    const MARK: char = '…';
    if text.len() > limit {
        let most = limit - MARK.len_utf8();
        // Do not truncate within a character.
        let end = (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(end);
        text.push(MARK);
        text.shrink_to_fit();
    }
    text
}
