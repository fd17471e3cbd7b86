//! Tests of the whole scanner: a table, properties on random text, and linear time.

mod letter;
mod linear;
mod properties;
mod soup;
mod table;
