//! Tests that every byte of a message is in exactly one region (A3): in the corpus, and in real archives if they
//! are present.

use std::collections::BTreeMap;

use urlsift_archive::internal::{Reason, Region, regions};

use crate::archives::messages::{self, Sample};
use crate::packs::packs;

/// The number of bytes in each kind of region.
type Count = BTreeMap<&'static str, usize>;

#[test]
fn regions_cover_the_messages_of_the_corpus() {
    let mut count = Count::new();
    messages::of_the_corpus(|name, message| cover(name, message, &mut count));
    // The corpus has every kind of region.
    let kinds: Vec<_> = count.keys().copied().collect();
    assert_eq!(
        kinds,
        [
            "BinHex block",
            "PGP message",
            "PGP signature",
            "blank",
            "delimiter",
            "header",
            "not text",
            "text",
            "uuencoded block",
            "yEnc block",
        ]
    );
}

#[test]
fn regions_cover_the_messages_of_real_archives() {
    for pack in packs() {
        let (mut count, mut messages) = (Count::new(), 0);
        messages::of_a_pack(&pack, Sample::asked(), |name, message| {
            cover(name, message, &mut count);
            messages += 1;
        });
        assert!(messages > 0, "{}", pack.display());
        eprintln!("{}: {messages} messages, bytes: {count:?}", messages::name(&pack));
    }
}

/// Asserts that the regions cover `message` in order and without gaps.
fn cover(name: &str, message: &[u8], count: &mut Count) {
    let mut at = 0;
    for region in regions(message) {
        let (kind, range) = match region {
            Region::Header(range) => ("header", range),
            Region::Text(part) => ("text", part.stored),
            Region::Skipped { range, reason } => (reason_name(reason), range),
            _ => panic!("{name}: a kind of region that this test does not know"),
        };
        assert_eq!(range.start, at, "{name}: a gap or an overlap before {range:?}");
        assert!(range.end > at, "{name}: an empty region at {at}");
        at = range.end;
        *count.entry(kind).or_default() += range.len();
    }
    assert_eq!(at, message.len(), "{name}: the end is not in a region");
}

fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::NotText => "not text",
        Reason::Delimiter => "delimiter",
        Reason::Blank => "blank",
        Reason::Uuencoded => "uuencoded block",
        Reason::YEncoded => "yEnc block",
        Reason::BinHex => "BinHex block",
        Reason::PgpMessage => "PGP message",
        Reason::PgpSignature => "PGP signature",
        _ => panic!("this test does not know {reason:?}"),
    }
}
