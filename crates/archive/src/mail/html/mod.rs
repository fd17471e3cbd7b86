//! HTML: the text of a page, and the attributes that contain URLs (A3).
//!
//! `page` has the public types. `reader` walks through a page, and `attributes` lists the attributes it finds. `tag`
//! and `element` parse the tags. `entity` decodes a character reference, and `text` those of a range. `terminators`
//! finds the `-->` or `</script` at which a comment or script ends, and `css` the URLs of a
//! style sheet. `list_page` reads the facts of a message in a page of a mailing list.

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
