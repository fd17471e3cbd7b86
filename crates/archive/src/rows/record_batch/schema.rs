//! The schema of rows as columns, which have the names and the order of the fields of JSON rows. All may be null, so
//! that files of different versions can be read as one table. The date is an instant in UTC.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};

use crate::rows::Row;
use crate::rows::fields::{FieldKind, Fields, RecordField};
use crate::rows::record::Record;

pub(crate) const SCHEMA_VERSION_KEY: &str = "urlsift.schema_version";

/// The version of the columns. It changes if a column changes its type or its meaning. A new column does not change it.
pub(crate) const SCHEMA_VERSION: &str = "1";

/// Returns the schema of rows with `selected` fields. Its metadata has `urlsift.schema_version`, which changes if a column changes its
/// type or its meaning.
pub fn schema(selected: &Fields) -> SchemaRef {
    let fields = selected.indices().map(|index| &Row::FIELDS[index]);
    let version = (SCHEMA_VERSION_KEY.to_owned(), SCHEMA_VERSION.to_owned());
    Arc::new(Schema::new_with_metadata(columns(fields), HashMap::from([version])))
}

fn columns<'f>(fields: impl Iterator<Item = &'f RecordField>) -> arrow_schema::Fields {
    fields.map(|field| nullable(field.name, data_type(&field.kind))).collect()
}

fn data_type(kind: &FieldKind) -> DataType {
    match *kind {
        FieldKind::Text => DataType::Utf8,
        FieldKind::Number => DataType::Int64,
        FieldKind::Date => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        FieldKind::Flag => DataType::Boolean,
        FieldKind::Texts => list(DataType::Utf8),
        FieldKind::Records(of) => list(DataType::Struct(columns(of.iter()))),
    }
}

fn list(items: DataType) -> DataType {
    DataType::List(Arc::new(nullable("element", items)))
}

fn nullable(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, true)
}
