//! Catches panics at the C boundary.
//!
//! A bug in this library must not end the host program. Every exported function that does more than return a constant
//! runs inside [`guard`]. State that a panic may have left inconsistent is not used again.
//!
//! A failed allocation and a stack overflow end the process; the library does not recurse on its input. A library built
//! with `panic = "abort"` ends the process at every panic, so build it with the default, `panic = "unwind"`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::{URLSIFT_ERROR_PANIC, URLSIFT_OK, urlsift_status};

pub(super) fn guard<T>(on_panic: T, entry: impl FnOnce() -> T) -> T {
    // This is sound: the handles that change move their state out before they change it, so no caller sees it half
    // changed.
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
