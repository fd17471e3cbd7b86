/*!
Reads the URL out of a wrapper that was broken over lines, with the hyphen that may or may not
belong.

# Overview

What goes in is the text of a wrapper line by line, as byte ranges without quote marks. What comes
out are [`Readings`]: one where nothing is in doubt, else a few, best first, each with the
[pieces](Piece) of the text that it is made of and its [choice](Choice) at each [`Doubt`]. What is
known of them from elsewhere (is it a URL? was it seen whole?) is told by [`Readings::rank`].

[`wrap`] is the other side: it breaks a URL over lines so that there is one reading and no doubt.

# Example

RFC 1738's Appendix: "the interpreter of a URL containing a line break immediately after a hyphen
should ignore all unencoded whitespace around the line break, and should be aware that the hyphen may
or may not actually be part of the URL."

```
use urlsift_rejoiner::{Choice, Gaps, Readings};

let text = b"http://example.org/well-\n known";
let readings = Readings::new(text, [0..24, 26..31].into_iter(), Gaps::Weighed);
let urls: Vec<_> = readings.as_slice().iter().map(|reading| reading.bytes(text)).collect();
assert_eq!(*urls[0], *b"http://example.org/well-known");
assert_eq!(*urls[1], *b"http://example.org/wellknown");
assert_eq!(readings.doubts()[0].chosen, Choice::Kept);
```

# Semantics

All offsets are of bytes in the haystack, all ranges half-open. Any bytes may be read; nothing
panics, as long as the ranges lie in the haystack. The rules J1 to J7 of the project's contract say
what is read, J10 what is written; comments cite them.

# Crate features

* **std** (default): nothing yet; the crate is `no_std` with `alloc` either way.
*/

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod doubt;
mod mark;
mod rank;
mod reading;
mod run;
mod style;
mod wrap;
mod wrap_error;

#[cfg(any(test, feature = "naive"))]
#[doc(hidden)]
pub mod naive;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

pub use crate::doubt::{Choice, Doubt, DoubtKind, Ground};
pub use crate::rank::{Evidence, Fitness, Seen, Setting};
pub use crate::reading::{MAX_READINGS, Piece, Reading, Readings};
pub use crate::style::{Gaps, SoftBreaks, Style};
pub use crate::wrap::{wrap, wrap_after};
pub use crate::wrap_error::WrapError;
