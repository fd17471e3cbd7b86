//! Batches: the results of a group of URLs, which a thread fills and the caller takes.

/// The results for a batch of URLs, such as their rows. Threads fill batches, and the caller takes them.
pub trait Batch: Default + Send + 'static {
    /// Keeps the results of the URLs for which `is_kept` is true, which has a value for each URL in order. `sizes` has
    /// the growth in bytes that was reported for each.
    fn retain(&mut self, is_kept: &[bool], sizes: &[usize]);
}

impl<T: Send + 'static> Batch for Vec<T> {
    fn retain(&mut self, is_kept: &[bool], _: &[usize]) {
        let mut is_kept = is_kept.iter();
        Vec::retain(self, |_| is_kept.next().is_some_and(|is_kept| *is_kept));
    }
}
