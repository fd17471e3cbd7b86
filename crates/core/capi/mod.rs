//! The C ABI: the facade for programs in C and C++, behind the crate feature `capi`.
//!
//! `urlsift.h` beside this file is its manual and says what each function asks of its caller; here it is
//! only said how that is met. Names are those of the header, so that one can be looked for in both. A
//! handle is a `Box` that the caller holds as a pointer. Whatever is handed out is owned by a handle, or
//! lives as long as the library; what the caller hands in is borrowed for the call, but for the text
//! of an iterator, which is borrowed until that is freed.
//!
//! The traps: no panic may unwind into the caller (`guard.rs`), no pointer is believed before it was
//! compared with null, and a number that came from C need not be one of ours.

// The one place that may: what comes from C is a pointer and a promise.
#![allow(unsafe_code)]
// Reached from C, by their names.
#![allow(unreachable_pub)]
// The names are C's.
#![allow(non_camel_case_types)]

mod abi;
mod extractor;
mod found;
mod guard;
mod iter;
mod pointer;
mod segment;
mod url;
