//! The C ABI: the package `urlsift` for programs in C and C++.
//!
//! `urlsift.h`, beside the folder of this code, is the manual for callers and states each function's contract. These modules
//! implement it under the same names. The tests in `tests/header.rs` compare the header with this code.
//!
//! - A handle is a `Box` that the caller holds as a raw pointer.
//! - Every pointer that is handed out belongs to a handle or is static.
//! - Arguments are borrowed for one call. The exception is the text of an iterator or of segments, which is
//!   borrowed until that handle is freed.
//!
//! A new function must not let a panic unwind into C (`guard.rs`), must compare every pointer with null
//! before use (`pointer.rs`), and must reject unknown numbers (`number.rs`).

// The other libraries have no `unsafe`. Here it is needed for raw pointers from C.
#![allow(unsafe_code)]
// Exported by name for C, so `pub` is needed although no Rust path reaches these items.
#![allow(unreachable_pub)]
// The type names are those of the C header.
#![allow(non_camel_case_types)]

mod abi;
mod extractor;
mod feed;
mod found;
mod guard;
mod handle;
mod input;
mod iter;
mod number;
mod pointer;
mod segment;
mod url;
