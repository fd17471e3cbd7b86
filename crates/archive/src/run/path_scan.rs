//! An iterator over the URLs of files, which are searched on other threads meanwhile.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::{io, iter, panic, vec};

use urlsift::Extractor;
use urlsift::extract::Join;

use crate::cut::Name;
use crate::files::bounds::Bounds;
use crate::files::source::Unread;
use crate::mail::Headers;
use crate::run::engine::{Engine, codec_threads};
use crate::run::job::ReadReport;
use crate::run::scanned_url::ScannedUrl;
use crate::run::search::{Searched, Searcher, UrlHit};
use crate::threads::Threads;

/// The batches that wait until they are taken.
const WAITING_BATCHES: usize = 1;

/// Some URLs, and then what could not be read.
type ScannedBatch = (Vec<ScannedUrl>, Vec<Unread>);

/// Searches `paths`, files and folders, for URLs on all processors. The path `-` is standard input.
///
/// Mailboxes, messages, news and text are read, also compressed and in tar and zip, with the defaults of the program
/// `urlsift scan`. [`PathScan`] has options.
///
/// ```
/// use std::path::Path;
///
/// let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/archives/shelf.mbox");
/// let mut found = Vec::new();
/// for scanned in urlsift_archive::scan_paths([archive]) {
///     match scanned {
///         Ok(url) => found.push((url.url, url.subject.unwrap_or_default())),
///         Err(unread) => eprintln!("{unread}"), // path and cause
///     }
/// }
/// assert_eq!(found[1].0, "ftp://ds.internic.net/rfc");
/// assert_eq!(found[1].1, "Where to find it");
/// ```
///
/// **Order.** URLs come in the order of the paths, of the names in a folder, and of the bytes in a file. The number of
/// threads does not change it.
///
/// **Errors.** A file that cannot be read, or is damaged, is an [`Unread`] after the URLs that were found in it, and
/// the iteration goes on. So is a file that is skipped and may contain text, such as a broken link or a page named `.gz`;
/// its kind is [`Skipped`](crate::mail::DamageKind::Skipped). Pictures and other binary files give no item, and malformed
/// messages none besides their URLs.
///
/// **Cost.** Threads start with this call, and search ahead of the iterator until the memory for results is used: 16 MiB
/// for each thread, 96 MiB at most. Three batches of usually 1 MiB come on top. A URL takes about ten allocations, so
/// a program that needs only counts or a few fields is faster with a [`Searcher`].
///
/// **End.** When the iterator is dropped, the threads stop after the windows that they are reading. Nothing waits for
/// them.
///
/// # Panics
///
/// The iterator panics if the search panics.
pub fn scan_paths<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> ScannedUrls {
    PathScan::new(paths).into_iter()
}

/// The options of [`scan_paths`]. `into_iter` starts the search.
///
/// ```
/// use std::path::Path;
/// use urlsift::extract::Forms;
/// use urlsift::found::Form;
/// use urlsift_archive::PathScan;
/// use urlsift::Extractor;
///
/// let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/archives/shelf.mbox");
/// let extractor = Extractor::builder().forms(Forms::none().with(Form::Angle)).build();
/// for found in PathScan::new([archive]).threads(1).extractor(extractor).into_iter().flatten() {
///     assert_eq!(found.form, Form::Angle);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct PathScan {
    paths: Vec<PathBuf>,
    threads: Option<usize>,
    extractor: Extractor,
    headers: Headers,
}

impl PathScan {
    /// Returns the options of the program for `paths`: a thread for each processor, the useful header fields, and an
    /// extractor that joins URLs across line breaks if that is [likely](Join::Likely) right.
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> PathScan {
        PathScan {
            paths: paths.into_iter().map(Into::into).collect(),
            threads: None,
            extractor: Extractor::builder().join(Join::Likely).build(),
            headers: Headers::Useful,
        }
    }

    /// Sets the number of threads that read and search.
    #[must_use]
    pub fn threads(self, threads: usize) -> PathScan {
        PathScan { threads: Some(threads), ..self }
    }

    /// Sets the extractor that finds the URLs.
    #[must_use]
    pub fn extractor(self, extractor: Extractor) -> PathScan {
        PathScan { extractor, ..self }
    }

    /// Sets the header fields that are searched.
    #[must_use]
    pub fn headers(self, headers: Headers) -> PathScan {
        PathScan { headers, ..self }
    }

    /// Searches. It sends the results, and stops when nobody receives them.
    fn run(&self, to: &SyncSender<ScannedBatch>) {
        let threads = self.threads.map_or_else(Threads::default, Threads::start);
        let codec_threads = codec_threads(&self.paths, threads.count());
        let bounds = Bounds { codec_threads, ..Bounds::default() };
        let engine = Engine { threads, bounds };
        let searcher = Searcher::new(self.extractor.clone(), engine).headers(self.headers);
        let fields = ScannedUrl::fields();
        let add = move |hit: &UrlHit<'_>, urls: &mut Vec<ScannedUrl>| {
            let (url, bytes) = ScannedUrl::new(hit, &fields);
            urls.push(url);
            bytes
        };
        // An error means that the iterator was dropped. Batches without URLs are sent too, to notice that soon.
        let _ = searcher.run(searcher.paths(&self.paths), add, |searched: Searched<_>| {
            let listed = searched.report.iter().flat_map(ReadReport::listed);
            let unread = listed.filter(|listed| !listed.kind.is_malformed());
            to.send((searched.batch, unread.cloned().collect()))
        });
    }
}

impl IntoIterator for PathScan {
    type Item = Result<ScannedUrl, Unread>;
    type IntoIter = ScannedUrls;

    fn into_iter(self) -> ScannedUrls {
        let scan = Arc::new(self);
        let search = Arc::clone(&scan);
        ScannedUrls::start(move |to| search.run(&to)).unwrap_or_else(|error| {
            let cause = format!("no thread for the search: {error}");
            let unread = |path: &PathBuf| {
                Unread::not_opened(&Name::new(path.to_string_lossy(), None), &cause)
            };
            ScannedUrls::of((Vec::new(), scan.paths.iter().map(unread).collect()))
        })
    }
}

/// The URLs of files, and what could not be read of them: see [`scan_paths`].
#[derive(Debug)]
pub struct ScannedUrls {
    urls: vec::IntoIter<ScannedUrl>,
    unread: vec::IntoIter<Unread>,
    /// The search, until its end.
    search: Option<(Receiver<ScannedBatch>, JoinHandle<()>)>,
}

impl ScannedUrls {
    fn of((urls, unread): ScannedBatch) -> ScannedUrls {
        ScannedUrls { urls: urls.into_iter(), unread: unread.into_iter(), search: None }
    }

    /// Runs `search` on a thread of its own.
    fn start(
        search: impl FnOnce(SyncSender<ScannedBatch>) + Send + 'static,
    ) -> io::Result<ScannedUrls> {
        let (to, from) = sync_channel(WAITING_BATCHES);
        let thread = thread::Builder::new().name("urlsift".to_owned()).spawn(move || search(to))?;
        Ok(ScannedUrls { search: Some((from, thread)), ..ScannedUrls::of(Default::default()) })
    }
}

impl Iterator for ScannedUrls {
    type Item = Result<ScannedUrl, Unread>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(url) = self.urls.next() {
                return Some(Ok(url));
            }
            if let Some(unread) = self.unread.next() {
                return Some(Err(unread));
            }
            let (from, thread) = self.search.take()?;
            if let Ok(batch) = from.recv() {
                *self = ScannedUrls { search: Some((from, thread)), ..ScannedUrls::of(batch) };
            } else if let Err(payload) = thread.join() {
                panic::resume_unwind(payload);
            }
        }
    }
}

impl iter::FusedIterator for ScannedUrls {}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_panic_of_the_search_reaches_the_iterator() {
        let search = |to: SyncSender<ScannedBatch>| {
            to.send(ScannedBatch::default()).expect("the iterator waits");
            panic!("this one");
        };
        let mut urls = ScannedUrls::start(search).expect("a thread starts");
        let next = panic::AssertUnwindSafe(|| urls.next().is_none());
        let payload = panic::catch_unwind(next).expect_err("the search panics");
        assert_eq!(payload.downcast_ref(), Some(&"this one"));
        assert!(urls.next().is_none());
    }

    /// The whole search would take some minutes.
    #[test]
    fn the_search_ends_when_the_iterator_is_dropped() {
        let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/archives/shelf.mbox");
        for threads in [1, 4] {
            let scan = PathScan::new(iter::repeat_n(&shelf, 100_000)).threads(threads);
            let (done, is_done) = channel();
            let search = move |to| {
                scan.run(&to);
                done.send(()).expect("the test waits");
            };
            let mut urls = ScannedUrls::start(search).expect("a thread starts");
            assert!(urls.next().is_some_and(|url| url.is_ok()));
            assert!(is_done.try_recv().is_err(), "the search goes on");
            drop(urls);
            assert_eq!(is_done.recv_timeout(Duration::from_secs(30)), Ok(()), "{threads} threads");
        }
    }
}
