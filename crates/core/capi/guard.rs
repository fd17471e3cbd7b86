//! The boundary that no panic passes.
//!
//! A panic is a bug, and a bug here must not end a mail client. Each entry that does more than give a
//! constant runs within [`guard`], which gives an error in its place. What was being changed when it happened
//! is not used again: an iterator that panicked has lost its search. Two things cannot be caught: memory that
//! cannot be had, for which Rust ends the process, and a stack that overflows, of which there is no danger
//! without recursion.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::{URLSIFT_ERROR_PANIC, URLSIFT_OK, urlsift_status};

/// What `entry` gives, or `on_panic` where it panics.
pub(super) fn guard<T>(on_panic: T, entry: impl FnOnce() -> T) -> T {
    // Whoever lets something be seen half changed takes it away first.
    catch_unwind(AssertUnwindSafe(entry)).unwrap_or(on_panic)
}

/// The status of `entry`: its error, or that it panicked, or [`URLSIFT_OK`].
pub(super) fn guard_status(entry: impl FnOnce() -> Result<(), urlsift_status>) -> urlsift_status {
    guard(URLSIFT_ERROR_PANIC, || entry().map_or_else(|error| error, |()| URLSIFT_OK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_value() {
        assert_eq!(guard(-1, || 1), 1);
        assert_eq!(guard(-1, || panic!("it is caught")), -1);
        assert_eq!(guard(-1, || [1][std::hint::black_box(1)]), -1);
    }
}
