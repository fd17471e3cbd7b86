//! A counter of the bytes that the scanner's inner loops look at, in tests: time is linear (W10), which a clock cannot
//! show on a busy machine.

#[cfg(not(test))]
#[inline(always)]
#[allow(clippy::inline_always)] // An empty body that must vanish from the hot loops.
pub(crate) fn add(_bytes: usize) {}

#[cfg(test)]
pub(crate) use counted::{add, count};

#[cfg(test)]
mod counted {
    extern crate std;
    use core::cell::Cell;

    std::thread_local!(static BYTES: Cell<usize> = const { Cell::new(0) });

    /// Adds `bytes` to the count of this thread.
    pub(crate) fn add(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// Returns the number of bytes looked at while `f` runs.
    pub(crate) fn count(f: impl FnOnce()) -> usize {
        BYTES.set(0);
        f();
        BYTES.get()
    }
}
