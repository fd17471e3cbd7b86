/*!
Finds URLs in running text, as byte ranges.

The scanner recognises the wrappers of RFC 1738's Appendix (`<URL:scheme:…>`), of the draft before it
(`<scheme:…>`) and of RFC 2396 (`"scheme:…"`). They may be broken across lines, indented or quoted. The
scanner also finds URLs after `URL:` and URLs without delimiters. On request it finds hosts and addresses
without a scheme.

# Overview

A [`Scanner`] searches a text for the next [`Wrapper`]. A wrapper is a set of byte ranges. Its content
comes [line by line](Wrapper::lines), without quote marks and indentation. Joining the lines to a URL and
judging that URL are left to other crates.

Documentation and comments cite rules such as W3. The W rules define what counts as a wrapper or a URL in
text. They are numbered in the project's list of rules, `crates/RULES.md`.

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

* Offsets count bytes, and ranges are half-open.
* Any bytes can be searched; the scanner does not panic.
* Matches come leftmost first and do not overlap.
* Time is linear in the length of the text, for any text. Nothing is allocated.

# Crate features

* **std** (default): memchr chooses its vector code at run time. Without it the crate is `no_std`.
* **simd**: the search for colons, which is half of all work on text with few URLs, also chooses its
  vector code at run time.
*/

#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod bare;
mod bytes;
mod candidate;
mod config;
mod extra;
mod form;
mod input;
mod names;
mod scanner;
mod scheme;
mod scheme_set;
mod text_rules;
mod wrapper;

#[cfg(test)]
mod tests;

pub use crate::config::{Config, Domain, MAX_BARE_LEN};
pub use crate::extra::{Extra, Extras};
pub use crate::form::{Form, Forms};
pub use crate::input::{Encoding, Haystack};
pub use crate::names::UnknownName;
pub use crate::scanner::Scanner;
pub use crate::scheme::Scheme;
pub use crate::scheme_set::{BadSchemeName, SchemeSet};
pub use crate::wrapper::Wrapper;

/// Names that the package `urlsift` and its tests use. They may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::config::{MAX_LEN, MAX_LINES};
    pub use crate::scanner::cursor::Cursor;
    pub use crate::text_rules::TextRules;
}
