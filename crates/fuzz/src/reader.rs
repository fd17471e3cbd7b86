//! Reads files in memory with the program's reader.

use std::iter;
use std::ops::ControlFlow;
use std::rc::Rc;

use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift_archive::files::{Bounds, Codec, Content, InputFile, Limits};
use urlsift_archive::internal::WalkEntry;
use urlsift_archive::internal::read_windows;
use urlsift_archive::mail::Headers;

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
    let input = InputFile::new("x".into(), Content::Bytes(bytes.into()));
    let mut all = Rows { rows: Vec::new(), unread: Vec::new(), searched: 0 };
    read_windows(iter::once(WalkEntry::File(input)), bounds, |windows, report| {
        for window in windows {
            all.searched += window.len();
            for item in window.items() {
                item.find(&extractor, Headers::All, |location, found| {
                    all.rows.push(checked(location, found, None));
                });
            }
        }
        all.unread.extend(report.unread.into_iter().map(|unread| unread.cause));
        ControlFlow::Continue(())
    });
    all
}

/// Reports whether `bytes` are compressed.
pub fn is_compressed(bytes: &[u8]) -> bool {
    Codec::detect(bytes).is_some()
}
