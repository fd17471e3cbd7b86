//! Reads a file that is no archive of files, or a member of one: expands it, and cuts it into windows.

use std::sync::Arc;

use urlsift::bulk::{Name, Stopped};

use crate::read::bounds::Bounds;
use crate::read::codec::{COMPRESS, Codec};
use crate::read::kind::{Archive, HEAD};
use crate::read::source::{self, Event, Give, Unread};
use crate::read::stream::Stream;

/// Reads `stream`, the member `name` of an archive.
pub(crate) fn read(
    stream: Stream<'_>,
    name: &Arc<Name>,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    let (mut stream, layers) = match expand(stream, bounds) {
        Ok(expanded) => expanded,
        Err(error) => return give(Event::Unread(Unread::new(name, &error))),
    };
    if Archive::of(stream.head(HEAD)).is_some() {
        let cause = "an archive within an archive is not opened";
        return give(Event::Unread(Unread::new(name, &cause)));
    }
    read_plain(stream, layers, name, bounds, give)
}

/// Whether something was compressed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Layers {
    None,
    One,
}

pub(crate) fn expand(
    mut stream: Stream<'_>,
    bounds: Bounds,
) -> std::io::Result<(Stream<'_>, Layers)> {
    Codec::skip_line(&mut stream);
    if stream.head(COMPRESS.len()) == COMPRESS {
        return Err(std::io::Error::other(
            "what compress(1) wrote, as in .Z files, is not expanded",
        ));
    }
    Ok(match Codec::of(&mut stream) {
        Some(codec) => (codec.expand(stream, bounds)?, Layers::One),
        None => (stream, Layers::None),
    })
}

pub(crate) fn read_plain(
    mut stream: Stream<'_>,
    layers: Layers,
    name: &Arc<Name>,
    bounds: Bounds,
    give: &mut Give<'_>,
) -> Result<(), Stopped> {
    if layers == Layers::One && Codec::of(&mut stream).is_some() {
        let cause = "what was compressed twice is not opened";
        return give(Event::Unread(Unread::new(name, &cause)));
    }
    source::read(stream, name, bounds.limits, give)
}
