//! Advice at a terminal, after a run that found nothing, or nothing but addresses of header fields.
//!
//! Only a run without options that select files, URLs or forms gets advice: its user did not say what to leave out.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift::found::Form;
use urlsift_archive::internal::{WalkEntry, walk_entries};
use urlsift_archive::{Scan, UrlHit};

use crate::args::scan::ScanCommand;
use crate::scan::stdin::Stdin;

/// The files that are searched a second time, for hosts, in bytes.
const MAX_SEARCHED_BYTES: u64 = 64 << 20;

/// Whether a URL was found that is not a `mailto:` of a header field.
#[derive(Debug)]
pub(crate) struct OtherUrls(AtomicBool);

impl OtherUrls {
    /// Returns the state before the first URL. If `is_needed` is false, URLs are not looked at.
    pub(crate) fn new(is_needed: bool) -> OtherUrls {
        OtherUrls(AtomicBool::new(!is_needed))
    }

    /// Looks at a URL that was found.
    #[inline]
    pub(crate) fn add(&self, hit: &UrlHit<'_>) {
        // The threads only ever set it, so they need no order.
        if self.0.load(Ordering::Relaxed) {
            return;
        }
        if !hit.place.is_in_header() || !hit.found.url().starts_with("mailto:") {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn are_there(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Reports whether a run with `args` may get advice.
pub(crate) fn is_wanted(args: &ScanCommand) -> bool {
    io::stderr().is_terminal()
        && args.select.settings().is_empty()
        && args.include.is_empty()
        && args.exclude.is_empty()
        && args.search.forms(Forms::default()).is_ok_and(|forms| forms == Forms::default())
}

/// Returns advice on a run of `scan` over `paths` that found `urls` URLs and read all of its input. `others` has looked
/// at each URL.
pub(crate) fn after(
    urls: u64,
    others: &OtherUrls,
    paths: &[PathBuf],
    scan: &Scan,
) -> Option<&'static str> {
    if urls > 0 {
        return (!others.are_there())
            .then_some("all URLs are mailto: in header fields; --headers none leaves them out");
    }
    if Stdin::is_in(paths) {
        // What was read is gone.
        return Some(
            "standard input was searched as text and has no URL; --files-from - reads the files that it names, and \
             --forms +host also finds hosts without a scheme",
        );
    }
    has_host(paths, scan)
        .then_some("there are only hosts without a scheme; --forms +host finds them")
}

/// Reports whether the first files of `paths` have a host without a scheme. Stops at the first one.
fn has_host(paths: &[PathBuf], scan: &Scan) -> bool {
    let extractor = Extractor::builder().forms(Forms::none().with(Form::Host)).build();
    let scan = scan.clone().extractor(extractor);
    let mut left = MAX_SEARCHED_BYTES;
    let files = walk_entries(paths).filter(|entry| matches!(entry, WalkEntry::File(_)));
    let some = files.take_while(|entry| {
        let WalkEntry::File(input) = entry else { return false };
        // A pipe has no length, and cannot be read again.
        input.length().and_then(|length| left.checked_sub(length)).is_some_and(|rest| {
            left = rest;
            true
        })
    });
    let add = |_: &UrlHit<'_>, has: &mut bool| {
        *has = true;
        1
    };
    scan.batches(scan.entries(some), add).any(|batch| batch.rows)
}
