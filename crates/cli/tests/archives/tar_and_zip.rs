//! Damaged and hostile tars and zips: undamaged members are searched, and damage is reported (A7).

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::ops::Range;

use serde_json::Value;

use crate::program::{text, urlsift};

const BLOCK: usize = 512;

/// An archive, and where each of its members is: from its header to the end of its data.
struct Archive {
    bytes: Vec<u8>,
    members: Vec<Range<usize>>,
}

/// The text of the member `i`: a URL in the first line and one in the last.
fn member_text(i: usize) -> Vec<u8> {
    let lines = [0, 3, 12, 40, 7, 1, 90, 20, 5, 33][i];
    let url = |place| format!("see http://a.example/{i}/{place}\n");
    // The lines differ, so that compressed members have several blocks too.
    let line =
        |line: usize| format!("line {line} {:x}\n", (line + 1).wrapping_mul(0x9E37_79B9 + i));
    [url("first"), (0..lines).map(line).collect(), url("last")].concat().into_bytes()
}

/// A tar of ten members.
fn tar() -> Archive {
    let (mut tar, mut members) = (tar::Builder::new(Vec::new()), Vec::new());
    for i in 0..10 {
        let (text, mut header) = (member_text(i), tar::Header::new_gnu());
        header.set_size(text.len() as u64);
        let start = tar.get_ref().len();
        members.push(start..start + BLOCK + text.len());
        let added = tar.append_data(&mut header, format!("m{i}.txt"), &text[..]);
        added.expect("memory takes everything");
    }
    let mut bytes = tar.into_inner().expect("memory takes everything");
    bytes.resize(bytes.len().next_multiple_of(20 * BLOCK), 0);
    Archive { bytes, members }
}

/// A zip member without its directory entry, deflated or stored.
pub(crate) fn zip_member(name: &[u8], text: &[u8], is_deflated: bool) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let mut deflate = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    deflate.write_all(text).expect("memory takes everything");
    let deflated = deflate.finish().expect("memory takes everything");
    let data = if is_deflated { &deflated } else { text };
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("it is short").to_le_bytes();
    let method = [if is_deflated { 8 } else { 0 }, 0];
    let before = [&b"PK\x03\x04\x14\0\0\0"[..], &method, &[0; 4]].concat();
    let sizes = [crc.sum().to_le_bytes(), length(data), length(text)].concat();
    [&before[..], &sizes, &length(name)[..2], &[0, 0], name, data].concat()
}

/// The end of a directory without entries.
pub(crate) const ZIP_END: [u8; 22] = *b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// A zip of ten members.
fn zip() -> Archive {
    let (mut bytes, mut members) = (Vec::new(), Vec::new());
    for i in 0..10 {
        let start = bytes.len();
        bytes.extend(zip_member(format!("m{i}.txt").as_bytes(), &member_text(i), i % 3 > 0));
        members.push(start..bytes.len());
    }
    bytes.extend(ZIP_END);
    Archive { bytes, members }
}

/// The member and the URL of each row, the messages, and the exit status.
fn scan(bytes: &[u8]) -> (BTreeSet<(String, String)>, String, Option<i32>) {
    let output = urlsift(&["scan", "--format", "jsonl"], bytes);
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        let of = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        (of("member"), of("url"))
    };
    let rows = text(&output.stdout).lines().map(row).collect();
    (rows, text(&output.stderr).to_owned(), output.status.code())
}

/// A generator of random numbers (Lehmer), the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0 * 48_271 % 0x7FFF_FFFF;
        usize::try_from(self.0).expect("it has 31 bits") % limit
    }
}

/// What is done to an archive.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Harm {
    Flip,
    Zero,
    Cut,
    Double,
}

/// Harms `bytes` at random. Returns the bytes, what was done, and the range of the original that it changed. It is
/// empty if bytes were inserted.
fn harm(archive: &Archive, unit: usize, random: &mut Random) -> (Vec<u8>, Harm, Range<usize>) {
    let mut bytes = archive.bytes.clone();
    let harm = [Harm::Flip, Harm::Zero, Harm::Cut, Harm::Double][random.below(4)];
    let last = archive.members[9].end;
    let start = random.below(last) / unit * unit;
    let end =
        (start + unit * [1, 1, 2, 3, 200][random.below(if unit == 1 { 5 } else { 4 })]).min(last);
    let harmed = match harm {
        Harm::Flip => {
            // Every second bit is one of a header.
            let at = match random.below(2) {
                0 => archive.members[random.below(10)].start + random.below(30),
                _ => random.below(last),
            };
            bytes[at] ^= 1 << random.below(8);
            at..at + 1
        }
        Harm::Zero => {
            bytes[start..end].fill(0);
            start..end
        }
        Harm::Cut => {
            bytes.drain(start..end);
            start..end
        }
        Harm::Double => {
            let copy = bytes[start..end].to_vec();
            bytes.splice(end..end, copy);
            end..end
        }
    };
    (bytes, harm, harmed)
}

/// Reports whether the headers of `tar` lead from one to the next and to its end, and nothing but zeros follows. Then
/// nothing shows that it is damaged, because a tar has no checksums of data and no count of its members.
fn is_sound_tar(tar: &[u8]) -> bool {
    let mut end = 0;
    for entry in tar::Archive::new(tar).entries().expect("memory can be read") {
        let Ok(entry) = entry else { return false };
        let size = usize::try_from(entry.size()).expect("it is short");
        end = usize::try_from(entry.raw_file_position()).expect("it is short") + size;
    }
    tar.get(end.next_multiple_of(BLOCK)..).is_some_and(|rest| rest.iter().all(|&byte| byte == 0))
}

/// Each member whose header and data are untouched gives its rows. If one of the others gives fewer, the exit status
/// is 2, unless nothing shows the damage.
#[test]
fn damage_to_an_archive_costs_no_row_of_an_untouched_member() {
    for (name, archive, unit) in [("tar", tar(), BLOCK), ("zip", zip(), 1)] {
        let (rows, messages, status) = scan(&archive.bytes);
        assert_eq!((rows.len(), &*messages, status), (20, "", Some(0)), "{name}");
        let (mut random, mut silent) = (Random(1994), 0);
        for case in 0..200 {
            let (bytes, harm, harmed) = harm(&archive, unit, &mut random);
            // Nothing but a magic number shows that a file without its first bytes is a zip.
            if name == "zip" && harm != Harm::Flip && harmed.start < 60 {
                continue;
            }
            let (rows, messages, status) = scan(&bytes);
            let shown = format!("{name} {case}: {harm:?} {harmed:?}: {messages}");
            let mut is_lost = false;
            for (i, member) in archive.members.iter().enumerate() {
                for place in ["first", "last"] {
                    let url = format!("http://a.example/{i}/{place}");
                    let is_found = rows.contains(&(format!("m{i}.txt"), url.clone()));
                    let is_touched = harmed.start < member.end
                        && member.start < harmed.end.max(harmed.start + 1);
                    assert!(is_found || is_touched, "{shown}{url} is lost");
                    is_lost |= !rows.iter().any(|row| row.1 == url);
                }
            }
            if is_lost && status != Some(2) {
                assert!(name == "tar" && is_sound_tar(&bytes), "{shown}a loss is silent");
                silent += 1;
            }
        }
        assert!(silent < 60, "{name}: {silent} losses are silent");
    }
}

#[test]
fn a_tar_is_read_on_after_a_header_that_is_damaged() {
    let Archive { bytes: whole, members } = tar();
    let zero = |range: Range<usize>| {
        let mut bytes = whole.clone();
        bytes[range].fill(0);
        bytes
    };
    let at = members[1].start;
    let mut flipped = whole.clone();
    flipped[at + 2] ^= 1;
    let data = members[2].start - at;
    let end = members[9].end.next_multiple_of(BLOCK);
    let skipped =
        format!("urlsift: -: damaged at byte {at}: {data} bytes skipped, which are no member\n");
    let follow = "the tar ends, and further members follow; members may be missing";
    // (harmed place, the bytes, the number of rows, the messages, the status)
    let table = [
        ("the checksum of a header", flipped, 18, skipped.clone(), 2),
        ("a header", zero(at..at + BLOCK), 18, skipped, 2),
        (
            "a member",
            zero(at..members[2].start),
            18,
            format!("urlsift: -: damaged at byte {at}: {follow}\n"),
            2,
        ),
        (
            "two tars in one file",
            [&whole[..], &whole].concat(),
            20,
            format!("urlsift: -: damaged at byte {end}: {follow}\n"),
            2,
        ),
        (
            "text at the end",
            [&whole[..], b"more\n"].concat(),
            20,
            format!(
                "urlsift: -: damaged at byte {}: 5 bytes skipped, which are no member\n",
                whole.len()
            ),
            2,
        ),
        (
            "the end",
            whole[..end].to_vec(),
            20,
            format!(
                "urlsift: -: damaged at byte {end}: the tar ends without its last blocks, which are zeros; \
                 members may be missing\n"
            ),
            2,
        ),
    ];
    for (name, bytes, count, messages, status) in table {
        let (rows, found, code) = scan(&bytes);
        assert_eq!((rows.len(), found, code), (count, messages, Some(status)), "{name}");
    }
}

#[test]
fn a_zip_is_read_on_after_a_header_that_is_damaged() {
    let Archive { bytes: whole, members } = zip();
    let (start, end) = (members[3].start, members[4].start);
    let skipped = format!("{start}: {} bytes skipped, which are no member", end - start);
    // (offset in the header of a stored member, mask, rows, report)
    let table = [
        ("the signature", 1, 0x80, 18, skipped.clone()),
        ("the length of the name", 27, 0x80, 18, skipped.clone()),
        ("the compressed length", 18, 0x01, 20, String::new()),
        ("the method", 8, 0x20, 18, "compression method 32 is not supported".to_owned()),
    ];
    for (name, at, mask, count, message) in table {
        let mut bytes = whole.clone();
        bytes[start + at] ^= mask;
        let (rows, messages, status) = scan(&bytes);
        assert_eq!((rows.len(), status), (count, Some(2)), "{name}: {messages}");
        assert!(messages.contains(&message), "{name}: {messages}");
    }
    let (rows, messages, status) = scan(&[&whole[..], &whole].concat());
    assert_eq!((rows.len(), &*messages, status), (20, "", Some(0)), "two zips in one file");
    let (rows, messages, status) = scan(&[&whole[..], b"more\n"].concat());
    let message = format!("byte {}: 5 bytes skipped, which are no member\n", whole.len());
    assert_eq!((rows.len(), status), (20, Some(2)), "text at the end");
    assert!(messages.ends_with(&message), "{messages}");
}

/// The rows have the names that the crate `tar` reads.
#[test]
fn members_of_a_tar_have_their_names_in_every_format() {
    let long = |length: usize| format!("{}/b", "a".repeat(length - 2));
    let mut pax = tar::Builder::new(Vec::new());
    let path = [("path", "caf\u{E9}".as_bytes()), ("comment", &b"a"[..])];
    pax.append_pax_extensions(path).expect("memory takes everything");
    // (the header, the names)
    let table = [
        (tar::Header::new_old(), tar::Builder::new(Vec::new()), vec![long(5), long(99)]),
        (tar::Header::new_ustar(), tar::Builder::new(Vec::new()), vec![long(5), long(99)]),
        (tar::Header::new_ustar(), pax, vec![long(5), long(6)]),
        (
            tar::Header::new_gnu(),
            tar::Builder::new(Vec::new()),
            vec![long(5), long(100), long(300)],
        ),
    ];
    for (header, mut tar, names) in table {
        for name in names {
            let mut header = header.clone();
            header.set_size(19);
            let added = tar.append_data(&mut header, name, &b"http://a.example/b\n"[..]);
            added.expect("memory takes everything");
        }
        let bytes = tar.into_inner().expect("memory takes everything");
        let mut expected = BTreeSet::new();
        for entry in tar::Archive::new(&bytes[..]).entries().expect("it is a tar") {
            let entry = entry.expect("it is undamaged");
            expected.insert(String::from_utf8_lossy(&entry.path_bytes()).into_owned());
        }
        let (rows, messages, _) = scan(&bytes);
        let rows: BTreeSet<_> = rows.into_iter().map(|row| row.0).collect();
        assert_eq!((rows, &*messages), (expected, ""));
    }
}

/// The name is skipped as it is read, so a tar of some megabytes cannot fill the memory.
#[test]
fn a_long_name_of_a_gigabyte_takes_no_memory() {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(1 << 30);
    header.set_cksum();
    let name = std::io::repeat(b'a').take(1 << 20);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(header.as_bytes()).expect("memory takes everything");
    std::io::copy(&mut { name }, &mut gzip).expect("memory takes everything");
    let bytes = gzip.finish().expect("memory takes everything");
    let (rows, messages, status) = scan(&bytes);
    assert_eq!((rows.len(), status), (0, Some(2)));
    assert!(messages.contains("the tar ends within a member"), "{messages}");
}

#[test]
fn a_long_name_of_a_member_is_cut_in_rows() {
    let bytes =
        [zip_member(&b"n".repeat(65_000), &member_text(0), false), ZIP_END.to_vec()].concat();
    let (rows, messages, status) = scan(&bytes);
    let expected = format!("{}\u{2026}", "n".repeat(2045));
    assert!(rows.iter().all(|row| row.0 == expected), "{rows:?}");
    assert_eq!((rows.len(), &*messages, status), (2, "", Some(0)));
}

/// A decompressor would take memory for each of the streams, which took seconds.
#[test]
fn empty_streams_of_bzip2_are_skipped() {
    let compressed = |text: &[u8]| {
        let mut all = Vec::new();
        let mut encoder = bzip2::read::BzEncoder::new(text, bzip2::Compression::best());
        encoder.read_to_end(&mut all).expect("memory takes everything");
        all
    };
    let (full, empty) = (compressed(&member_text(0)), compressed(b""));
    assert_eq!(empty.len(), 14);
    let bytes = [&empty.repeat(3)[..], &full, &empty.repeat(100_000), &full, &empty].concat();
    let output = urlsift(&["scan"], &bytes);
    assert_eq!(text(&output.stdout).lines().count(), 4);
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
    // A damaged one among them is damage.
    let output = urlsift(&["scan"], &[&full[..], &empty, &empty[..13], b"x", &full].concat());
    assert_eq!((text(&output.stdout).lines().count(), output.status.code()), (2, Some(2)));
}
