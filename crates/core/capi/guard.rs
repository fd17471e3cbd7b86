//! Catches panics at the C boundary.
//!
//! A panic is a bug, and a bug in this library must not end the host program. Every exported function that
//! does more than return a constant runs inside [`guard`], which returns an error value after a panic.
//! State that a panic may have left inconsistent is not used again: an iterator whose search panicked
//! returns `URLSIFT_ERROR_PANIC` from then on.
//!
//! Two failures cannot be caught: a failed allocation, which aborts the process, and a stack overflow. The
//! library does not recurse on its input, so its stack stays small.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::{URLSIFT_ERROR_PANIC, URLSIFT_OK, urlsift_status};

/// Returns the result of `entry`, or `on_panic` if `entry` panics.
pub(super) fn guard<T>(on_panic: T, entry: impl FnOnce() -> T) -> T {
    // Asserting unwind safety is sound: iterators move their state out before they change it.
    catch_unwind(AssertUnwindSafe(entry)).unwrap_or(on_panic)
}

/// Returns the error of `entry`, [`URLSIFT_OK`] on success, or `URLSIFT_ERROR_PANIC` if `entry` panics.
pub(super) fn guard_status(entry: impl FnOnce() -> Result<(), urlsift_status>) -> urlsift_status {
    guard(URLSIFT_ERROR_PANIC, || entry().map_or_else(|error| error, |()| URLSIFT_OK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_the_error_value() {
        assert_eq!(guard(-1, || 1), 1);
        assert_eq!(guard(-1, || panic!("it is caught")), -1);
        assert_eq!(guard(-1, || [1][std::hint::black_box(1)]), -1);
    }
}
