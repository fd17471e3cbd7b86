//! The URLs of files and folders, with the defaults of the program.

use std::io;
use std::path::PathBuf;

use urlsift::Extractor;
use urlsift::extract::Join;

use crate::files::source::Unread;
use crate::run::batches::Batch;
use crate::run::job::ReadReport;
use crate::run::scan::{Scan, UrlHit};
use crate::run::scanned_url::ScannedUrl;
use crate::threads::Threads;

/// Searches `paths`, files and folders, for URLs on all processors. The path `-` is standard input.
///
/// Mailboxes, messages, news and text are read, also compressed and in tar and zip, with the defaults of the program
/// `urlsift scan`. [`Scan::urls`] has options.
///
/// ```
/// use std::path::Path;
///
/// let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/archives/shelf.mbox");
/// let mut found = Vec::new();
/// for scanned in urlsift_archive::scan_paths([archive])? {
///     match scanned {
///         Ok(url) => found.push((url.url, url.subject.unwrap_or_default())),
///         Err(unread) => eprintln!("{unread}"), // path and cause
///     }
/// }
/// assert_eq!(found[1].0, "ftp://ds.internic.net/rfc");
/// assert_eq!(found[1].1, "Where to find it");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the system starts no thread.
pub fn scan_paths<P: Into<PathBuf>>(
    paths: impl IntoIterator<Item = P>,
) -> io::Result<impl Iterator<Item = Result<ScannedUrl, Unread>> + Send> {
    let paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
    let extractor = Extractor::builder().join(Join::Likely).build();
    Ok(Scan::new(extractor, Threads::start(0)?).urls(&paths))
}

impl Scan {
    /// Searches `paths`, files and folders, for URLs. The path `-` is standard input.
    ///
    /// ```
    /// use std::path::Path;
    /// use urlsift::Extractor;
    /// use urlsift::extract::Forms;
    /// use urlsift::found::Form;
    /// use urlsift_archive::{Scan, Threads};
    ///
    /// let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/archives/shelf.mbox");
    /// let extractor = Extractor::builder().forms(Forms::none().with(Form::Angle)).build();
    /// for found in Scan::new(extractor, Threads::start(1)?).urls(&[archive]).flatten() {
    ///     assert_eq!(found.form, Form::Angle);
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// **Order.** URLs come in the order of the paths, of the names in a folder, and of the bytes in a file. The number of
    /// threads does not change it.
    ///
    /// **Errors.** A file that cannot be read, or is damaged, is an [`Unread`] after the URLs that were found in it, and
    /// the iteration goes on. So is a file that is skipped and may contain text, such as a broken link or a page named
    /// `.gz`; its kind is [`Skipped`](crate::mail::DamageKind::Skipped). Pictures and other binary files give no item, and
    /// malformed messages none besides their URLs.
    ///
    /// **Cost.** The search begins with the first item, and runs ahead of the iterator until the memory for results is
    /// used: 16 MiB for each thread, 96 MiB at most. A URL takes about ten allocations, so a program that needs only counts
    /// or a few fields is faster with [`batches`](Scan::batches).
    ///
    /// **End.** When the iterator is dropped, the threads stop after the windows that they are reading. Nothing waits for
    /// them.
    ///
    /// # Panics
    ///
    /// The iterator panics if the search panics. `urls` panics as [`batches`](Scan::batches) does.
    pub fn urls(
        &self,
        paths: &[PathBuf],
    ) -> impl Iterator<Item = Result<ScannedUrl, Unread>> + Send + use<> {
        let fields = ScannedUrl::fields();
        let add = move |hit: &UrlHit<'_>, urls: &mut Vec<ScannedUrl>| {
            let (url, bytes) = ScannedUrl::new(hit, &fields);
            urls.push(url);
            bytes
        };
        self.batches(self.paths(paths), add).flat_map(|Batch { rows, report, .. }| {
            let listed = report.iter().flat_map(ReadReport::listed);
            let unread: Vec<_> =
                listed.filter(|listed| !listed.kind.is_malformed()).cloned().map(Err).collect();
            rows.into_iter().map(Ok).chain(unread)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Each result takes 1 MiB of room, so a search soon waits until its results are taken.
    #[test]
    fn iterators_of_one_scan_do_not_wait_for_each_other() {
        let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/archives/shelf.mbox");
        let paths = vec![shelf; 20];
        for count in [1, 4] {
            let threads = Threads::start(count).expect("threads start");
            let scan = Scan::new(Extractor::new(), threads.clone());
            let add = |_: &UrlHit<'_>, urls: &mut usize| {
                *urls += 1;
                1 << 20
            };
            let mut some = scan.batches(scan.paths(&paths), add);
            let first = some.next().map_or(0, |batch| batch.rows);
            let all: usize = scan.batches(scan.paths(&paths), add).map(|batch| batch.rows).sum();
            assert_eq!(threads.install(|| paths.len()), 20);
            let rest: usize = some.map(|batch| batch.rows).sum();
            assert!(all > 100 && first > 0, "{count} threads: {first} of {all}");
            assert_eq!(first + rest, all, "{count} threads");
        }
    }

    /// The whole search would take some minutes.
    #[test]
    fn the_search_ends_when_the_iterator_is_dropped() {
        let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/archives/shelf.mbox");
        for threads in [1, 4] {
            let scan = Scan::new(Extractor::new(), Threads::start(threads).expect("threads start"));
            let found = Arc::new(AtomicUsize::new(0));
            let counter = Arc::clone(&found);
            let add = move |_: &UrlHit<'_>, (): &mut ()| {
                counter.fetch_add(1, Ordering::Relaxed);
                1000
            };
            let mut batches = scan.batches(scan.paths(&vec![shelf.clone(); 100_000]), add);
            assert!(batches.next().is_some());
            drop(batches);
            // The jobs that were begun hold the counter.
            let is_held = || Arc::strong_count(&found) > 1;
            let waits = (0..3000).take_while(|_| is_held());
            waits.for_each(|_| thread::sleep(Duration::from_millis(10)));
            assert!(!is_held(), "{threads} threads: the search goes on");
            assert!(found.load(Ordering::Relaxed) > 0);
        }
    }
}
