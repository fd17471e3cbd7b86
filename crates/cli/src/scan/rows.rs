//! A line for each URL, written at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::output::{
    Destination, JsonLines, LineFormat, write_csv, write_csv_heading, write_jsonl_hit, write_tabs,
    write_text,
};
use urlsift_archive::UrlHit;
use urlsift_archive::internal::Brief;
use urlsift_archive::rows::{Fields, Row};

use crate::args::scan::ScanCommand;
use crate::args::values::row_fields;
use crate::scan::product::Product;
use crate::sink::Sink;

pub(crate) struct RowLines {
    format: LineFormat,
    /// Whether a line is the URL as text, and not `fields`.
    is_url: bool,
    /// Whether the place comes before each URL.
    has_place: bool,
    fields: Fields,
    /// The byte that ends each line in the place of a line feed.
    line_end: Option<u8>,
    /// The size of the largest batch so far. A buffer that grows from nothing is copied many times.
    largest: Arc<AtomicUsize>,
}

impl RowLines {
    /// Writes the heading to `sink`, if the format has one.
    pub(crate) fn new(
        args: &ScanCommand,
        format: LineFormat,
        sink: &mut Sink,
    ) -> anyhow::Result<RowLines> {
        let is_url = format == LineFormat::Text && args.fields.is_empty();
        let fields = if is_url { Row::fields(&["url"])? } else { row_fields(&args.fields)? };
        if format == LineFormat::Csv {
            let mut names = Vec::new();
            write_csv_heading(&fields, &mut names);
            sink.write(&names)?;
        }
        let (has_place, line_end) = (args.with_source, args.print0.then_some(0));
        Ok(RowLines { format, is_url, has_place, fields, line_end, largest: Arc::default() })
    }
}

impl Product for RowLines {
    type Part = JsonLines;

    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn make(
        &self,
        destination: Destination,
    ) -> impl Fn(&UrlHit<'_>, &mut JsonLines) -> usize + Send + Sync + 'static {
        let RowLines { format, is_url, has_place, line_end, .. } = *self;
        let (fields, expected) = (self.fields.clone(), Arc::clone(&self.largest));
        move |hit: &UrlHit<'_>, batch: &mut JsonLines| {
            let before = batch.lines.len();
            if before == 0 {
                batch.lines.reserve(expected.load(Ordering::Relaxed));
            }
            let lines = &mut batch.lines;
            let row = || hit.row(&fields);
            match format {
                LineFormat::Text if is_url => {
                    let brief = || Brief::new(hit.place, hit.found);
                    write_text(hit.found.url(), brief, has_place, destination, lines);
                }
                LineFormat::Text => write_tabs(&row(), &fields, destination, lines),
                LineFormat::Jsonl => write_jsonl_hit(hit, &fields, destination, batch),
                LineFormat::Csv => write_csv(&row(), &fields, destination, lines),
            }
            if let (Some(end), Some(last)) = (line_end, batch.lines.last_mut()) {
                *last = end;
            }
            batch.lines.len() - before
        }
    }

    fn take(&mut self, JsonLines { lines, .. }: JsonLines, sink: &mut Sink) -> anyhow::Result<()> {
        self.largest.fetch_max(lines.len(), Ordering::Relaxed);
        sink.write(&lines)?;
        sink.flush()
    }
}
