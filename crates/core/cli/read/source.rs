//! A source read in windows, whatever its bytes come from.
//!
//! What was read before damage is given like everything else, and then the damage is told: what was
//! found is not lost for what could not be.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use urlsift::archive::MoreInput;
use urlsift::bulk::{Cut, Cutter, Limits, Name, Stopped, Window};

use crate::read::stream::Stream;

/// What comes out of a source, in order.
#[derive(Debug)]
pub(crate) enum SourceEvent {
    Window(Window),
    /// Something of the source could not be read.
    Unread(Unread),
    /// The source is neither mail nor text.
    Binary(Arc<Name>),
    /// A member of an archive begins. Events up to the next member are of this one, or of the whole file.
    Member,
    /// The next window has a large message: so many bytes so far.
    Grows(usize),
}

/// What could not be read, and why.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unread {
    /// A path, with the member behind a colon.
    pub(crate) source: String,
    pub(crate) of: UnreadKind,
    pub(crate) cause: String,
}

/// What it is that could not be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UnreadKind {
    /// A file, or something in it.
    File,
    /// A member of an archive, or something in it.
    Member,
    /// A message or text for its length alone, where what comes behind it is read.
    Message,
}

impl Unread {
    pub(crate) fn new(name: &Name, cause: &(impl ToString + ?Sized)) -> Unread {
        let source = match &name.member {
            Some(member) => format!("{}:{member}", name.source),
            None => name.source.clone(),
        };
        let of = if name.member.is_some() { UnreadKind::Member } else { UnreadKind::File };
        Unread { source, of, cause: cause.to_string() }
    }
}

/// A window that is larger than so many of the usual size is announced while it grows.
const MAX_UNANNOUNCED_WINDOWS: usize = 2;

/// Takes events, until nobody wants more of them.
pub(crate) type OnEvent<'g> = dyn FnMut(SourceEvent) -> Result<(), Stopped> + 'g;

/// ReadCounts `stream`, which is called `name`, to its end or as far as it goes.
pub(crate) fn read(
    stream: Stream<'_>,
    name: &Arc<Name>,
    limits: Limits,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    read_with(Cutter::new(Arc::clone(name), limits), stream, name, limits, on_event)
}

/// ReadCounts of `stream`, which is called `name`, what `cutter` asks for, with `limits`.
pub(crate) fn read_with(
    mut cutter: Cutter,
    mut stream: Stream<'_>,
    name: &Arc<Name>,
    limits: Limits,
    on_event: &mut OnEvent<'_>,
) -> Result<(), Stopped> {
    let mut rest = MoreInput::Possible;
    let mut damage = None;
    loop {
        match cutter.cut(rest) {
            Cut::More(more) => {
                let buffer = cutter.buffer();
                let bytes = buffer.len() + more;
                if bytes > MAX_UNANNOUNCED_WINDOWS * limits.window {
                    // It doubles when it has to grow.
                    let grown = if bytes > buffer.capacity() { 2 * buffer.capacity() } else { 0 };
                    on_event(SourceEvent::Grows(bytes.max(grown)))?;
                }
                // A window is allocated once. A large message is asked for again and again, so its buffer doubles.
                match limits.window.checked_sub(buffer.len()) {
                    Some(left) => buffer.reserve_exact(more.max(left)),
                    None => buffer.reserve(more),
                }
                match stream.append_to(buffer, more) {
                    Ok(count) if count == more => {}
                    Ok(_) => rest = MoreInput::None,
                    Err(error) => {
                        rest = MoreInput::None;
                        damage = Some(error);
                    }
                }
            }
            Cut::Window(window) => on_event(SourceEvent::Window(window))?,
            Cut::TooLarge(at) => {
                let limit = limits.message;
                let cause = format!(
                    "byte {at}: passed over, for it is larger than {limit} bytes (--max-message)"
                );
                on_event(SourceEvent::Unread(Unread {
                    of: UnreadKind::Message,
                    ..Unread::new(name, &cause)
                }))?;
            }
            // A file that is damaged from its first byte on is told for that.
            Cut::Binary if damage.is_none() => {
                return on_event(SourceEvent::Binary(Arc::clone(name)));
            }
            Cut::Binary => {}
            Cut::End => break,
        }
    }
    damage.map_or(Ok(()), |damage| on_event(SourceEvent::Unread(Unread::new(name, &damage))))
}
