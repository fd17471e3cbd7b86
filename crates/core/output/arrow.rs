//! The schema of rows as columns, which Parquet and Arrow IPC share.
//!
//! The columns are the fields of the JSON row, under its names and in its order: texts are `Utf8`,
//! offsets `Int64`, lists of names `List<Utf8>`, lists of objects `List<Struct>`. All may be null, also
//! what never is, so that files of this version and the next are read as one table. The date is a text
//! as in JSON, for one that cannot be read is there, too.

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        text("url"),
        text("form"),
        text("source"),
        text("member"),
        number("message_offset"),
        text("message_id"),
        text("date"),
        names("groups"),
        text("list"),
        text("subject"),
        text("from_domain"),
        text("part"),
        number("part_offset"),
        text("charset"),
        text("encoding"),
        text("element"),
        text("attribute"),
        number("start"),
        number("end"),
        text("offset_in"),
        text("raw"),
        objects("pieces", pieces()),
        objects("readings", readings()),
        objects("doubts", doubts()),
        names("grammars"),
        text("host"),
        text("host_kind"),
        names("notes"),
    ]))
});

fn pieces() -> Vec<Field> {
    vec![number("start"), number("end"), text("text"), field("copied", DataType::Boolean)]
}

fn readings() -> Vec<Field> {
    vec![text("url"), text("why")]
}

fn doubts() -> Vec<Field> {
    vec![text("kind"), number("at"), text("chosen"), text("ground")]
}

/// The schema of every file.
pub(super) fn schema() -> SchemaRef {
    SCHEMA.clone()
}

fn field(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, true)
}

fn text(name: &str) -> Field {
    field(name, DataType::Utf8)
}

fn number(name: &str) -> Field {
    field(name, DataType::Int64)
}

fn names(name: &str) -> Field {
    list(name, DataType::Utf8)
}

fn objects(name: &str, fields: Vec<Field>) -> Field {
    list(name, DataType::Struct(Fields::from(fields)))
}

/// A list of what `kind` says, which has the name that the Parquet format gives it.
fn list(name: &str, kind: DataType) -> Field {
    field(name, DataType::List(Arc::new(field("element", kind))))
}
