//! Reads files in memory with the program's reader.

use std::rc::Rc;

use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift_archive::files::Limits;
use urlsift_archive::files::{Bounds, Codec, Content, InputFile};
use urlsift_archive::internal::Stopped;
use urlsift_archive::internal::{ReadWindows, RoomGuard, WindowSearch};
use urlsift_archive::mail::Headers;
use urlsift_archive::{Engine, Searcher, Threads};

use crate::row::checked;

/// The result of reading a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The rows, as text.
    pub rows: Vec<String>,
    /// What could not be read.
    pub unread: Vec<String>,
    /// The number of bytes that were searched.
    pub searched: usize,
}

/// Reads the file `bytes`, with windows of `window` bytes. Nothing may expand to more than `member` bytes, and no
/// message may have more than `message` bytes.
///
/// # Panics
///
/// If a row is wrong.
pub fn read(bytes: &[u8], window: usize, message: usize, member: u64) -> Rows {
    thread_local! {
        static EXTRACTOR: Rc<Extractor> =
            Rc::new(Extractor::builder().forms(Forms::all()).build());
    }
    let extractor = EXTRACTOR.with(Rc::clone);
    let bounds = Bounds { limits: Limits { window, message }, member, ..Bounds::default() };
    let engine = Engine { threads: Threads::start(1), bounds };
    let input = InputFile::new("x".into(), Content::Bytes(bytes.into()));
    let mut search =
        RowSearch { extractor, all: Rows { rows: Vec::new(), unread: Vec::new(), searched: 0 } };
    for job in Searcher::new(Extractor::new(), engine).inputs(std::iter::once(input)) {
        assert!(job.run(bounds, &mut search).is_ok(), "nothing stops the reading");
    }
    search.all
}

/// Makes the rows of each window.
struct RowSearch {
    extractor: Rc<Extractor>,
    all: Rows,
}

impl WindowSearch for RowSearch {
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        for window in &windows.windows {
            self.all.searched += window.len();
            for item in window.items() {
                item.find(&self.extractor, Headers::All, |location, found| {
                    let row = checked(location, found, None);
                    self.all.rows.push(row);
                });
            }
        }
        self.all.unread.extend(windows.report.unread.into_iter().map(|unread| unread.cause));
        Ok(())
    }

    fn reserve(&mut self, _: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(()))
    }
}

/// Reports whether `bytes` are compressed.
pub fn is_compressed(bytes: &[u8]) -> bool {
    Codec::detect(bytes).is_some()
}
