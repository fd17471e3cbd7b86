//! A file taken apart: compressed or not, an archive of files or not (A1).
//!
//! One level of nesting is opened: a file may be compressed and hold an archive, whose members may be
//! compressed again. An archive within an archive is told, not opened; so is what was compressed twice.
//! Nothing is written to disk.

use std::sync::Arc;

use urlsift::bulk::{Name, Stopped};

use crate::read::bounds::Bounds;
use crate::read::kind::{Archive, TAR_BLOCK_BYTES};
use crate::read::member::{expand, read_plain};
use crate::read::source::{OnEvent, SourceEvent, Unread};
use crate::read::stream::Stream;
use crate::read::{tar, zip};

/// ReadCounts `stream`, the file `source`.
pub(crate) fn read(
    stream: Stream<'_>,
    source: &str,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let name = Arc::new(Name::new(source, None));
    match expand(stream, bounds) {
        Ok((mut stream, layers)) => match Archive::of(stream.head(TAR_BLOCK_BYTES)) {
            Some(Archive::Tar) => tar::read(stream, source, bounds, on_event),
            Some(Archive::Zip) => zip::read(stream, source, u64::MAX, bounds, on_event),
            None => read_plain(stream, layers, &name, bounds, on_event),
        },
        Err(error) => on_event(SourceEvent::Unread(Unread::new(&name, &error))),
    }
}
