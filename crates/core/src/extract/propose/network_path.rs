//! Reads `<URL://host/path>`, in which the writer omitted the scheme (W1).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use smallvec::smallvec;
use urlsift_rejoiner::Piece;
use urlsift_scanner::{Form, Wrapper};

use crate::decode::Decode;
use crate::extract::choose::Chooser;
use crate::extract::domain::is_known_host;
use crate::found::Found;
use crate::note::FoundNote;
use crate::reading::{PieceList, joined};

/// The beginning of a URL whose scheme is missing after `URL:`.
const NETWORK_PATH: &[u8] = b"URL://";

impl<'h, D: Decode> Chooser<'_, 'h, D> {
    /// Reports whether `wrapper` is `<URL://…>` or `URL://…`, which the scanner takes for a URL of a scheme `URL`.
    pub(crate) fn lacks_scheme(&self, wrapper: &Wrapper<'h>) -> bool {
        let text = &self.input.haystack[wrapper.inner()];
        text.get(..NETWORK_PATH.len()).is_some_and(|start| start.eq_ignore_ascii_case(NETWORK_PATH))
    }

    /// Returns the URL of a text that [lacks its scheme](Self::lacks_scheme), with `http:` before its slashes. Returns
    /// `None` if its host is in no known domain.
    pub(crate) fn read_network_path(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let haystack = self.input.haystack;
        let inner = wrapper.inner();
        let text = &haystack[inner.clone()];
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
