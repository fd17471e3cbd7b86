//! Cuts rows into batches of a fixed size.
//!
//! A batch ends at a number of rows or bytes, wherever the rows came from. Rows of hostile mail have 100 kB each.

use std::collections::VecDeque;
use std::fmt;
use std::mem;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::rows::fields::Fields;
use crate::rows::record_batch::columns::{BATCH_BYTES, ColumnBatch, Columns, RowTooLarge};
use crate::rows::record_batch::concat::concat;
use crate::rows::record_batch::schema::schema;

const BATCH_ROWS: usize = 16_384;

/// Rows that are cut into record batches, in order.
///
/// All batches except the last have the same number of rows, and fewer if they have more than 16 MiB. Take them with
/// [`next_batch`](RowBatches::next_batch) after each [`add`](RowBatches::add), and the last one with
/// [`finish`](RowBatches::finish).
pub struct RowBatches {
    schema: SchemaRef,
    most: usize,
    /// The pieces of batches that are complete. They are copied together when the batch is taken.
    complete: VecDeque<Vec<RecordBatch>>,
    rest: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

impl RowBatches {
    /// Returns batches of rows with `fields`, of 16,384 rows each.
    pub fn new(fields: &Fields) -> RowBatches {
        RowBatches::of_rows(fields, BATCH_ROWS)
    }

    /// Returns batches of rows with `fields`, of `rows` rows each, or of one row if that is 0.
    pub fn of_rows(fields: &Fields, rows: usize) -> RowBatches {
        RowBatches {
            schema: schema(fields),
            most: rows.max(1),
            complete: VecDeque::new(),
            rest: Vec::new(),
            rows: 0,
            bytes: 0,
        }
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }

    /// Adds the rows of `columns`, which have the fields of the batches, and returns their number.
    ///
    /// # Errors
    ///
    /// If `columns` has a row over the limit. None of them is added then.
    pub fn add(&mut self, columns: Columns) -> Result<usize, RowTooLarge> {
        let mut rows = 0;
        for part in columns.finish()? {
            rows += part.sizes.len();
            self.add_batch(&part);
        }
        Ok(rows)
    }

    fn add_batch(&mut self, part: &ColumnBatch) {
        let mut start = 0;
        for (row, size) in part.sizes.iter().enumerate() {
            self.rows += 1;
            self.bytes += size;
            // Count row by row: the cuts then do not depend on how the threads grouped the rows.
            if self.rows == self.most || self.bytes >= BATCH_BYTES {
                let end = row + 1;
                self.rest.push(part.batch.slice(start, end - start));
                self.end_batch();
                start = end;
            }
        }
        if start < part.sizes.len() {
            self.rest.push(part.batch.slice(start, part.sizes.len() - start));
        }
    }

    fn end_batch(&mut self) {
        (self.rows, self.bytes) = (0, 0);
        self.complete.push_back(mem::take(&mut self.rest));
    }

    /// Returns the next complete batch. Copies its rows once.
    #[expect(
        clippy::missing_panics_doc,
        reason = "all pieces have the schema and few bytes, so it does not panic"
    )]
    pub fn next_batch(&mut self) -> Option<RecordBatch> {
        let pieces = self.complete.pop_front()?;
        Some(concat(&self.schema, &pieces).expect("the pieces have the schema and are small"))
    }

    /// Ends the last batch, and returns the next one. Call it until it returns `None`.
    pub fn finish(&mut self) -> Option<RecordBatch> {
        if self.rows > 0 {
            self.end_batch();
        }
        self.next_batch()
    }
}

impl fmt::Debug for RowBatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowBatches").field("rows", &self.rows).finish_non_exhaustive()
    }
}
