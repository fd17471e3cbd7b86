/*!
Joins the lines of a broken wrapper to a URL, and lists the other readings if the join is in doubt.

# Overview

The input is the text of a wrapper line by line, as byte ranges without quote marks. The output is its
[`Readings`], best first: one reading if nothing is in doubt, otherwise a few. Each reading has the
[pieces](Piece) of the text that it consists of, and its [choice](Choice) at each [`Doubt`].
[`Readings::rank`] takes evidence from elsewhere, such as whether a reading is a URL at all, and orders the
readings by it.

[`wrap`] is the inverse: it breaks a URL across lines so that there is one reading and no doubt.

Documentation and comments cite rules such as J3. The J rules define how lines are joined and which
reading is first. They are numbered in the project's list of rules, `crates/RULES.md`; J1 to J7 concern
reading, J10 writing. Rules with W (quote marks and bounds) concern the text around a URL.

# Example

RFC 1738's Appendix: "the interpreter of a URL containing a line break immediately after a hyphen
should ignore all unencoded whitespace around the line break, and should be aware that the hyphen may
or may not actually be part of the URL."

```
use urlsift_rejoiner::{Choice, Gaps, Readings, SoftBreaks};

let text = b"http://example.org/well-\n known";
let lines = [0..24, 26..31].into_iter();
let readings = Readings::new(text, lines, Gaps::Weighed, SoftBreaks::Kept);
let urls: Vec<_> = readings.as_slice().iter().map(|reading| reading.bytes(text)).collect();
assert_eq!(*urls[0], *b"http://example.org/well-known");
assert_eq!(*urls[1], *b"http://example.org/wellknown");
assert_eq!(readings.doubts()[0].chosen, Choice::Kept);
```

# Semantics

* Offsets count bytes of the text, and ranges are half-open.
* Any bytes can be read. Nothing panics if the given ranges are within the text.
* The crate needs `alloc`, and no `std`.
*/

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod doubt;
mod join;
mod mark;
mod names;
mod rank;
mod reading;
mod run;
mod style;
mod wrap;
mod wrap_error;

#[cfg(test)]
mod tests;

pub use crate::doubt::{Choice, Doubt, DoubtKind, Ground};
pub use crate::join::{Grade, Seam};
pub use crate::rank::Evidence;
pub use crate::reading::{Piece, RawReading, Readings};
pub use crate::style::{Gaps, SoftBreaks};
pub use crate::wrap::{wrap, wrap_after};
pub use crate::wrap_error::WrapError;

/// Names that the package `urlsift` and its tests use. They may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::join::{is_complete, is_wrapped, join_signs, join_signs_after};
    pub use crate::reading::MAX_READINGS;
}
