//! Header fields: their ranges, their values, and which of them are searched (A3, A4).
//!
//! `header` and `field` parse a header, and `envelope` the lines before it. `content_type`, `encoded_word` and `date` parse
//! values. `origin` collects what a row repeats from a header, and `a_news` from the first lines of an article of A-news.
//! `searched` selects the fields that are searched for URLs. `beginning` recognises a message.

pub(crate) mod a_news;
pub(crate) mod beginning;
pub(crate) mod content_type;
pub(crate) mod date;
pub(crate) mod encoded_word;
pub(crate) mod envelope;
pub(crate) mod field;
pub(crate) mod header;
pub(crate) mod origin;
pub(crate) mod searched;
