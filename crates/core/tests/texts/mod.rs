//! Tests of searches in texts, and of verdicts on URLs.

mod bounds;
mod corpus;
mod facade;
mod feed;
mod joins;
mod linear_work;
mod link;
mod malformed_urls;
mod options;
mod outside_data;
mod positions;
pub(crate) mod properties;
mod roundtrip;
mod wrap;
