//! The options of a search by name, for interfaces that pass names and values as text.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use urlsift_scanner::{BadSchemeName, Extra, Form, SchemeSet};

use crate::extract::extractor::ExtractorBuilder;
use crate::extract::join_option::Join;
use crate::extract::profile::Profile;

/// An option of a search.
#[derive(Debug)]
pub struct SearchOption {
    /// The name, such as `only_schemes`.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
    set: fn(ExtractorBuilder, &[&str]) -> Result<ExtractorBuilder, BadOption>,
}

/// The values that an option takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OptionKind {
    /// Any number of names.
    Names,
    /// One name.
    Name,
    /// `true` or `false`.
    Flag,
}

/// A value that an option does not take.
#[derive(Debug)]
pub enum BadOption {
    /// The value, and the names that are known.
    Unknown(String, Vec<&'static str>),
    /// The value, which is not the name of a scheme, and the reason.
    Scheme(String, BadSchemeName),
}

/// Defines the options: for each the name, which is that of the builder's method, the kind, and how values are parsed.
macro_rules! options {
    ($($name:ident $kind:ident $parse:ident($($type:ident)?))+) => {
        &[$(SearchOption {
            name: stringify!($name),
            kind: OptionKind::$kind,
            set: |builder, values| {
                Ok(builder.$name($parse(values $(, $type::ALL, $type::name)?)?))
            },
        }),+]
    };
}

impl SearchOption {
    /// All options. The packages for Python and JavaScript take them, and a test writes their names there.
    pub const ALL: &'static [SearchOption] = options! {
        forms Names all(Form)
        extras Names all(Extra)
        own_schemes Names schemes()
        only_schemes Names schemes()
        join Name one(Join)
        profile Name one(Profile)
        ascii_only Flag flag()
        as_written Flag flag()
    };

    /// Sets the option of `builder` to `values`: one, unless the kind is [`OptionKind::Names`].
    ///
    /// # Errors
    ///
    /// If the option does not take a value.
    pub fn set(
        &self,
        builder: ExtractorBuilder,
        values: &[&str],
    ) -> Result<ExtractorBuilder, BadOption> {
        (self.set)(builder, values)
    }
}

/// Returns the values of `known` that `names` lists.
fn all<T: Copy, S: FromIterator<T>>(
    names: &[&str],
    known: &[T],
    name_of: fn(T) -> &'static str,
) -> Result<S, BadOption> {
    let value = |name: &&str| {
        let value = known.iter().copied().find(|value| name_of(*value) == *name);
        value.ok_or_else(|| {
            let known = known.iter().map(|value| name_of(*value));
            BadOption::Unknown((*name).to_owned(), known.collect())
        })
    };
    names.iter().map(value).collect()
}

/// Returns the value of `known` that the first of `names` is.
fn one<T: Copy>(
    names: &[&str],
    known: &[T],
    name_of: fn(T) -> &'static str,
) -> Result<T, BadOption> {
    let name = names.first().copied().unwrap_or_default();
    Ok(all::<T, Vec<T>>(&[name], known, name_of)?[0])
}

fn flag(names: &[&str]) -> Result<bool, BadOption> {
    one(names, &[true, false], |is_set| if is_set { "true" } else { "false" })
}

fn schemes(names: &[&str]) -> Result<SchemeSet, BadOption> {
    let mut schemes = SchemeSet::new();
    for name in names {
        schemes.add(name).map_err(|error| BadOption::Scheme((*name).to_owned(), error))?;
    }
    Ok(schemes)
}
