//! Tests of reading tars: the members of undamaged ones are those that the crate `tar` finds.

use crate::cut::Limits;
use crate::files::Bounds;

use super::*;

const LIMITS: Limits = Limits { window: 1 << 16, message: 1 << 20 };

/// Reads a tar. Returns the text of each member, and the reports.
fn read_all(bytes: &[u8], member: u64) -> (Vec<Vec<u8>>, Vec<String>) {
    let (mut members, mut reports) = (Vec::new(), Vec::new());
    let bounds = Bounds { limits: LIMITS, member, ..Bounds::default() };
    let (name, bounds) =
        (Name::new("x", None), &mut ArchiveBounds::new(bounds, crate::files::file::open_archive));
    read(Stream::new(bytes, None), &name, bounds, &mut |event| {
        match event {
            SourceEvent::Window(window) => {
                members.extend(window.items().map(|item| item.bytes().to_vec()));
            }
            SourceEvent::Unread(unread) => {
                reports.push(format!("{}: {}", unread.path(), unread.cause));
            }
            _ => {}
        }
        Ok(())
    })
    .expect("all is wanted");
    (members, reports)
}

/// What the crate `tar` reads.
fn read_with_crate(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut members = Vec::new();
    for entry in ::tar::Archive::new(bytes).entries().expect("it is a tar") {
        let mut entry = entry.expect("it is undamaged");
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
            let mut text = Vec::new();
            entry.read_to_end(&mut text).expect("it is undamaged");
            members.push(text);
        }
    }
    members
}

/// A text of `length` bytes that is not mail.
fn text(length: usize) -> Vec<u8> {
    b"a line of text\n".iter().copied().cycle().take(length).collect()
}

fn append(tar: &mut ::tar::Builder<Vec<u8>>, mut header: ::tar::Header, name: &str, length: usize) {
    header.set_size(length as u64);
    header.set_mode(0o644);
    tar.append_data(&mut header, name, &text(length)[..]).expect("memory takes everything");
}

/// A tar with members of several sizes and with names of several lengths.
fn tar_of(header: fn() -> ::tar::Header, longest: usize) -> Vec<u8> {
    let mut tar = ::tar::Builder::new(Vec::new());
    for length in [1, 511, 512, 513, 5000, 300_000] {
        append(&mut tar, header(), &format!("m{length}"), length);
    }
    for length in [100, 101, 200].into_iter().filter(|&length| length <= longest) {
        append(&mut tar, header(), &format!("{}/b", "a".repeat(length - 2)), 20);
    }
    let mut directory = header();
    directory.set_entry_type(::tar::EntryType::Directory);
    directory.set_size(0);
    tar.append_data(&mut directory, "d/", &b""[..]).expect("memory takes everything");
    let mut link = header();
    link.set_entry_type(::tar::EntryType::Symlink);
    link.set_size(0);
    tar.append_link(&mut link, "l", "m1").expect("memory takes everything");
    append(&mut tar, header(), "last", 700);
    tar.into_inner().expect("memory takes everything")
}

/// A tar whose members have PAX records.
fn pax() -> Vec<u8> {
    let mut tar = ::tar::Builder::new(Vec::new());
    let long = "n".repeat(300);
    for records in [
        vec![("path", "p/a")],
        vec![("mtime", "1.5"), ("path", long.as_str()), ("comment", "caf\u{E9}")],
        vec![("size", "600")],
    ] {
        let records = records.iter().map(|(key, value)| (*key, value.as_bytes()));
        tar.append_pax_extensions(records).expect("memory takes everything");
        append(&mut tar, ::tar::Header::new_ustar(), "short", 600);
    }
    append(&mut tar, ::tar::Header::new_ustar(), "plain", 10);
    tar.into_inner().expect("memory takes everything")
}

/// A header of old GNU tar for a member with holes: `pieces` of data in a text of `size` bytes.
fn sparse_header(pieces: &[(u64, u64)], size: u64) -> Vec<u8> {
    let field = |number: u64| {
        let mut field = [0; 12];
        field[0] = 0x80;
        field[4..].copy_from_slice(&number.to_be_bytes());
        field
    };
    let mut header = ::tar::Header::new_gnu();
    header.set_entry_type(::tar::EntryType::GNUSparse);
    header.set_size(pieces.iter().map(|piece| piece.1).sum());
    let bytes = header.as_mut_bytes();
    bytes[..6].copy_from_slice(b"sparse");
    bytes[483..495].copy_from_slice(&field(size));
    let entries: Vec<_> =
        pieces.iter().map(|piece| [field(piece.0), field(piece.1)].concat()).collect();
    let (first, others) = entries.split_at(entries.len().min(4));
    bytes[386..386 + 24 * first.len()].copy_from_slice(&first.concat());
    bytes[482] = u8::from(!others.is_empty());
    header.set_cksum();
    let mut all = header.as_bytes().to_vec();
    for (at, block) in others.chunks(21).enumerate() {
        let mut block = block.concat();
        block.resize(504, 0);
        block.push(u8::from((at + 1) * 21 < others.len()));
        block.resize(512, 0);
        all.extend(block);
    }
    all
}

/// A tar of one member with holes and a member after it. All pieces but the last have whole blocks.
fn sparse(pieces: &[(u64, u64)], size: u64) -> Vec<u8> {
    let mut tar = sparse_header(pieces, size);
    for &(_, length) in pieces {
        tar.extend(text(usize::try_from(length).expect("it is short")));
    }
    tar.resize(tar.len().next_multiple_of(512), 0);
    tar.extend(tar_of(::tar::Header::new_old, 0));
    tar
}

#[test]
fn undamaged_tars_have_the_same_members_as_with_the_crate_tar() {
    let in_order: Vec<_> = (0..60).map(|at| (at * 1024, 512)).collect();
    let table = [
        ("v7", tar_of(::tar::Header::new_old, 100)),
        ("ustar", tar_of(::tar::Header::new_ustar, 100)),
        ("gnu", tar_of(::tar::Header::new_gnu, 200)),
        ("pax", pax()),
        ("no holes", sparse(&[(0, 700), (700, 0)], 700)),
        ("a hole at the end", sparse(&[(0, 9216), (9716, 0)], 9716)),
        ("a hole between", sparse(&[(0, 9216), (50_000, 700)], 50_700)),
        ("many holes", sparse(&in_order, 59 * 1024 + 512)),
    ];
    for (name, bytes) in table {
        let (members, reports) = read_all(&bytes, u64::MAX);
        let expected = read_with_crate(&bytes);
        // A text with so many NULs is binary.
        let expected = if name == "many holes" { &expected[1..] } else { &expected[..] };
        assert!(members == expected, "{name}: {} and {}", members.len(), expected.len());
        assert!(reports.is_empty(), "{name}: {reports:?}");
    }
}

#[test]
fn maps_of_holes_that_contradict_themselves_cost_their_member_alone() {
    let many: Vec<_> = (0..70_000).map(|at| (at * 1024, 0)).collect();
    let table = [
        ("backwards", sparse(&[(1024, 512), (0, 512)], 2000), "its map of holes is damaged"),
        ("not aligned", sparse(&[(0, 5), (512, 512)], 2000), "its map of holes is damaged"),
        ("beyond the end", sparse(&[(0, 512), (1024, 512)], 1000), "its map of holes is damaged"),
        ("overflow", sparse(&[(0, 512), (u64::MAX, 512)], 1000), "its map of holes is damaged"),
        ("long", sparse(&many, 70_000 * 1024), "its map of holes has too many entries"),
    ];
    for (name, bytes, cause) in table {
        let (members, reports) = read_all(&bytes, u64::MAX);
        assert_eq!(reports, [format!("x:sparse: {cause}")], "{name}");
        assert_eq!((members.len(), &*members[0]), (7, &b"a"[..]), "{name}");
    }
}

/// A tar of one member with holes as GNU tar writes it with `--sparse-version`, and a member after it. `map` has the
/// offset and the length of each piece; `count` is the number of them that version 1.0 states.
fn pax_sparse(version: &str, map: &[u64], count: u64, size: u64) -> Vec<u8> {
    let stored = map.iter().skip(1).step_by(2).sum::<u64>();
    let joined =
        |separator: &str| map.iter().map(u64::to_string).collect::<Vec<_>>().join(separator);
    let mut records = vec![("GNU.sparse.name", "folder/name".to_owned())];
    let mut data = Vec::new();
    match version {
        "0.0" => {
            records.push(("GNU.sparse.size", size.to_string()));
            let keys = ["GNU.sparse.offset", "GNU.sparse.numbytes"].into_iter().cycle();
            records.extend(keys.zip(map.iter().map(u64::to_string)));
        }
        "0.1" => {
            records
                .extend([("GNU.sparse.size", size.to_string()), ("GNU.sparse.map", joined(","))]);
        }
        _ => {
            records.push(("GNU.sparse.major", "1".to_owned()));
            records.push(("GNU.sparse.realsize", size.to_string()));
            data = format!("{count}\n{}\n", joined("\n")).into_bytes();
            data.resize(data.len().next_multiple_of(512), 0);
        }
    }
    data.extend(text(usize::try_from(stored).expect("it is short")));
    let mut tar = ::tar::Builder::new(Vec::new());
    let records = records.iter().map(|(key, value)| (*key, value.as_bytes()));
    tar.append_pax_extensions(records).expect("memory takes everything");
    let mut header = ::tar::Header::new_ustar();
    header.set_size(data.len() as u64);
    tar.append_data(&mut header, "GNUSparseFile.0/x", &data[..]).expect("memory takes everything");
    append(&mut tar, ::tar::Header::new_ustar(), "last", 700);
    tar.into_inner().expect("memory takes everything")
}

#[test]
fn holes_are_read_by_the_map_of_each_version_of_pax_records() {
    let many: Vec<u64> = (0..400).flat_map(|at| [9216 + at * 3, 0]).collect();
    for version in ["0.0", "0.1", "1.0"] {
        for map in [&[0, 9216, 50_176, 700, 60_000, 0][..], &[&[0, 9216][..], &many].concat()] {
            let bytes = pax_sparse(version, map, map.len() as u64 / 2, 60_000);
            let (members, reports) = read_all(&bytes, u64::MAX);
            let mut expected = [text(9216), vec![0; 60_000 - 9216]].concat();
            if map[3] > 0 {
                expected[50_176..50_876].copy_from_slice(&text(9916)[9216..]);
            }
            assert_eq!(reports, [""; 0], "{version}");
            assert!(members == [expected, text(700)], "{version}: {}", members.len());
        }
    }
}

#[test]
fn damaged_maps_in_pax_records_cost_their_member_alone() {
    let (damaged, long) = ("its map of holes is damaged", "its map of holes has too many entries");
    let many: Vec<u64> = (0..70_000).flat_map(|at| [at, 0]).collect();
    // (version, map, the stated number of entries, cause)
    let table: [(&str, &[u64], u64, &str); 9] = [
        ("0.0", &[1024, 512, 0, 512], 0, damaged),
        ("0.1", &[0, 512, 1024], 0, damaged),
        ("0.1", &[0, 512, 9000, 512], 0, damaged),
        ("0.1", &many, 0, long),
        ("1.0", &[1024, 512, 0, 512], 2, damaged),
        ("1.0", &[0, 512, 1024, 512], 1, damaged),
        ("1.0", &[0, 512], 99, damaged),
        ("1.0", &[0, 512], u64::MAX, damaged),
        ("1.0", &many, 70_000, long),
    ];
    for (version, map, count, cause) in table {
        let (members, reports) = read_all(&pax_sparse(version, map, count, 9000), u64::MAX);
        assert_eq!(reports, [format!("x:folder/name: {cause}")], "{version} {count}");
        assert_eq!(members, [text(700)], "{version} {count}");
    }
}

/// Facts about holes in global records would be copied for each member.
#[test]
fn global_records_about_holes_are_ignored() {
    let mut bytes = pax_sparse("0.1", &[0, 512], 1, 600);
    bytes[156] = b'g';
    let header = ::tar::Header::from_byte_slice(&bytes[..512]);
    let mut header = header.clone();
    header.set_cksum();
    bytes[..512].copy_from_slice(header.as_bytes());
    assert_eq!(read_all(&bytes, u64::MAX).0, [text(512), text(700)]);
}

#[test]
fn a_hole_beyond_the_limit_is_not_read() {
    for limit in [1 << 20, u64::MAX] {
        let bytes = sparse(&[(0, 100_352), (1 << 40, 100)], (1 << 40) + 100);
        let (members, reports) = read_all(&bytes, limit);
        assert!(members[0].starts_with(&text(100_352)), "limit {limit}");
        assert!(members[0].len() <= 100_352 + LIMITS.window, "limit {limit}");
        assert_eq!(members.len(), 8, "limit {limit}");
        let [report] = &reports[..] else { panic!("limit {limit}: {reports:?}") };
        assert!(report.contains("x:sparse: damaged at byte 100352: a hole of "), "{report}");
    }
}

/// A header whose checksum holds and whose size no file has. The search for the next header found it again and again.
#[test]
fn a_header_with_an_impossible_size_is_skipped() {
    let header = || {
        let mut header = ::tar::Header::new_ustar();
        header.set_path("huge").expect("the name is short");
        header.set_size(u64::MAX);
        header.set_cksum();
        header.as_bytes().to_vec()
    };
    let mut tar = ::tar::Builder::new(Vec::new());
    append(&mut tar, ::tar::Header::new_ustar(), "m", 1000);
    let whole = tar.into_inner().expect("memory takes everything");
    // (tar, number of members)
    let table = [
        (header(), 0),
        ([header(), whole.clone()].concat(), 1),
        ([&whole[..1536], &header(), &whole].concat(), 2),
    ];
    for (bytes, count) in table {
        let (members, reports) = read_all(&bytes, 1 << 30);
        assert_eq!(members, vec![text(1000); count]);
        assert!(reports[0].contains("bytes skipped"), "{reports:?}");
    }
}
