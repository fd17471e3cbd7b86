//! Tests of compressed files, archives and mailboxes, whole and damaged.

mod attachments;
mod compressed;
mod damage_file;
mod first_separator;
mod foreign_formats;
mod large_messages;
pub(crate) mod tar_and_zip;
mod untouched_messages;
