//! The names and kinds of the fields of records, and selections of them.

/// The name of a field, and its values.
pub struct RecordField {
    /// The name, as in JSON rows.
    pub name: &'static str,
    /// The kind of the values.
    pub kind: FieldKind,
    /// Whether JSON rows may have null.
    pub is_nullable: bool,
    /// The doc comment of the field. Each of its lines begins with a space.
    pub doc: &'static str,
    /// Whether rows have it without a selection.
    pub is_default: bool,
}

/// The kind of a field's values. In tables any value may be null.
pub enum FieldKind {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// A date and time of RFC 3339.
    Date,
    /// A truth value.
    Flag,
    /// A list of texts.
    Texts,
    /// A list of records with these fields.
    Records(&'static [RecordField]),
}

/// A selection of the fields of a record, in any order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fields {
    order: Vec<usize>,
    /// A bit for each index, so that a field is tested without a search.
    set: u64,
    /// Whether these are all default fields in their own order.
    is_all: bool,
}

text_error! {
    /// The error for a name that is not a field, or that occurs twice.
    BadField, pub new
}

impl Fields {
    /// Selects the default fields of `known`, in their order.
    ///
    /// # Panics
    ///
    /// If there are more than 64 fields.
    pub fn all(known: &[RecordField]) -> Fields {
        assert!(known.len() <= 64, "a word has a bit for each field");
        let order: Vec<usize> = (0..known.len()).filter(|&index| known[index].is_default).collect();
        Fields { set: set_of(&order), order, is_all: true }
    }

    /// Selects the fields of `known` that `names` lists, in the order of `names`.
    ///
    /// # Errors
    ///
    /// If a name is unknown or occurs twice, or if there is none.
    pub fn named(known: &[RecordField], names: &[impl AsRef<str>]) -> Result<Fields, BadField> {
        let mut order = Vec::new();
        for name in names.iter().map(|name| name.as_ref().trim()) {
            let Some(index) = known.iter().position(|field| field.name == name) else {
                let all: Vec<&str> = known.iter().map(|field| field.name).collect();
                return Err(BadField::new(format!(
                    "no field `{name}`; the fields are {}",
                    all.join(", ")
                )));
            };
            if order.contains(&index) {
                return Err(BadField::new(format!("the field `{name}` is listed twice")));
            }
            order.push(index);
        }
        if order.is_empty() {
            return Err(BadField::new("no field is listed"));
        }
        let all = Fields::all(known);
        let is_all = order == all.order;
        Ok(Fields { set: set_of(&order), order, is_all })
    }

    /// Reports whether these are all default fields, in their own order.
    pub fn is_all(&self) -> bool {
        self.is_all
    }

    /// Reports whether the field at `index` is selected.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.set >> index & 1 == 1
    }

    /// Reports whether a field of `other` is selected.
    pub fn overlaps(&self, other: &Fields) -> bool {
        self.set & other.set != 0
    }

    /// Returns the indices of the fields, in the order in which they are written.
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied()
    }
}

fn set_of(indices: &[usize]) -> u64 {
    indices.iter().fold(0, |set, index| set | 1 << index)
}

/// Returns the index of the field called `name`, at compile time.
pub const fn index_of(fields: &[RecordField], name: &str) -> usize {
    let mut index = 0;
    while !is_equal(fields[index].name.as_bytes(), name.as_bytes()) {
        index += 1;
    }
    index
}

/// Compares byte by byte, because `==` is not const.
const fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Row;
    use crate::rows::record::Record;

    #[test]
    fn fields_are_selected_by_name() {
        let indices = |names: &[&str]| {
            let fields = Fields::named(Row::FIELDS, names).map_err(|error| error.to_string())?;
            let selected: Vec<usize> = fields.indices().collect();
            assert!(selected.iter().all(|&index| fields.contains(index)));
            Ok((selected, fields.is_all()))
        };
        assert_eq!(indices(&["form", "url"]), Ok((vec![1, 0], false)));
        let all: Vec<&str> = Row::FIELDS.iter().map(|field| field.name).collect();
        assert_eq!(indices(&all).map(|(_, is_all)| is_all), Ok(false));
        let (default, extra) = all.split_at(all.len() - 4);
        assert_eq!(indices(default).map(|(_, is_all)| is_all), Ok(true));
        assert_eq!(extra, ["href", "line", "deleted", "text"]);
        assert_eq!(indices(&["url", "url"]), Err("the field `url` is listed twice".to_owned()));
        assert_eq!(indices(&[]), Err("no field is listed".to_owned()));
        let error = indices(&["urls"]).expect_err("it is unknown");
        assert!(
            error.starts_with("no field `urls`; the fields are url, form, source, "),
            "{error}"
        );
    }
}
