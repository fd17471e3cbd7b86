//! Reads a file: expands it if it is compressed, and opens it if it is an archive of files (A1).
//!
//! Members of an archive may be compressed again, and may be archives too. An archive in an inner archive, and data
//! that was compressed twice, is reported and not opened. Nothing is written to disk.

use std::io::{BufRead, Read};
use std::sync::Arc;

use crate::cut::{Name, Stopped};
use crate::mail::{Container, InputKind};

use crate::files::bounds::Bounds;
use crate::files::codec::{CodecChoice, PACKED_SUFFIXES, has_suffix};
use crate::files::damage::StreamDamage;
use crate::files::foreign::foreign_format;
use crate::files::kind::Archive;
use crate::files::lost_beginning::{FoundHeader, rest_of_member};
use crate::files::member::{ArchiveBounds, expand, read_plain};
use crate::files::source::{self, OnEvent, SourceEvent, Unread};
use crate::files::stream::Stream;
use crate::files::zip::RandomAccess;
use crate::files::{tar, zip};

pub(crate) const MISNAMED: &str = "neither compressed nor an archive, although its name says so";

/// Reads `stream`, the file `name`, and calls `on_event` for each window and each piece of damage. `file` is the same
/// file, if it can be read from any offset.
pub(crate) fn read<'f>(
    stream: Stream<'f>,
    file: Option<RandomAccess<'f>>,
    name: &Arc<Name>,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let source = &*name.source;
    let (mut stream, is_expanded) = match expand(stream, bounds.codec, bounds) {
        Ok(expanded) => expanded,
        Err(error) => return on_event(SourceEvent::Unread(Unread::new(name, &error))),
    };
    if let Some(format) = foreign_format(&mut stream, bounds.input) {
        return on_event(SourceEvent::Binary(Arc::clone(name), Some(format)));
    }
    let mut found = FoundHeader::find(&mut stream, bounds.input);
    let mut bounds = bounds;
    if let Some(header) = found.take_if(|header| header.is_inside) {
        on_event(header.report(name))?;
        // The bytes of an archive may look like binary data, and hide the text around them.
        if Container::of(stream.head(Container::DETECTION_BYTES)) == Container::Binary {
            bounds.input = InputKind::Text;
        }
    }
    let Some(header) = found else {
        let is_detected = !is_expanded && bounds.codec == CodecChoice::Auto;
        if is_detected && has_suffix(source, PACKED_SUFFIXES) {
            on_event(SourceEvent::Ignored((**name).clone(), MISNAMED))?;
        }
        return read_plain(stream, is_expanded, name, bounds, on_event);
    };
    read_beginning(&mut stream, header, name, bounds, on_event)?;
    let bounds = &mut ArchiveBounds::new(bounds, open_archive);
    match file.filter(|_| !is_expanded && header.archive == Archive::Zip) {
        Some(file) => zip::read(stream, Some(file), name, 0, u64::MAX, bounds, on_event),
        None => open_archive(header.archive, stream, name, bounds, on_event),
    }
}

pub(crate) fn open_archive(
    archive: Archive,
    stream: Stream<'_>,
    name: &Name,
    bounds: &mut ArchiveBounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    match archive {
        Archive::Tar => tar::read(stream, name, bounds, on_event),
        Archive::Zip => zip::read(stream, None, name, 0, u64::MAX, bounds, on_event),
    }
}

/// Reads the bytes of `stream` before its first `header`, if they are mail or text: the rest of a member of an archive
/// that lost its beginning. Takes nothing otherwise.
fn read_beginning(
    stream: &mut Stream<'_>,
    header: FoundHeader,
    name: &Arc<Name>,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let first = header.at;
    let text = rest_of_member(stream.head(first), header.archive);
    let end = text.len();
    let is_read = match bounds.input.container(text) {
        Container::Binary => false,
        Container::Text => memchr::memchr(0, text).is_none(),
        _ => true,
    };
    if end == 0 || !is_read {
        return Ok(());
    }
    let cause = format!("its first {first} bytes belong to a member whose beginning is lost");
    on_event(SourceEvent::Unread(Unread::new(name, &StreamDamage::new(0, cause))))?;
    source::read(Stream::new(stream.take(end as u64), None), name, bounds, on_event)?;
    stream.consume(first - end);
    Ok(())
}
