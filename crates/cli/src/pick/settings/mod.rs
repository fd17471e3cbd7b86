//! The settings of the picker: the configuration file, keys and colours.

pub(crate) mod config;
pub(crate) mod keys;
pub(crate) mod theme;
