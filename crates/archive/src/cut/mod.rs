//! Cutting a source into windows of whole messages: a [`Cutter`] gets the bytes of a source as they are read and cuts
//! them into [`Window`]s. Each [`Item`](crate::item::Item) of a window can be searched by itself, on any thread.

pub(crate) mod cutter;
pub(crate) mod piece;
#[cfg(test)]
mod tests;
pub(crate) mod window;

pub(crate) use self::cutter::{Cut, Cutter, Limits};
pub(crate) use self::window::{Name, Stopped, Window};
