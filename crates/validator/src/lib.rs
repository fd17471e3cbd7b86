/*!
Says which URL grammars a string satisfies, and if not, at which byte it fails and why.

A [`Validator`] takes one string, without the brackets or the `URL:` that may have stood around it
in a text, and gives a [`Verdict`]: for each [`Grammar`] whether the string satisfies it and if not
where it fails; its [standing](Standing), which is one word for all grammars
together; its [parts](Parts); and what kind of thing its [host](HostKind) is, which the grammars
leave open.

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

All offsets are in bytes from the beginning of the string, and all ranges are half-open. The offset
of a failure is the length of the longest prefix that some URL of the grammar begins with: what
stands before it can still become a URL, what stands there cannot go on with it. It is always the
boundary of a character, and the string's length where the string ends too early.

# What else it tells

[`Url`] is a string with its verdict: [why](Url::failure) a grammar fails, what the scheme
[makes of the rest](Url::scheme_part), what is [worth knowing](Url::notes), and how it would be
[encoded](Url::encoded).

```
use urlsift_validator::{Grammar, NoteKind, SchemePart, Validator};

let url = Validator::new().url("ftp://myname@host.dom:2100/%2Fetc/my file");
assert_eq!(url.encoded(Grammar::Rfc1738).unwrap(), "ftp://myname@host.dom:2100/%2Fetc/my%20file");
assert!(url.notes().map(|note| note.kind()).eq([NoteKind::PortNotDefault]));

let SchemePart::Ftp(ftp) = url.scheme_part() else { panic!("the scheme is ftp") };
assert!(ftp.cwd.iter().map(|directory| directory.decode_utf8_lossy()).eq(["/etc"]));
```

# How it is done

Each grammar is a file of rules under `grammars/`, which mirrors the BNF of its document line by line;
what was decided where a document is ambiguous is said beside the rule. The build script makes a
minimal automaton of each, and the library runs them side by side, in one pass over the string, with
no backtracking and no allocation. A verdict takes time linear in the string.

The tables are 49 kB for all five grammars, and a shared library grows by 149 kB with all that is
here.

# Features

- `std` (default): nothing yet. The crate needs `alloc`, for what is decoded or encoded on demand, but not `std`; the feature is there so
  that it can be used one day without breaking those who switched the defaults off.
*/

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod automata;
mod diagnosis;
mod encode;
mod grammar;
mod notes;
mod rejection;
mod span;
mod syntax;
mod url;
mod validator;
mod verdict;

#[cfg(any(test, feature = "naive"))]
#[doc(hidden)]
pub mod naive;
#[cfg(test)]
mod tests;

pub use crate::{
    diagnosis::failure::{Failure, FailureKind},
    grammar::{Grammar, Grammars, GrammarsIter, UnknownGrammar},
    notes::{
        Notes,
        note::{Note, NoteKind, Severity},
    },
    rejection::{Rejection, RejectionKind, Standing},
    span::Span,
    syntax::{
        encoded::Encoded,
        hidden::is_hidden,
        host::HostKind,
        parts::Parts,
        port::default_port,
        scheme_part::{Ftp, Gopher, Http, Mailto, News, Nntp, Prospero, SchemePart, Wais},
        segments::{Fields, Segments},
    },
    url::Url,
    validator::Validator,
    verdict::Verdict,
};
