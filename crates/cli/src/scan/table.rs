//! The tables of `--format parquet` and `--format arrow`, in builds with the feature `arrow`.

use std::io::Write;

use crate::output::{Destination, Layout, Table};
use anyhow::{Context, ensure};
use urlsift_archive::UrlHit;
use urlsift_archive::rows::Fields;
use urlsift_archive::rows::record_batch::Columns;

use crate::args::scan::ScanCommand;
use crate::args::values::{FormatArg, row_fields, value_name};
use crate::scan::product::Product;
use crate::sink::Sink;

pub(crate) struct TableOutput {
    /// The writer of the table; `None` after [`finish`](Product::finish).
    table: Option<Table<Box<dyn Write + Send>>>,
    fields: Fields,
    /// The name of the output, for messages.
    name: String,
}

impl TableOutput {
    pub(crate) fn new(args: &ScanCommand, sink: &Sink) -> anyhow::Result<TableOutput> {
        let chosen = args.format()?;
        let format = value_name(&chosen);
        ensure!(
            args.count.is_empty() && args.unique.is_none(),
            "--format {format} cannot be combined with --count or --unique; use text, jsonl or csv"
        );
        ensure!(
            sink.destination() != Destination::Terminal,
            "--format {format} is not printed to a terminal; write it to a file with -o FILE"
        );
        let layout = match sink {
            _ if chosen == FormatArg::Parquet => Layout::Parquet,
            Sink::Stdout => Layout::ArrowStream,
            Sink::File(_) => Layout::ArrowFile,
        };
        let (name, fields) = (sink.name(), row_fields(&args.fields)?);
        let table = Table::new(layout, &fields, sink.writer()?).with_context(|| name.clone())?;
        Ok(TableOutput { table: Some(table), fields, name })
    }
}

impl Product for TableOutput {
    type Part = Columns;

    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn make(
        &self,
        _: Destination,
    ) -> impl Fn(&UrlHit<'_>, &mut Columns) -> usize + Send + Sync + 'static {
        let fields = self.fields.clone();
        move |hit: &UrlHit<'_>, columns: &mut Columns| {
            let row = hit.row(&fields);
            columns.push(&row, &fields);
            row.bytes()
        }
    }

    fn take(&mut self, columns: Columns, _: &mut Sink) -> anyhow::Result<()> {
        let table = self.table.as_mut().expect("it is finished at the end alone");
        table.add(columns).map(drop).with_context(|| self.name.clone())
    }

    fn finish(&mut self, _: &mut Sink) -> anyhow::Result<()> {
        let table = self.table.take().expect("it is finished once");
        table.finish().with_context(|| self.name.clone())
    }
}

impl Drop for TableOutput {
    /// Marks a table that was not finished, after an error or after a split that failed.
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            // If the mark cannot be written, the exit status still shows that the table is incomplete.
            let _ = table.abandon();
        }
    }
}
