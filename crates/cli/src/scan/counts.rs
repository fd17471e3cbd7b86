//! The number of URLs with each value, written at the end.

use std::num::NonZeroUsize;

use crate::output::{CountBy, CountLayout, Counts, Destination, LineFormat};
use anyhow::{Context, ensure};
use urlsift_archive::UrlHit;
use urlsift_archive::rows::Fields;

use crate::args::scan::ScanCommand;
use crate::scan::product::Product;
use crate::sink::Sink;

pub(crate) struct ValueCounts {
    layout: CountLayout,
    counts: Counts,
    /// The most bytes of memory that the counts may take.
    max_bytes: usize,
}

impl ValueCounts {
    pub(crate) fn new(args: &ScanCommand, format: LineFormat) -> anyhow::Result<ValueCounts> {
        let layout = CountLayout {
            by: CountBy::new(&args.count).context("--count")?,
            format,
            order: args.sort.unwrap_or_default(),
            top: args.top.map_or(usize::MAX, NonZeroUsize::get),
            top_per: args.top_per.map(NonZeroUsize::get),
        };
        Ok(ValueCounts { layout, counts: Counts::default(), max_bytes: args.max_memory.bytes() })
    }
}

impl Product for ValueCounts {
    type Part = Counts;

    fn fields(&self) -> &Fields {
        self.layout.by.fields()
    }

    fn make(
        &self,
        _: Destination,
    ) -> impl Fn(&UrlHit<'_>, &mut Counts) -> usize + Send + Sync + 'static {
        let by = self.layout.by.clone();
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
        let destination = sink.destination();
        self.counts.write(&self.layout, destination, |lines| sink.write(lines))
    }
}
