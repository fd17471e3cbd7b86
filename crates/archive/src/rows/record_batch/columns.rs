//! Rows as columns, filled row by row, and cut into batches before their 32-bit offsets end.

use std::error::Error;
use std::fmt;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{Array, RecordBatch};

use crate::rows::fields::Fields;
use crate::rows::record::{Record, Visitor};
use crate::rows::record_batch::schema::schema;
use crate::rows::{Rfc3339, Row};

/// A batch ends after the row with which it reaches this many bytes.
pub(super) const BATCH_BYTES: usize = 16 << 20;

/// The maximum size of a row in bytes. A row and a batch together must fit into the 2 GiB that 32-bit offsets count.
const MAX_ROW_BYTES: usize = 1 << 30;

/// The number of rows for which builders reserve room at first: those of some messages.
const RESERVED_ROWS: usize = 64;

/// Rows as columns, to add to [`RowBatches`](super::RowBatches). They may be filled on any thread.
#[derive(Default)]
pub struct Columns {
    done: Vec<ColumnBatch>,
    rows: Option<RowBuilder>,
    /// The size of a row over the limit, if there was one.
    too_large: Option<usize>,
}

/// The error for a row that no batch can hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct RowTooLarge {
    /// The size of the row in bytes.
    pub size: usize,
}

impl fmt::Display for RowTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a row of {} bytes is too large", self.size)
    }
}

impl Error for RowTooLarge {}

pub(super) struct ColumnBatch {
    pub(super) batch: RecordBatch,
    pub(super) sizes: Vec<usize>,
}

impl Columns {
    /// Adds `row` with `fields`, which are the same for all rows. If the row has more than 1 GiB of text, adding the
    /// columns to batches fails later.
    pub fn push(&mut self, row: &Row<'_>, fields: &Fields) {
        self.push_within(row, fields, MAX_ROW_BYTES);
    }

    /// Like [`push`](Columns::push), with another limit on the size of a row in bytes.
    pub fn push_within(&mut self, row: &Row<'_>, fields: &Fields, most: usize) {
        // Check before adding: a builder cannot take a row back, and its 32-bit offsets would overflow.
        let size = row.bytes();
        if size > most {
            self.too_large = Some(size);
            return;
        }
        let rows = self.rows.get_or_insert_with(|| RowBuilder::new(fields));
        rows.push(row, fields, size);
        if rows.bytes >= BATCH_BYTES {
            self.end_batch();
        }
    }

    fn end_batch(&mut self) {
        self.done.extend(self.rows.take().map(RowBuilder::finish));
    }

    pub(super) fn finish(mut self) -> Result<Vec<ColumnBatch>, RowTooLarge> {
        self.end_batch();
        self.too_large.map_or(Ok(self.done), |size| Err(RowTooLarge { size }))
    }
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.as_ref().map_or(0, |rows| rows.sizes.len());
        let done: usize = self.done.iter().map(|piece| piece.sizes.len()).sum();
        f.debug_struct("Columns").field("rows", &(done + rows)).finish_non_exhaustive()
    }
}

struct RowBuilder {
    builder: StructBuilder,
    sizes: Vec<usize>,
    bytes: usize,
}

impl RowBuilder {
    fn new(fields: &Fields) -> RowBuilder {
        let builder = StructBuilder::from_fields(schema(fields).fields().clone(), RESERVED_ROWS);
        RowBuilder { builder, sizes: Vec::new(), bytes: 0 }
    }

    fn push(&mut self, row: &Row<'_>, fields: &Fields, size: usize) {
        row.visit_fields(fields, &mut RecordColumns::of(&mut self.builder));
        self.builder.append(true);
        self.sizes.push(size);
        self.bytes += size;
    }

    fn finish(mut self) -> ColumnBatch {
        let mut rows = self.builder.finish();
        // Builders have room for four times the data, and the batch waits in memory.
        rows.shrink_to_fit();
        ColumnBatch { batch: RecordBatch::from(rows), sizes: self.sizes }
    }
}

struct RecordColumns<'b> {
    builder: &'b mut StructBuilder,
    next: usize,
}

impl<'b> RecordColumns<'b> {
    fn of(builder: &'b mut StructBuilder) -> RecordColumns<'b> {
        RecordColumns { builder, next: 0 }
    }

    fn next<B: ArrayBuilder>(&mut self) -> &mut B {
        self.next += 1;
        let field = self.builder.field_builder(self.next - 1);
        field.expect("fields are given in the order and with the types of the schema")
    }

    /// Adds a list of `items`; `push` adds one of them to the builder.
    fn list<T, B: ArrayBuilder>(&mut self, items: &[T], push: impl Fn(&T, &mut B)) {
        // Builders are `dyn` and downcast. Schema and values come from one list of fields, so the types agree.
        let list: &mut ListBuilder<Box<dyn ArrayBuilder>> = self.next();
        let builder = list.values().as_any_mut().downcast_mut();
        let builder = builder.expect("items are given with the type of the schema");
        for item in items {
            push(item, builder);
        }
        list.append(true);
    }
}

impl Visitor for RecordColumns<'_> {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        self.next::<StringBuilder>().append_option(text);
    }

    fn number(&mut self, _: &'static str, number: Option<i64>) {
        self.next::<Int64Builder>().append_option(number);
    }

    fn date(&mut self, _: &'static str, date: Option<Rfc3339<'_>>) {
        let microsecond = date.map(|date| date.second() * 1_000_000);
        self.next::<TimestampMicrosecondBuilder>().append_option(microsecond);
    }

    fn flag(&mut self, _: &'static str, flag: bool) {
        self.next::<BooleanBuilder>().append_value(flag);
    }

    fn texts(&mut self, _: &'static str, texts: &[impl AsRef<str>]) {
        self.list(texts, |text, builder: &mut StringBuilder| builder.append_value(text));
    }

    fn records(&mut self, _: &'static str, records: &[impl Record]) {
        self.list(records, |record, builder: &mut StructBuilder| {
            record.visit(&mut RecordColumns::of(builder));
            builder.append(true);
        });
    }
}
