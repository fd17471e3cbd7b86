//! Tests of reading zips: records, and the way from one to the next.

use super::header::is_plausible_member;
use super::*;

/// A stored member with the name `a`, and the bytes `text` with a recorded length of `length`.
fn stored(text: &[u8], length: u32) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let (crc, length) = (crc.sum().to_le_bytes(), length.to_le_bytes());
    // Signature, version, flags, method, time and date, checksum and sizes, lengths of the name and the extra field.
    let before = [&ZIP_MEMBER_SIGNATURE[..], &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    [&before[..], &crc, &length, &length, &[1, 0, 0, 0], b"a", text].concat()
}

#[test]
fn the_fields_of_a_header_show_whether_it_is_one() {
    // (offset of a byte, its value, whether it is a header still)
    let table = [
        (0, b'P', true),
        (3, 5, false),
        (4, 63, true),
        (4, 200, false),
        (6, 8, true),
        (7, 0x80, false),
        (8, 8, true),
        (8, 77, false),
        (22, 99, false),
        (26, 0, false),
        (27, 0x80, false),
        (30, 0, false),
    ];
    for (at, value, expected) in table {
        let mut header = stored(b"text", 4);
        header[at] = value;
        assert_eq!(is_plausible_member(&header), expected, "{value} at {at}");
    }
}

#[test]
fn hostile_lengths_do_not_make_a_zip_be_read_again_and_again() {
    // Each member says that it goes on to the middle of nowhere, and the next one begins in it.
    let header = stored(b"", 200_000);
    let zip = [header.repeat(10_000), b"x".repeat(300_000)].concat();
    let stream = Stream::new(&zip[..], None);
    let limits = crate::bulk::Limits { window: 1 << 16, message: 1 << 20 };
    let bounds = Bounds { limits, member: u64::MAX, ..Bounds::default() };
    let mut bytes = 0;
    let read = read(stream, "x", 0, u64::MAX, bounds, &mut |event| {
        if let SourceEvent::Window(window) = event {
            bytes += window.len();
        }
        Ok(())
    });
    assert!(read.is_ok() && bytes <= 4 * zip.len() + (4 << 20), "{bytes} bytes of {}", zip.len());
}
