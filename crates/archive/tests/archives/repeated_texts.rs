//! The limit on texts that each row of a message repeats.

use std::sync::Arc;

use urlsift::Extractor;
use urlsift_archive::files::Limits;
use urlsift_archive::internal::{ALL_FIELDS, Cut, Cutter, MoreInput};
use urlsift_archive::item::Name;
use urlsift_archive::mail::{DamageKind, Headers};
use urlsift_archive::rows::Row;

/// The number of URLs of each message.
const URLS: usize = 2000;

/// Returns a message with that many URLs, and a header field `field` of 2,048 bytes.
fn message(field: &str) -> String {
    let header = format!("From: a@b.example\nDate: Mon, 1 Jan 2001 00:00:00 +0000\n{field}: ");
    header + &"s".repeat(2048) + "\n\n" + &"http://a\n".repeat(URLS)
}

/// No group of texts costs more than 32 times the size of the item, 4,096 bytes, and 64 bytes for each text and row.
#[test]
fn texts_cost_a_few_times_the_size_of_their_message() {
    let long = "n".repeat(3000);
    // Columns: long text, source, member, content, whether texts are cut.
    let table = [
        ("nothing", "x", None, message("Subject").replace("ss", ""), false),
        ("a subject", "x", None, message("Subject"), true),
        ("a message-id", "x", None, message("Message-ID"), true),
        ("groups", "x", None, message("Newsgroups"), true),
        ("a list", "x", None, message("List-Id"), true),
        ("a source", &*long, None, "http://a\n".repeat(URLS), true),
        ("a member", "x", Some(long.clone()), "http://a\n".repeat(URLS), true),
        ("few URLs", &*long, Some(long.clone()), "http://a/ ".repeat(4), true),
        ("one URL", &*long, Some(long.clone()), "http://a/".to_owned(), false),
    ];
    for (name, source, member, content, is_cut) in table {
        let size = content.len();
        let limits = Limits { window: 1 << 20, message: 1 << 20 };
        let mut cutter = Cutter::new(Arc::new(Name::new(source, member)), limits);
        cutter.buffer().extend_from_slice(content.as_bytes());
        let Cut::Window(window) = cutter.cut(MoreInput::None) else {
            panic!("{name}: it is one window")
        };
        let (mut rows, mut names, mut facts) = (0, 0, 0);
        let mut damage = Vec::new();
        for item in window.items() {
            damage.extend(item.find(&Extractor::new(), Headers::None, |location, found| {
                let row = Row::new(location, found, &ALL_FIELDS);
                let len = |text: Option<&str>| text.map_or(0, str::len);
                rows += 1;
                names += row.source.len() + len(row.member);
                let groups: usize = row.groups.iter().map(String::len).sum();
                facts += groups + len(row.subject) + len(row.message_id) + len(row.list);
            }));
        }
        let limit = 32 * size + 4096 + 4 * 64 * rows;
        assert!(names <= limit && facts <= limit, "{name}: {names} and {facts} of {limit}");
        let kinds: Vec<_> = damage.iter().map(|damage| damage.kind).collect();
        let expected: &[DamageKind] = if is_cut { &[DamageKind::TextCut] } else { &[] };
        assert_eq!(kinds, expected, "{name}");
    }
}
