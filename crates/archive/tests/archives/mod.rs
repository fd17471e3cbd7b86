//! Tests of messages and their parts, in the archives of the corpus and in real ones.

mod damaged;
mod expected_urls;
mod mail_parsers;
pub(crate) mod messages;
mod regions;
mod relative;
mod repeated_texts;
mod wrapped;
