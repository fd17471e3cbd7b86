//! Finds an archive of files whose first header is damaged or lost, by a later header (A7). The sender of a mail
//! chooses its bytes, so a file that begins as intact mail stays mail. A text stays a text unless the headers in it
//! lead from one to the next, up to the end of the examined bytes.

use memchr::{memchr, memmem};

use crate::cut::Name;
use crate::files::damage::StreamDamage;
use crate::files::kind::{
    Archive, TAR_BLOCK_BYTES, TAR_MAGIC, TAR_MAGIC_OFFSET, ZIP_MEMBER_SIGNATURE,
    has_zip_member_fields, is_ustar_header,
};
use crate::files::source::{SourceEvent, Unread};
use crate::files::stream::Stream;
use crate::files::{tar, zip};
use crate::mail::{Container, Header, InputKind, SEPARATOR_LOOKAHEAD_BYTES, message_range};

const TAR_SAMPLE_BLOCKS: usize = 128;

const MAX_FOLLOWED_RECORDS: usize = 64;

#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundHeader {
    pub(crate) archive: Archive,
    pub(crate) at: usize,
    /// Whether the file is mail or a text that contains the header, and not an archive.
    pub(crate) is_inside: bool,
}

impl FoundHeader {
    /// Finds the first undamaged header of an archive in the file `stream`, which is read as `input`. If the first
    /// header is damaged, the other fields of a zip show it, and another header of a tar with the magic number of
    /// ustar. If the beginning is lost, the first header of the rest counts, at any byte. A file for which the caller
    /// names a kind must begin with one.
    pub(crate) fn find(stream: &mut Stream<'_>, input: InputKind) -> Option<FoundHeader> {
        let found = |archive, at, is_inside| Some(FoundHeader { archive, at, is_inside });
        if let Some(archive) = Archive::of(stream.head(TAR_BLOCK_BYTES)) {
            return found(archive, 0, false);
        }
        if !input.is_auto() {
            return None;
        }
        let head = stream.head(Container::DETECTION_BYTES);
        if has_zip_member_fields(head) {
            return found(Archive::Zip, 0, false);
        }
        let mut blocks = head.chunks_exact(TAR_BLOCK_BYTES).take(TAR_SAMPLE_BLOCKS);
        let aligned = blocks.position(is_ustar_header);
        let aligned = aligned.map(|block| (Archive::Tar, block * TAR_BLOCK_BYTES));
        let (archive, at) = aligned.or_else(|| after_lost_beginning(head))?;
        let before = rest_of_member(&head[..at], archive);
        let has_nul = memchr(0, before).is_some();
        let is_intact = begins_intact_mail(before);
        // An archive that is a part of a message needs no report.
        if is_attachment(&head[..at]) || (has_nul && (is_intact || message_range(before).is_some()))
        {
            return None;
        }
        let is_text = !before.is_empty() && !has_nul;
        found(
            archive,
            at,
            is_intact
                || (is_text
                    && !leads_on(&head[at..], archive, head.len() == Container::DETECTION_BYTES)),
        )
    }

    pub(crate) fn report(self, name: &Name) -> SourceEvent {
        let what = match self.archive {
            Archive::Tar => "tar",
            Archive::Zip => "zip",
        };
        let cause = format!("the header of a {what}, in a file that is read as mail or text");
        SourceEvent::Unread(Unread::new(name, &StreamDamage::new(self.at as u64, cause)))
    }
}

fn after_lost_beginning(head: &[u8]) -> Option<(Archive, usize)> {
    // Every header has a NUL, and few texts have one.
    let first = memchr(0, head)?.saturating_sub(TAR_BLOCK_BYTES);
    if FOREIGN_SIGNATURES.iter().any(|signature| head.starts_with(signature)) {
        return None;
    }
    let searched = &head[first..];
    let is_tar = |at: &usize| searched.get(*at..).is_some_and(is_ustar_header);
    let tar = memmem::find_iter(searched, TAR_MAGIC)
        .filter_map(|hit| hit.checked_sub(TAR_MAGIC_OFFSET))
        .find(is_tar);
    let zip = memmem::find_iter(searched, &ZIP_MEMBER_SIGNATURE)
        .find(|&at| has_zip_member_fields(&searched[at..]));
    let found = [(Archive::Tar, tar), (Archive::Zip, zip)].into_iter();
    let found = found.filter_map(|(archive, at)| Some((archive, first + at?)));
    found.min_by_key(|(_, at)| *at)
}

/// Returns `text`, the bytes before a header of an `archive`, without the NULs that fill up the last block of a tar,
/// and without the descriptor of a zip (4.3.9).
pub(crate) fn rest_of_member(text: &[u8], archive: Archive) -> &[u8] {
    match archive {
        Archive::Tar => &text[..text.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1)],
        Archive::Zip => [16, 24]
            .into_iter()
            .filter_map(|length| text.split_at_checked(text.len().checked_sub(length)?))
            .find(|(_, descriptor)| descriptor.starts_with(b"PK\x07\x08"))
            .map_or(text, |(data, _)| data),
    }
}

/// Reports whether the records of `archive` lead from the start of `bytes` to their end. Data may be cut off there, but
/// not those of the first member, unless `has_more`.
fn leads_on(bytes: &[u8], archive: Archive, has_more: bool) -> bool {
    let (mut at, mut count) = (0_usize, 0);
    while at < bytes.len() && count < MAX_FOLLOWED_RECORDS {
        let rest = &bytes[at..];
        let length = match archive {
            _ if rest.iter().all(|&byte| byte == 0) => Some(rest.len()),
            Archive::Tar => tar::record_len(rest),
            Archive::Zip => zip::record_len(rest),
        };
        let Some(length) = length else { return false };
        at = at.saturating_add(length);
        count += 1;
    }
    count > 1 || has_more || at == bytes.len()
}

/// Reports whether `head` begins with a separator or with the whole header of a message, which has `From` and `Date`,
/// or a field that programs add when the message arrives.
fn begins_intact_mail(head: &[u8]) -> bool {
    let is_whole = |message: &[u8]| {
        let header = Header::of(message);
        let has = |name: &str| header.value(name).is_some();
        // A name that was cut begins within a word.
        message[0].is_ascii_uppercase()
            && ((has("From") && has("Date")) || has("Received") || has("Return-Path"))
    };
    Container::of_first_line(head).is_some()
        || message_range(head).is_some_and(|range| is_whole(&head[range]))
}

/// Reports whether `text` ends with the header of a MIME part and a blank line, so that an unencoded part of a message
/// follows.
fn is_attachment(text: &[u8]) -> bool {
    let Some(header) = text.strip_suffix(b"\n") else { return false };
    let header = header.strip_suffix(b"\r").unwrap_or(header);
    let header = &header[header.len().saturating_sub(SEPARATOR_LOOKAHEAD_BYTES)..];
    let lines = || header.split(|&byte| byte == b'\n').rev();
    let is_field = |line: &[u8]| {
        line.get(..CONTENT_FIELD.len()).is_some_and(|it| it.eq_ignore_ascii_case(CONTENT_FIELD))
    };
    // The first one is what follows the line break of the last line, and is empty before a blank line.
    lines().next().is_some_and(<[u8]>::is_empty)
        && lines().skip(1).take_while(|line| !line.trim_ascii().is_empty()).any(is_field)
}

const CONTENT_FIELD: &[u8] = b"Content-";

/// The first bytes of files that may contain a tar or zip but are not one: programs, scripts, documents, pictures.
const FOREIGN_SIGNATURES: [&[u8]; 12] = [
    b"MZ",
    b"\x7FELF",
    b"\xCA\xFE\xBA\xBE",
    b"\xCF\xFA\xED\xFE",
    b"#!",
    b"%PDF",
    b"\xD0\xCF\x11\xE0",
    b"\x78\x9F\x3E\x22",
    b"\x89PNG",
    b"\xFF\xD8\xFF",
    b"GIF8",
    b"RIFF",
];
