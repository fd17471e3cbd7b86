//! Tests of compressed files, archives and mailboxes, whole and damaged.

mod attachments;
mod damage;
mod damage_file;
mod foreign_formats;
mod fronts;
mod large_messages;
mod untouched_messages;
