//! A file taken apart: compressed or not, an archive of files or not (A1).
//!
//! One level of nesting is opened: a file may be compressed and hold an archive, whose members may be
//! compressed again. An archive within an archive is told, not opened; so is what was compressed twice.
//! Nothing is written to disk.

use std::sync::Arc;

use urlsift::bulk::{Name, Stopped};

use crate::read::bounds::Bounds;
use crate::read::kind::{Archive, HEAD};
use crate::read::member::{expand, read_plain};
use crate::read::source::{Event, Give, Unread};
use crate::read::stream::Stream;
use crate::read::{tar, zip};

/// Reads `stream`, the file `source`.
pub(crate) fn read(
    stream: Stream<'_>,
    source: &str,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    let name = Arc::new(Name::new(source, None));
    match expand(stream, bounds) {
        Ok((mut stream, layers)) => match Archive::of(stream.head(HEAD)) {
            Some(Archive::Tar) => tar::read(stream, source, bounds, give),
            Some(Archive::Zip) => zip::read(stream, source, u64::MAX, bounds, give),
            None => read_plain(stream, layers, &name, bounds, give),
        },
        Err(error) => give(Event::Unread(Unread::new(&name, &error))),
    }
}
