//! Catches panics at the C boundary.
//!
//! A panic is a bug, and a bug in this library must not end the host program. Every exported function that
//! does more than return a constant runs inside [`guard`], which returns an error value after a panic.
//! State that a panic may have left inconsistent is not used again: an iterator whose search panicked
//! returns `URLSIFT_ERROR_PANIC` from then on.
//!
//! Some failures cannot be caught. A failed allocation and a stack overflow end the process; the library does not
//! recurse on its input, so its stack stays small. A library built with `panic = "abort"` ends the process at
//! every panic, so the C library must be built with the default, `panic = "unwind"`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::{URLSIFT_ERROR_PANIC, URLSIFT_OK, urlsift_status};

/// Returns the result of `entry`, or `on_panic` if `entry` panics.
pub(super) fn guard<T>(on_panic: T, entry: impl FnOnce() -> T) -> T {
    // Asserting unwind safety is sound: the handles that change, iterators, segments and feeds, move their state out
    // before they change it. So no caller sees a state that a panic left half changed.
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
