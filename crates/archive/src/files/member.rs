//! Reads a member of an archive, or a file that is not an archive: expands it and cuts it into windows.

use std::sync::Arc;

use crate::cut::{Name, Stopped};
use crate::files::bounds::Bounds;
use crate::files::codec::{Codec, CodecChoice};
use crate::files::damage::StreamDamage;
use crate::files::foreign::foreign_format;
use crate::files::kind::{Archive, TAR_BLOCK_BYTES};
use crate::files::source::{self, OnEvent, SourceEvent, Unread};
use crate::files::stream::Stream;

pub(crate) type OpenArchive =
    fn(Archive, Stream<'_>, &Name, &mut ArchiveBounds, &mut OnEvent<'_>) -> Result<(), Stopped>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ArchiveBounds {
    pub(crate) bounds: Bounds,
    /// Opens archives in it. Without it, this one is a member of another, and [`Bounds::member`] is for all its members
    /// together, because each of two levels multiplies the bytes.
    pub(crate) open: Option<OpenArchive>,
    pub(crate) spent: u64,
}

/// With fewer bytes left, no member of an archive in another is expanded: a reader that meets a limit may stop before it.
const MIN_LEFT_BYTES: u64 = 1 << 12;

impl ArchiveBounds {
    pub(crate) fn new(bounds: Bounds, open: OpenArchive) -> ArchiveBounds {
        ArchiveBounds { bounds, open: Some(open), spent: 0 }
    }

    pub(crate) fn inner(bounds: Bounds) -> ArchiveBounds {
        ArchiveBounds { bounds, open: None, spent: 0 }
    }

    pub(crate) fn member(&self) -> u64 {
        self.bounds.member.saturating_sub(self.spent)
    }

    pub(crate) fn spend(&mut self, bytes: u64) {
        if self.open.is_none() {
            self.spent = self.spent.saturating_add(bytes);
        }
    }

    /// Returns the damage to an archive in another, at byte `at` of it, whose members may not expand to more bytes.
    pub(crate) fn ensure_unspent(&self, at: u64) -> Result<(), StreamDamage> {
        if self.spent > 0 && self.member() < MIN_LEFT_BYTES {
            return Err(StreamDamage::too_large(at, "its members expand", self.bounds.member));
        }
        Ok(())
    }
}

pub(crate) fn read(
    stream: Stream<'_>,
    name: &Arc<Name>,
    bounds: &mut ArchiveBounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let limited = Bounds { member: bounds.member(), ..bounds.bounds };
    let (mut stream, is_expanded) = match expand(stream, CodecChoice::Auto, limited) {
        Ok(expanded) => expanded,
        Err(error) => return on_event(SourceEvent::Unread(Unread::new(name, &error))),
    };
    if let Some(format) = foreign_format(&mut stream, bounds.bounds.input) {
        return on_event(SourceEvent::Binary(Arc::clone(name), Some(format)));
    }
    let taken = stream.taken();
    let read = match (Archive::of(stream.head(TAR_BLOCK_BYTES)), bounds.open) {
        (Some(archive), Some(open)) => {
            open(archive, stream, name, &mut ArchiveBounds::inner(bounds.bounds), on_event)
        }
        (Some(_), None) => {
            let cause = "in an archive that is in another, and not opened; extract it and scan it";
            on_event(SourceEvent::Unread(Unread::new(name, cause)))
        }
        (None, _) => read_plain(stream, is_expanded, name, bounds.bounds, on_event),
    };
    if is_expanded {
        bounds.spend(taken.get());
    }
    read
}

pub(crate) fn expand(
    mut stream: Stream<'_>,
    choice: CodecChoice,
    bounds: Bounds,
) -> std::io::Result<(Stream<'_>, bool)> {
    if choice == CodecChoice::Stored {
        return Ok((stream, false));
    }
    Codec::skip_batch_line(&mut stream);
    let codec = match choice {
        CodecChoice::Only(codec) => Some(codec),
        _ => Codec::of(&mut stream),
    };
    let Some(codec) = codec else { return Ok((stream, false)) };
    Ok((codec.expand(stream, bounds.member, bounds.codec_threads)?, true))
}

/// Cuts `stream` into windows. It is not an archive; if it is still compressed, that is reported.
pub(crate) fn read_plain(
    mut stream: Stream<'_>,
    is_expanded: bool,
    name: &Arc<Name>,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    if is_expanded && Codec::of(&mut stream).is_some() {
        let cause = "compressed twice, and not opened; decompress it once and scan the result";
        return on_event(SourceEvent::Unread(Unread::new(name, &cause)));
    }
    source::read(stream, name, bounds, on_event)
}
