//! The outputs `--format parquet` and `--format arrow`, in builds with the feature `arrow`.
//!
//! Builds without the feature accept the formats too. They report that they were built without them, where an
//! unknown format would be a usage error. So there are two types `TableOutput`, and each build has one.

#[cfg(feature = "arrow")]
pub(crate) use has::TableOutput;
#[cfg(not(feature = "arrow"))]
pub(crate) use has_not::TableOutput;

#[cfg(feature = "arrow")]
mod has {
    use std::io::Write;

    use crate::output::{Destination, Layout, Table};
    use anyhow::{Context, bail};
    use urlsift::record_batch::Columns;
    use urlsift::row::Fields;
    use urlsift::scan::UrlHit;

    use crate::args::scan::Scan;
    use crate::args::values::row_fields;
    use crate::scan::run_state::ReadyScan;
    use crate::scan::sink::Sink;

    /// The table that a run writes.
    pub(crate) struct TableOutput {
        /// The writer of the table; `None` after [`finish`](TableOutput::finish).
        rows: Option<Table<Box<dyn Write + Send>>>,
        fields: Fields,
        /// The name of the output, for messages.
        name: String,
    }

    impl TableOutput {
        pub(crate) fn parquet(args: &Scan, sink: &Sink) -> anyhow::Result<TableOutput> {
            TableOutput::new("parquet", Layout::Parquet, args, sink)
        }

        pub(crate) fn arrow(args: &Scan, sink: &Sink) -> anyhow::Result<TableOutput> {
            let layout = match sink {
                Sink::Stdout => Layout::ArrowStream,
                Sink::File(_) => Layout::ArrowFile,
            };
            TableOutput::new("arrow", layout, args, sink)
        }

        fn new(
            format: &str,
            layout: Layout,
            args: &Scan,
            sink: &Sink,
        ) -> anyhow::Result<TableOutput> {
            if !args.count.is_empty() || args.unique.is_some() {
                bail!(
                    "--format {format} cannot be combined with --count or --unique; use text, jsonl or csv"
                );
            }
            if sink.destination() == Destination::Terminal {
                bail!(
                    "--format {format} is not printed to a terminal; write it to a file with -o FILE"
                );
            }
            let name = sink.name();
            let fields = row_fields(&args.fields)?;
            let rows = Table::new(layout, &fields, sink.writer()?).with_context(|| name.clone())?;
            Ok(TableOutput { rows: Some(rows), fields, name })
        }

        /// Returns the fields of the rows.
        pub(crate) fn fields(&self) -> &Fields {
            &self.fields
        }

        /// Runs `scan` and adds the rows. Returns whether there were any.
        pub(crate) fn search(&mut self, scan: ReadyScan<'_>) -> anyhow::Result<bool> {
            let rows = self.rows.as_mut().expect("it is finished at the end alone");
            let mut found = false;
            let fields = self.fields.clone();
            let add = move |hit: &UrlHit<'_>, columns: &mut Columns| {
                let row = hit.row(&fields);
                columns.push(&row, &fields);
                row.bytes()
            };
            scan.run(add, |columns| {
                found |= rows.add(columns).with_context(|| self.name.clone())? > 0;
                Ok(())
            })?;
            Ok(found)
        }

        /// Writes the last batch and the end of the table.
        pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
            let rows = self.rows.take().expect("it is finished once");
            rows.finish().with_context(|| self.name.clone())
        }
    }

    impl Drop for TableOutput {
        /// Marks a table that was not finished, after an error or after a split that failed.
        fn drop(&mut self) {
            if let Some(rows) = self.rows.take() {
                // If the mark cannot be written, the exit status still shows that the table is incomplete.
                let _ = rows.abandon();
            }
        }
    }
}

#[cfg(not(feature = "arrow"))]
mod has_not {
    use anyhow::bail;
    use urlsift::row::Fields;

    use crate::args::scan::Scan;
    use crate::scan::run_state::ReadyScan;
    use crate::scan::sink::Sink;

    /// The table output of builds without the feature; it has no values.
    pub(crate) enum TableOutput {}

    impl TableOutput {
        pub(crate) fn parquet(_: &Scan, _: &Sink) -> anyhow::Result<TableOutput> {
            has_not("parquet")
        }

        pub(crate) fn arrow(_: &Scan, _: &Sink) -> anyhow::Result<TableOutput> {
            has_not("arrow")
        }

        pub(crate) fn fields(&self) -> &Fields {
            match *self {}
        }

        pub(crate) fn search(&mut self, _: ReadyScan<'_>) -> anyhow::Result<bool> {
            match *self {}
        }

        pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
            match *self {}
        }
    }

    fn has_not(format: &str) -> anyhow::Result<TableOutput> {
        bail!(
            "--format {format}: this urlsift was built without it; install one with \
             `cargo install --path . --features arrow`"
        )
    }
}
