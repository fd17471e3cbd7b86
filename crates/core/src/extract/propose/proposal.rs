//! The types of proposals: the readings of a wrapper, and one more reading of a URL.

use core::ops::Range;

use urlsift_rejoiner::{Choice, DoubtKind, Gaps, Readings};
use urlsift_scanner::{Form, Wrapper};

use crate::extract::extractor::Extractor;
use crate::input::DynInput;
use crate::reading::PieceList;

#[derive(Clone, Copy)]
pub(crate) struct Proposer<'c, 'h> {
    pub(crate) extractor: &'c Extractor,
    pub(crate) input: &'c DynInput<'h, 'c>,
}

pub(crate) struct Proposal {
    pub(crate) form: Form,
    pub(crate) outer: Range<usize>,
    pub(crate) readings: Readings,
}

/// One more reading of a URL, and the doubt at which it differs from the first reading.
pub(crate) struct Variant {
    pub(crate) pieces: PieceList,
    pub(crate) kind: DoubtKind,
    pub(crate) at: usize,
    pub(crate) chosen: Choice,
    pub(crate) choice: Choice,
}

impl<'h> Proposer<'_, 'h> {
    pub(crate) fn readings_of(self, wrapper: &Wrapper<'h>) -> Proposal {
        self.over_lines(wrapper.form(), wrapper.outer(), wrapper.lines(), gaps_of(wrapper))
    }

    /// Returns the readings of a URL over `lines`.
    pub(crate) fn over_lines(
        self,
        form: Form,
        outer: Range<usize>,
        lines: impl Iterator<Item = Range<usize>>,
        gaps: Gaps,
    ) -> Proposal {
        let readings = Readings::new(self.input.haystack, lines, gaps, self.input.soft_breaks);
        Proposal { form, outer, readings }
    }

    /// A URL without delimiters has whitespace only if an ` at ` masks its `@` (W8).
    #[inline]
    pub(crate) fn is_in_one_piece(self, wrapper: &Wrapper<'h>) -> bool {
        match wrapper.form() {
            Form::Url | Form::Angle | Form::Quote => {
                // A fold without early exit is compiled to vector code.
                let inner = self.input.haystack[wrapper.inner()].iter();
                // Bytes beyond ASCII may be Unicode's whitespace and take the long path.
                inner.fold(true, |all, byte| all & byte.is_ascii_graphic())
            }
            _ => wrapper.masked_at().is_none() && wrapper.host_after_break().is_none(),
        }
    }
}

pub(crate) fn gaps_of(wrapper: &Wrapper<'_>) -> Gaps {
    match wrapper.form() {
        Form::Url => Gaps::Removed,
        _ if wrapper.scheme().is_some_and(|scheme| scheme.name == "mailto") => Gaps::Letter,
        _ => Gaps::Weighed,
    }
}
