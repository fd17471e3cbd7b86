//! The schema of rows as columns, for Parquet and Arrow IPC.
//!
//! The columns have the names and the order of the fields of JSON rows. Texts are `Utf8`, offsets `Int64`,
//! lists of names `List<Utf8>`, lists of objects `List<Struct>`. All columns may be null, even those that
//! never are, so that files of different versions can be read as one table. The date is text, as in JSON,
//! because it may be one that cannot be parsed.

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

use crate::record::{FieldKind, Record, RecordField};
use crate::row::Row;

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| Arc::new(Schema::new(fields(Row::FIELDS))));

/// Returns the schema of every file.
pub(super) fn schema() -> SchemaRef {
    SCHEMA.clone()
}

fn fields(fields: &[RecordField]) -> Fields {
    fields.iter().map(|field| nullable(field.name, data_type(&field.kind))).collect()
}

fn data_type(kind: &FieldKind) -> DataType {
    match *kind {
        FieldKind::Text => DataType::Utf8,
        FieldKind::Number => DataType::Int64,
        FieldKind::Flag => DataType::Boolean,
        FieldKind::Texts => list(DataType::Utf8),
        FieldKind::Records(of) => list(DataType::Struct(fields(of))),
    }
}

/// Returns the type of a list of `items`, which are named as the Parquet format requires.
fn list(items: DataType) -> DataType {
    DataType::List(Arc::new(nullable("element", items)))
}

fn nullable(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, true)
}
