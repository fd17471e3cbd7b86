//! The schema of rows as columns, which Parquet and Arrow IPC share.
//!
//! The columns are the fields of the JSON row, under its names and in its order: texts are `Utf8`,
//! offsets `Int64`, lists of names `List<Utf8>`, lists of objects `List<Struct>`. All may be null, also
//! what never is, so that files of this version and the next are read as one table. The date is a text
//! as in JSON, for one that cannot be read is there, too.

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

use crate::record::{self, Kind, Record};
use crate::row::Row;

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| Arc::new(Schema::new(fields(Row::FIELDS))));

/// The schema of every file.
pub(super) fn schema() -> SchemaRef {
    SCHEMA.clone()
}

fn fields(fields: &[record::Field]) -> Fields {
    fields.iter().map(|field| nullable(field.name, data_type(&field.kind))).collect()
}

fn data_type(kind: &Kind) -> DataType {
    match *kind {
        Kind::Text => DataType::Utf8,
        Kind::Number => DataType::Int64,
        Kind::Flag => DataType::Boolean,
        Kind::Texts => list(DataType::Utf8),
        Kind::Records(of) => list(DataType::Struct(fields(of))),
    }
}

/// A list of `items`, which have the name that the Parquet format gives them.
fn list(items: DataType) -> DataType {
    DataType::List(Arc::new(nullable("element", items)))
}

fn nullable(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, true)
}
