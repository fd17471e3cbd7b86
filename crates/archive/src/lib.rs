/*!
Finds URLs in mail and news archives: files, mailboxes and messages, with the places of the URLs, on all cores and in the
order of the input. The package [`urlsift`] finds them in a text.

| module | purpose |
|---|---|
| [`mail`] | reads the texts of mailboxes and messages |
| [`item`] | searches a message or a text in memory |
| [`select`] | chooses URLs by conditions, dates and strings |
| [`files`] | opens files, folders, compression, tar and zip |
| [`plan`] | divides a large collection into splits |
| [`rows`] | has a URL with its position and the facts of its message |
| `rows::record_batch` | has rows as record batches of Apache Arrow (crate feature `arrow`) |

[`scan_paths`] is the shortest way: an iterator over the URLs of files and folders.

A [`Scan`] does more with less memory. It has the settings. It makes [`Jobs`] of paths, of inputs or of a
[split](plan::Split), and searches them. Threads add each URL to a batch, and the caller takes the batches:

```no_run
use std::path::PathBuf;
use urlsift_archive::rows::Row;
use urlsift_archive::{Scan, Threads, UrlHit};
use urlsift::Extractor;

let scan = Scan::new(Extractor::new(), Threads::start(0)?);
let paths = [PathBuf::from("lists.tar.gz"), PathBuf::from("news")];
let fields = Row::fields(&["url", "message_id"]).expect("rows have these fields");
let add = move |hit: &UrlHit<'_>, lines: &mut Vec<String>| {
    let row = hit.row(&fields);
    let line = format!("{}\t{}", row.url, row.message_id.unwrap_or("-"));
    let bytes = line.len();
    lines.push(line);
    bytes
};
for batch in scan.batches(scan.paths(&paths), add) {
    for line in batch.rows {
        println!("{line}");
    }
    for unread in batch.report.into_iter().flat_map(|report| report.unread) {
        eprintln!("{}: {}", unread.path(), unread.cause);
    }
}
# Ok::<(), std::io::Error>(())
```

A file that cannot be read does not end a scan: the report names it, and the scan goes on.

# Crate features

* **arrow**: the module `rows::record_batch`. It adds the crates of Arrow's arrays.

Hosts without a scheme are found by the public suffix list if a package of the program depends on `urlsift` with the
feature `psl`.
*/

#![forbid(unsafe_code)]

#[macro_use]
mod text_error;

pub(crate) mod ascii_json;
pub(crate) mod cut;
pub mod files;
#[doc(hidden)]
pub mod internal;
pub mod item;
pub mod mail;
pub(crate) mod nearest;
pub mod plan;
pub mod rows;
pub(crate) mod run;
pub mod select;
pub(crate) mod threads;

pub use self::{
    run::batches::{Batch, Batches},
    run::job::ReadReport,
    run::jobs::Jobs,
    run::scan::{Scan, UrlHit},
    run::scan_paths::scan_paths,
    run::scanned_url::ScannedUrl,
    run::stats::Stats,
    threads::Threads,
};
