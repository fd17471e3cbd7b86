//! The JSON Schema of a row (draft 2020-12) and its columns in `DuckDB`, made of the list of its fields.

use urlsift::found::{Choice, DoubtKind, Form, Grade};
use urlsift::url::HostKind;
use urlsift::verdict::Grammar;
use urlsift_archive::internal::{FieldKind, Record, RecordField};
use urlsift_archive::rows::Row;

use super::json::push_text;

/// Returns the schema of a row of JSON with all fields. The properties are in the order of the fields, one a line or
/// more.
pub(crate) fn row_schema() -> String {
    let mut schema = SchemaText(Vec::new());
    schema.plain("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n");
    schema.plain("  \"title\": \"Row of urlsift scan --format jsonl\",\n");
    schema.plain("  \"description\": ");
    schema.string(
        "One URL with its position and metadata. Offsets are bytes, ranges half-open. With --fields, a row has the \
         listed fields only.",
    );
    schema.plain(",\n  ");
    schema.object(Row::FIELDS, "", "  ");
    schema.plain("\n}\n");
    String::from_utf8_lossy(&schema.0).into_owned()
}

/// Returns the query with which `DuckDB` reads rows of JSON from `urls.jsonl`, with the types of all fields. Without
/// types, it guesses them from the first 20,480 rows.
pub(crate) fn duckdb_query() -> String {
    let columns: Vec<String> = Row::FIELDS
        .iter()
        .map(|field| format!("  '{}': '{}'", field.name, duckdb_type(&field.kind)))
        .collect();
    let columns = columns.join(",\n");
    format!(
        "SELECT * FROM read_json('urls.jsonl', format = 'newline_delimited', columns = {{\n{columns}\n}});\n"
    )
}

/// Returns the type of a column, the same as in Parquet.
fn duckdb_type(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Text => "VARCHAR".to_owned(),
        FieldKind::Number => "BIGINT".to_owned(),
        FieldKind::Date => "TIMESTAMPTZ".to_owned(),
        FieldKind::Flag => "BOOLEAN".to_owned(),
        FieldKind::Texts => "VARCHAR[]".to_owned(),
        FieldKind::Records(fields) => {
            let members: Vec<String> = fields
                .iter()
                .map(|field| format!("\"{}\" {}", field.name, duckdb_type(&field.kind)))
                .collect();
            format!("STRUCT({})[]", members.join(", "))
        }
    }
}

/// Returns the values of the field at `path`, such as `doubts.kind`, if it has a closed set of values.
fn closed_values(path: &str) -> Vec<&'static str> {
    match path {
        "form" => Form::ALL.iter().map(|form| form.name()).collect(),
        "encoding" => vec!["quoted-printable", "base64"],
        "offset_in" => vec!["source", "part"],
        "joined" => Grade::ALL.iter().map(|grade| grade.name()).collect(),
        "grammars" => Grammar::ALL.iter().map(|grammar| grammar.name()).collect(),
        "host_kind" => HostKind::ALL.iter().map(|kind| kind.name()).collect(),
        "doubts.kind" => DoubtKind::ALL.iter().map(|kind| kind.name()).collect(),
        "doubts.chosen" => Choice::ALL.iter().map(|choice| choice.name()).collect(),
        _ => Vec::new(),
    }
}

/// The text of a schema, as far as it is written.
struct SchemaText(Vec<u8>);

impl SchemaText {
    fn plain(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    fn string(&mut self, text: &str) {
        push_text(Some(text), &mut self.0);
    }

    /// Writes the members of the schema of an object with `fields`. `path` is before their names, and `indent` before
    /// each line except the first.
    fn object(&mut self, fields: &[RecordField], path: &str, indent: &str) {
        self.plain(&format!("\"type\": \"object\",\n{indent}\"properties\": {{"));
        for (i, field) in fields.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            self.plain(&format!("{comma}\n{indent}  "));
            self.string(field.name);
            self.plain(": {");
            self.property(field, &format!("{path}{}", field.name), &format!("{indent}    "));
            self.plain(&format!("\n{indent}  }}"));
        }
        self.plain(&format!("\n{indent}}},\n{indent}\"required\": ["));
        for (i, field) in fields.iter().filter(|field| field.is_default).enumerate() {
            self.plain(if i > 0 { ", " } else { "" });
            self.string(field.name);
        }
        self.plain("]");
    }

    /// Writes the members of the schema of a field.
    fn property(&mut self, field: &RecordField, path: &str, indent: &str) {
        self.plain(&format!("\n{indent}\"description\": "));
        self.string(field.doc.trim());
        self.plain(&format!(",\n{indent}"));
        let values = closed_values(path);
        let next = format!(",\n{indent}");
        match field.kind {
            FieldKind::Text => self.scalar("string", field.is_nullable, &values, &next),
            FieldKind::Date => {
                self.scalar("string", field.is_nullable, &values, &next);
                self.plain(&format!(",\n{indent}\"format\": \"date-time\""));
            }
            FieldKind::Number => self.scalar("integer", field.is_nullable, &values, &next),
            FieldKind::Flag => self.scalar("boolean", field.is_nullable, &values, &next),
            FieldKind::Texts => {
                self.plain(&format!("\"type\": \"array\",\n{indent}\"items\": {{"));
                self.scalar("string", false, &values, ", ");
                self.plain("}");
            }
            FieldKind::Records(fields) => {
                self.plain(&format!("\"type\": \"array\",\n{indent}\"items\": {{\n{indent}  "));
                self.object(fields, &format!("{path}."), &format!("{indent}  "));
                self.plain(&format!("\n{indent}}}"));
            }
        }
    }

    /// Writes the type of a value, and after `separator` its values if they are a closed set.
    fn scalar(&mut self, name: &str, is_nullable: bool, values: &[&str], separator: &str) {
        if is_nullable {
            self.plain(&format!("\"type\": [\"{name}\", \"null\"]"));
        } else {
            self.plain(&format!("\"type\": \"{name}\""));
        }
        if values.is_empty() {
            return;
        }
        self.plain(separator);
        self.plain("\"enum\": [");
        for (i, value) in values.iter().enumerate() {
            self.plain(if i > 0 { ", " } else { "" });
            self.string(value);
        }
        self.plain(if is_nullable { ", null]" } else { "]" });
    }
}
