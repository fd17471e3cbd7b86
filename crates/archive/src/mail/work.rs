//! A counter of the bytes that loops of this module look at, in tests only. A clock cannot show linear time on a busy
//! machine.

#[cfg(not(test))]
#[inline(always)]
pub(super) fn add(_bytes: usize) {}

#[cfg(test)]
pub(super) use counted::{add, assert_linear};

#[cfg(test)]
mod counted {
    use std::cell::Cell;

    thread_local!(static BYTES: Cell<usize> = const { Cell::new(0) });

    /// Adds `bytes` to the count of this thread.
    pub(crate) fn add(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// Asserts that `read` looks at each byte of a text at most `most` times on average, and at all of it. The texts
    /// are `unit` repeated, of two sizes, with `tail` at the end.
    pub(crate) fn assert_linear(unit: &str, tail: &str, most: usize, read: impl Fn(&[u8])) {
        for count in [500, 8000] {
            let text = unit.repeat(count) + tail;
            BYTES.set(0);
            read(text.as_bytes());
            let (looks, bytes) = (BYTES.get(), text.len());
            assert!(
                (bytes / 2..=most * bytes).contains(&looks),
                "{unit:?} {count} times, and {tail:?}: {looks} looks at {bytes} bytes"
            );
        }
    }
}
