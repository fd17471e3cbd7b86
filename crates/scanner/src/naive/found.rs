//! Results and bounds of the reference implementation.

use core::ops::Range;
use std::vec::Vec;

use crate::form::{Form, Forms};
use crate::own_schemes::OwnSchemes;

/// A match of the reference implementation, as byte ranges. The fields are those of [`crate::Wrapper`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found {
    pub form: Form,
    pub outer: Range<usize>,
    pub inner: Range<usize>,
    pub tail: Range<usize>,
    /// The lines without spaces at their edges.
    pub lines: Vec<Range<usize>>,
}

/// The forms to find and the bounds on a wrapper.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub forms: Forms,
    pub max_len: usize,
    pub max_lines: usize,
    /// Schemes to find like those of the table.
    pub schemes: &'static OwnSchemes,
}
