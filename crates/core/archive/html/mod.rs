//! HTML: the text of a page, and the attributes that hold URLs (A6).

mod element;
mod entity;
pub(crate) mod page;
mod reader;
mod tag;
mod terminators;
#[cfg(test)]
mod tests;
