//! HTML: the text of a page, and the attributes that hold URLs (A6).

mod closers;
mod element;
mod entity;
pub(crate) mod page;
mod reader;
mod tag;
#[cfg(test)]
mod tests;
