//! A line for each URL, written at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::output::{
    Heading, JsonLines, LineFormat, write_csv, write_csv_heading, write_jsonl_hit, write_tabs,
    write_text,
};
use urlsift_archive::UrlHit;
use urlsift_archive::internal::Brief;
use urlsift_archive::rows::{Fields, Row};

use crate::args::scan::Scan;
use crate::args::values::row_fields;
use crate::scan::product::Product;
use crate::scan::run_state::ReadyScan;
use crate::sink::Sink;

/// The lines that a run prints.
pub(crate) struct RowLines {
    format: LineFormat,
    /// The heading of each URL, if a line is the URL as text; `None` if it has `fields`.
    heading: Option<Heading>,
    fields: Fields,
    /// The byte that ends each line in the place of a line feed.
    line_end: Option<u8>,
}

impl RowLines {
    /// Writes the heading to `sink`, if the format has one.
    pub(crate) fn new(
        args: &Scan,
        format: LineFormat,
        heading: Heading,
        sink: &mut Sink,
    ) -> anyhow::Result<RowLines> {
        let is_url = format == LineFormat::Text && args.fields.is_empty();
        let fields = if is_url { Row::fields(&["url"])? } else { row_fields(&args.fields)? };
        if format == LineFormat::Csv {
            let mut names = Vec::new();
            write_csv_heading(&fields, &mut names);
            sink.write(&names)?;
        }
        let (heading, line_end) = (is_url.then_some(heading), args.print0.then_some(0));
        Ok(RowLines { format, heading, fields, line_end })
    }
}

impl Product for RowLines {
    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn search(&mut self, scan: ReadyScan<'_>, sink: &mut Sink) -> anyhow::Result<()> {
        let RowLines { format, heading, line_end, .. } = *self;
        let (fields, destination) = (self.fields.clone(), sink.destination());
        // The size of the largest batch so far. A buffer that grows from nothing is copied many times.
        let largest = Arc::new(AtomicUsize::new(0));
        let expected = Arc::clone(&largest);
        let add = move |hit: &UrlHit<'_>, batch: &mut JsonLines| {
            let before = batch.lines.len();
            if before == 0 {
                batch.lines.reserve(expected.load(Ordering::Relaxed));
            }
            let lines = &mut batch.lines;
            let row = || hit.row(&fields);
            match (heading, format) {
                (Some(heading), _) => {
                    let brief = || Brief::new(hit.place, hit.found);
                    write_text(hit.found.url(), brief, heading, destination, lines);
                }
                (None, LineFormat::Text) => write_tabs(&row(), &fields, destination, lines),
                (None, LineFormat::Jsonl) => {
                    write_jsonl_hit(hit, &fields, destination, batch);
                }
                (None, LineFormat::Csv) => write_csv(&row(), &fields, destination, lines),
            }
            if let (Some(end), Some(last)) = (line_end, batch.lines.last_mut()) {
                *last = end;
            }
            batch.lines.len() - before
        };
        scan.run(add, |JsonLines { lines, .. }| {
            largest.fetch_max(lines.len(), Ordering::Relaxed);
            sink.write(&lines)?;
            sink.flush()
        })
    }
}
