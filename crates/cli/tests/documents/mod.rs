//! Tests of README.md, the guide, and the manuals that the program makes.

pub(crate) mod examples;
mod manuals;
