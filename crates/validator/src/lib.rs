/*!
Judges a string by five URL grammars, and says at which byte and why it fails one.

A [`Validator`] takes a single string, without delimiters and without `URL:` before it, and returns a
[`Verdict`]. A verdict has:

- the [grammars](Grammars) that the string satisfies, and for each other [`Grammar`] the offset of the failure;
- its [standing](Standing), a judgement over all grammars together: valid, loose or rejected;
- its [parts](Parts): scheme, user, password, host, port, path, query and fragment;
- the [kind of its host](HostKind), on which the grammars say little.

```
use urlsift_validator::{FailureKind, Grammar, HostKind, Standing, Validator};

let validator = Validator::new();
let url = validator.url("http://www.example.org/~mcd/");
let verdict = url.verdict();

// RFC 3986 allows a tilde, RFC 1738 calls it unsafe.
assert!(verdict.satisfies(Grammar::Rfc3986));
assert_eq!(verdict.standing(), Standing::Valid);
let failure = url.failure(Grammar::Rfc1738).unwrap();
assert_eq!((failure.at(), failure.kind()), (23, FailureKind::UnsafeCharacter));
assert_eq!(
    failure.to_string(),
    "'~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E",
);

assert_eq!(verdict.host_kind(), Some(HostKind::Name));
assert_eq!(url.text(verdict.parts().host.unwrap()), "www.example.org");
```

# Offsets

All offsets are in bytes from the start of the string, and all ranges are half-open. The offset of a failure is
the length of the longest prefix that some URL of the grammar begins with. The text before the offset can still
become a URL; the character at the offset cannot continue it. The offset is always a character boundary. It is
the length of the string if the string ends too early.

# More about a URL

A [`Url`] is a string with its verdict. It gives the [reason](Url::failure) for a failure, the
[components](Url::scheme_part) that its scheme defines, [notes](Url::notes) on risks and oddities, and the string
[with its unsafe characters escaped](Url::encoded).

```
use urlsift_validator::{Grammar, NoteKind, SchemePart, Validator};

let url = Validator::new().url("ftp://myname@host.dom:2100/%2Fetc/my file");
assert_eq!(url.encoded(Grammar::Rfc1738).unwrap(), "ftp://myname@host.dom:2100/%2Fetc/my%20file");
assert!(url.notes().map(|note| note.kind()).eq([NoteKind::PortNotDefault]));

let SchemePart::Ftp(ftp) = url.scheme_part() else { panic!("the scheme is ftp") };
assert!(ftp.cwd.iter().map(|directory| directory.decode_utf8_lossy()).eq(["/etc"]));
```

# How it works

The rules of each grammar are in a file under `grammars/` that follows the document's BNF line by line, with
comments on decisions where the document is ambiguous. The build script turns each file into a minimal automaton. The
library runs the automata side by side in one pass over the string, without backtracking and without allocating
memory. A verdict takes time linear in the length of the string.

The tables of all five grammars take 49 kB, and those of hosts that imitate others 15 kB.

The crate needs `alloc`, to decode and encode on demand, but not `std`.
*/

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod automata;
mod diagnosis;
mod encode;
mod grammar;
mod names;
mod notes;
mod rejection;
mod span;
mod syntax;
mod url;
mod validator;
mod verdict;

#[cfg(test)]
mod tests;

pub use crate::{
    diagnosis::failure::{Failure, FailureKind},
    grammar::{Grammar, Grammars},
    notes::note::{Note, NoteKind, Severity},
    rejection::{Rejection, RejectionKind, Standing},
    span::Span,
    syntax::{
        host::HostKind,
        parts::Parts,
        scheme_part::{Ftp, Gopher, Http, Mailto, News, Nntp, Prospero, SchemePart, Wais},
    },
    url::Url,
    validator::Validator,
    verdict::Verdict,
};

/// Names that the package `urlsift` and its tests use. They may change in any release.
#[doc(hidden)]
pub mod internal {
    pub use crate::notes::imitation::label_imitation;
    pub use crate::syntax::encoded::Encoded;
    pub use crate::syntax::hidden::is_hidden;
    pub use crate::syntax::port::default_port;
    pub use crate::syntax::punycode::{MAX_PUNYCODE_BYTES, decode_punycode};
    pub use crate::syntax::segments::{FieldSpecs, Segments};
}
