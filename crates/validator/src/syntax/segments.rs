//! Sequences of components: segments between slashes, and fields between separators.

use crate::span::Span;
use crate::syntax::encoded::Encoded;

/// The segments of a path, in order. May be none. `a//b` has three, the second of them empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segments<'u> {
    text: Option<Encoded<'u>>,
}

/// The fields of the form `name=value`, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldSpecs<'u> {
    text: Option<Encoded<'u>>,
    mark: &'static str,
}

impl<'u> Segments<'u> {
    pub(crate) const fn of(text: Option<Encoded<'u>>) -> Segments<'u> {
        Segments { text }
    }

    /// Returns an iterator over the segments.
    pub fn iter(&self) -> impl Iterator<Item = Encoded<'u>> + use<'u> {
        split(self.text, "/")
    }

    /// Returns the range of all segments with the slashes between them, or `None` if there are none.
    pub fn span(&self) -> Option<Span> {
        self.text.map(Encoded::span)
    }
}

impl<'u> FieldSpecs<'u> {
    pub(crate) const fn of(text: Option<Encoded<'u>>, mark: &'static str) -> FieldSpecs<'u> {
        FieldSpecs { text, mark }
    }

    /// Returns an iterator over name and value of each field. The value is `None` without a `=`. Empty fields
    /// are left out, such as that after the last `;`.
    pub fn iter(&self) -> impl Iterator<Item = (Encoded<'u>, Option<Encoded<'u>>)> + use<'u> {
        split(self.text, self.mark).filter(|field| !field.is_empty()).map(|field| field.cut("="))
    }

    /// Returns the range of all fields with their separators, or `None` if there are none.
    pub fn span(&self) -> Option<Span> {
        self.text.map(Encoded::span)
    }
}

fn split<'u>(
    text: Option<Encoded<'u>>,
    mark: &'static str,
) -> impl Iterator<Item = Encoded<'u>> + use<'u> {
    // `cut` returns no rest after the last component, and the next call ends the iteration.
    let mut rest = text;
    core::iter::from_fn(move || {
        let (first, after) = rest?.cut(mark);
        rest = after;
        Some(first)
    })
}
