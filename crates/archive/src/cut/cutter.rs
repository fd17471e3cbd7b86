//! Cutting a source into windows of whole messages while it is read (A2, A6).
//!
//! The cutter does no I/O: it asks for bytes ([`Cut::More`]), gets them, and cuts. A window ends where a message
//! certainly begins, which shows within [`SEPARATOR_LOOKAHEAD_BYTES`] bytes. The rest is carried over. A window grows
//! for a larger message, up to a limit. A message or text over it has a window for each piece (`piece.rs`).
//!
//! The result must not depend on the size of the windows. So the pieces depend on the message alone, and a separator is
//! looked for only where all bytes that decide about it are present. A cutter for a range ([`Cutter::of_range`])
//! returns the messages that begin in it. Ranges that cover the source return each message once, wherever they meet.

use std::collections::VecDeque;
use std::iter;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::piece::{MessagePiece, PieceEnd, piece_end, regions_of_piece};
use super::window::{Name, Window, WindowKind};
use crate::mail::mime::part::TextKind;
use crate::mail::{
    Container, Damage, DamageKind, Front, InputKind, MoreInput, SEPARATOR_LOOKAHEAD_BYTES,
    Separator, find_separator, find_separator_with, message_range,
};

/// Limits on the bytes held at once.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// The size of a window in bytes, unless one message is larger.
    pub window: usize,
    /// The maximum size of a message or a text in bytes. Larger ones are searched in pieces of this size.
    pub message: usize,
}

/// The result of one call of [`Cutter::cut`].
#[derive(Clone, Debug)]
pub enum Cut {
    /// More bytes are needed. Append so many to [`Cutter::buffer`], or all that are left, and call again.
    More(usize),
    /// The next window.
    Window(Window),
    /// A separator that is damaged or lost ([`DamageKind::Damaged`]). The source is read on.
    Damage(Damage),
    /// The source is neither mail nor text.
    Binary,
    /// The end of the messages. The source may have more bytes.
    End,
}

/// Cuts one source into windows.
#[derive(Debug)]
pub struct Cutter {
    name: Arc<Name>,
    limits: Limits,
    input: InputKind,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    container: Option<Container>,
    has_message_ids: bool,
    /// Separators before this offset of `bytes` were looked for.
    searched: usize,
    /// The offsets in the source of lines before `searched` that have lost what makes them separators.
    damaged: Vec<usize>,
    state: CutterState,
    /// The next piece of a message or text over the limit, as if it were the last one, and the kind of its window. It
    /// begins at the start of `bytes`.
    large: Option<(Box<MessagePiece>, WindowKind)>,
    piece: Option<Box<MessagePiece>>,
    ready: VecDeque<Cut>,
}

/// The number of bytes kept before the offset at which the search for a separator resumes. Three of them decide whether
/// one begins there, and the fourth shows that the offset is not the beginning of the file.
const CONTEXT_BYTES: usize = 4;

/// The number of bytes asked for at a time after the end of a range. Most messages end within it.
const READ_AHEAD_BYTES: usize = 4 * SEPARATOR_LOOKAHEAD_BYTES;

const MAX_HEADER_BYTES: usize = 8 << 20;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum CutterState {
    /// `bytes` begins at a message.
    AtMessage,
    /// `bytes` begins inside a message that belongs to another range.
    Skipping,
    Done,
}

impl Cutter {
    /// Returns a cutter for the source called `name`.
    pub fn new(name: Arc<Name>, limits: Limits) -> Cutter {
        Cutter {
            name,
            limits,
            input: InputKind::Auto,
            bytes: Vec::new(),
            start: 0,
            end: usize::MAX,
            container: None,
            has_message_ids: false,
            searched: 0,
            damaged: Vec::new(),
            state: CutterState::AtMessage,
            large: None,
            piece: None,
            ready: VecDeque::new(),
        }
    }

    /// Returns a cutter for the messages that begin in `range`, a byte range of the source called `name`. The first
    /// message begins at 0, and so does all of a source without separators. Give it the bytes from [`Cutter::start`]
    /// on.
    pub fn of_range(
        name: Arc<Name>,
        limits: Limits,
        container: Container,
        range: Range<usize>,
    ) -> Cutter {
        // A few bytes before the range show whether a separator begins at its first byte.
        let start = range.start.saturating_sub(CONTEXT_BYTES);
        let state = match range.start {
            _ if range.is_empty() => CutterState::Done,
            0 => CutterState::AtMessage,
            _ if container.has_separators() => CutterState::Skipping,
            _ => CutterState::Done,
        };
        let container = Some(container);
        let searched = range.start - start;
        Cutter { start, end: range.end, container, searched, state, ..Cutter::new(name, limits) }
    }

    /// Sets how the source is read, before the first call of [`Cutter::cut`]. The default is `Auto`. The container of
    /// a range must be the one that [`InputKind::container`] returns for the source.
    #[must_use]
    pub fn with_input(self, input: InputKind) -> Cutter {
        Cutter { input, ..self }
    }

    /// Returns the offset in the source of the first byte of [`Cutter::buffer`].
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the bytes that were read and not yet returned. Append bytes to it.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Cuts the bytes read so far, or asks for more. `rest` says whether there are more. All calls together take time
    /// linear in the length of the source.
    pub fn cut(&mut self, rest: MoreInput) -> Cut {
        loop {
            if let Some(cut) = self.ready.pop_front() {
                return cut;
            }
            if self.state == CutterState::Done {
                return Cut::End;
            }
            if let Some(more) = self.advance(rest) {
                debug_assert!(rest == MoreInput::Possible && more > 0);
                // After the end of the range, only the last message is missing, so read little.
                let left = self.end.saturating_sub(self.start + self.bytes.len());
                return Cut::More(more.min(left.max(READ_AHEAD_BYTES)));
            }
        }
    }

    fn advance(&mut self, rest: MoreInput) -> Option<usize> {
        let is_all = rest == MoreInput::None;
        let container = match self.container {
            Some(container) => container,
            None => match self.detect(is_all) {
                Ok((container, has_message_ids)) => {
                    self.has_message_ids = has_message_ids && !container.has_separators();
                    *self.container.insert(container)
                }
                Err(more) => return Some(more),
            },
        };
        match container {
            _ if self.bytes.is_empty() && is_all => self.state = CutterState::Done,
            Container::Binary => self.end(Cut::Binary),
            Container::Message | Container::Text => return self.take_whole(container, rest),
            _ => {
                return if self.state == CutterState::Skipping {
                    self.skip(container, rest)
                } else {
                    self.take_messages(container, rest)
                };
            }
        }
        None
    }

    /// Detects the container and identifiers of messages, or returns the number of bytes that it needs for that.
    fn detect(&self, is_all: bool) -> Result<(Container, bool), usize> {
        let (length, window) = (self.bytes.len(), self.limits.window);
        if !is_all && length < window {
            return Err(window - length);
        }
        if self.input.is_one_text() {
            return Ok((Container::Text, false));
        }
        // A line that is cut off may look like a separator.
        let blank = self.bytes.iter().take_while(|byte| b"\xEF\xBB\xBF\r\n".contains(byte)).count();
        if (is_all || length - blank >= SEPARATOR_LOOKAHEAD_BYTES)
            && let Some(container) = Container::of_first_line(&self.bytes)
        {
            return Ok((container, false));
        }
        // Separators further in are searched in a fixed number of bytes, so that limits and windows decide nothing.
        // A header may be longer.
        let header = MAX_HEADER_BYTES.min(self.limits.message.saturating_add(1));
        let enough = header.max(Container::DETECTION_BYTES);
        if is_all {
            return Ok(self.input.detect(&self.bytes));
        }
        if length >= enough {
            // Without the line that is cut off, a header that is longer looks like one.
            let lines = memchr::memrchr(b'\n', &self.bytes).map_or(length, |at| at + 1);
            return Ok(self.input.detect(&self.bytes[..lines]));
        }
        Err(length.max(1).min(enough - length))
    }

    /// Returns the length of the largest message that is not cut. A piece has `CONTEXT_BYTES` less, for a separator
    /// after it.
    fn most_bytes(&self) -> usize {
        self.limits.message.saturating_add(CONTEXT_BYTES)
    }

    fn take_whole(&mut self, container: Container, rest: MoreInput) -> Option<usize> {
        let (length, most) = (self.bytes.len(), self.most_bytes());
        // Blank lines before a header belong to no message, as in a mailbox.
        let (kind, range) = match container {
            Container::Text => (WindowKind::Text, None),
            _ if self.large.is_some() => (WindowKind::Message, None),
            _ => (WindowKind::Message, message_range(&self.bytes)),
        };
        if length > most {
            self.give_piece(range.map_or(0, |range| range.start), kind);
        } else if rest == MoreInput::Possible {
            // One byte more than the limit shows that it is exceeded.
            return Some(length.max(1).min(most.saturating_add(1) - length));
        } else {
            self.give_item(range.unwrap_or(0..length), length, kind);
            self.state = CutterState::Done;
        }
        None
    }

    /// Makes a window of the next piece of a message or text over the limit, which begins at `at` of `bytes`.
    fn give_piece(&mut self, at: usize, kind: WindowKind) {
        let offset = self.start;
        let first = || (Box::new(MessagePiece::last(offset + at, offset)), kind);
        let (mut next_piece, kind) = self.large.take().unwrap_or_else(first);
        let text = (kind == WindowKind::Text).then(|| self.text_kind());
        let bytes = &self.bytes[at..self.limits.message.max(at + 1)];
        let walk = |bytes| regions_of_piece(bytes, next_piece.before.as_deref(), text, true);
        let PieceEnd { end, next, own_end, open, damage } = piece_end(bytes, walk);
        let (end, next, own_end) = (at + end, at + next, offset + at + own_end);
        let mut piece = next_piece.clone();
        (piece.own.end, piece.goes_on, piece.damage) = (own_end, true, damage);
        self.piece = Some(piece);
        let overlap = self.bytes[next..end].to_vec();
        self.report_damaged(end, iter::once(0..end));
        self.give(end, iter::once(at..end).collect(), kind);
        self.start -= overlap.len();
        self.bytes.splice(..0, overlap);
        self.searched = self.searched.saturating_sub(next);
        if let Some(Cut::Window(window)) = self.ready.back()
            && next_piece.before.is_none()
        {
            next_piece.origin = window.items().next().and_then(|item| item.origin()).map(Arc::new);
        }
        (next_piece.before, next_piece.own.start) = (Some(Arc::new(open)), own_end);
        self.large = Some((next_piece, kind));
    }

    fn give_item(&mut self, range: Range<usize>, end: usize, kind: WindowKind) {
        let (piece, kind) = self.large.take().map_or((None, kind), |(it, kind)| (Some(it), kind));
        self.piece = piece;
        self.report_damaged(end, iter::once(0..end));
        self.give(end, iter::once(range).collect(), kind);
    }

    fn text_kind(&self) -> TextKind {
        match self.input {
            InputKind::Text => TextKind::Plain,
            InputKind::Html => TextKind::Page,
            InputKind::Auto | InputKind::Mail if self.name.is_page() => TextKind::Page,
            InputKind::Auto | InputKind::Mail => TextKind::Detected,
        }
    }

    fn take_messages(&mut self, container: Container, rest: MoreInput) -> Option<usize> {
        let mut ranges = Vec::new();
        let mut at = 0;
        // Skip the separator of the first message.
        let mut from = self.searched.max(1);
        let is_large = loop {
            let start = self.start;
            let damaged = |line| self.damaged.push(start + line);
            let separator = find_separator_with(container, &self.bytes, from, rest, damaged);
            let (Separator::At(next) | Separator::NotBefore(next)) = separator;
            self.searched = next;
            if next - at > self.most_bytes() {
                break true;
            }
            let Separator::At(next) = separator else { break false };
            // Messages after this separator belong to the next range.
            let is_last = self.start + next >= self.end;
            if is_last {
                self.state = CutterState::Done;
                self.bytes.truncate(next);
            }
            if self.large.is_some() {
                self.give_item(0..next, next, WindowKind::Messages);
                self.searched = 0;
                return None;
            }
            ranges.push(at..next);
            at = next;
            from = next + 1;
            if is_last {
                break false;
            }
        };
        let length = self.bytes.len();
        if is_large && at == 0 {
            if let Some((start, kind)) = self.give_front(container) {
                self.give_piece(start, kind);
            }
            return None;
        }
        if self.state == CutterState::Done || is_large {
            // The rest belongs to another range, or is cut into pieces.
        } else if rest == MoreInput::None {
            self.state = CutterState::Done;
            if self.large.is_some() {
                self.give_item(0..length, length, WindowKind::Messages);
                return None;
            }
            ranges.push(at..length);
            at = length;
        } else if at == 0 {
            // Double the buffer until the message ends or is known to be too large. The search stops at most one
            // lookahead before the end of the bytes.
            let enough =
                self.most_bytes().saturating_add(2 * SEPARATOR_LOOKAHEAD_BYTES) - self.searched;
            return Some(length.max(self.limits.window).min(enough));
        }
        // `give` removes the bytes before `at`, so the offset moves with the rest.
        self.searched = self.searched.saturating_sub(at);
        let kind = self.examine_front(container, &mut ranges, "at");
        self.report_damaged(at, ranges.iter().cloned());
        self.give(at, ranges, kind);
        None
    }

    /// Makes a window of the text before the first message, which is over the limit. If there is none, returns where
    /// the message begins, and its kind: it may be a text too.
    fn give_front(&mut self, container: Container) -> Option<(usize, WindowKind)> {
        let mut ranges: Vec<_> = iter::once(0..self.limits.message).collect();
        let kind = self.examine_front(container, &mut ranges, "after");
        match &ranges[..] {
            [text, message] => {
                let (text, start) = (text.clone(), message.start);
                self.give(start, vec![text], kind);
                self.searched -= start;
                None
            }
            [text] if kind == WindowKind::TextThenMessages => Some((text.start, WindowKind::Text)),
            ranges => Some((ranges.first().map_or(0, |range| range.start), WindowKind::Messages)),
        }
    }

    /// Divides the first of `ranges` into a text and a message, if it is at the start of the source and does not
    /// begin with a separator. Returns the kind of the window. The second separator is at the end of the range, or
    /// `after` it.
    fn examine_front(
        &mut self,
        container: Container,
        ranges: &mut Vec<Range<usize>>,
        at_or_after: &str,
    ) -> WindowKind {
        let front = ranges.first().filter(|_| self.start == 0 && self.large.is_none());
        let Some(range) = front.cloned() else { return WindowKind::Messages };
        let front = Front::of(container, &self.bytes[range.clone()]);
        if front.is_damaged {
            let next = range.end;
            let message = format!(
                "byte 0: the first separator of messages that is intact is {at_or_after} byte {next}"
            );
            self.ready.push_back(Cut::Damage(Damage::new(DamageKind::Damaged, Some(0), message)));
        }
        let kind =
            if front.text.is_some() { WindowKind::TextThenMessages } else { WindowKind::Messages };
        ranges.splice(..1, front.text.into_iter().chain(front.message));
        kind
    }

    /// Reports the separators before `end` that have lost what makes them separators, in `ranges`.
    fn report_damaged(&mut self, end: usize, ranges: impl Iterator<Item = Range<usize>>) {
        let start = self.start;
        let mut ranges = ranges.peekable();
        for line in self.damaged.extract_if(.., |line| *line < start + end) {
            while ranges.next_if(|range| start + range.end <= line).is_some() {}
            if ranges.peek().is_some_and(|range| start + range.start <= line) {
                self.ready.push_back(damaged_separator(line, self.container));
            }
        }
    }

    /// Looks for the end of a message that belongs to another range, and drops the bytes before it.
    fn skip(&mut self, container: Container, rest: MoreInput) -> Option<usize> {
        let separator = find_separator(container, &self.bytes, self.searched, rest);
        // No message begins before `next`. If the range ends before it, no message of this range is left.
        let (Separator::At(next) | Separator::NotBefore(next)) = separator;
        if self.start + next >= self.end {
            self.state = CutterState::Done;
            return None;
        }
        match separator {
            Separator::At(next) => {
                self.drop_before(next);
                self.state = CutterState::AtMessage;
                self.searched = 0;
            }
            Separator::NotBefore(_) if rest == MoreInput::None => self.state = CutterState::Done,
            Separator::NotBefore(next) => {
                // The first bytes of a range may not be present yet.
                let next = next.max(self.searched);
                let kept = next.saturating_sub(CONTEXT_BYTES);
                self.drop_before(kept);
                self.searched = next - kept;
                return Some(self.limits.window.max(SEPARATOR_LOOKAHEAD_BYTES));
            }
        }
        None
    }

    fn drop_before(&mut self, at: usize) {
        self.bytes.drain(..at);
        self.start += at;
    }

    /// Makes a window of the bytes before `end`, and carries the rest over.
    fn give(&mut self, end: usize, ranges: Vec<Range<usize>>, kind: WindowKind) {
        // Copy a small window: thousands of small files are held at once, and the buffer has room for a whole
        // window. Without the copy, a tree of 9,000 files named five times took 372 MB; with it, 100 MB.
        let bytes = if self.bytes.capacity() / 2 > end && self.piece.is_none() {
            let bytes = self.bytes[..end].to_vec();
            self.bytes.drain(..end);
            bytes
        } else {
            let rest = self.bytes.split_off(end);
            mem::replace(&mut self.bytes, rest)
        };
        let window = self.window(bytes, ranges, kind);
        self.start += end;
        if !window.ranges.is_empty() {
            self.ready.push_back(Cut::Window(window));
        }
    }

    fn window(&mut self, bytes: Vec<u8>, ranges: Vec<Range<usize>>, kind: WindowKind) -> Window {
        let text_kind =
            if kind == WindowKind::Text { self.text_kind() } else { TextKind::Detected };
        Window {
            name: Arc::clone(&self.name),
            start: self.start,
            bytes,
            ranges,
            kind,
            text_kind,
            is_detected: matches!(self.input, InputKind::Auto | InputKind::Mail)
                && text_kind != TextKind::Page,
            has_message_ids: self.has_message_ids,
            piece: self.piece.take(),
        }
    }

    fn end(&mut self, cut: Cut) {
        self.bytes = Vec::new();
        self.ready.push_back(cut);
        self.state = CutterState::Done;
    }
}

fn damaged_separator(at: usize, container: Option<Container>) -> Cut {
    let what = match container {
        Some(Container::Mbox) => {
            "a header after a line `From ` without a date, and no blank line before it"
        }
        _ => "the frame of a message that no header follows",
    };
    let message = format!("byte {at}: {what}; read as part of the message before it");
    Cut::Damage(Damage::new(DamageKind::Damaged, Some(at as u64), message))
}

impl Window {
    /// Makes one window of the whole source, however large. It has no items if the source is binary or empty.
    pub fn whole(source: impl Into<String>, bytes: Vec<u8>) -> Window {
        let limits = Limits { window: usize::MAX, message: usize::MAX };
        let mut cutter = Cutter::new(Arc::new(Name::new(source, None)), limits);
        *cutter.buffer() = bytes;
        loop {
            match cutter.cut(MoreInput::None) {
                Cut::Window(window) => return window,
                Cut::Damage(_) => {}
                _ => return cutter.window(Vec::new(), Vec::new(), WindowKind::Text),
            }
        }
    }
}
