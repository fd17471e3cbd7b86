//! Copies rows of several batches into one.

use arrow_array::{RecordBatch, RecordBatchOptions, make_array};
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, SchemaRef};

/// Returns the rows of `pieces`, whose columns are those of `schema`, as one batch. Copies each value once, so that all
/// arrays begin at their first value, even if there is one piece. pyarrow before version 21 writes other lists wrongly.
///
/// # Errors
///
/// If a piece has other fields than `schema`, or a column more bytes of text than its offsets can count (2 GiB).
pub fn concat(schema: &SchemaRef, pieces: &[RecordBatch]) -> Result<RecordBatch, ArrowError> {
    if pieces.is_empty() {
        return Ok(RecordBatch::new_empty(schema.clone()));
    }
    if pieces.iter().any(|piece| piece.schema_ref().fields() != schema.fields()) {
        return Err(ArrowError::SchemaError("a piece has other fields".to_owned()));
    }
    let rows = pieces.iter().map(RecordBatch::num_rows).sum();
    let column = |index: usize| {
        let data: Vec<_> = pieces.iter().map(|piece| piece.column(index).to_data()).collect();
        let mut copied = MutableArrayData::try_new(data.iter().collect(), false, rows)?;
        for (number, piece) in pieces.iter().enumerate() {
            copied.try_extend(number, 0, piece.num_rows())?;
        }
        Ok(make_array(copied.freeze()))
    };
    let columns = (0..schema.fields().len()).map(column).collect::<Result<_, ArrowError>>()?;
    // A batch without columns has rows too.
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema.clone(), columns, &options)
}

#[cfg(test)]
mod tests {
    use arrow_schema::{DataType, Field, Schema};

    use super::*;
    use crate::rows::Row;
    use crate::rows::record_batch::schema;

    #[test]
    fn pieces_with_other_fields_are_an_error() {
        let fields = |names: &[&str]| schema(&Row::fields(names).expect("they are fields"));
        let empty = |schema: &SchemaRef| RecordBatch::new_empty(schema.clone());
        let (url, start) = (fields(&["url"]), fields(&["start"]));
        let none = Schema::empty().into();
        let typed = Schema::new(vec![Field::new("url", DataType::Int8, true)]).into();
        // (schema, pieces, whether they fit)
        let table = [
            (&url, vec![], true),
            (&url, vec![empty(&url), empty(&url)], true),
            (&none, vec![empty(&none)], true),
            (&url, vec![empty(&url), empty(&start)], false),
            (&url, vec![empty(&typed)], false),
            (&url, vec![empty(&none)], false),
        ];
        for (schema, pieces, fits) in table {
            let all = concat(schema, &pieces);
            assert_eq!(all.is_ok_and(|all| all.schema() == *schema), fits, "{pieces:?}");
        }
    }
}
