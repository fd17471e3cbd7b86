//! `urlsift check` and `urlsift wrap`: one URL at a time, judged or broken over lines.

pub(crate) mod command;
mod lines;
mod pieces;
mod row;
mod table;
pub(crate) mod wrap;
