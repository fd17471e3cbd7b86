//! Decides which URLs become links.

use alloc::borrow::Cow;

use crate::found::{Found, FoundNote, NoteKind, Severity};

/// The schemes that are linked if the caller does not say. Each opens a page, a file to read, or a letter to write.
pub const DEFAULT_SCHEMES: [&str; 6] = ["http", "https", "ftp", "mailto", "news", "nntp"];

/// Returns the URL that a link of `found` opens, which has `notes`, if its scheme is in `schemes`, or the reason why it
/// is not a link.
pub(super) fn href<'f>(
    found: &'f Found<'_>,
    notes: &[FoundNote],
    schemes: &[impl AsRef<str>],
) -> Result<Cow<'f, str>, &'static str> {
    if notes.iter().any(|note| note.severity() == Severity::Danger) {
        return Err("not linked: it is dangerous");
    }
    let href = found.href().ok_or("not linked: programs disagree where it leads")?;
    let scheme = href.split(':').next().unwrap_or_default();
    let is_content = |note: &FoundNote| {
        let FoundNote::Url(note) = note else { return false };
        matches!(note.kind(), NoteKind::ProgramInUrl | NoteKind::DocumentInUrl)
    };
    if !schemes.iter().any(|known| known.as_ref().eq_ignore_ascii_case(scheme))
        || notes.iter().any(is_content)
    {
        return Err("not linked: its scheme is not one to open");
    }
    Ok(href)
}
