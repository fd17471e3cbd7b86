//! The members of a tar, in the order in which they are stored (POSIX 1003.1-2017, pax).

use std::sync::Arc;

use urlsift::bulk::{Name, Stopped};

use crate::read::bounds::Bounds;
use crate::read::kind::TAR_BLOCK_BYTES;
use crate::read::member;
use crate::read::source::{OnEvent, SourceEvent, Unread};
use crate::read::stream::{Stream, StreamDamage};

/// Reads the members of `stream`, a tar, in order.
pub(crate) fn read(
    stream: Stream<'_>,
    source: &str,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let taken = stream.taken();
    let mut tar = ::tar::Archive::new(stream);
    let entries = match tar.entries() {
        Ok(entries) => entries,
        Err(error) => {
            return on_event(SourceEvent::Unread(Unread::new(&Name::new(source, None), &error)));
        }
    };
    // The end of the last member. The blocks of zeros that end a tar must begin there.
    let mut end = 0;
    for entry in entries {
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let error = StreamDamage::place(&error, taken.get());
                return on_event(SourceEvent::Unread(Unread::new(
                    &Name::new(source, None),
                    &error,
                )));
            }
        };
        let length =
            entry.header().entry_size().unwrap_or(0).next_multiple_of(TAR_BLOCK_BYTES as u64);
        end = entry.raw_file_position().saturating_add(length);
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
            let member = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let name = Arc::new(Name::new(source, Some(member)));
            let size = entry.size();
            on_event(SourceEvent::Member)?;
            member::read(Stream::new(&mut entry, Some(size)), &name, bounds, on_event)?;
        } else if !kind.is_dir() {
            let member = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            on_event(SourceEvent::Ignored(Name::new(source, Some(member)), "not a file"))?;
        }
    }
    // A tar that is cut between two members gives no error above.
    if taken.get() <= end {
        let cause = "the tar ends without its last blocks, which are zeros; members may be missing";
        let error = StreamDamage::new(taken.get(), cause);
        return on_event(SourceEvent::Unread(Unread::new(&Name::new(source, None), &error)));
    }
    Ok(())
}
