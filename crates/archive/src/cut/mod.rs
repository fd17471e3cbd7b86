//! Cutting a source into windows of whole messages.
//!
//! A [`Cutter`] gets the bytes of a source as they are read and cuts them into [`Window`]s. Each
//! [`Item`](crate::item::Item) of a window, a message or a text, can be searched by itself, on any thread.
//!
//! What could not be read, or was malformed, is data: a [`Damage`](crate::mail::Damage) with offset, kind and message.
//!
//! | damage | comes from |
//! |---|---|
//! | a first separator that is damaged | [`Cut::Damage`], between the windows |
//! | a text or header larger than the limit, which is searched in pieces | [`Item::find`](crate::item::Item::find), for each piece but the last |
//! | a malformed part, such as base64 that is cut off | [`Item::find`](crate::item::Item::find), for the parts that it searches |
//! | texts that rows repeat and that were cut | [`Item::find`](crate::item::Item::find), once for an item |
//! | any malformed part of a message | [`Part::damages`](crate::mail::Part::damages) |

pub(crate) mod cutter;
pub(crate) mod piece;
pub(crate) mod stopped;
#[cfg(test)]
mod tests;
pub(crate) mod window;

pub(crate) use self::cutter::{Cut, Cutter, Limits};
pub(crate) use self::stopped::Stopped;
pub(crate) use self::window::{Name, Window};
