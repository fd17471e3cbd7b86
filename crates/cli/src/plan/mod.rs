//! `urlsift plan`: a large collection is searched in parts, on one or many machines.

pub(crate) mod command;
