//! HTML: the text of a page, and the attributes that contain URLs (A3).

pub(crate) mod attributes;
pub(crate) mod css;
mod element;
mod entity;
pub(crate) mod list_page;
pub(crate) mod page;
mod reader;
mod tag;
mod terminators;
#[cfg(test)]
mod tests;
pub(crate) mod text;
