//! The C ABI: the package `urlsift` for programs in C and C++.
//!
//! `urlsift.h` is the manual for callers and states each function's contract. These modules implement it under the same
//! names, and `tests/header.rs` compares the two.
//!
//! - A handle is a `Box` that the caller holds as a raw pointer.
//! - Every pointer that is handed out belongs to a handle or is static.
//! - Arguments are borrowed for one call, except the text of an iterator or of segments.
//!
//! A new function must not let a panic unwind into C (`guard.rs`), and must check pointers (`pointer.rs`) and numbers
//! (`number.rs`).

// The other libraries have no `unsafe`. Here it is needed for raw pointers from C.
#![allow(unsafe_code)]
// Exported by name for C, so `pub` is needed although no Rust path reaches these items.
#![allow(unreachable_pub)]
// The type names are those of the C header.
#![allow(non_camel_case_types)]

// Public for the fuzz target, which calls these functions as C does.
#[doc(hidden)]
pub mod abi;
#[doc(hidden)]
pub mod extractor;
mod feed;
#[doc(hidden)]
pub mod found;
mod guard;
mod handle;
mod input;
#[doc(hidden)]
pub mod iter;
mod number;
mod pointer;
#[doc(hidden)]
pub mod segment;
#[doc(hidden)]
pub mod url;

// Compiles only if threads may share or move handles as `urlsift.h` promises.
const _: () = {
    const fn is_send<T: Send>() {}
    const fn is_sync<T: Sync>() {}
    is_send::<extractor::urlsift_extractor>();
    is_sync::<extractor::urlsift_extractor>();
    is_send::<found::urlsift_found>();
    is_sync::<found::urlsift_found>();
    is_send::<feed::urlsift_feed>();
    is_send::<iter::urlsift_iter>();
    is_send::<segment::urlsift_segments>();
};
