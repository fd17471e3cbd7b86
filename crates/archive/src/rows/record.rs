//! Records: structs whose fields are listed once, for all output formats.
//!
//! [`record!`](crate::record!) declares a struct and implements [`Record`] for it. A format is a [`Visitor`], which
//! gets the values in order. One that needs names or kinds before the values reads [`Record::FIELDS`].

use std::borrow::Cow;

use crate::mail::Rfc3339;
pub use crate::rows::fields::{FieldKind, Fields, RecordField, index_of};

/// A struct that output formats visit field by field.
pub trait Record {
    /// The fields, in order.
    const FIELDS: &'static [RecordField];

    /// Passes the values of all default fields to `visitor`, in the order of [`Record::FIELDS`].
    #[inline]
    fn visit(&self, visitor: &mut impl Visitor) {
        self.visit_range::<0, { usize::MAX }>(visitor);
    }

    /// Passes the values of the default fields from index `START` to index `END` to `visitor`.
    fn visit_range<const START: usize, const END: usize>(&self, visitor: &mut impl Visitor);

    /// Passes the value of the field at `index` of [`Record::FIELDS`] to `visitor`.
    fn visit_field(&self, index: usize, visitor: &mut impl Visitor);

    /// Passes the values of `fields` to `visitor`, in the order of `fields`.
    fn visit_fields(&self, fields: &Fields, visitor: &mut impl Visitor) {
        if fields.is_all() {
            return self.visit(visitor);
        }
        for index in fields.indices() {
            self.visit_field(index, visitor);
        }
    }
}

/// An output format, which takes the values of a record one by one. `key` is the name of the field as JSON writes it
/// with null, after the first value: `,"name":null`. JSON spends much of its time copying names.
pub trait Visitor {
    /// Takes a text, which may be missing.
    fn text(&mut self, key: &'static str, text: Option<&str>);
    /// Takes a number, which may be missing.
    fn number(&mut self, key: &'static str, number: Option<i64>);
    /// Takes a date, which may be missing.
    fn date(&mut self, key: &'static str, date: Option<Rfc3339<'_>>);
    /// Takes a truth value.
    fn flag(&mut self, key: &'static str, flag: bool);
    /// Takes a list of texts.
    fn texts(&mut self, key: &'static str, texts: &[impl AsRef<str>]);
    /// Takes a list of names, which consist of letters, digits and `_`.
    fn names(&mut self, key: &'static str, names: &[&'static str]) {
        self.texts(key, names);
    }
    /// Like [`Visitor::names`], for a list that never changes.
    fn static_names(&mut self, key: &'static str, names: &'static [&'static str]) {
        self.names(key, names);
    }
    /// Takes a list of records.
    fn records(&mut self, key: &'static str, records: &[impl Record]);
}

/// A type of field.
pub trait Value {
    /// The kind of the values.
    const KIND: FieldKind;

    /// Whether a value may be missing.
    const IS_NULLABLE: bool;

    /// Calls the method of `visitor` for this kind of value.
    fn give(&self, key: &'static str, visitor: &mut impl Visitor);
}

/// Implements [`Value`] for types: the kind, whether a value may be missing, the visitor's method, and its argument made
/// from a value.
macro_rules! values {
    ($($type:ty: $kind:ident, $is_nullable:literal, $method:ident(|$value:ident| $argument:expr);)*) => {$(
        impl Value for $type {
            const KIND: FieldKind = FieldKind::$kind;
            const IS_NULLABLE: bool = $is_nullable;

            #[inline]
            fn give(&self, key: &'static str, visitor: &mut impl Visitor) {
                let $value = self;
                visitor.$method(key, $argument);
            }
        }
    )*};
}

values! {
    &str: Text, false, text(|it| Some(it));
    Option<&str>: Text, true, text(|it| *it);
    Option<Cow<'_, str>>: Text, true, text(|it| it.as_deref());
    Cow<'_, str>: Text, false, text(|it| Some(it));
    String: Text, false, text(|it| Some(it));
    u64: Number, false, number(|it| Some(i64::try_from(*it).unwrap_or(i64::MAX)));
    usize: Number, false, number(|it| Some(i64::try_from(*it).unwrap_or(i64::MAX)));
    Option<usize>: Number, true, number(|it| it.map(|it| i64::try_from(it).unwrap_or(i64::MAX)));
    Option<i64>: Number, true, number(|it| *it);
    Option<Rfc3339<'_>>: Date, true, date(|it| *it);
    bool: Flag, false, flag(|it| *it);
    &[String]: Texts, false, texts(|it| it);
    &'static [&'static str]: Texts, false, static_names(|it| it);
    Vec<&'static str>: Texts, false, names(|it| it);
}

impl<T: Record> Value for Vec<T> {
    const KIND: FieldKind = FieldKind::Records(T::FIELDS);
    const IS_NULLABLE: bool = false;

    #[inline]
    fn give(&self, key: &'static str, visitor: &mut impl Visitor) {
        visitor.records(key, self);
    }
}

/// Declares a struct and implements [`Record`] for it. Doc comments are part of [`Record::FIELDS`].
///
/// The constructor may follow. Each field then has its value after `=`: an expression that is evaluated at the end of
/// the constructor, with its variables in scope. The name after `only` is an argument of type [`Fields`]: the values of
/// other fields are their defaults. Only a selection that names them has the fields after the `;`.
#[doc(hidden)]
#[macro_export]
macro_rules! record {
    (
        $(#[$attribute:meta])*
        $vis:vis struct $name:ident $(<$life:lifetime>)? {
            $($(#[doc = $doc:literal])* $field_vis:vis $field:ident: $type:ty,)*
        }
    ) => {
        $crate::record! {
            @record [$(#[$attribute])* $vis struct] $name [$(<$life>)?]
            $(true [$($doc)*] $field_vis $field: $type,)*
        }
    };
    (
        $(#[$attribute:meta])*
        $vis:vis struct $name:ident<$life:lifetime> {
            $($(#[doc = $doc:literal])* $field_vis:vis $field:ident: $type:ty = $value:expr,)*
            ;
            $($(#[doc = $extra_doc:literal])* $extra_vis:vis $extra:ident: $extra_type:ty = $extra_value:expr,)*
        }

        $(#[$new_attribute:meta])*
        $new_vis:vis fn new($($argument:ident: $argument_type:ty),*; only $only:ident) -> Self {
            $($statement:stmt;)*
        }
    ) => {
        $crate::record! {
            @record [$(#[$attribute])* $vis struct] $name [<$life>]
            $(true [$($doc)*] $field_vis $field: $type,)*
            $(false [$($extra_doc)*] $extra_vis $extra: $extra_type,)*
        }

        // Macro hygiene lets the values use the names of arguments and variables.
        impl<$life> $name<$life> {
            $(#[$new_attribute])*
            $new_vis fn new($($argument: $argument_type,)* $only: &$crate::rows::record::Fields) -> Self {
                $($statement)*
                $name {
                    $($field: $crate::record!(@value $only $name $field $value),)*
                    $($extra: $crate::record!(@value $only $name $extra $extra_value),)*
                }
            }
        }
    };
    (@value $only:ident $name:ident $field:ident $value:expr) => {
        if $only.contains(const {
            $crate::rows::record::index_of(
                <$name<'_> as $crate::rows::record::Record>::FIELDS,
                stringify!($field),
            )
        }) {
            $value
        } else {
            Default::default()
        }
    };
    (
        @record [$($struct:tt)*] $name:ident [$($life:tt)*]
        $($is_default:literal [$($doc:literal)*] $field_vis:vis $field:ident: $type:ty,)*
    ) => {
        $($struct)* $name $($life)* {
            $($(#[doc = $doc])* $field_vis $field: $type,)*
        }

        impl $($life)* $crate::rows::record::Record for $name $($life)* {
            const FIELDS: &'static [$crate::rows::record::RecordField] = &[$($crate::rows::record::RecordField {
                name: stringify!($field),
                kind: <$type as $crate::rows::record::Value>::KIND,
                is_nullable: <$type as $crate::rows::record::Value>::IS_NULLABLE,
                doc: concat!($($doc),*),
                is_default: $is_default,
            },)*];

            #[inline]
            fn visit_range<const START: usize, const END: usize>(
                &self,
                visitor: &mut impl $crate::rows::record::Visitor,
            ) {
                use $crate::rows::record::Value;

                // The key has its punctuation at compile time: `,"name":null`. JSON copies it at once, other
                // formats ignore it.
                $({
                    let index = const { $crate::rows::record::index_of(Self::FIELDS, stringify!($field)) };
                    if const { $is_default } && START <= index && index < END {
                        self.$field.give(concat!(",\"", stringify!($field), "\":null"), visitor);
                    }
                })*
            }

            fn visit_field(&self, index: usize, visitor: &mut impl $crate::rows::record::Visitor) {
                use $crate::rows::record::Value;

                $(if index == const { $crate::rows::record::index_of(Self::FIELDS, stringify!($field)) } {
                    self.$field.give(concat!(",\"", stringify!($field), "\":null"), visitor);
                })*
            }
        }
    };
}
