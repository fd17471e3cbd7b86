//! Reads a member of an archive, or a file that is no archive: expands it and cuts it into windows.

use std::sync::Arc;

use crate::scan::bulk::{Name, Stopped};

use crate::scan::files::bounds::Bounds;
use crate::scan::files::codec::{Codec, CodecChoice};
use crate::scan::files::foreign::foreign_format;
use crate::scan::files::kind::{Archive, TAR_BLOCK_BYTES};
use crate::scan::files::source::{self, OnEvent, SourceEvent, Unread};
use crate::scan::files::stream::Stream;

/// Reads `stream`, the member `name` of an archive.
pub(crate) fn read(
    stream: Stream<'_>,
    name: &Arc<Name>,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let (mut stream, layers) = match expand(stream, CodecChoice::Auto, bounds) {
        Ok(expanded) => expanded,
        Err(error) => return on_event(SourceEvent::Unread(Unread::new(name, &error))),
    };
    if let Some(format) = foreign_format(&mut stream, bounds.input) {
        return on_event(SourceEvent::Binary(Arc::clone(name), Some(format)));
    }
    if Archive::of(stream.head(TAR_BLOCK_BYTES)).is_some() {
        let cause = "archives inside archives are not opened; extract it and scan it";
        return on_event(SourceEvent::Unread(Unread::new(name, &cause)));
    }
    read_plain(stream, layers, name, bounds, on_event)
}

/// The number of compression layers that were removed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum CompressionLayers {
    None,
    One,
}

/// Expands `stream` if it is compressed, by `choice`, and says whether it was.
///
/// # Errors
///
/// If its decompressor cannot be started.
pub(crate) fn expand(
    mut stream: Stream<'_>,
    choice: CodecChoice,
    bounds: Bounds,
) -> std::io::Result<(Stream<'_>, CompressionLayers)> {
    if choice == CodecChoice::Stored {
        return Ok((stream, CompressionLayers::None));
    }
    Codec::skip_batch_line(&mut stream);
    if let CodecChoice::Only(codec) = choice {
        let stream = codec.expand(stream, bounds.member, bounds.codec_threads)?;
        return Ok((stream, CompressionLayers::One));
    }
    Ok(match Codec::of(&mut stream) {
        Some(codec) => {
            (codec.expand(stream, bounds.member, bounds.codec_threads)?, CompressionLayers::One)
        }
        None => (stream, CompressionLayers::None),
    })
}

/// Cuts `stream` into windows. It is not an archive; if it is still compressed, that is reported.
pub(crate) fn read_plain(
    mut stream: Stream<'_>,
    layers: CompressionLayers,
    name: &Arc<Name>,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    if layers == CompressionLayers::One && Codec::of(&mut stream).is_some() {
        let cause = "compressed twice, and not opened; decompress it once and scan the result";
        return on_event(SourceEvent::Unread(Unread::new(name, &cause)));
    }
    source::read(stream, name, bounds, on_event)
}
