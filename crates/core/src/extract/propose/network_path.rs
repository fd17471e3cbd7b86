//! Proposes a scheme for `<URL://host/path>`, in which the writer omitted it (W1).

use smallvec::smallvec;
use urlsift_rejoiner::Piece;
use urlsift_scanner::{Form, Wrapper};

use crate::extract::propose::proposal::Proposer;
use crate::reading::PieceList;

const NETWORK_PATH: &[u8] = b"URL://";

/// Reports whether `wrapper` is `<URL://…>` or `URL://…`, which the scanner takes for a URL of a scheme `URL`.
#[inline]
pub(crate) fn lacks_scheme(proposer: Proposer<'_, '_>, wrapper: &Wrapper<'_>) -> bool {
    let text = &proposer.input.haystack[wrapper.inner()];
    text.get(..NETWORK_PATH.len()).is_some_and(|start| start.eq_ignore_ascii_case(NETWORK_PATH))
}

/// Returns the form and the pieces of the URL of a text that [`lacks_scheme`], with `http:` before its slashes.
pub(crate) fn with_scheme(
    proposer: Proposer<'_, '_>,
    wrapper: &Wrapper<'_>,
) -> Option<(Form, PieceList)> {
    let inner = wrapper.inner();
    let text = &proposer.input.haystack[inner.clone()];
    // The scanner knows no scheme `URL`, so it took the text for another form.
    let form = match wrapper.form() {
        Form::Angle => Form::Url,
        Form::Bare => Form::Prefix,
        _ => return None,
    };
    if !proposer.extractor.forms.contains(form) || !text.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    let start = inner.start + "URL:".len();
    let pieces = smallvec![Piece::Inserted("http:", start..start), Piece::Copied(start..inner.end)];
    Some((form, pieces))
}
