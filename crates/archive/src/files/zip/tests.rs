//! Tests of reading zips: records, and the way from one to the next.

use std::io::Read;

use super::header::is_plausible_member;
use super::*;
use crate::files::Bounds;
use crate::mail::InputKind;

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
    let limits = crate::cut::Limits { window: 1 << 16, message: 1 << 20 };
    let bounds = &mut ArchiveBounds::new(
        Bounds { limits, member: u64::MAX, ..Bounds::default() },
        crate::files::file::open_archive,
    );
    let mut bytes = 0;
    let read = read(stream, None, &Name::new("x", None), 0, u64::MAX, bounds, &mut |event| {
        if let SourceEvent::Window(window) = event {
            bytes += window.len();
        }
        Ok(())
    });
    assert!(read.is_ok() && bytes <= 4 * zip.len() + (4 << 20), "{bytes} bytes of {}", zip.len());
}

/// A zip as a program writes it to a pipe, after `before` bytes of something else: the sizes come after the data, and
/// in the directory. Returns the members, and the directory with its end.
fn piped(members: &[(&str, &[u8])], before: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    let long = |number: usize| u32::try_from(number).expect("it is short").to_le_bytes();
    for (name, text) in members {
        let offset = long(zip.len());
        let mut crc = flate2::Crc::new();
        crc.update(text);
        let (crc, length) = (crc.sum().to_le_bytes(), long(text.len()));
        let name_length = [u8::try_from(name.len()).expect("it is short"), 0];
        // Version, flags, method, time and date.
        let fields = [20, 0, 8, 0, 0, 0, 0, 0, 0, 0];
        let header = [&ZIP_MEMBER_SIGNATURE[..], &fields, &[0; 12], &name_length, &[0; 2]];
        let descriptor = [&b"PK\x07\x08"[..], &crc, &length, &length];
        zip.extend([&header.concat(), name.as_bytes(), text, &descriptor.concat()].concat());
        // An extra field of four bytes and a comment of three.
        let entry = [&b"PK\x01\x02\x14\0"[..], &fields, &crc, &length, &length, &name_length];
        let rest = [&[4, 0, 3, 0][..], &[0; 8], &offset, name.as_bytes(), &[9, 9, 0, 0], b"and"];
        directory.extend([entry.concat(), rest.concat()].concat());
    }
    let places = [long(directory.len()), long(zip.len())].concat();
    directory.extend([b"PK\x05\x06", &[0; 8][..], &places, &[7, 0], b"comment"].concat());
    ([before, &zip].concat(), directory)
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
    let bounds = &mut ArchiveBounds::new(
        Bounds { input: InputKind::Text, ..Bounds::default() },
        crate::files::file::open_archive,
    );
    let read = read(stream, file, &Name::new("x", None), 0, u64::MAX, bounds, &mut |event| {
        match event {
            SourceEvent::Window(window) => {
                texts.extend(
                    window.items().map(|item| String::from_utf8_lossy(item.bytes()).into_owned()),
                );
            }
            SourceEvent::Unread(unread) => {
                damage.push(format!("{}: {}", unread.path(), unread.cause));
            }
            _ => {}
        }
        Ok(())
    });
    assert_eq!(read, Ok(()));
    (texts, damage)
}

/// A file, whether its end can be read, the number of the texts that are right, and the members with damage.
type Row<'r> = (&'r str, Vec<u8>, bool, usize, &'r [&'r str]);

#[test]
fn stored_members_without_sizes_are_read_by_the_directory() {
    // What looks like a header or a descriptor does not end the data.
    let tricky = &b"text PK\x03\x04 and PK\x07\x08 more text"[..];
    let members = [("a", &b"first text"[..]), ("b", b""), ("c", tricky), ("d", b"last text")];
    let expected = ["first text", &String::from_utf8_lossy(tricky), "last text"].map(str::to_owned);
    let (zip, directory) = piped(&members, b"");
    let whole = [&zip[..], &directory].concat();
    let (more, its_directory) = piped(&members, &stored(b"more", 4));
    let mut other_crc = whole.clone();
    // The descriptor of the last member ends with its checksum and two lengths.
    other_crc[zip.len() - 12] ^= 1;
    let entry = 46 + 1 + 4 + 3;
    let table: [Row<'_>; 7] = [
        ("a file", whole.clone(), true, 3, &[]),
        ("a member that no entry has", [more, its_directory].concat(), true, 3, &[]),
        ("a pipe", whole.clone(), false, 0, &["a", "b", "c", "d"]),
        ("no directory", zip.clone(), true, 0, &["a", "b", "c", "d"]),
        ("a directory that is cut", whole[..whole.len() - 8].to_vec(), true, 0, &["a"]),
        ("no first entry", [&zip, &directory[entry..]].concat(), true, 0, &["a"]),
        ("another checksum", other_crc, true, 3, &["d"]),
    ];
    for (what, zip, has_access, right, damaged) in table {
        let (found, damage) = texts(&zip, has_access);
        let is_right = expected.iter().filter(|text| found.contains(text)).count();
        assert_eq!(is_right, right, "{what}: {found:?}");
        for member in damaged {
            let name = format!("x:{member}: ");
            assert!(damage.iter().any(|it| it.starts_with(&name)), "{what}: {damage:?}");
        }
        assert_eq!(damage.is_empty(), damaged.is_empty(), "{what}: {damage:?}");
    }
}

/// Each byte of the directory may be wrong. Then members may be lost, and that is reported.
#[test]
fn a_damaged_directory_loses_nothing_in_silence() {
    let members = [("a", &b"first text"[..]), ("b", b"second text"), ("c", b"third")];
    let (zip, directory) = piped(&members, b"");
    let whole = [&zip[..], &directory].concat();
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

/// Returns the events of reading `zip`, without the two of its first member.
fn later_events(zip: &[u8], limit: u64) -> Vec<String> {
    let bounds = &mut ArchiveBounds::new(
        Bounds { member: limit, ..Bounds::default() },
        crate::files::file::open_archive,
    );
    let mut events = Vec::new();
    let stream = Stream::new(zip, Some(zip.len() as u64));
    let read = read(stream, None, &Name::new("x", None), 0, u64::MAX, bounds, &mut |event| {
        events.push(format!("{event:?}"));
        Ok(())
    });
    assert_eq!(read, Ok(()));
    events.split_off(2)
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(1000))]
    /// After a member that is not read, none is inflated at once.
    #[test]
    fn members_that_are_inflated_at_once_give_the_same_texts_and_damage(
        (first, second) in ("[a-z]{0,50}", "(http://a.example/ |the |\n){0,99}"),
        level in 0..10_u32,
        place in 0..1000_usize,
        // None, a bit, a byte too few, or one too many.
        damage in 0..4,
        bit in 0..8_u8,
        limit in proptest::prop_oneof![proptest::prelude::Just(u64::MAX), 4..500_u64],
    ) {
        let deflated = |text: &str| {
            let mut deflated = Vec::new();
            let encoder = flate2::bufread::DeflateEncoder::new(text.as_bytes(), flate2::Compression::new(level));
            io::BufReader::new(encoder).read_to_end(&mut deflated).expect("memory takes it");
            let mut member = stored(text.as_bytes(), u32::try_from(text.len()).expect("it is short"));
            member.truncate(31);
            member[8] = 8;
            member[18..22].copy_from_slice(&u32::try_from(deflated.len()).expect("it is short").to_le_bytes());
            [member, deflated].concat()
        };
        let before = stored(b"text", 4);
        let mut zip = [before.clone(), deflated(&first), deflated(&second), deflated(&first)].concat();
        let at = before.len() + place * (zip.len() - before.len()) / 1000;
        match damage {
            0 => {}
            1 => zip[at] ^= 1 << bit,
            2 => drop(zip.remove(at)),
            _ => zip.insert(at, b'x'),
        }
        let at_once = later_events(&zip, limit);
        // A method that does not exist.
        zip[8] = 99;
        proptest::prop_assert_eq!(at_once, later_events(&zip, limit));
    }
}
