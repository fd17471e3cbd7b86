//! Opens an archive in a part of a message: compressed data, a tar or a zip.

use std::sync::Arc;

use crate::cut::{Limits, Name};
use crate::files::bounds::Bounds;
use crate::files::codec::CodecChoice;
use crate::files::file::open_archive;
use crate::files::foreign::{ForeignFormat, foreign_format};
use crate::files::kind::{Archive, TAR_BLOCK_BYTES};
use crate::files::member::{ArchiveBounds, expand, read_plain};
use crate::files::source::SourceEvent;
use crate::files::stream::Stream;
use crate::item::Item;
use crate::mail::mime::unpacked::{PackedItem, Unpacked, Unpacker};

pub(crate) fn unpacker(bounds: Bounds) -> Option<Unpacker> {
    let left = bounds.limits.message as u64;
    bounds.attachments.then(|| Unpacker::new(unpack, left))
}

impl<'s> Item<'s> {
    /// Also searches archives in parts of the message, which together may expand to `bytes`.
    #[must_use]
    pub fn with_attachments(self, bytes: u64) -> Item<'s> {
        self.with_unpacker(Some(Unpacker::new(unpack, bytes)))
    }
}

/// Returns the messages and texts in `stored`, which may expand to `limit` bytes. An archive in it is not opened.
fn unpack(stored: &[u8], limit: u64) -> Unpacked {
    let mut unpacked = Unpacked { is_whole: true, ..Unpacked::default() };
    let name = Arc::new(Name::new("", None));
    // Items are not cut into pieces, because the limit of a member bounds them.
    let limits = Limits { message: usize::MAX, ..Bounds::default().limits };
    let bounds = Bounds { limits, member: limit, ..Bounds::default() };
    let inner = &mut ArchiveBounds::inner(bounds);
    let on_event = &mut |event| {
        match event {
            SourceEvent::Window(window) => {
                for item in window.items() {
                    let start = unpacked.bytes.len();
                    unpacked.bytes.extend_from_slice(item.bytes());
                    let text_kind = item.text_kind();
                    unpacked
                        .items
                        .push(PackedItem { range: start..unpacked.bytes.len(), text_kind });
                }
            }
            SourceEvent::Unread(_) | SourceEvent::Binary(_, Some(_)) => unpacked.is_whole = false,
            _ => {}
        }
        Ok(())
    };
    let Ok((mut stream, is_expanded)) =
        expand(Stream::new(stored, None), CodecChoice::Auto, bounds)
    else {
        return Unpacked::default();
    };
    let taken = stream.taken();
    if foreign_format(&mut stream, bounds.input).is_some() {
        let spent = if is_expanded { ForeignFormat::DETECTION_BYTES } else { 0 };
        return Unpacked { spent: spent as u64, ..Unpacked::default() };
    }
    // No event stops the reader.
    let _ = match Archive::of(stream.head(TAR_BLOCK_BYTES)) {
        Some(archive) => open_archive(archive, stream, &name, inner, on_event),
        None => read_plain(stream, is_expanded, &name, bounds, on_event),
    };
    // Data that are stored as they are count nothing.
    let expanded = if is_expanded { taken.get() } else { 0 };
    unpacked.spent = inner.spent.saturating_add(expanded);
    unpacked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn archives() -> Vec<Vec<u8>> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/archives/");
        ["few.mbox.gz", "few.tar.xz", "few.tar", "pack.zip", "piped.zip", "nested.zip"]
            .map(|name| std::fs::read(format!("{folder}{name}")).expect("the archive is readable"))
            .to_vec()
    }

    proptest! {
        #[test]
        fn items_of_damaged_archives_stay_within_the_limit(
            which in 0..6_usize, limit in 0..20_000_u64, damage in any::<[(u16, u8); 3]>(),
            is_damaged: bool,
        ) {
            let mut archive = archives().swap_remove(which);
            for (at, byte) in damage.into_iter().filter(|_| is_damaged) {
                let at = usize::from(at) % archive.len();
                archive[at] = byte;
            }
            let unpacked = unpack(&archive, limit);
            let mut end = 0;
            for item in &unpacked.items {
                prop_assert_eq!(item.range.start, end);
                end = item.range.end;
            }
            prop_assert_eq!(end, unpacked.bytes.len());
            // What is stored as it is counts nothing, and holes of a tar may expand to the limit too.
            let most = archive.len() as u64 + 2 * limit;
            prop_assert!(end as u64 <= most, "{} of {}", end, most);
            prop_assert!(is_damaged || !unpacked.items.is_empty() || !unpacked.is_whole);
        }
    }
}
