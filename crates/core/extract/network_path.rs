//! Reads `<URL://host/path>`, in which the writer omitted the scheme (W1).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use smallvec::smallvec;
use urlsift_rejoiner::Piece;
use urlsift_scanner::{Form, Wrapper};

use crate::decode::Decode;
use crate::extract::choose::Chooser;
use crate::extract::schemeless::is_known_host;
use crate::found::Found;
use crate::note::FoundNote;
use crate::reading::{PieceList, joined};

impl<'h, D: Decode> Chooser<'_, 'h, D> {
    /// Returns the URL of `<URL://host/path>` or `URL://host/path`, with `http:` before its slashes. Returns `None` if
    /// `wrapper` is no such text, or if its host is in no known domain.
    pub(super) fn read_network_path(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let haystack = self.input.haystack;
        let inner = wrapper.inner();
        let text = &haystack[inner.clone()];
        if !text.get(.."URL://".len())?.eq_ignore_ascii_case(b"URL://") {
            return None;
        }
        // The scanner knows no scheme `URL`, so it took the text for another form.
        let form = match wrapper.form() {
            Form::Angle => Form::Url,
            Form::Bare => Form::Prefix,
            _ => return None,
        };
        if !self.extractor.forms.contains(form) || !text.iter().all(u8::is_ascii_graphic) {
            return None;
        }
        let start = inner.start + "URL:".len();
        let pieces: PieceList =
            smallvec![Piece::Inserted("http:", start..start), Piece::Copied(start..inner.end)];
        let best = self.candidate(Cow::Owned(joined(&pieces, haystack)));
        if self.is_rejected(&best) || !is_known_host(&best.url[best.verdict.parts().host?.range()])
        {
            return None;
        }
        let mut found = self.found(form, wrapper.outer(), pieces, best, Vec::new());
        found.notes.insert(0, FoundNote::SchemeInserted);
        Some(found)
    }
}
