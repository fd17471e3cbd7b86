//! Rows as columns, filled row by row.
//!
//! A *piece* is some rows as a record batch. The trap is the columns' 32-bit offsets: a piece ends
//! before a column could have more bytes than these count.

use std::fmt;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
};
use arrow_array::{Array, RecordBatch};

use super::arrow;
use crate::record::{Record, Visitor};
use crate::row::Row;

/// A piece ends behind the row with which it has this many bytes.
const PIECE_BYTES: usize = 16 << 20;

/// How many bytes a row may have, so that it and a piece fit into the 2 GiB that offsets count.
const ROW_BYTES: usize = 1 << 30;

/// How many rows the builders have room for at first: those of some messages.
const FEW: usize = 64;

/// Some rows as columns, for a [`Table`](super::Table). They may be filled on any thread.
#[derive(Default)]
pub struct Columns {
    done: Vec<Piece>,
    /// What the next piece is made of.
    rows: Option<Rows>,
    /// The size of a row that was too large, if there was one.
    too_large: Option<usize>,
}

/// Rows, and how many bytes each has.
pub(super) struct Piece {
    pub(super) batch: RecordBatch,
    pub(super) sizes: Vec<usize>,
}

impl Columns {
    /// Adds `row`. Where that has more than 1 GiB of text, adding the columns to a table fails.
    pub fn push(&mut self, row: &Row<'_>) {
        self.push_within(row, ROW_BYTES);
    }

    /// The same, where a row may have `most` bytes.
    pub(super) fn push_within(&mut self, row: &Row<'_>, most: usize) {
        let size = row.bytes();
        if size > most {
            self.too_large = Some(size);
            return;
        }
        let rows = self.rows.get_or_insert_with(Rows::new);
        rows.push(row, size);
        if rows.bytes >= PIECE_BYTES {
            self.end_piece();
        }
    }

    fn end_piece(&mut self) {
        self.done.extend(self.rows.take().map(Rows::finish));
    }

    /// The rows, or the size of one that was too large.
    pub(super) fn finish(mut self) -> Result<Vec<Piece>, usize> {
        self.end_piece();
        self.too_large.map_or(Ok(self.done), Err)
    }
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.as_ref().map_or(0, |rows| rows.sizes.len());
        let done: usize = self.done.iter().map(|piece| piece.sizes.len()).sum();
        f.debug_struct("Columns").field("rows", &(done + rows)).finish_non_exhaustive()
    }
}

/// The rows of a piece that is being made.
struct Rows {
    builder: StructBuilder,
    sizes: Vec<usize>,
    bytes: usize,
}

impl Rows {
    fn new() -> Rows {
        let builder = StructBuilder::from_fields(arrow::schema().fields().clone(), FEW);
        Rows { builder, sizes: Vec::new(), bytes: 0 }
    }

    fn push(&mut self, row: &Row<'_>, size: usize) {
        row.visit(&mut Fields::of(&mut self.builder));
        self.builder.append(true);
        self.sizes.push(size);
        self.bytes += size;
    }

    fn finish(mut self) -> Piece {
        let mut rows = self.builder.finish();
        // A piece waits for its batch, and has room for four times as much.
        rows.shrink_to_fit();
        Piece { batch: RecordBatch::from(rows), sizes: self.sizes }
    }
}

/// The fields of an object, one after another.
struct Fields<'b> {
    builder: &'b mut StructBuilder,
    next: usize,
}

impl<'b> Fields<'b> {
    fn of(builder: &'b mut StructBuilder) -> Fields<'b> {
        Fields { builder, next: 0 }
    }

    fn next<B: ArrayBuilder>(&mut self) -> &mut B {
        self.next += 1;
        let field = self.builder.field_builder(self.next - 1);
        field.expect("fields are given in the order and with the types of the schema")
    }

    /// Adds a list of `items`, each by `push` to the builder of items.
    fn list<T, B: ArrayBuilder>(&mut self, items: &[T], push: impl Fn(&T, &mut B)) {
        let list: &mut ListBuilder<Box<dyn ArrayBuilder>> = self.next();
        let builder = list.values().as_any_mut().downcast_mut();
        let builder = builder.expect("items are given with the type of the schema");
        for item in items {
            push(item, builder);
        }
        list.append(true);
    }
}

impl Visitor for Fields<'_> {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        self.next::<StringBuilder>().append_option(text);
    }

    fn number(&mut self, _: &'static str, number: Option<u64>) {
        // No file is so long that an offset is cut.
        let number = number.map(|it| i64::try_from(it).unwrap_or(i64::MAX));
        self.next::<Int64Builder>().append_option(number);
    }

    fn flag(&mut self, _: &'static str, flag: bool) {
        self.next::<BooleanBuilder>().append_value(flag);
    }

    fn texts(&mut self, _: &'static str, texts: &[impl AsRef<str>]) {
        self.list(texts, |text, builder: &mut StringBuilder| builder.append_value(text));
    }

    fn records(&mut self, _: &'static str, records: &[impl Record]) {
        self.list(records, |record, builder: &mut StructBuilder| {
            record.visit(&mut Fields::of(builder));
            builder.append(true);
        });
    }
}
