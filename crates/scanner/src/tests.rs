//! Tests of the whole scanner: a table, properties on random text, and linear time.

mod linear;
mod properties;
mod soup;
mod table;
