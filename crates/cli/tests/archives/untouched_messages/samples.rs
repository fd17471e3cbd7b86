//! The archives that are damaged.

use std::fs;
use std::path::PathBuf;

use urlsift_archive::mail::{Container, messages};

use crate::archives::untouched_messages::shape::{Packing, Sample, Shape, StoredFile};
use crate::program::{archive, gzip, zip_member};

/// How many bytes of a large mailbox are used.
const MAX_MAILBOX_BYTES: usize = 300_000;

/// Returns two mailboxes: of a list and of news.
fn mailboxes() -> [Vec<u8>; 2] {
    if let Ok(folder) = std::env::var("URLSIFT_MAILBOXES") {
        let entries = fs::read_dir(folder).expect("the folder can be read");
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("the folder can be read").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "mbox"));
        paths.sort();
        let [first, second] = &paths[..] else { panic!("the folder has two mailboxes") };
        return [first, second].map(|path| cut(&fs::read(path).expect("the mailbox is readable")));
    }
    let join =
        |names: &[&str]| -> Vec<u8> { names.iter().flat_map(|name| archive(name)).collect() };
    [
        join(&["shelf.mbox", "pages.mbox"]),
        join(&["fields.mbox", "shelf.mbox", "seven-bits.mbox", "undeclared.mbox", "blocks.mbox"]),
    ]
}

/// Returns the messages at the start of `mbox` that fit.
fn cut(mbox: &[u8]) -> Vec<u8> {
    let ends = messages(mbox).map(|message| message.range.end);
    let end = ends.take_while(|&end| end <= MAX_MAILBOX_BYTES).last();
    mbox[..end.expect("a message fits")].to_vec()
}

/// Returns the messages of `mbox`, each without its separator.
fn articles(mbox: &[u8]) -> impl Iterator<Item = &[u8]> {
    messages(mbox).map(|message| &mbox[message.envelope.end..message.range.end])
}

fn batch(mbox: &[u8]) -> Vec<u8> {
    let article = |text: &[u8]| [format!("#! rnews {}\n", text.len()).as_bytes(), text].concat();
    articles(mbox).flat_map(article).collect()
}

fn log(mbox: &[u8]) -> Vec<u8> {
    let message = |text: &[u8]| {
        let is_known = [&b"From:"[..], b"Date:", b"Subject:"].iter().any(|it| text.starts_with(it));
        let first: &[u8] = if is_known { b"" } else { b"Date: Mon, 1 Jan 2001 00:00:00 +0000\n" };
        [&[b'='; 73][..], b"\n", first, text].concat()
    };
    articles(mbox).flat_map(message).collect()
}

/// Puts `frame` before each message of `mbox`, and `end` after it.
fn framed(mbox: &[u8], frame: &str, end: &str) -> Vec<u8> {
    articles(mbox).flat_map(|text| [frame.as_bytes(), text, end.as_bytes()].concat()).collect()
}

/// Returns `text`, whose lines end in LF, with other line ends.
fn with_line_ends(text: &[u8], line_end: &[u8]) -> Vec<u8> {
    let text: Vec<u8> = text.iter().copied().filter(|&byte| byte != b'\r').collect();
    text.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(line_end)
}

/// Returns `mbox` in the formats of other programs, and in other kinds of mbox.
fn others(mbox: &[u8]) -> Vec<(&'static str, Vec<u8>, Container)> {
    let mbx_header = [&b"*mbx*\r\n0123456789abcdef\r\n"[..], b"\r\n", &[0; 2021]].concat();
    let mtx = framed(mbox, " 3-Jan-2000 12:00:00 +0000,213;000000000000\n", "");
    let mtx = with_line_ends(&mtx, b"\r\n");
    let babyl = framed(mbox, "\x1F\x0C\n1,,\n", "");
    let babyl_header = b"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:\n";
    let dbox = framed(mbox, "\x01\x02N          00000000000000CD\n", "\n\x01\x03\nR38708f40\n\n");
    vec![
        ("list.mmdf", framed(mbox, "\x01\x01\x01\x01\n", "\x01\x01\x01\x01\n"), Container::Mmdf),
        ("list.mtx", mtx.clone(), Container::Mbx),
        ("list.mbx", [mbx_header, mtx].concat(), Container::Mbx),
        ("list.babyl", [&babyl_header[..], &babyl, b"\x1F"].concat(), Container::Babyl),
        ("list.dbox", [b"2 M1e C6b\n", &dbox[..]].concat(), Container::Dbox),
        ("cr.mbox", with_line_ends(mbox, b"\r"), Container::MboxCr),
        ("undated.mbox", framed(mbox, "From \n", ""), Container::MboxUndated),
    ]
}

/// Returns the texts for the members of a tar or zip.
fn files(mailboxes: &[Vec<u8>; 2]) -> Vec<(&'static str, Vec<u8>, Shape)> {
    let [list, news] = mailboxes;
    let mbox = Shape::Messages(Container::Mbox);
    // The mailboxes are divided into `count` parts of whole messages.
    let part = |mbox: &[u8], at: usize, count: usize| -> Vec<u8> {
        let all: Vec<_> = messages(mbox).map(|message| message.range).collect();
        let of = |at: usize| all.get(all.len() * at / count).map_or(mbox.len(), |it| it.start);
        mbox[of(at)..of(at + 1)].to_vec()
    };
    let (first, second) = (part(list, 0, 2), part(news, 1, 3));
    let zipped = gzip(&second);
    let unzipped = Shape::Packed(Packing::Gzip, second, Box::new(mbox.clone()));
    let single = articles(list).nth(1).expect("there are several").to_vec();
    let quarters = |at| part(list, at, 8);
    vec![
        ("a.mbox", first, mbox.clone()),
        ("notes.txt", archive("notes.txt"), Shape::Whole),
        ("b.mbox", quarters(4), mbox.clone()),
        ("news/batch", batch(&part(news, 0, 3)), Shape::Messages(Container::Rnews)),
        ("single.eml", single, Shape::Whole),
        ("c.mbox", quarters(5), mbox.clone()),
        ("news.mbox.gz", zipped, unzipped),
        ("list.log", log(&part(news, 2, 3)), Shape::Messages(Container::Listserv)),
        ("d.mbox", quarters(6), mbox.clone()),
        ("e.mbox", quarters(7), mbox),
    ]
}

/// Returns the archives.
pub(crate) fn samples() -> Vec<Sample> {
    let mailboxes = mailboxes();
    let [list, news] = &mailboxes;
    let (batch, log) = (batch(news), log(list));
    let plain = |name, bytes: &[u8], shape: Shape, has_checksums| {
        let marks = shape.marks(bytes);
        Sample { name, bytes: bytes.to_vec(), shape, marks, has_checksums }
    };
    let packed = |name, packing: Packing, text: &[u8], inner: Shape| {
        let bytes = packing.pack(text);
        let shape = Shape::Packed(packing, text.to_vec(), Box::new(inner));
        plain(name, &bytes, shape, true)
    };
    let [mbox, rnews, listserv] =
        [Container::Mbox, Container::Rnews, Container::Listserv].map(Shape::Messages);
    let files = files(&mailboxes);
    let (tar, zip) = (tar(&files), zip(&files));
    let others = others(list)
        .into_iter()
        .map(|(name, bytes, container)| plain(name, &bytes, Shape::Messages(container), false));
    let mut samples: Vec<Sample> = others.collect();
    samples.extend([
        plain("list.mbox", list, mbox.clone(), false),
        plain("news.mbox", news, mbox.clone(), false),
        plain("batch.rnews", &batch, rnews.clone(), false),
        plain("list.log", &log, listserv.clone(), false),
        packed("list.mbox.gz", Packing::Gzip, list, mbox),
        packed("batch.rnews.bz2", Packing::Bzip2, &batch, rnews),
        packed("list.log.xz", Packing::Xz, &log, listserv),
        packed("pack.tar.zst", Packing::Zstd, &tar.0, tar.1.clone()),
        plain("pack.tar", &tar.0, tar.1, false),
        plain("pack.zip", &zip.0, zip.1, true),
    ]);
    samples
}

type File = (&'static str, Vec<u8>, Shape);

fn tar(files: &[File]) -> (Vec<u8>, Shape) {
    let (mut tar, mut stored) = (tar::Builder::new(Vec::new()), Vec::new());
    for (name, text, shape) in files {
        let start = tar.get_ref().len();
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        tar.append_data(&mut header, name, &text[..]).expect("memory takes everything");
        let data = start + 512..start + 512 + text.len();
        stored.push(StoredFile { name, header: start..data.start, data, shape: shape.clone() });
    }
    (tar.into_inner().expect("memory takes everything"), Shape::Files(stored))
}

/// Makes a zip of `files`. Two of three are deflated.
fn zip(files: &[File]) -> (Vec<u8>, Shape) {
    let (mut zip, mut directory, mut stored) = (Vec::new(), Vec::new(), Vec::new());
    let number = |count: usize| u32::try_from(count).expect("it is short").to_le_bytes();
    for (i, (name, text, shape)) in files.iter().enumerate() {
        let (start, is_deflated) = (zip.len(), i % 3 > 0);
        let member = zip_member(name, text, is_deflated);
        // A local header and an entry of the directory share most of their fields.
        let fields = [&b"PK\x01\x02\x14\0"[..], &member[4..30], &[0; 10], &number(start)];
        directory.extend([&fields.concat(), name.as_bytes()].concat());
        let data = start + 30 + name.len()..start + member.len();
        zip.extend(member);
        let shape = if is_deflated {
            Shape::Packed(Packing::Deflate, text.clone(), Box::new(shape.clone()))
        } else {
            shape.clone()
        };
        stored.push(StoredFile { name, header: start..data.start, data, shape });
    }
    let count = &number(files.len())[..2];
    let (length, start) = (number(directory.len()), number(zip.len()));
    zip.extend(directory);
    zip.extend([b"PK\x05\x06\0\0\0\0", count, count, &length, &start, &[0, 0]].concat());
    (zip, Shape::Files(stored))
}
