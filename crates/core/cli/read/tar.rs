//! The members of a tar, in the order in which they are stored (POSIX 1003.1-2017, pax).

use std::sync::Arc;

use urlsift::bulk::{Name, Stopped};

use crate::read::bounds::Bounds;
use crate::read::kind::HEAD;
use crate::read::member;
use crate::read::source::{Event, Give, Unread};
use crate::read::stream::{Damage, Stream};

/// Reads the members of `stream`, a tar, in their order.
pub(crate) fn read(
    stream: Stream<'_>,
    source: &str,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    let taken = stream.taken();
    let mut tar = ::tar::Archive::new(stream);
    let entries = match tar.entries() {
        Ok(entries) => entries,
        Err(error) => return give(Event::Unread(Unread::new(&Name::new(source, None), &error))),
    };
    // Where the last member ends, and behind it the blocks of zeros that end a tar should begin.
    let mut end = 0;
    for entry in entries {
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let error = Damage::place(&error, taken.get());
                return give(Event::Unread(Unread::new(&Name::new(source, None), &error)));
            }
        };
        let length = entry.header().entry_size().unwrap_or(0).next_multiple_of(HEAD as u64);
        end = entry.raw_file_position().saturating_add(length);
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
            let member = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let name = Arc::new(Name::new(source, Some(member)));
            let size = entry.size();
            give(Event::Member)?;
            member::read(Stream::new(&mut entry, Some(size)), &name, bounds, give)?;
        }
    }
    if taken.get() <= end {
        let cause = "it ends without the blocks of zeros that end a tar: members may be missing";
        let error = Damage::new(taken.get(), cause);
        return give(Event::Unread(Unread::new(&Name::new(source, None), &error)));
    }
    Ok(())
}
