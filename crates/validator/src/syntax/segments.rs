//! Pieces in a row: segments between slashes, and fields between semicolons.

use crate::span::Span;
use crate::syntax::encoded::Encoded;

/// Segments of a path, in order. There may be none; `a//b` has three, of which one is empty.
///
/// ```
/// use urlsift_validator::{SchemePart, Validator};
///
/// let url = Validator::new().url("ftp://host.dom/a//b/name");
/// let SchemePart::Ftp(ftp) = url.scheme_part() else { panic!("the scheme is ftp") };
/// assert!(ftp.cwd.iter().map(|segment| segment.as_str()).eq(["a", "", "b"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segments<'u> {
    text: Option<Encoded<'u>>,
}

/// Fields of the form `name=value`, in order.
///
/// ```
/// use urlsift_validator::{SchemePart, Validator};
///
/// let url = Validator::new().url("mailto:jim@host.dom?subject=a&cc=b");
/// let SchemePart::Mailto(mailto) = url.scheme_part() else { panic!("the scheme is mailto") };
/// let names = mailto.header_fields.iter().map(|(name, _)| name.as_str());
/// assert!(names.eq(["subject", "cc"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fields<'u> {
    text: Option<Encoded<'u>>,
    /// What stands between them: `;`, in a mailto URL `&`.
    mark: &'static str,
}

impl<'u> Segments<'u> {
    /// The segments of `text`, of which there is at least one, or none at all.
    pub(crate) const fn of(text: Option<Encoded<'u>>) -> Segments<'u> {
        Segments { text }
    }

    /// One after another.
    pub fn iter(&self) -> impl Iterator<Item = Encoded<'u>> + use<'u> {
        split(self.text, "/")
    }

    /// All of them with the slashes between, or `None` where there is none.
    pub fn span(&self) -> Option<Span> {
        self.text.map(Encoded::span)
    }
}

impl<'u> Fields<'u> {
    pub(crate) const fn of(text: Option<Encoded<'u>>, mark: &'static str) -> Fields<'u> {
        Fields { text, mark }
    }

    /// Name and value of each; the value is `None` where there is no `=`. An empty field, such as
    /// that behind the last `;`, is left out.
    pub fn iter(&self) -> impl Iterator<Item = (Encoded<'u>, Option<Encoded<'u>>)> + use<'u> {
        split(self.text, self.mark).filter(|field| !field.is_empty()).map(|field| field.cut("="))
    }

    /// All of them, or `None` where there is none.
    pub fn span(&self) -> Option<Span> {
        self.text.map(Encoded::span)
    }
}

/// The pieces of `text` between one `mark` and the next.
fn split<'u>(
    text: Option<Encoded<'u>>,
    mark: &'static str,
) -> impl Iterator<Item = Encoded<'u>> + use<'u> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let (first, after) = rest?.cut(mark);
        rest = after;
        Some(first)
    })
}
