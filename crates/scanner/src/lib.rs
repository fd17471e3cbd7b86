/*!
Finds URLs in running text: in the wrappers of RFC 1738's Appendix, `<URL:scheme:…>`, of the draft
before it, `<scheme:…>`, and of RFC 2396, `"scheme:…"`, also where they are broken over lines, indented
and quoted; after `URL:`; and with nothing around them. Where it is asked for, hosts and addresses
without a scheme too.

# Overview

A [`Scanner`] goes from a place in a text to the next [`Wrapper`]. A wrapper is ranges of bytes: what
stands between the delimiters is given [line by line](Wrapper::lines), quote marks and indentation
taken off. It is for others to join the lines to a URL and to judge it.

What is a wrapper stands in the rules W1 to W11 of the project's contract; comments cite them.

# Example

```
use urlsift_scanner::{Form, Scanner};

let text = "Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
type=d> but you can probably pick it up from <URL:ftp://ds.in
ternic.net/rfc>.";
let mut found = Vec::new();
for wrapper in Scanner::new().find_iter(text) {
    assert_eq!(wrapper.form(), Form::Url);
    found.push(wrapper.lines().map(|line| &text[line]).collect::<Vec<_>>());
}
assert_eq!(found, [["ftp://info.cern.ch/pub/www/doc;", "type=d"], ["ftp://ds.in", "ternic.net/rfc"]]);
```

# Semantics

All offsets are of bytes, all ranges half-open. Any bytes may be searched; nothing panics. Leftmost
first, no overlap. Time is linear in the text, whatever it holds, and nothing is allocated.

# Crate features

* **std** (default): memchr chooses its vector code at run time. The crate is `no_std` without.
* **simd**: so does the search for colons, which is half of all work on text with few URLs.
*/

#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod bare;
mod bytes;
mod candidate;
mod config;
mod form;
mod input;
mod scanner;
mod scheme;
mod wrapper;

#[cfg(any(test, feature = "naive"))]
#[doc(hidden)]
pub mod naive;
#[cfg(test)]
mod tests;

pub use crate::config::{Config, Domain, MAX_GAPS, MAX_LEN, MAX_LINES};
pub use crate::form::{Form, Forms, UnknownForm};
pub use crate::input::{Encoding, Input};
pub use crate::scanner::cursor::Cursor;
pub use crate::scanner::{FindIter, Scanner};
pub use crate::scheme::{Kind, Scheme, Shape};
pub use crate::wrapper::Wrapper;
pub use crate::wrapper::lines::Lines;
