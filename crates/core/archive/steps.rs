//! A stack that costs no memory while one thing is on it.
//!
//! The walk through a message keeps its steps on one. Most messages are a header and a body, of which the
//! second is put on when the first was taken off, and there are many of them.

/// A stack.
#[derive(Clone, Debug)]
pub(super) struct Steps<T> {
    top: Option<T>,
    /// What is below the top; empty where there is none.
    below: Vec<T>,
}

impl<T> Steps<T> {
    /// One with a single thing on it.
    pub(super) fn of(step: T) -> Steps<T> {
        Steps { top: Some(step), below: Vec::new() }
    }

    /// One with nothing on it.
    pub(super) fn none() -> Steps<T> {
        Steps { top: None, below: Vec::new() }
    }

    pub(super) fn push(&mut self, step: T) {
        if let Some(top) = self.top.replace(step) {
            self.below.push(top);
        }
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let top = self.top.take()?;
        self.top = self.below.pop();
        Some(top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_in_first_out() {
        let mut steps = Steps::of(1);
        steps.push(2);
        steps.push(3);
        assert_eq!((steps.pop(), steps.pop()), (Some(3), Some(2)));
        steps.push(4);
        assert_eq!((steps.pop(), steps.pop(), steps.pop()), (Some(4), Some(1), None));
        steps.push(5);
        assert_eq!((steps.pop(), steps.pop()), (Some(5), None));
    }

    #[test]
    fn one_thing_costs_nothing() {
        let mut steps = Steps::of(1);
        for i in 0..9 {
            assert!(steps.pop().is_some());
            steps.push(i);
        }
        assert_eq!(steps.below.capacity(), 0);
    }
}
