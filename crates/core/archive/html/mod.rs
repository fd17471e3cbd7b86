//! HTML: the text of a page, and the attributes that contain URLs (A3).
//!
//! `page` has the public types. `reader` walks through a page. `tag` and `element` parse the tags, and `entity`
//! decodes character references. `terminators` finds the `-->` or `</script` at which a comment or script ends.

mod element;
mod entity;
pub(crate) mod page;
mod reader;
mod tag;
mod terminators;
#[cfg(test)]
mod tests;
