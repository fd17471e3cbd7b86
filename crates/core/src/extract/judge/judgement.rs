//! The type of judgements: a reading as a URL, with its verdict.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use urlsift_validator::{HostKind, Verdict};

use crate::decode::Undecodable;
use crate::note::{FoundNote, few_of_a_kind};

/// A reading as a URL, with its verdict.
pub(crate) struct Judgement<'h> {
    pub(crate) bytes: Cow<'h, [u8]>,
    pub(crate) url: Cow<'h, str>,
    pub(crate) verdict: Verdict,
    /// The notes on the URL itself.
    pub(crate) notes: Vec<FoundNote>,
}

/// Returns the notes on `url` itself.
pub(crate) fn notes_on(url: &str, undecodable: Undecodable, verdict: &Verdict) -> Vec<FoundNote> {
    let mut notes = Vec::new();
    if undecodable == Undecodable::Some {
        notes.push(FoundNote::UndecodableByte);
    }
    for note in few_of_a_kind(verdict.notes(url)) {
        notes.push(FoundNote::Url(note));
    }
    notes
}

/// Reports whether the URL of `verdict` has a host that cannot exist.
pub(crate) fn has_bad_host(verdict: &Verdict) -> bool {
    verdict.host_kind() == Some(HostKind::Bad)
}
