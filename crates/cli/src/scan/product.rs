//! The interface of what a run makes of the URLs that it finds, and the loop that makes it.

use urlsift_archive::rows::Fields;
use urlsift_archive::{Jobs, ReadReport, Scan, UrlHit};

use crate::interrupt;
use crate::output::Destination;
use crate::scan::run_state::RunState;
use crate::sink::Sink;

/// The output that a run makes of the URLs it finds.
pub(crate) trait Product {
    /// What a thread makes of some URLs.
    type Part: Default + Send + 'static;

    /// Returns the fields of rows that the product is made of.
    fn fields(&self) -> &Fields;

    /// Returns the function that adds a URL to a part, and returns the estimated growth of the part in bytes.
    fn make(
        &self,
        destination: Destination,
    ) -> impl Fn(&UrlHit<'_>, &mut Self::Part) -> usize + Send + Sync + 'static;

    /// Writes or collects a part. What is collected has a memory limit.
    fn take(&mut self, part: Self::Part, sink: &mut Sink) -> anyhow::Result<()>;

    /// Writes what needs all URLs.
    fn finish(&mut self, _: &mut Sink) -> anyhow::Result<()> {
        Ok(())
    }
}

/// A [`Product`] of any parts.
pub(crate) trait AnyProduct {
    fn fields(&self) -> &Fields;

    /// Searches `jobs`, makes the product, adds up the statistics, and reports the inputs that could not be read. Calls
    /// `show` with each report before it is printed.
    fn search(
        &mut self,
        scan: &Scan,
        jobs: Jobs<'_>,
        state: &mut RunState,
        sink: &mut Sink,
        show: &mut dyn FnMut(&ReadReport),
    ) -> anyhow::Result<()>;

    fn finish(&mut self, sink: &mut Sink) -> anyhow::Result<()>;
}

impl<P: Product> AnyProduct for P {
    fn fields(&self) -> &Fields {
        Product::fields(self)
    }

    fn search(
        &mut self,
        scan: &Scan,
        jobs: Jobs<'_>,
        state: &mut RunState,
        sink: &mut Sink,
        show: &mut dyn FnMut(&ReadReport),
    ) -> anyhow::Result<()> {
        for batch in scan.batches(jobs, self.make(sink.destination())) {
            state.stats.add(batch.counts);
            interrupt::set_found(state.stats.urls());
            self.take(batch.rows, sink)?;
            if let Some(report) = batch.report {
                show(&report);
                state.report(report);
            }
        }
        Ok(())
    }

    fn finish(&mut self, sink: &mut Sink) -> anyhow::Result<()> {
        Product::finish(self, sink)
    }
}
