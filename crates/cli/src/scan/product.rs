//! The interface of what a run makes of the URLs that it finds.

use urlsift_archive::rows::Fields;

use crate::scan::run_state::ReadyScan;
use crate::sink::Sink;

/// The output that a run makes of the URLs it finds.
pub(crate) trait Product {
    /// Returns the fields of rows that the product is made of.
    fn fields(&self) -> &Fields;

    /// Runs `scan`, and writes or collects the URLs. What is collected has a memory limit.
    fn search(&mut self, scan: ReadyScan<'_>, sink: &mut Sink) -> anyhow::Result<()>;

    /// Writes what needs all URLs.
    fn finish(&mut self, _: &mut Sink) -> anyhow::Result<()> {
        Ok(())
    }
}
