//! What is searched at one go: a message of an mbox, a message that is a file, or a plain text.

use std::borrow::Cow;
use std::ops::Range;

use crate::archive::{Charset, Container, Header, Part, messages, parts};
use crate::decode::{Decode, Undecodable};
use crate::extract::{Extractor, Input};
use crate::found::Found;

/// A file's bytes, and the name by which rows call it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name: a path, or `-` for standard input.
    pub name: String,
    /// All its bytes.
    pub bytes: Vec<u8>,
}

/// A message or a text, to be searched by itself.
#[derive(Clone, Debug)]
pub struct Item<'s> {
    source: &'s Source,
    range: Range<usize>,
    kind: ItemKind,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum ItemKind {
    Message,
    Text,
}

/// Where something was found: the source, the message in it, the part of that.
#[derive(Clone, Debug)]
pub struct Place<'s> {
    /// The source's name.
    pub source: &'s str,
    /// The offset of the message in the source, in bytes; `None` where the source is a plain text.
    pub message_offset: Option<usize>,
    /// The value of the message's `Message-ID` field, as it stands there.
    pub message_id: Option<String>,
    /// The value of its `Date` field, as it stands there.
    pub date: Option<String>,
    /// The part's section number (RFC 3501, section 6.4.5); `1` where there is but one.
    pub part: String,
    /// The offset in the source, in bytes, of the part as it is stored.
    pub part_offset: usize,
    /// What to add to an offset in [`Place::text`] to have one in the source; `None` where the part
    /// was decoded.
    pub base: Option<usize>,
    /// The text that was searched.
    pub text: &'s [u8],
    /// The charset of that text.
    pub charset: Charset,
}

/// The items of `source`, in order: none where it is binary or empty.
pub fn items(source: &Source) -> Vec<Item<'_>> {
    let item = |range, kind| Item { source, range, kind };
    let whole = 0..source.bytes.len();
    match Container::of(&source.bytes) {
        _ if whole.is_empty() => Vec::new(),
        Container::Mbox => {
            messages(&source.bytes).map(|message| item(message.range, ItemKind::Message)).collect()
        }
        Container::Message => vec![item(whole, ItemKind::Message)],
        Container::Text => vec![item(whole, ItemKind::Text)],
        Container::Binary => Vec::new(),
    }
}

impl Item<'_> {
    /// Its length in bytes.
    #[allow(clippy::len_without_is_empty)] // No item is empty.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Calls `each` for every URL that `extractor` finds in the item, in order.
    pub fn find(&self, extractor: &Extractor, mut each: impl FnMut(&Place<'_>, &Found<'_>)) {
        let bytes = &self.source.bytes[self.range.clone()];
        match self.kind {
            ItemKind::Text => self.find_in(&Part::of_text(bytes), extractor, None, &mut each),
            ItemKind::Message => {
                let header = Header::of(bytes);
                for part in parts(bytes) {
                    self.find_in(&part, extractor, Some(&header), &mut each);
                }
            }
        }
    }

    fn find_in(
        &self,
        part: &Part<'_>,
        extractor: &Extractor,
        header: Option<&Header<'_>>,
        each: &mut impl FnMut(&Place<'_>, &Found<'_>),
    ) {
        // The place is made where something is found, for most parts hold nothing.
        let mut place = None;
        for found in extractor.find_iter(Input::new(&*part.text).decode(&part.charset)) {
            let place = place.get_or_insert_with(|| self.place(part, header));
            each(place, &found);
        }
    }

    fn place<'p>(&'p self, part: &'p Part<'_>, header: Option<&Header<'_>>) -> Place<'p> {
        let start = self.range.start;
        let shown = |value: Option<Cow<'_, [u8]>>| {
            value.map(|value| Charset::UNKNOWN.decode(&value).into_owned())
        };
        Place {
            source: &self.source.name,
            message_offset: header.map(|_| start),
            message_id: shown(header.and_then(Header::message_id)),
            date: shown(header.and_then(Header::date)),
            part: part.path.clone(),
            part_offset: start + part.stored.start,
            base: part.base.map(|base| start + base),
            text: &part.text,
            charset: part.charset,
        }
    }
}

impl Decode for Charset {
    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
        let (text, escaped) = Charset::decode_url(*self, bytes);
        (text, if escaped { Undecodable::Some } else { Undecodable::None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::for_each_in_order;

    /// The URLs of `bytes` with their offsets, found on `threads` threads.
    fn urls(bytes: &[u8], threads: usize) -> Vec<(Option<usize>, String)> {
        let source = Source { name: "x".into(), bytes: bytes.to_vec() };
        let extractor = Extractor::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let mut urls = Vec::new();
        pool.expect("a small pool can be had").install(|| {
            let find = |item: &Item<'_>| {
                let mut urls = Vec::new();
                item.find(&extractor, |place, found| {
                    urls.push((place.message_offset, found.url().to_owned()));
                });
                urls
            };
            let taken: Result<(), ()> = for_each_in_order(&items(&source), find, |some| {
                urls.extend(some);
                Ok(())
            });
            assert_eq!(taken, Ok(()));
        });
        urls
    }

    #[test]
    fn order_is_that_of_the_source_on_any_number_of_threads() {
        use std::fmt::Write;
        let mut mbox = String::new();
        let mut expected = Vec::new();
        for i in 0..20_000 {
            expected.push((Some(mbox.len()), format!("http://x.example/{i}")));
            // Every hundredth message is long, so that threads are not done in order.
            let filler = "filler\n".repeat(if i % 100 == 0 { 20_000 } else { 10 });
            write!(
                mbox,
                "From a@b.example Mon Jan  1 00:00:00 2001\nSubject: {i}\n\n{filler}<http://x.example/{i}>\n\n"
            )
            .expect("writing to a string does not fail");
        }
        for threads in [1, 2, 5] {
            assert_eq!(urls(mbox.as_bytes(), threads), expected, "{threads} threads");
        }
    }

    #[test]
    fn what_holds_nothing() {
        assert_eq!(urls(b"", 1), []);
        assert_eq!(urls(b"no URL", 1), []);
        assert_eq!(urls(b"\0\x01\x02<http://x.example/>\0\0\0", 1), []);
    }
}
