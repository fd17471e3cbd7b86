/*!
Finds URLs in mail, news and other running text, even those that are broken across lines.

It reads the wrappers of RFC 1738's Appendix, `<URL:scheme:…>` and `<scheme:…>`, and quote marks around a URL. It removes
line breaks, indents and the `> ` of quoted lines. Where a line ends in a hyphen that may not belong to the URL, it
returns both readings. A URL without delimiters is joined across a line break if the text shows that it goes on there
([`Join`](extract::Join)).

# Overview

To search a text, these are enough:

- [`Extractor`] searches a text, or an [`Input`]: a text with its charset and other settings. Build the extractor once,
  and call [`find_iter`](Extractor::find_iter) for each text.
- [`Found`] is a result: the URL, the bytes that it was read from, other readings if something was in doubt, and a
  [`Verdict`](verdict::Verdict).
- [`href`] returns the form of a URL to open, and [`url::display_url`] the form to show.
- [`wrap`] writes a URL into text so that readers rejoin it.

The package `urlsift-archive` searches files, mailboxes and folders, compressed or not, and `urlsift-capi` is the library
for C.

The modules have the rest, each with an example:

- [`extract`]: settings of a search, searches in steps, charsets, and pieces of a text for a renderer
- [`found`]: what a result consists of, such as pieces, doubts and notes
- [`verdict`]: validating a string by the grammars of the RFCs
- [`link`]: writing a text with live links, for a terminal, as HTML, as Markdown or as text
- [`url`]: the parts of one URL, its forms to open, to show and to write, and warnings about it

# Example

The example of RFC 1738's Appendix:

```
use urlsift::verdict::Grammar;
use urlsift::Extractor;

let text = "\
      Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <URL:ftp://ds.in
      ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
      net/instructions/overview.html#WARNING>.";

let extractor = Extractor::new();
let mut urls = Vec::new();
for found in extractor.find_iter(text) {
    assert!(found.verdict().satisfies(Grammar::Rfc1738));
    urls.push(found.url().to_string());
}
assert_eq!(urls, [
    "ftp://info.cern.ch/pub/www/doc;type=d",
    "ftp://ds.internic.net/rfc",
    "http://ds.internic.net/instructions/overview.html#WARNING",
]);
```

# Offsets, errors and time

Offsets count bytes, and ranges are half-open. Any bytes may be searched, valid UTF-8 or not, and
no input causes a panic. Time is linear in the length of the text, whatever it contains.

Documentation cites rules such as W3 or J8 by number. Each is also explained in words where it is cited; the rules
are in `crates/RULES.md` of the repository.

# The crates below

Most users can ignore them. `urlsift-scanner` finds wrappers as byte ranges, `urlsift-rejoiner` reads their lines, and
`urlsift-validator` validates the result. They do not depend on each other; this crate joins them.

# Crate features

* **std** (default): chooses the vector code of memchr at run time, and keeps the URLs that decide doubts
  as hashes, in less memory. Without it the crate is `no_std` with `alloc`.
* **simd** (default): searches with the widest vectors that the processor has. Enables `std`.
* **idna** (default): [`href`] maps hosts beyond ASCII by UTS 46, and [`display_url`](url::display_url) decodes Punycode.
  Without it a URL with a host beyond ASCII has no `href`, and Punycode is shown as it is.
* **psl**: form `host` knows domains by the public suffix list.

`psl` and `idna` do not need `std`.

With `default-features = false` the crate has the extractor and depends on the three crates below, memchr,
percent-encoding and smallvec only.
*/

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod decode;
pub mod extract;
mod fields;
pub mod found;
mod input;
#[doc(hidden)]
pub mod internal;
pub mod link;
mod names;
mod note;
mod reading;
mod seen;
pub mod url;
pub mod verdict;

#[doc(inline)]
pub use crate::extract::extractor::Extractor;
#[doc(inline)]
pub use crate::found::Found;
pub use crate::input::Input;
#[doc(inline)]
pub use crate::url::href::href;
#[doc(inline)]
pub use crate::url::wrap::wrap;

/// Runs the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples for embedders.
#[cfg(doctest)]
#[doc = include_str!("../EMBEDDING.md")]
struct Embedding;
