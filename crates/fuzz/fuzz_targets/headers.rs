//! Reads headers: fields, encoded words, content types and dates.
//!
//! The first byte selects how the rest becomes a header: raw bytes, tokens of the field that the second byte names, or
//! lines of mail. The target checks:
//!
//! - Fields are in order, inside the header, and have the bytes of the message.
//! - Unfolding removes line breaks and nothing else.
//! - The facts of a message are bounded in length.

#![no_main]

use libfuzzer_sys::fuzz_target;
use urlsift::archive::{
    ContentType, Header, Headers, MAX_ORIGIN_TEXT_BYTES, Origin, TransferEncoding, parts_with,
    unfold,
};
use urlsift_fuzz::mail::{field, lines};

const NAMES: &[&str] = &[
    "Date",
    "Subject",
    "From",
    "Message-ID",
    "Newsgroups",
    "List-Id",
    "List-Archive",
    "Content-Type",
    "Content-Transfer-Encoding",
    "X-Url",
    "References",
];

fuzz_target!(|data: &[u8]| {
    let [first, second, rest @ ..] = data else { return };
    let name = NAMES[*second as usize % NAMES.len()];
    let message = match first % 4 {
        0 => rest.to_vec(),
        1 => lines(rest),
        2 => [name.as_bytes(), b": ", &field(rest), b"\n\nbody"].concat(),
        _ => [name.as_bytes(), b": ", rest, b"\n\nbody"].concat(),
    };
    let header = Header::of(&message);
    assert!(header.body() <= message.len());
    let mut at = 0;
    for field in header.fields() {
        let range = field.range.clone();
        assert!(at <= range.start && range.start < range.end && range.end <= header.body());
        at = range.end;
        assert!(message[range].starts_with(field.name) && !field.name.is_empty());
        let is_kept = |byte: &&u8| !b"\r\n".contains(byte);
        let expected: Vec<u8> = field.raw.iter().filter(is_kept).copied().collect();
        assert_eq!(&*unfold(field.raw), expected);
        check_type(field.raw);
        let _ = TransferEncoding::of_label(field.raw);
    }
    check_origin(&Origin::of(&header));
    for part in parts_with(&message, Headers::All) {
        assert!(part.stored.end <= message.len());
    }
});

fn check_type(raw: &[u8]) {
    let content_type = ContentType::of(raw);
    for (name, _) in content_type.parameters().take(100) {
        let _ = content_type.parameter(&String::from_utf8_lossy(name));
    }
    let _ = (content_type.name(), content_type.is("text", "plain"), content_type.is_kind("text"));
}

fn check_origin(origin: &Origin) {
    let Origin { message_id, date, groups, list, subject, from_domain, .. } = origin;
    for text in [message_id, date, list, subject, from_domain].into_iter().flatten() {
        assert!(text.len() <= MAX_ORIGIN_TEXT_BYTES, "{text:?}");
    }
    assert!(groups.iter().map(String::len).sum::<usize>() <= MAX_ORIGIN_TEXT_BYTES, "{groups:?}");
}
