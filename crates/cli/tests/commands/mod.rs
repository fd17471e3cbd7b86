//! Tests of `check`, `wrap`, `show`, `link` and `report`.

mod check;
mod link;
mod report;
mod show;
mod wrap;
