//! Tests of `urlsift scan`: which sources are read, and which rows and figures come out.

mod command;
mod input_kinds;
mod joined_rows;
mod live;
mod notes;
mod odd_files;
mod selection;
mod stats;
