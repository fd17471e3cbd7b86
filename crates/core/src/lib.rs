/*!
Finds URLs in mail, news and other running text, also those that are broken over lines.

It reads the wrappers of RFC 1738's Appendix, `<URL:scheme:…>` and `<scheme:…>`, and quote marks around a URL. It removes
line breaks, indents and the `> ` of quoted lines. Where a line ends in a hyphen that may not belong to the URL, it
returns both readings. A URL without delimiters is joined over a line break if the text shows that it goes on there
([`Join`](extract::Join)).

# Overview

- [`Extractor`] searches a text. Build it once, and call [`find_iter`](Extractor::find_iter) for each text.
- [`Found`] is a result: the URL, the bytes that it was read from, other readings if something was in doubt, and a
  [`Verdict`](verdict::Verdict).
- [`Extractor::segments`] cuts a text into pieces for a renderer.
- [`href`] returns the form of a URL to open, [`display_url`](url::display_url) the form to show.
- [`url_notes`](url::url_notes) and [`link_text_differs`](extract::link_text_differs) warn of URLs that deceive.
- [`wrap`](wrap()) writes a URL into text so that readers rejoin it.
- `scan_paths` searches files, mailboxes and folders, compressed or not (crate feature `files`).

The other types are in modules:

- [`extract`]: searching a text, at once or in steps
- [`segment`]: cutting a text for a renderer
- [`reading`]: the other readings of a URL, and why they differ
- [`note`]: facts worth knowing about a URL
- [`verdict`]: validating a string by the grammars of the RFCs
- [`url`]: the parts of a URL, and the forms to open and to show
- [`decode`]: charsets other than UTF-8
- [`utf16`]: searching UTF-16
- [`mod@wrap`]: breaking a URL over lines
- `archive` and `bulk`: mailboxes and other archives in memory (crate feature `archive`)
- `select`: choosing URLs by terms, dates and strings (crate feature `archive`)
- `files`, `scan` and `plan`: files, folders, compression, tar and zip, searched on all cores (crate feature `files`)
- `row`: a URL with its position and the metadata of its message (crate feature `files`)
- `record_batch`: rows as record batches of Apache Arrow (crate feature `record-batch`)

# Example

The example of RFC 1738's Appendix:

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

# Offsets, errors and time

Offsets count bytes, or code units for UTF-16. Ranges are half-open. Any bytes may be searched, valid UTF-8 or not, and
no input causes a panic. Time is linear in the length of the text, whatever it contains.

Documentation cites rules such as W3 or J8 by number. Each is also explained in words where it is cited; the rules
are in `crates/RULES.md` of the repository.

# The crates below

Most users can ignore them. `urlsift-scanner` finds wrappers as byte ranges, `urlsift-rejoiner` reads their lines, and
`urlsift-validator` validates the result. They do not depend on each other; this crate joins them.

# Crate features

* **std** (default): chooses the vector code of memchr at run time, and keeps the URLs of
  [`SeenUrls`](extract::SeenUrls) as hashes, in less memory. Without it the crate is `no_std` with `alloc`.
* **simd** (default): searches with the widest vectors that the processor has. Enables `std`.
* **idna** (default): [`href`] maps hosts beyond ASCII by UTS 46, and [`display_url`](url::display_url) decodes Punycode.
  Without it a URL with a host beyond ASCII has no `href`, and Punycode is shown as it is.
* **psl**: form `host` knows domains by the public suffix list.
* **archive**: the modules `archive`, `bulk` and `select`, which read mailboxes and messages. Enables `std`.
* **files**: the modules `files`, `scan`, `plan` and `row`, which do what the program does. Enables `archive`.
* **record-batch**: the module `record_batch`. Enables `files`, and adds the crates of Arrow's arrays.
* **capi**: the C ABI, for `cargo cinstall`. `crates/core/src/capi/urlsift.h` documents it.

`psl` and `idna` do not need `std`.

With `default-features = false` the crate has the extractor and depends on the three crates below, memchr,
percent-encoding and smallvec only.
*/

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

#[cfg(feature = "archive")]
pub mod archive;
// Formats of the program need this and `record`; they are no part of the documented interface.
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod ascii_json;
#[cfg(feature = "archive")]
pub mod bulk;
#[cfg(feature = "capi")]
mod capi;
pub mod decode;
pub mod extract;
#[cfg(feature = "files")]
mod fields;
#[cfg(feature = "files")]
pub mod files;
mod found;
mod input;
mod names;
pub mod note;
#[cfg(feature = "files")]
pub mod plan;
pub mod reading;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod record;
#[cfg(feature = "record-batch")]
pub mod record_batch;
#[cfg(feature = "files")]
pub mod row;
#[cfg(feature = "files")]
pub mod scan;
mod seen;
pub mod segment;
#[cfg(feature = "archive")]
pub mod select;
#[cfg(feature = "files")]
mod threads;
pub mod url;
pub mod utf16;
pub mod verdict;
pub mod wrap;

#[doc(inline)]
pub use crate::extract::extractor::Extractor;
pub use crate::found::Found;
pub use crate::input::Input;
#[cfg(feature = "files")]
#[doc(inline)]
pub use crate::scan::path_scan::scan_paths;
#[doc(inline)]
pub use crate::url::href::href;
#[doc(inline)]
pub use crate::wrap::wrap;
pub use urlsift_scanner::{Form, Forms};
pub use urlsift_validator::Grammar;

/// Runs the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples for embedders.
#[cfg(doctest)]
#[doc = include_str!("../EMBEDDING.md")]
struct Embedding;
