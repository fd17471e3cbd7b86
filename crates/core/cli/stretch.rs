//! A large file in stretches, each of them read by the thread that searches it.
//!
//! What one thread reads and another searches is carried from one processor to the other, and each piece has the
//! other thread woken. A file that is stored as it is, and whose messages have separators, need not be read from its
//! beginning: each thread takes the next stretch of it, and reads the messages that begin there. Of 1.1 GB on two
//! threads that saves an eighth of the processor time.
//!
//! The trap is a message that is longer than a stretch: those who have the next ones read it too, in vain, and a
//! mailbox of attachments took twice the time. So a look at some places of the file decides whether it is read so.
//! Damage is another. A file that shrinks while it is read ends in every stretch behind its new end; that is told once,
//! and the file has one fate. What stands behind a place that cannot be read is another stretch's, and is read.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use urlsift::archive::{Container, Rest, Separator, find_separator};
use urlsift::bulk::{Cutter, Limits, Name, Window};

use crate::file;
use crate::input::Input;
use crate::reads::Reads;
use crate::source::{self, Event, Of, Stopped, Unread};
use crate::stream::Stream;

/// How long a stretch is, in bytes: two windows. With four, rows with every field waited to be written.
const LENGTH: usize = 1 << 20;

/// What is shorter is read from its beginning to its end.
const LARGE: u64 = 4 * LENGTH as u64;

/// How many bytes of a message are read behind a stretch before it is that one's turn: what all threads hold is bounded
/// so, but for one message.
const HELD: usize = 4 << 20;

/// At how many places of a file it is looked for a separator, in how many bytes, and at how many there is to be one.
const PLACES: u64 = 8;
const LOOK: usize = 1 << 16;
const ENOUGH: usize = 7;

/// The messages of a file that begin in a range of it.
#[derive(Debug)]
pub(crate) struct Stretch {
    whole: Arc<Whole>,
    range: Range<usize>,
    is_last: bool,
}

/// The file, and what all its stretches have in common.
#[derive(Debug)]
struct Whole {
    file: File,
    length: u64,
    name: Arc<Name>,
    container: Container,
    limits: Limits,
    /// See [`End`].
    told: Arc<Mutex<Option<String>>>,
}

/// How a stretch ended. The file may be closed before that is told, for who writes may be far behind.
#[derive(Debug)]
pub(crate) struct End {
    /// Nothing of it could be read.
    is_nothing: bool,
    is_last: bool,
    /// Why the file could not be read to its end, where that was told.
    told: Arc<Mutex<Option<String>>>,
}

/// Reads a file from a place on, whatever others read of it.
struct ReadAt<'f> {
    file: &'f File,
    at: u64,
}

impl Read for ReadAt<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = read_at(self.file, into, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, at)
}

#[cfg(windows)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, at)
}

/// Where a file has no such way it shows nothing, and is read from its beginning.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The same, which waits before it goes far behind the end of a stretch.
struct Waiting<'w> {
    inner: ReadAt<'w>,
    from: u64,
    wait: &'w dyn Fn() -> Result<(), Stopped>,
}

impl Read for Waiting<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.inner.at >= self.from {
            (self.wait)().map_err(|_| io::Error::other("nobody wants more"))?;
        }
        self.inner.read(into)
    }
}

impl Whole {
    /// `file`, where it is stored as it is and has separators.
    fn of(file: File, name: Name, limits: Limits) -> Option<Whole> {
        let length = file.metadata().ok()?.len();
        let (_, container) = file::kind(&mut Stream::new(ReadAt { file: &file, at: 0 }, None));
        let (name, container) = (Arc::new(name), container?);
        Some(Whole { file, length, name, container, limits, told: Arc::default() })
    }

    /// Whether its messages are short against a stretch, as far as some places show.
    fn has_short_messages(&self) -> bool {
        let has_one = |place: &u64| {
            let at = self.length / PLACES * place;
            let mut stream = Stream::new(ReadAt { file: &self.file, at }, None);
            let text = stream.head(LOOK);
            matches!(find_separator(self.container, text, 1, Rest::Nothing), Separator::At(_))
        };
        (0..PLACES).filter(has_one).count() >= ENOUGH
    }

    /// Its stretches, in order, each `each` bytes long.
    fn stretches(self, each: usize) -> impl Iterator<Item = Stretch> {
        let count = usize::try_from(self.length).unwrap_or(usize::MAX).div_ceil(each);
        let whole = Arc::new(self);
        (0..count).map(move |at| {
            let is_last = at + 1 == count;
            // Whatever is added to the file meanwhile is the last one's.
            let end = if is_last { usize::MAX } else { (at + 1) * each };
            Stretch { whole: Arc::clone(&whole), range: at * each..end, is_last }
        })
    }
}

impl Stretch {
    /// The stretches of `input`, in order; `None` where it is not to be read so. It is looked into then, and
    /// nothing is taken.
    pub(crate) fn all_of(input: &Input, limits: Limits) -> Option<impl Iterator<Item = Stretch>> {
        let name = Name::new(input.path.to_string_lossy(), None);
        let whole = Whole::of(input.open_large(LARGE)?, name, limits)?;
        whole.has_short_messages().then(|| whole.stretches(LENGTH))
    }

    /// How many bytes it has, as far as it is known.
    pub(crate) fn len(&self) -> usize {
        self.range.len().min(LENGTH)
    }

    /// Reads it, gives `each` its windows, and says what came up. `wait` is called before more is read of a message
    /// than many threads may hold at once.
    pub(crate) fn read(
        &self,
        wait: &dyn Fn() -> Result<(), Stopped>,
        each: &mut dyn FnMut(Window),
    ) -> (Vec<Unread>, Reads, End) {
        let Whole { file, length, name, container, limits, told } = &*self.whole;
        let (mut unread, mut reads) = (Vec::new(), Reads::default());
        let Range { start, end } = self.range;
        let cutter = Cutter::of_range(Arc::clone(name), *limits, *container, start..end);
        let at = cutter.start() as u64;
        let from = end.saturating_add(HELD) as u64;
        let reader = Waiting { inner: ReadAt { file, at }, from, wait };
        let stream = Stream::new(reader, Some(*length)).starting_at(at);
        let taken = stream.taken();
        // Where nobody wants more there is nobody to tell.
        let _ = source::read_with(cutter, stream, name, *limits, &mut |event| {
            match event {
                Event::Window(window) => each(window),
                Event::Unread(it) => {
                    reads.too_large += u64::from(it.of == Of::Message);
                    unread.push(it);
                }
                // Neither is in a file of messages.
                Event::Binary(_) | Event::Member => {}
            }
            Ok(())
        });
        reads.bytes = taken.get().min(end as u64).saturating_sub(start as u64);
        let (is_nothing, is_last) = (taken.get() == at, self.is_last);
        (unread, reads, End { is_nothing, is_last, told: Arc::clone(told) })
    }
}

impl End {
    /// Keeps of what came up what there is to tell when all before was told: not once more that the file has ended, and
    /// behind the last stretch what became of it.
    pub(crate) fn settle(&self, unread: &mut Vec<Unread>, reads: &mut Reads) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        unread.retain(|it| {
            let is_told = |told: &String| self.is_nothing || *told == it.cause;
            it.of != Of::File || !told.as_ref().is_some_and(is_told)
        });
        if let Some(it) = unread.iter().rfind(|it| it.of == Of::File) {
            *told = Some(it.cause.clone());
        }
        if self.is_last {
            reads.files.end(told.is_some());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::PathBuf;
    use std::{env, fs, process};

    use super::*;
    use crate::input::Named;

    const LIMITS: Limits = Limits { window: 100, message: 1000 };

    /// A file that is removed when the test is over.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str, bytes: &[u8]) -> Temporary {
            let path = env::temp_dir().join(format!("urlsift-stretch-{name}-{}", process::id()));
            File::create(&path).and_then(|mut it| it.write_all(bytes)).expect("it can be written");
            Temporary(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            // Where it is gone already, all is well.
            let _ = fs::remove_file(&self.0);
        }
    }

    /// Messages of all lengths, one of them longer than is allowed.
    fn mbox() -> Vec<u8> {
        let message = |i: usize| {
            let length = if i == 7 { 3000 } else { i * i * 13 % 400 };
            format!("From a Mon\nSubject: {i}\n\n{}\n\n", "x".repeat(length))
        };
        (0..30).map(message).collect::<String>().into_bytes()
    }

    /// What is read of the file in stretches of `each` bytes: the messages, what is told, and the count.
    fn read(path: &PathBuf, each: usize) -> (Vec<String>, Vec<String>, Reads) {
        let file = File::open(path).expect("it is there");
        let whole = Whole::of(file, Name::new("x", None), LIMITS).expect("it is an mbox");
        let (mut messages, mut told, mut all) = (Vec::new(), Vec::new(), Reads::default());
        for stretch in whole.stretches(each) {
            let (mut unread, mut reads, end) = stretch.read(&|| Ok(()), &mut |window| {
                let items = window.items().map(|item| String::from_utf8_lossy(item.bytes()).into());
                messages.extend::<Vec<String>>(items.collect());
            });
            end.settle(&mut unread, &mut reads);
            told.extend(unread.into_iter().map(|it| it.cause));
            all += reads;
        }
        (messages, told, all)
    }

    #[test]
    fn stretches_of_any_length_have_the_same_messages() {
        let bytes = mbox();
        let file = Temporary::new("any", &bytes);
        let whole = read(&file.0, bytes.len());
        assert_eq!(whole.0.len(), 29);
        assert!(
            matches!(&*whole.1, [cause] if cause.contains("larger than 1000 bytes")),
            "{whole:?}"
        );
        let Reads { files, too_large, bytes: count, .. } = whole.2;
        assert_eq!((files.read, too_large, count), (1, 1, bytes.len() as u64));
        for each in [1, 7, 64, 300, 1000, 2999, 5000] {
            assert_eq!(read(&file.0, each), whole, "{each}");
        }
    }

    /// It ends in all stretches behind its new end, and that is told once.
    #[test]
    fn a_file_that_shrinks() {
        let bytes = mbox();
        let file = Temporary::new("shrinks", &bytes);
        let opened = File::open(&file.0).expect("it is there");
        let whole = Whole::of(opened, Name::new("x", None), LIMITS).expect("it is an mbox");
        let stretches: Vec<Stretch> = whole.stretches(500).collect();
        let shorter = fs::OpenOptions::new().write(true).open(&file.0);
        shorter.and_then(|it| it.set_len(1234)).expect("it can be cut");
        let (mut told, mut all) = (Vec::new(), Reads::default());
        for stretch in stretches {
            let (mut unread, mut reads, end) = stretch.read(&|| Ok(()), &mut |_| ());
            end.settle(&mut unread, &mut reads);
            told.extend(unread.into_iter().map(|it| it.cause));
            all += reads;
        }
        let cause = format!("byte 1234: it ends here and not at byte {}", bytes.len());
        assert_eq!(told, [cause]);
        assert_eq!((all.files.read, all.files.unread, all.bytes), (0, 1, 1234));
    }

    /// Those who have the stretches behind a long message would read it too.
    #[test]
    fn long_messages_are_not_cut() {
        for (length, is) in [(2_000, true), (30_000, true), (200_000, false), (1_500_000, false)] {
            let message = format!("From a Mon\nSubject: x\n\n{}\n\n", "x".repeat(length));
            let mbox = message.repeat(5_000_000 / length);
            let file = Temporary::new("long", mbox.as_bytes());
            let input = Input { path: file.0.clone(), named: Named::Outright };
            assert_eq!(Stretch::all_of(&input, LIMITS).is_some(), is, "{length}");
        }
    }
}
