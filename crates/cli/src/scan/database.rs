//! The output `--format sqlite`, in builds with the feature `sqlite`.
//!
//! As for other tables, builds without the feature accept the format and report that they lack it. So there are two types
//! `DatabaseOutput`, and each build has one.

#[cfg(feature = "sqlite")]
pub(crate) use has::DatabaseOutput;
#[cfg(not(feature = "sqlite"))]
pub(crate) use has_not::DatabaseOutput;

#[cfg(feature = "sqlite")]
mod has {
    use std::fmt::Write;

    use crate::output::{DatabaseRows, DatabaseValue, database_columns};
    use anyhow::{Context, bail};
    use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
    use rusqlite::{Connection, params_from_iter};
    use urlsift::row::Fields;
    use urlsift::scan::UrlHit;

    use crate::args::scan::Scan;
    use crate::args::values::row_fields;
    use crate::scan::run_state::ReadyScan;
    use crate::scan::sink::Sink;

    /// The settings for the file, which is new and thrown away if the run fails: without a journal, and with 64 MiB of
    /// memory for pages and for sorting the indices.
    const SETTINGS: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; \
        PRAGMA cache_size = -65536;";

    /// The columns that get an index.
    const INDEXED: [&str; 3] = ["host", "date", "url"];

    /// The database that a run writes.
    pub(crate) struct DatabaseOutput {
        /// `None` after [`finish`](DatabaseOutput::finish).
        database: Option<Connection>,
        fields: Fields,
        /// The statement that inserts a row.
        insert: String,
        /// The name of the output, for messages.
        name: String,
    }

    impl DatabaseOutput {
        /// Makes the table in the unfinished file of `sink`, and begins a transaction.
        pub(crate) fn new(args: &Scan, sink: &Sink) -> anyhow::Result<DatabaseOutput> {
            if !args.count.is_empty() || args.unique.is_some() {
                bail!(
                    "--format sqlite cannot be combined with --count or --unique; use text, jsonl or csv"
                );
            }
            let Some(path) = sink.part_path() else {
                bail!("--format sqlite is written to a file; add -o FILE");
            };
            let (name, fields) = (sink.name(), row_fields(&args.fields)?);
            let columns = database_columns(&fields);
            let database = Connection::open(path).with_context(|| name.clone())?;
            let definitions: Vec<String> =
                columns.iter().map(|(name, kind)| format!("\"{name}\" {kind}")).collect();
            let table =
                format!("{SETTINGS} BEGIN; CREATE TABLE urls ({});", definitions.join(", "));
            database.execute_batch(&table).with_context(|| name.clone())?;
            let marks = vec!["?"; columns.len()].join(", ");
            let insert = format!("INSERT INTO urls VALUES ({marks})");
            Ok(DatabaseOutput { database: Some(database), fields, insert, name })
        }

        /// Returns the fields of the rows.
        pub(crate) fn fields(&self) -> &Fields {
            &self.fields
        }

        /// Runs `scan` and inserts the rows. Returns whether there were any.
        pub(crate) fn search(&mut self, scan: ReadyScan<'_>) -> anyhow::Result<bool> {
            let database = self.database.as_ref().expect("it is finished at the end alone");
            let mut insert = database.prepare(&self.insert).with_context(|| self.name.clone())?;
            let mut found = false;
            let fields = self.fields.clone();
            let columns = database_columns(&fields).len();
            let add = move |hit: &UrlHit<'_>, rows: &mut DatabaseRows| {
                let row = hit.row(&fields);
                rows.push(&row, &fields);
                row.bytes()
            };
            scan.run(add, |rows| {
                found |= !rows.is_empty();
                rows.for_each_row(columns, |_, values| {
                    insert.execute(params_from_iter(values.iter().map(SqlValue))).map(|_| ())
                })
                .with_context(|| self.name.clone())
            })?;
            Ok(found)
        }

        /// Makes the indices and the view, and closes the database.
        pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
            let database = self.database.take().expect("it is finished once");
            let columns = database_columns(&self.fields);
            let has = |name: &str| columns.iter().any(|(known, _)| *known == name);
            let mut end = String::new();
            for name in INDEXED.into_iter().filter(|name| has(name)) {
                let _ = write!(end, "CREATE INDEX urls_{name} ON urls ({name}); ");
            }
            if has("host") && has("date") {
                // The year on the sender's clock, as `--count year` has it.
                let clock = if has("date_offset") {
                    ", coalesce(date_offset, 0) || ' minutes'"
                } else {
                    ""
                };
                let _ = write!(
                    end,
                    "CREATE VIEW counts AS SELECT lower(host) AS host, \
                     CAST(strftime('%Y', date{clock}) AS INTEGER) AS year, count(*) AS urls \
                     FROM urls GROUP BY 1, 2; "
                );
            }
            database.execute_batch(&(end + "COMMIT;")).with_context(|| self.name.clone())?;
            database.close().map_err(|(_, error)| error).with_context(|| self.name.clone())
        }
    }

    /// A value that rusqlite binds without a copy.
    struct SqlValue<'v>(&'v DatabaseValue<'v>);

    impl ToSql for SqlValue<'_> {
        fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
            Ok(ToSqlOutput::Borrowed(match *self.0 {
                DatabaseValue::Null => ValueRef::Null,
                DatabaseValue::Number(number) => ValueRef::Integer(number),
                DatabaseValue::Text(text) => ValueRef::Text(text.as_bytes()),
            }))
        }
    }
}

#[cfg(not(feature = "sqlite"))]
mod has_not {
    use anyhow::bail;
    use urlsift::row::Fields;

    use crate::args::scan::Scan;
    use crate::scan::run_state::ReadyScan;
    use crate::scan::sink::Sink;

    /// The database of builds without the feature; it has no values.
    pub(crate) enum DatabaseOutput {}

    impl DatabaseOutput {
        pub(crate) fn new(_: &Scan, _: &Sink) -> anyhow::Result<DatabaseOutput> {
            bail!(
                "--format sqlite: this urlsift was built without it; install one with \
                 `cargo install --path . --features sqlite`"
            )
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
}
