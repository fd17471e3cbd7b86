/*!
Finds URLs in mail, news and other running text, also those that are broken over lines: in the wrappers
of RFC 1738's Appendix, `<URL:scheme:…>` and `<scheme:…>`, and in quotes; quoted, indented, and with the
hyphen that may or may not belong. URLs with nothing around them are found too, on one line.

# Overview

An [`Extractor`] is built once and gives, for any text, one [`Found`] after another: the URL, the bytes
that it was read from, the other ways to read it where something was in doubt, and a verdict on it.
[`Extractor::segments`] cuts a text for who draws it, [`href`] and [`display_url`] say what of a URL to
open and what to show, [`url_notes`] what speaks against it, [`link_text_differs`] whether a link of HTML says
where it goes. [`wrap`] is for who writes: it breaks a URL over lines so that it is read back as it was.

# Example

RFC 1738's own, from its Appendix:

```
use urlsift::{Extractor, Grammar};

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

# Semantics

All offsets are of bytes (in UTF-16 of code units), all ranges half-open. Any bytes may be searched,
valid UTF-8 or not; nothing panics. Time is linear in the text, whatever it holds.

# The crates beneath

Most users can ignore them. `urlsift-scanner` finds wrappers as ranges, `urlsift-rejoiner` reads them,
`urlsift-validator` judges what was read; none knows of another, and [`Extractor`] is the one place
where they meet.

# Crate features

* **cli** (default): the `urlsift` program, and with it `archive` and `std`.
* **arrow**: `urlsift scan --format parquet` and `--format arrow`, and `urlsift::output::Table` beneath
  them. It needs some thirty crates more and minutes of build.
* **archive**: `urlsift::archive` and `urlsift::bulk`, the way through mailboxes and messages.
* **simd** (default): texts are searched by the widest vectors that the processor has; it needs `std`.
* **std**: lets the crates beneath use what std offers them. Without it the crate is `no_std`, with
  `alloc`.
* **psl** (of `cli`): form `host` knows domains by the public suffix list.
* **capi**: the C ABI, for `cargo cinstall`; `crates/core/capi/urlsift.h` is its manual.
* **idna** (default): [`href`] maps hosts beyond ASCII as UTS 46 says, and [`display_url`] decodes Punycode.
  Without it a URL with a host beyond ASCII has no `href`, and Punycode is shown as it stands.
* **confusables**: notes on hosts of mixed scripts, and on those that look like others. It enables `idna`.

`psl`, `idna` and `confusables` do not need `std`.

With `default-features = false` there is the extractor and the three crates, nothing else, and beside them
no dependency but memchr, percent-encoding and smallvec.
*/

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "archive")]
pub mod bulk;
#[cfg(feature = "capi")]
mod capi;
pub mod decode;
pub mod extract;
mod found;
mod hyphenation;
mod input;
pub mod note;
// The program's own formats: public because the program is a crate of its own, and no part of the interface.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod output;
pub mod reading;
#[cfg(feature = "cli")]
mod record;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod row;
mod seen;
pub mod segment;
pub mod url;
pub mod utf16;
pub mod verdict;
pub mod wrap;

#[doc(inline)]
pub use crate::extract::extractor::{Extractor, ExtractorBuilder};
#[doc(inline)]
pub use crate::extract::find_iter::FindIter;
pub use crate::found::Found;
pub use crate::input::Input;
#[doc(inline)]
pub use crate::url::href::href;
pub use urlsift_rejoiner::wrap;
pub use urlsift_scanner::{Form, Forms};
pub use urlsift_validator::{Grammar, Verdict};

/// The README's example of the library runs too.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// So do those for embedders.
#[cfg(doctest)]
#[doc = include_str!("EMBEDDING.md")]
struct Embedding;
