//! A large file in stretches, each of them read by the thread that searches it.
//!
//! What one thread reads and another searches is carried from one processor to the other, and each piece has the
//! other thread woken. A file that is stored as it is, and whose messages have separators, need not be read from its
//! beginning: each thread takes the next stretch of it, and reads the messages that begin there. Of 1.1 GB on two
//! threads that saves an eighth of the processor time.
//!
//! The trap is damage. A file that shrinks while it is read ends in every stretch behind its new end, and an error
//! may come up in many; it is told once, and the file has one fate.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use urlsift::archive::Container;
use urlsift::bulk::{Cutter, Limits, Name, Window};

use crate::file;
use crate::input::Input;
use crate::reads::Reads;
use crate::source::{self, Event, Of, Stopped, Unread, Until};
use crate::stream::Stream;

/// How long a stretch is, in bytes: two windows. With four, rows with every field waited to be written.
const LENGTH: usize = 1 << 20;

/// What is shorter is read from its beginning to its end.
const LARGE: u64 = 4 * LENGTH as u64;

/// How many bytes of one message are read before it is the stretch's turn: what all threads hold is bounded so,
/// but for one message.
const HELD: usize = 4 << 20;

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
    /// It could not be read to its end, and that was told.
    is_unread: AtomicBool,
}

/// Reads a file from a place on, and leaves the place of other readers alone.
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

impl Stretch {
    /// The stretches of `input`, in order; `None` where it is not to be read so. It is looked into then, and
    /// nothing is taken.
    pub(crate) fn all_of(input: &Input, limits: Limits) -> Option<impl Iterator<Item = Stretch>> {
        let file = input.open_large(LARGE)?;
        let name = Name::new(input.path.to_string_lossy(), None);
        Stretch::all(file, name, limits, LENGTH)
    }

    /// Those of `file`, each `each` bytes long.
    fn all(
        file: File,
        name: Name,
        limits: Limits,
        each: usize,
    ) -> Option<impl Iterator<Item = Stretch>> {
        let length = file.metadata().ok()?.len();
        let (_, container) = file::kind(&mut Stream::new(ReadAt { file: &file, at: 0 }, None));
        let count = usize::try_from(length).ok()?.div_ceil(each);
        let (name, container) = (Arc::new(name), container?);
        let is_unread = AtomicBool::new(false);
        let whole = Arc::new(Whole { file, length, name, container, limits, is_unread });
        Some((0..count).map(move |at| {
            let is_last = at + 1 == count;
            // Whatever is added to the file meanwhile is the last one's.
            let end = if is_last { usize::MAX } else { (at + 1) * each };
            Stretch { whole: Arc::clone(&whole), range: at * each..end, is_last }
        }))
    }

    /// How many bytes it has, as far as it is known.
    pub(crate) fn len(&self) -> usize {
        self.range.len().min(LENGTH)
    }

    /// Reads it, gives `each` its windows, and says what came up. `wait` is called before more is read of a message
    /// than many threads may hold at once.
    pub(crate) fn read(
        &self,
        wait: &dyn Fn(),
        each: &mut dyn FnMut(Window),
    ) -> (Vec<Unread>, Reads) {
        let Whole { file, length, name, container, limits, .. } = &*self.whole;
        let (mut unread, mut reads) = (Vec::new(), Reads::default());
        let Range { start, end } = self.range;
        let cutter = Cutter::of_range(Arc::clone(name), *limits, *container, start..end);
        let at = cutter.start() as u64;
        let stream = Stream::new(ReadAt { file, at }, Some(*length)).starting_at(at);
        let taken = stream.taken();
        let until = Until { end, held: HELD, wait };
        let _: Result<(), Stopped> =
            source::read_until(&until, cutter, stream, name, *limits, &mut |event| {
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
        (unread, reads)
    }

    /// What there is to tell of a stretch when all before it were told: damage once, and behind the last one what
    /// became of the file.
    pub(crate) fn settle(&self, unread: &mut Vec<Unread>, reads: &mut Reads) {
        let is_unread = &self.whole.is_unread;
        unread.retain(|it| it.of != Of::File || !is_unread.swap(true, Ordering::Relaxed));
        if self.is_last {
            reads.files.end(is_unread.load(Ordering::Relaxed));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::PathBuf;
    use std::{env, fs, process};

    use super::*;

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
        let stretches = Stretch::all(file, Name::new("x", None), LIMITS, each);
        let (mut messages, mut told, mut all) = (Vec::new(), Vec::new(), Reads::default());
        for stretch in stretches.expect("it is an mbox") {
            let (mut unread, mut reads) = stretch.read(&|| (), &mut |window| {
                let items = window.items().map(|item| String::from_utf8_lossy(item.bytes()).into());
                messages.extend::<Vec<String>>(items.collect());
            });
            stretch.settle(&mut unread, &mut reads);
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
        let stretches = Stretch::all(opened, Name::new("x", None), LIMITS, 500);
        let stretches: Vec<Stretch> = stretches.expect("it is an mbox").collect();
        let shorter = fs::OpenOptions::new().write(true).open(&file.0);
        shorter.and_then(|it| it.set_len(1234)).expect("it can be cut");
        let (mut told, mut all) = (Vec::new(), Reads::default());
        for stretch in stretches {
            let (mut unread, mut reads) = stretch.read(&|| (), &mut |_| ());
            stretch.settle(&mut unread, &mut reads);
            told.extend(unread.into_iter().map(|it| it.cause));
            all += reads;
        }
        let cause = format!("byte 1234: it ends here and not at byte {}", bytes.len());
        assert_eq!(told, [cause]);
        assert_eq!((all.files.read, all.files.unread, all.bytes), (0, 1, 1234));
    }
}
