//! The number of URLs with each value, written at the end.

use std::num::NonZeroUsize;

use crate::output::{CountBy, CountLayout, CountOrder, Counts, Destination, LineFormat};
use anyhow::{Context, ensure};
use urlsift_archive::UrlHit;
use urlsift_archive::rows::Fields;

use crate::args::scan::ScanCommand;
use crate::scan::product::Product;
use crate::sink::Sink;

/// The counts that a run makes.
pub(crate) struct ValueCounts {
    format: LineFormat,
    by: CountBy,
    counts: Counts,
    /// The most bytes of memory that the counts may take.
    max_bytes: usize,
    order: CountOrder,
    /// The most counts that are written.
    top: usize,
    /// The most counts of a value of the first field.
    top_per: Option<usize>,
}

impl ValueCounts {
    pub(crate) fn new(args: &ScanCommand, format: LineFormat) -> anyhow::Result<ValueCounts> {
        let (by, counts) = (CountBy::new(&args.count).context("--count")?, Counts::new());
        let order = args.sort.unwrap_or_default();
        let top = args.top.map_or(usize::MAX, NonZeroUsize::get);
        let (max_bytes, top_per) = (args.max_memory.bytes(), args.top_per.map(NonZeroUsize::get));
        Ok(ValueCounts { format, by, counts, max_bytes, order, top, top_per })
    }
}

impl Product for ValueCounts {
    type Part = Counts;

    fn fields(&self) -> &Fields {
        self.by.fields()
    }

    fn make(
        &self,
        _: Destination,
    ) -> impl Fn(&UrlHit<'_>, &mut Counts) -> usize + Send + Sync + 'static {
        let by = self.by.clone();
        move |hit: &UrlHit<'_>, counts: &mut Counts| {
            let key = by.key(&hit.row(by.fields()));
            let bytes = key.iter().flatten().map(String::len).sum();
            counts.add(key);
            bytes
        }
    }

    fn take(&mut self, some: Counts, _: &mut Sink) -> anyhow::Result<()> {
        let ValueCounts { counts, max_bytes, .. } = self;
        counts.merge(some);
        ensure!(
            counts.bytes() <= *max_bytes,
            "the first {} distinct values take more than {max_bytes} bytes of memory; raise --max-memory",
            counts.len()
        );
        Ok(())
    }

    fn finish(&mut self, sink: &mut Sink) -> anyhow::Result<()> {
        let ValueCounts { ref by, ref counts, order, top, top_per, .. } = *self;
        let layout = CountLayout { by, order, top, top_per, destination: sink.destination() };
        counts.write(layout, self.format, |lines| sink.write(lines))
    }
}
