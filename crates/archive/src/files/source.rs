//! Reads a source, from any stream, and cuts it into windows. Damage is reported after the windows before it.

use std::sync::Arc;
use std::{fmt, io};

use crate::cut::{Cut, Cutter, Limits, Name, Stopped, Window};
use crate::files::bounds::Bounds;
use crate::files::damage::{DamageCause, StreamDamage};
use crate::files::foreign::ForeignFormat;
use crate::files::stream::Stream;
use crate::mail::{DamageKind, MoreInput};

#[derive(Debug)]
pub(crate) enum SourceEvent {
    Window(Window),
    Unread(Unread),
    /// The source is neither mail nor text, or it has a format that another program converts.
    Binary(Arc<Name>, Option<ForeignFormat>),
    /// A member of an archive is not read, for a reason that is not an error.
    Ignored(Name, &'static str),
    /// A member of an archive begins. Later events are about this member or the whole file, until the next member.
    Member,
    /// The next window has a large message, and so far needs this many bytes.
    Grows(usize),
}

/// An input that could not be read, with the reason.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Unread {
    /// The path of the file.
    pub source: String,
    /// The name of the member, if the file is an archive.
    pub member: Option<String>,
    /// Whether it is a file, a member or a message.
    pub of: UnreadKind,
    /// The kind of damage.
    pub kind: DamageKind,
    /// The byte at which it is, if there is one, counted like the offsets of rows in the file or `member`.
    pub offset: Option<u64>,
    /// The reason, in English.
    pub cause: String,
    /// The limit on expansion that was exceeded, in bytes: [`Bounds::member`].
    pub limit: Option<u64>,
    /// Whether reading ended because the input is damaged.
    pub is_damage: bool,
}

/// The kind of input that could not be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum UnreadKind {
    /// A file, or a part of it.
    File,
    /// A member of an archive, or a part of it.
    Member,
    /// A message or text, which is too large or malformed. The source is read on after it.
    Message,
}

impl Unread {
    pub(crate) fn new(name: &Name, cause: &(impl DamageCause + ?Sized)) -> Unread {
        Unread {
            source: name.source.clone(),
            member: name.member.clone(),
            of: if name.member.is_some() { UnreadKind::Member } else { UnreadKind::File },
            kind: cause.kind(),
            offset: cause.offset(),
            cause: cause.to_string(),
            limit: cause.limit(),
            is_damage: false,
        }
    }

    pub(crate) fn of_kind(kind: DamageKind, name: &Name, cause: &str) -> Unread {
        Unread { kind, ..Unread::new(name, cause) }
    }

    /// Returns the path for messages, with the member after a colon.
    pub fn path(&self) -> String {
        path(&self.source, self.member.as_deref())
    }

    /// Like [`Unread::new`], for something that cannot be read after a damaged place.
    pub(crate) fn damaged(name: &Name, cause: &(impl DamageCause + ?Sized)) -> Unread {
        Unread { is_damage: true, ..Unread::new(name, cause) }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path(), self.cause)
    }
}

impl std::error::Error for Unread {}

pub(crate) fn path(source: &str, member: Option<&str>) -> String {
    member.map_or_else(|| source.to_owned(), |member| format!("{source}:{member}"))
}

fn beyond_offsets(at: u64) -> io::Error {
    let cause = format!("a {}-bit system has no larger offsets; divide the file", usize::BITS);
    io::Error::other(StreamDamage::not_read_after(at, cause))
}

/// A window larger than this many usual ones is announced while it grows ([`SourceEvent::Grows`]).
const MAX_UNANNOUNCED_WINDOWS: usize = 2;

/// `Err(Stopped)` means that no more events are wanted.
pub(crate) type OnEvent<'g> = dyn FnMut(SourceEvent) -> Result<(), Stopped> + 'g;

pub(crate) fn read(
    stream: Stream<'_>,
    name: &Arc<Name>,
    bounds: Bounds,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let cutter = Cutter::new(Arc::clone(name), bounds.limits).with_input(bounds.input);
    read_up_to(MAX_SOURCE_BYTES, cutter, stream, name, bounds.limits, on_event)
}

/// The number of bytes of a source that are searched, so that an offset plus a length does not exceed a `usize`.
pub(crate) const MAX_SOURCE_BYTES: usize = isize::MAX.unsigned_abs();

pub(crate) fn has_offsets(bytes: u64) -> bool {
    bytes <= MAX_SOURCE_BYTES as u64
}

/// Reads `stream` with `cutter`, up to the byte `max` of the source. Bytes after it are damage.
pub(crate) fn read_up_to(
    max: usize,
    mut cutter: Cutter,
    mut stream: Stream<'_>,
    name: &Arc<Name>,
    limits: Limits,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let mut more_input = MoreInput::Possible;
    // Reported at the end, after the windows of the bytes before it.
    let mut damage = None;
    loop {
        match cutter.cut(more_input) {
            Cut::More(wanted) => {
                let start = cutter.start();
                let buffer = cutter.buffer();
                // Take all that was read to detect the format at once, so that it is not copied.
                let wanted = if buffer.is_empty() { wanted.max(stream.buffered()) } else { wanted };
                let more = wanted.min(max.saturating_sub(start.saturating_add(buffer.len())));
                let bytes = buffer.len() + more;
                if bytes > MAX_UNANNOUNCED_WINDOWS * limits.window {
                    // A `Vec` doubles its capacity when it grows, so announce that size.
                    let grown = if bytes > buffer.capacity() { 2 * buffer.capacity() } else { 0 };
                    on_event(SourceEvent::Grows(bytes.max(grown)))?;
                }
                // A usual window is allocated once. The buffer of a large message is asked for many times, so it
                // doubles.
                match limits.window.checked_sub(buffer.len()) {
                    Some(left) => buffer.reserve_exact(more.max(left)),
                    None => buffer.reserve(more),
                }
                match stream.append_to(buffer, more) {
                    Ok(count) if count == wanted => {}
                    Ok(count) if count == more => {
                        more_input = MoreInput::None;
                        let at = stream.taken().get();
                        damage = match stream.append_to(&mut Vec::new(), 1) {
                            Ok(0) => None,
                            Ok(_) => Some(beyond_offsets(at)),
                            Err(error) => Some(error),
                        };
                    }
                    // Fewer bytes than asked for: the stream has ended.
                    Ok(_) => more_input = MoreInput::None,
                    Err(error) => {
                        more_input = MoreInput::None;
                        damage = Some(error);
                    }
                }
            }
            Cut::Window(window) => on_event(SourceEvent::Window(window))?,
            Cut::Damage(damage) => on_event(SourceEvent::Unread(Unread::new(name, &damage)))?,
            // Damage at the first byte is reported as damage, and not as a binary file.
            Cut::Binary if damage.is_none() => {
                return on_event(SourceEvent::Binary(Arc::clone(name), None));
            }
            Cut::Binary => {}
            Cut::End => break,
        }
    }
    damage.map_or(Ok(()), |damage| on_event(SourceEvent::Unread(Unread::damaged(name, &damage))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a 32-bit system a source may have more bytes than there are offsets. Here the largest offset is small.
    #[test]
    fn a_source_with_more_bytes_than_offsets_is_read_up_to_the_last() {
        let message = "From a@b.example Mon Jan  1 00:00:00 2001\nA: b\n\ntext\n\n";
        let (source, length) = (message.repeat(4), message.len());
        // Columns: the largest offset, the bytes of a window, the messages that are found, the damage.
        let damage = |at: usize| {
            Some(format!(
                "not read after byte {at}: a {}-bit system has no larger offsets; divide the file",
                usize::BITS
            ))
        };
        let table = [
            (4 * length, 16, 4, None),
            (4 * length - 1, 16, 4, damage(4 * length - 1)),
            (2 * length + 9, 16, 2, damage(2 * length + 9)),
            (2 * length + 45, 1 << 16, 3, damage(2 * length + 45)),
            (0, 16, 0, damage(0)),
        ];
        for (max, window, expected, damage) in table {
            let limits = Limits { window, message: 1 << 16 };
            let name = Arc::new(Name::new("x", None));
            let cutter = Cutter::new(Arc::clone(&name), limits);
            let (mut found, mut cause) = (0, None);
            let read = read_up_to(
                max,
                cutter,
                Stream::new(source.as_bytes(), None),
                &name,
                limits,
                &mut |event| {
                    match event {
                        SourceEvent::Window(window) => found += window.items().count(),
                        SourceEvent::Unread(unread) => cause = Some(unread.cause),
                        _ => {}
                    }
                    Ok(())
                },
            );
            assert_eq!((read, found, cause), (Ok(()), expected, damage), "{max} {window}");
        }
    }
}
