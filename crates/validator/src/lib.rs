/*!
Says which URL grammars a string satisfies, and if not, at which byte it fails and why.

A [`Validator`] takes one string, without the brackets or the `URL:` that may have stood around it
in a text, and gives a [`Verdict`]: for each [`Grammar`] whether the string satisfies it and if not
where and how it [fails](Failure); its [standing](Standing), which is one word for all grammars
together; its [parts](Parts); and what kind of thing its [host](HostKind) is, which the grammars
leave open.

```
use urlsift_validator::{FailureKind, Grammar, HostKind, Standing, Validator};

let validator = Validator::new();
let url = "http://www.example.org/~mcd/";
let verdict = validator.validate(url);

// RFC 3986 allows a tilde, RFC 1738 calls it unsafe.
assert!(verdict.satisfies(Grammar::Rfc3986));
assert_eq!(verdict.standing(), Standing::Valid);
let failure = verdict.failure(Grammar::Rfc1738).unwrap();
assert_eq!((failure.at(), failure.kind()), (23, FailureKind::UnsafeCharacter));
assert_eq!(
    failure.to_string(),
    "'~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E",
);

assert_eq!(verdict.host_kind(), Some(HostKind::Name));
assert_eq!(&url[verdict.parts().host.unwrap()], "www.example.org");
```

# Offsets

All offsets are in bytes from the beginning of the string, and all ranges are half-open. The offset
of a failure is the length of the longest prefix that some URL of the grammar begins with: what
stands before it can still become a URL, what stands there cannot go on with it. It is always the
boundary of a character, and the string's length where the string ends too early.

# How it is done

Each grammar is a file of rules under `grammars/`, which mirrors the BNF of its RFC line by line;
what was decided where an RFC is ambiguous is said beside the rule. The build script makes a minimal
automaton of each, and the library runs them: one pass over the string for each grammar, a few
instructions a byte, no backtracking and no allocation. A verdict takes time linear in the string.

The tables are 32 kB for RFC 1738 and 24 kB for RFC 3986.

# Features

- `std` (default): nothing yet. The crate needs neither `std` nor `alloc`; the feature is there so
  that it can be used one day without breaking those who switched the defaults off.
*/

#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod automaton;
mod diagnosis;
mod failure;
mod grammar;
mod host;
mod parts;
mod place;
mod production;
mod span;
mod standing;
mod validator;
mod verdict;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use crate::{
    failure::{Failure, FailureKind},
    grammar::{Grammar, Grammars, GrammarsIter, UnknownGrammar},
    host::HostKind,
    parts::Parts,
    span::Span,
    standing::{Rejection, RejectionKind, Standing},
    validator::Validator,
    verdict::Verdict,
};
