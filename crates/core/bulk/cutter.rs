//! A source cut into windows of whole messages while it is read (A2, A6).
//!
//! The cutter reads nothing: it asks for bytes ([`Cut::More`]), is given them, and cuts. A window ends
//! where a message surely begins, which shows within [`NEAR`] bytes; what stands behind is carried
//! over to the next. A message that is larger than a window has it grow, up to a limit; beyond that
//! the message is told and passed over ([`Cut::TooLarge`]).
//!
//! The trap is a rule that depends on how the source happened to be cut. A message is passed over for
//! its own length alone, and a separator is asked about only where all that the answer depends on is
//! there, so that windows of any size give the same messages.
//!
//! A cutter may be for a range of the source alone ([`Cutter::of_range`]): it gives the messages that
//! begin there, the last of them to its end, and asks for no more. Ranges that cover the source give each
//! message once, wherever they meet.

use std::collections::VecDeque;
use std::iter;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::window::{Name, Window, WindowKind};
use crate::archive::{Container, NEAR, Rest, Separator, find_separator};

/// How much is held at a time, in bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// How large a window is, where no message is larger.
    pub window: usize,
    /// How large a message or a text may be.
    pub message: usize,
}

/// What a cutter gives or asks for.
#[derive(Clone, Debug)]
pub enum Cut {
    /// Append so many bytes to [`Cutter::buffer`], or as many as there are, and call again.
    More(usize),
    /// The next window.
    Window(Window),
    /// The message or text at this offset of the source is larger than allowed and was passed over.
    TooLarge(usize),
    /// The source is neither mail nor text.
    Binary,
    /// There is nothing more to come, though there may be more to read.
    End,
}

/// Cuts one source. See [the module](super) for how it is used.
#[derive(Debug)]
pub struct Cutter {
    name: Arc<Name>,
    limits: Limits,
    /// What was read and not yet given.
    bytes: Vec<u8>,
    /// The offset in the source of the first of `bytes`.
    start: usize,
    /// A message that begins at this offset of the source, or behind it, is not given.
    end: usize,
    container: Option<Container>,
    /// The boundary before this offset of `bytes` was looked for.
    searched: usize,
    state: CutterState,
    ready: VecDeque<Cut>,
}

/// How many bytes before a place are kept where a separator is looked for: those that the answer depends
/// on, and one more, so that none is taken for the beginning of the file.
const BEFORE: usize = 4;

/// How much is asked for at a time behind the end of a range, in bytes: most messages end before, and what stands behind
/// is another range's.
const BEHIND: usize = 4 * NEAR;

/// How much of a source is looked at to tell whether it begins with a header, in bytes.
const HEADER: usize = 8 << 20;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum CutterState {
    /// `bytes` begins where a message does.
    AtMessage,
    /// `bytes` begins within a message that is too large, or that another range has.
    PassingOver,
    Done,
}

impl Cutter {
    /// A cutter for the source called `name`.
    pub fn new(name: Arc<Name>, limits: Limits) -> Cutter {
        Cutter {
            name,
            limits,
            bytes: Vec::new(),
            start: 0,
            end: usize::MAX,
            container: None,
            searched: 0,
            state: CutterState::AtMessage,
            ready: VecDeque::new(),
        }
    }

    /// A cutter for those messages of the source called `name` that begin in `range`, which are byte
    /// offsets of it. What comes first in a source begins at 0, and so does the whole of one that
    /// `container` has no separators for. The bytes to give are those from [`Cutter::start`] on.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use urlsift::archive::{Container, Rest};
    /// use urlsift::bulk::{Cut, Cutter, Limits, Name};
    ///
    /// let mbox = b"From ann Mon\nSubject: 1\n\nFrom bob Tue\nSubject: 2\n\n";
    /// let limits = Limits { window: 1 << 20, message: 1 << 20 };
    /// let lengths = [0..9, 9..25, 25..mbox.len()].map(|range| {
    ///     let name = Arc::new(Name::new("two.mbox", None));
    ///     let mut cutter = Cutter::of_range(name, limits, Container::Mbox, range);
    ///     let start = cutter.start();
    ///     cutter.buffer().extend_from_slice(&mbox[start..]);
    ///     match cutter.cut(Rest::Nothing) {
    ///         Cut::Window(window) => window.len(),
    ///         _ => 0,
    ///     }
    /// });
    /// assert_eq!(lengths, [25, 0, 25], "the second message begins at byte 25");
    /// ```
    pub fn of_range(
        name: Arc<Name>,
        limits: Limits,
        container: Container,
        range: Range<usize>,
    ) -> Cutter {
        let start = range.start.saturating_sub(BEFORE);
        let state = match range.start {
            _ if range.is_empty() => CutterState::Done,
            0 => CutterState::AtMessage,
            _ if container.has_separators() => CutterState::PassingOver,
            _ => CutterState::Done,
        };
        let container = Some(container);
        let searched = range.start - start;
        Cutter { start, end: range.end, container, searched, state, ..Cutter::new(name, limits) }
    }

    /// The offset in the source of the first byte of [`Cutter::buffer`].
    pub fn start(&self) -> usize {
        self.start
    }

    /// What was read and not yet given: bytes are appended to it.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Cuts what was read, or asks for more. `rest` says whether there is any.
    ///
    /// All calls together take time linear in the source.
    pub fn cut(&mut self, rest: Rest) -> Cut {
        loop {
            if let Some(cut) = self.ready.pop_front() {
                return cut;
            }
            if self.state == CutterState::Done {
                return Cut::End;
            }
            if let Some(more) = self.advance(rest) {
                debug_assert!(rest == Rest::Perhaps && more > 0);
                let left = self.end.saturating_sub(self.start + self.bytes.len());
                return Cut::More(more.min(left.max(BEHIND)));
            }
        }
    }

    /// Takes a step, or says how many bytes it needs for it.
    fn advance(&mut self, rest: Rest) -> Option<usize> {
        let is_all = rest == Rest::Nothing;
        let container = match self.container {
            Some(container) => container,
            None => match self.tell(is_all) {
                Ok(container) => *self.container.insert(container),
                Err(more) => return Some(more),
            },
        };
        match container {
            _ if self.bytes.is_empty() && is_all => self.state = CutterState::Done,
            Container::Binary => self.end(Cut::Binary),
            Container::Message | Container::Text => return self.take_whole(container, rest),
            Container::Mbox | Container::Rnews | Container::Listserv => {
                return if self.state == CutterState::PassingOver {
                    self.pass_over(container, rest)
                } else {
                    self.take_messages(container, rest)
                };
            }
        }
        None
    }

    /// What the source is, or how many bytes more it takes to tell.
    fn tell(&self, is_all: bool) -> Result<Container, usize> {
        let (length, window) = (self.bytes.len(), self.limits.window);
        if !is_all && length < window {
            return Err(window - length);
        }
        let container = Container::of(&self.bytes);
        // The separator of the first message shows at once; a header may be long.
        let enough = HEADER.min(self.limits.message.saturating_add(1));
        if is_all || container.has_separators() || length >= enough {
            return Ok(container);
        }
        Err(length.max(1).min(enough - length))
    }

    /// A source that is one message or text.
    fn take_whole(&mut self, container: Container, rest: Rest) -> Option<usize> {
        let (length, limit) = (self.bytes.len(), self.limits.message);
        if length > limit {
            self.end(Cut::TooLarge(0));
        } else if rest == Rest::Perhaps {
            // One more than allowed shows that it is too large.
            return Some(length.max(1).min(limit.saturating_add(1) - length));
        } else {
            let kind =
                if container == Container::Text { WindowKind::Text } else { WindowKind::Messages };
            self.give(length, iter::once(0..length).collect(), kind);
            self.state = CutterState::Done;
        }
        None
    }

    /// The messages that are whole.
    fn take_messages(&mut self, container: Container, rest: Rest) -> Option<usize> {
        let mut ranges = Vec::new();
        let mut at = 0;
        // The message begins with a separator of its own.
        let mut from = self.searched.max(1);
        loop {
            match find_separator(container, &self.bytes, from, rest) {
                Separator::At(next) => {
                    ranges.push(at..next);
                    at = next;
                    from = next + 1;
                    if self.start + next >= self.end {
                        self.state = CutterState::Done;
                        self.bytes.truncate(next);
                        break;
                    }
                }
                Separator::NotBefore(next) => {
                    self.searched = next;
                    break;
                }
            }
        }
        let length = self.bytes.len();
        if self.state == CutterState::Done {
            // What stands behind is another range's.
        } else if rest == Rest::Nothing {
            ranges.push(at..length);
            at = length;
            self.state = CutterState::Done;
        } else if at == 0 {
            if self.searched > self.limits.message {
                self.ready.push_back(Cut::TooLarge(self.start));
                self.state = CutterState::PassingOver;
                return None;
            }
            let enough = self.limits.message.saturating_add(2 * NEAR) - self.searched;
            return Some(length.max(self.limits.window).min(enough));
        }
        self.searched = self.searched.saturating_sub(at);
        self.give_messages(at, ranges);
        None
    }

    /// Gives what stands before `end`, but for the messages that are too large.
    fn give_messages(&mut self, end: usize, ranges: Vec<Range<usize>>) {
        let limit = self.limits.message;
        let start = self.start;
        let large: Vec<_> = ranges.iter().filter(|it| it.len() > limit).cloned().collect();
        let ranges: Vec<_> = ranges.into_iter().filter(|it| it.len() <= limit).collect();
        self.give(end, ranges, WindowKind::Messages);
        self.ready.extend(large.into_iter().map(|range| Cut::TooLarge(start + range.start)));
    }

    /// Looks for the end of a message that is not given and drops what stands before it.
    fn pass_over(&mut self, container: Container, rest: Rest) -> Option<usize> {
        let separator = find_separator(container, &self.bytes, self.searched, rest);
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
            Separator::NotBefore(_) if rest == Rest::Nothing => self.state = CutterState::Done,
            Separator::NotBefore(next) => {
                // Of the bytes that come first in a range none may be there yet.
                let next = next.max(self.searched);
                let kept = next.saturating_sub(BEFORE);
                self.drop_before(kept);
                self.searched = next - kept;
                return Some(self.limits.window.max(NEAR));
            }
        }
        None
    }

    fn drop_before(&mut self, at: usize) {
        self.bytes.drain(..at);
        self.start += at;
    }

    /// Makes a window of what stands before `end`, and carries the rest over.
    fn give(&mut self, end: usize, ranges: Vec<Range<usize>>, kind: WindowKind) {
        // A thousand small files are held at once, and each was given room for a whole window: that stays here.
        let bytes = if self.bytes.capacity() / 2 > end {
            let bytes = self.bytes[..end].to_vec();
            self.bytes.drain(..end);
            bytes
        } else {
            let rest = self.bytes.split_off(end);
            mem::replace(&mut self.bytes, rest)
        };
        let window =
            Window { name: Arc::clone(&self.name), start: self.start, bytes, ranges, kind };
        self.start += end;
        if !window.ranges.is_empty() {
            self.ready.push_back(Cut::Window(window));
        }
    }

    fn end(&mut self, cut: Cut) {
        self.bytes = Vec::new();
        self.ready.push_back(cut);
        self.state = CutterState::Done;
    }
}

impl Window {
    /// The whole of a source as one window, however large. It has no items where the source is binary
    /// or empty.
    pub fn whole(source: impl Into<String>, bytes: Vec<u8>) -> Window {
        let name = Arc::new(Name::new(source, None));
        let limits = Limits { window: usize::MAX, message: usize::MAX };
        let mut cutter = Cutter::new(Arc::clone(&name), limits);
        *cutter.buffer() = bytes;
        match cutter.cut(Rest::Nothing) {
            Cut::Window(window) => window,
            _ => Window {
                name,
                start: 0,
                bytes: Vec::new(),
                ranges: Vec::new(),
                kind: WindowKind::Text,
            },
        }
    }
}
