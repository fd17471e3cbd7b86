//! `--format parquet` and `--format arrow`: rows as a table, in builds that have it.
//!
//! The trap is that a build without the feature `arrow` knows the formats too, so that it can say plainly
//! that it has them not.

#[cfg(feature = "arrow")]
pub(crate) use has::Table;
#[cfg(not(feature = "arrow"))]
pub(crate) use has_not::Table;

#[cfg(feature = "arrow")]
mod has {
    use std::io::Write;

    use anyhow::{Context, bail};
    use urlsift::Found;
    use urlsift::bulk::Place;
    use urlsift::output::{Columns, Layout, Reader, Table as Rows};
    use urlsift::row::Row;

    use crate::args::Scan;
    use crate::scan::command::All;
    use crate::scan::sink::Sink;

    /// The table that a run writes.
    pub(crate) struct Table {
        /// `None` when it is whole.
        rows: Option<Rows<Box<dyn Write + Send>>>,
        /// Where it goes, for messages.
        name: String,
    }

    impl Table {
        pub(crate) fn parquet(args: &Scan, sink: &Sink) -> anyhow::Result<Table> {
            Table::new("parquet", Layout::Parquet, args, sink)
        }

        pub(crate) fn arrow(args: &Scan, sink: &Sink) -> anyhow::Result<Table> {
            let layout = match sink {
                Sink::Stdout => Layout::ArrowStream,
                Sink::File(_) => Layout::ArrowFile,
            };
            Table::new("arrow", layout, args, sink)
        }

        fn new(format: &str, layout: Layout, args: &Scan, sink: &Sink) -> anyhow::Result<Table> {
            if args.count.is_some() || args.unique {
                bail!("--format {format} is for rows alone, not for --count or --unique");
            }
            if sink.reader() == Reader::Terminal {
                bail!("--format {format} is not for a terminal; -o FILE writes it to a file");
            }
            let name = sink.name();
            let rows = Rows::new(layout, sink.writer()?).with_context(|| name.clone())?;
            Ok(Table { rows: Some(rows), name })
        }

        /// Adds the rows of `all`, and says whether there are any.
        pub(crate) fn search(&mut self, all: All<'_>) -> anyhow::Result<bool> {
            let rows = self.rows.as_mut().expect("it is finished at the end alone");
            let mut found = false;
            let add = |place: &Place<'_>, found: &Found<'_>, columns: &mut Columns| {
                let row = Row::new(place, found);
                columns.push(&row);
                row.bytes()
            };
            all.each(add, |columns| {
                found |= rows.add(columns).with_context(|| self.name.clone())? > 0;
                Ok(())
            })?;
            Ok(found)
        }

        /// All rows are added.
        pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
            let rows = self.rows.take().expect("it is finished once");
            rows.finish().with_context(|| self.name.clone())
        }
    }
}

#[cfg(not(feature = "arrow"))]
mod has_not {
    use anyhow::bail;

    use crate::args::Scan;
    use crate::scan::command::All;
    use crate::scan::sink::Sink;

    /// There is none.
    pub(crate) enum Table {}

    impl Table {
        pub(crate) fn parquet(_: &Scan, _: &Sink) -> anyhow::Result<Table> {
            has_not("parquet")
        }

        pub(crate) fn arrow(_: &Scan, _: &Sink) -> anyhow::Result<Table> {
            has_not("arrow")
        }

        pub(crate) fn search(&mut self, _: All<'_>) -> anyhow::Result<bool> {
            match *self {}
        }

        pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
            match *self {}
        }
    }

    fn has_not(format: &str) -> anyhow::Result<Table> {
        bail!(
            "--format {format}: this program was built without it; `cargo install` with `--features \
             arrow` builds one that has it"
        )
    }
}
