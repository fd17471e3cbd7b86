//! The JSON Schema of a row (draft 2020-12) and its columns in `DuckDB`, made of the list of its fields.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use urlsift::found::{Choice, DoubtKind, Form, Grade};
use urlsift::url::HostKind;
use urlsift::verdict::Grammar;
use urlsift_archive::internal::{FieldKind, Record, RecordField};
use urlsift_archive::rows::Row;

/// A JSON value whose members stay in their order.
#[derive(Serialize)]
#[serde(untagged)]
enum Node {
    Value(Value),
    #[serde(serialize_with = "write_members")]
    Members(Members),
}

type Members = Vec<(&'static str, Node)>;

fn write_members<S: Serializer>(members: &Members, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
}

/// Returns the schema of a row of JSON with all fields. The properties are in the order of the fields.
pub(crate) fn row_schema() -> String {
    let description = "One URL with its position and metadata. Offsets are bytes, ranges half-open. With --fields, a row \
                       has the listed fields only.";
    let mut schema = vec![
        ("$schema", Node::Value("https://json-schema.org/draft/2020-12/schema".into())),
        ("title", Node::Value("Row of urlsift scan --format jsonl".into())),
        ("description", Node::Value(description.into())),
    ];
    schema.extend(object(Row::FIELDS, ""));
    let schema = serde_json::to_string_pretty(&Node::Members(schema));
    schema.expect("names are text") + "\n"
}

/// Returns the schema of an object with `fields`. `path` is before their names.
fn object(fields: &'static [RecordField], path: &str) -> Members {
    let properties = fields.iter().map(|field| (field.name, property(field, path))).collect();
    let required = fields.iter().filter(|field| field.is_default).map(|field| field.name);
    vec![
        ("type", Node::Value("object".into())),
        ("properties", Node::Members(properties)),
        ("required", Node::Value(required.collect())),
    ]
}

/// Returns the schema of `field`.
fn property(field: &'static RecordField, path: &str) -> Node {
    let path = format!("{path}{}", field.name);
    let values = closed_values(&path);
    let list = |items| vec![("type", Node::Value("array".into())), ("items", Node::Members(items))];
    let mut members = vec![("description", Node::Value(field.doc.trim().into()))];
    members.extend(match field.kind {
        FieldKind::Text => scalar("string", field.is_nullable, values),
        FieldKind::Date => {
            let mut date = scalar("string", field.is_nullable, values);
            date.push(("format", Node::Value("date-time".into())));
            date
        }
        FieldKind::Number => scalar("integer", field.is_nullable, values),
        FieldKind::Flag => scalar("boolean", field.is_nullable, values),
        FieldKind::Texts => list(scalar("string", false, values)),
        FieldKind::Records(fields) => list(object(fields, &format!("{path}."))),
    });
    Node::Members(members)
}

/// Returns the schema of a value, with its `values` if they are a closed set.
fn scalar(name: &'static str, is_nullable: bool, values: Vec<&'static str>) -> Members {
    let kind = if is_nullable { json!([name, "null"]) } else { name.into() };
    let mut members = vec![("type", Node::Value(kind))];
    if !values.is_empty() {
        let mut values: Vec<Value> = values.into_iter().map(Value::from).collect();
        values.extend(is_nullable.then_some(Value::Null));
        members.push(("enum", Node::Value(values.into())));
    }
    members
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
