//! Tests of `check`, `wrap`, `show` and `report`.

mod check;
mod report;
mod show;
mod wrap;
