//! A list that mostly has no more than one entry, and costs no memory then: the pieces of a reading, the
//! doubts of a wrapper. To allocate and free a vector takes 110 instructions.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// None, one, or as many as there are.
#[derive(Clone, Debug)]
pub(crate) enum Few<T> {
    One([T; 1]),
    Many(Vec<T>),
}

impl<T> Few<T> {
    pub(crate) const fn none() -> Few<T> {
        Few::Many(Vec::new())
    }

    pub(crate) const fn one(entry: T) -> Few<T> {
        Few::One([entry])
    }

    pub(crate) fn push(&mut self, entry: T) {
        *self = match core::mem::replace(self, Few::none()) {
            Few::Many(entries) if entries.is_empty() => Few::one(entry),
            Few::One([first]) => Few::Many(vec![first, entry]),
            Few::Many(mut entries) => {
                entries.push(entry);
                Few::Many(entries)
            }
        };
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Few::One(one) => one,
            Few::Many(many) => many,
        }
    }
}

impl<T> DerefMut for Few<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Few::One(one) => one,
            Few::Many(many) => many,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn as_a_vector() {
        let (mut few, mut entries) = (Few::none(), Vec::new());
        for i in 0..5 {
            assert_eq!(*few, *entries);
            few.push(i);
            entries.push(i);
        }
        assert_eq!(*few, *entries);
        assert_eq!(*Few::Many(entries.clone()), *entries);
        assert!(matches!(Few::one(0), Few::One(_)) && matches!(few, Few::Many(_)));
    }
}
