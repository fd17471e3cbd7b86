//! Results and bounds of the reference implementation.

use core::ops::Range;
use std::vec::Vec;

use crate::form::{Form, Forms};

/// What the twin finds, as byte ranges: see the same names of [`crate::Wrapper`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found {
    pub form: Form,
    pub outer: Range<usize>,
    pub inner: Range<usize>,
    pub tail: Range<usize>,
    /// Without the blanks at their edges.
    pub lines: Vec<Range<usize>>,
}

/// What a wrapper may be.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub forms: Forms,
    pub max_len: usize,
    pub max_lines: usize,
}
