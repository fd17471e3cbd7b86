//! Tests of reading zips: records, and the way from one to the next.

use super::header::is_plausible_member;
use super::*;
use crate::archive::InputKind;

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
    let read = read(stream, None, "x", 0, u64::MAX, bounds, &mut |event| {
        if let SourceEvent::Window(window) = event {
            bytes += window.len();
        }
        Ok(())
    });
    assert!(read.is_ok() && bytes <= 4 * zip.len() + (4 << 20), "{bytes} bytes of {}", zip.len());
}

/// The members of a zip as a program writes it to a pipe: the sizes come after the data, and in the directory.
fn piped(members: &[(&str, &[u8])], is_zip64: bool) -> (Vec<u8>, Vec<u8>) {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in members {
        let offset = zip.len() as u64;
        let mut crc = flate2::Crc::new();
        crc.update(text);
        let (crc, name_length) =
            (crc.sum().to_le_bytes(), [u8::try_from(name.len()).expect("it is short"), 0]);
        let length = text.len() as u64;
        // Version, flags, method, time and date.
        let fields = [20, 0, 8, 0, 0, 0, 0, 0, 0, 0];
        // The ZIP64 field of the local header has no sizes yet.
        let extra = [&[1, 0, 16, 0][..], &[0; 16]].concat();
        let (sizes, extra) = if is_zip64 { ([0xFF; 8], &extra[..]) } else { ([0; 8], &[][..]) };
        let extra_length = [u8::try_from(extra.len()).expect("it is short"), 0];
        for part in [
            &ZIP_MEMBER_SIGNATURE[..],
            &fields,
            &[0; 4],
            &sizes,
            &name_length,
            &extra_length,
            name.as_bytes(),
            extra,
            text,
        ] {
            zip.extend(part);
        }
        let size = |bytes: u64| {
            let bytes = bytes.to_le_bytes();
            if is_zip64 { bytes.to_vec() } else { bytes[..4].to_vec() }
        };
        zip.extend([&b"PK\x07\x08"[..], &crc, &size(length), &size(length)].concat());
        let field =
            [&[1, 0, 24, 0][..], &size(length), &size(length), &offset.to_le_bytes()].concat();
        let short = u32::try_from(length).expect("it is short").to_le_bytes();
        let short_offset = u32::try_from(offset).expect("it is short").to_le_bytes();
        let (sizes, at, extra) = if is_zip64 {
            ([[0xFF; 4], [0xFF; 4]].concat(), [0xFF; 4], field)
        } else {
            ([short, short].concat(), short_offset, Vec::new())
        };
        let extra_length = [u8::try_from(extra.len()).expect("it is short"), 0];
        let entry = [
            &b"PK\x01\x02\x14\0"[..],
            &fields,
            &crc,
            &sizes,
            &name_length,
            &extra_length,
            &[3, 0],
            &[0; 8],
            &at,
            name.as_bytes(),
            &extra,
            b"and",
        ];
        directory.extend(entry.concat());
    }
    (zip, directory)
}

/// Returns the ends of the directory, which is after `members`.
fn end(members: &[u8], directory: &[u8], is_zip64: bool) -> Vec<u8> {
    let (at, length) = (members.len() as u64, directory.len() as u64);
    let short = |number: u64| {
        if is_zip64 { [0xFF; 4] } else { u32::try_from(number).expect("it is short").to_le_bytes() }
    };
    let ends_64 = [
        &b"PK\x06\x06"[..],
        &44_u64.to_le_bytes(),
        &[0; 28],
        &length.to_le_bytes(),
        &at.to_le_bytes(),
        b"PK\x06\x07",
        &[0; 4],
        &(at + length).to_le_bytes(),
        &[1, 0, 0, 0],
    ]
    .concat();
    let ends_64 = if is_zip64 { &ends_64[..] } else { &[] };
    [ends_64, b"PK\x05\x06", &[0; 8], &short(length), &short(at), &[7, 0], b"comment"].concat()
}

/// Returns the texts and the damage of `zip`, which is read with or without access to its end.
fn texts(zip: &[u8], has_access: bool) -> (Vec<String>, Vec<String>) {
    let (mut texts, mut damage) = (Vec::new(), Vec::new());
    let open_at = |at: u64| {
        let at = usize::try_from(at).expect("it is short");
        Ok(Stream::new(zip.get(at..).unwrap_or_default(), None))
    };
    let file = RandomAccess { open_at: Box::new(open_at), length: zip.len() as u64 };
    let file = has_access.then_some(file);
    let stream = Stream::new(zip, Some(zip.len() as u64));
    let bounds = Bounds { input: InputKind::Text, ..Bounds::default() };
    let read = read(stream, file, "x", 0, u64::MAX, bounds, &mut |event| {
        match event {
            SourceEvent::Window(window) => {
                texts.extend(
                    window.items().map(|item| String::from_utf8_lossy(item.bytes()).into_owned()),
                );
            }
            SourceEvent::Unread(unread) => {
                damage.push(format!("{}: {}", unread.path(), unread.cause))
            }
            _ => {}
        }
        Ok(())
    });
    assert_eq!(read, Ok(()));
    (texts, damage)
}

#[test]
fn stored_members_without_sizes_are_read_by_the_directory() {
    // A member that contains a zip's header and a descriptor, whose data does not end there.
    let tricky = [&b"text "[..], &stored(b"inner", 5), b"PK\x07\x08 more text"].concat();
    let members: [(&str, &[u8]); 4] =
        [("a", b"first text"), ("b", b""), ("c", &tricky), ("d", b"last text")];
    let expected = ["first text", &String::from_utf8_lossy(&tricky), "last text"];
    for is_zip64 in [false, true] {
        let (zip, directory) = piped(&members, is_zip64);
        let whole = [&zip[..], &directory, &end(&zip, &directory, is_zip64)].concat();
        assert_eq!(
            texts(&whole, true),
            (expected.map(str::to_owned).to_vec(), vec![]),
            "{is_zip64}"
        );
        // Columns: what is wrong, the file, the texts, the members that are reported as damaged.
        let mut other_crc = whole.clone();
        let at = zip.len() - if is_zip64 { 20 } else { 12 };
        other_crc[at] ^= 1;
        let cut = &whole[..whole.len() - 8];
        let no_entry = [
            &zip[..],
            &directory[directory.len() / 2..],
            &end(&zip, &directory[directory.len() / 2..], is_zip64),
        ]
        .concat();
        for (wrong, zip, has_access, missing) in [
            ("a pipe", &whole, false, "x:a"),
            ("no directory", &zip, true, "x:a"),
            ("a directory that is cut", &cut.to_vec(), true, "x:a"),
            ("a directory without the first members", &no_entry, true, "x:a"),
            ("another checksum", &other_crc, true, "x:d"),
        ] {
            let (found, damage) = texts(zip, has_access);
            assert!(
                damage.iter().any(|it| it.starts_with(missing)),
                "{wrong} {is_zip64}: {damage:?}"
            );
            assert_eq!(
                wrong == "another checksum",
                found == expected,
                "{wrong} {is_zip64}: {found:?}"
            );
        }
    }
}

/// Each byte of the directory may be wrong. Then members may be lost, and that is reported.
#[test]
fn a_damaged_directory_loses_nothing_in_silence() {
    let members: [(&str, &[u8]); 3] =
        [("a", b"first text"), ("b", b"second text"), ("c", b"third")];
    let (zip, directory) = piped(&members, false);
    let whole = [&zip[..], &directory, &end(&zip, &directory, false)].concat();
    let (expected, damage) = texts(&whole, true);
    assert_eq!((expected.len(), damage.len()), (3, 0));
    for at in zip.len()..whole.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut zip = whole.clone();
            zip[at] ^= flip;
            let (found, damage) = texts(&zip, true);
            assert!(found == expected || !damage.is_empty(), "{flip:x} at {at}: {found:?}");
        }
    }
}
