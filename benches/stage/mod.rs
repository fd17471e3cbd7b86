//! The work that is measured, stage by stage: each searches a prepared text and knows the count that it must find.
//!
//! The benches time this work, and `count` has its instructions counted, so both measure the same. Listing the tasks
//! makes no text; a text is made when its work is requested. [`Work::run`] asserts the count each time, because a
//! search that finds nothing is fast too.

use std::hint::black_box;
use std::ops::Range;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift::found::Form;
use urlsift_archive::internal::{MoreInput, Separator, find_separator};
use urlsift_archive::item::Item;
use urlsift_archive::item::Window;
use urlsift_archive::mail::{Container, Headers, messages};
use urlsift_rejoiner::{Gaps, Readings, SoftBreaks};
use urlsift_scanner::{Config, Scanner};
use urlsift_validator::Validator;

use crate::text::{Density, HOSTILE, Hostile, SIZE, URLS, Unit, mbox, units};

/// The default size of a mailbox in bytes: enough messages for two threads.
const MAILBOX: usize = 8 * SIZE;

/// Work whose text is not made yet.
pub(crate) struct Task {
    pub(crate) name: String,
    make: Box<dyn Fn(Option<usize>) -> Work>,
}

impl Task {
    fn new(name: impl Into<String>, make: impl Fn(Option<usize>) -> Work + 'static) -> Task {
        Task { name: name.into(), make: Box::new(make) }
    }

    /// Makes the text, of about `size` bytes.
    pub(crate) fn make(&self, size: Option<usize>) -> Work {
        (self.make)(size)
    }
}

/// Work to measure.
pub(crate) struct Work {
    /// The length of the text in bytes.
    pub(crate) bytes: usize,
    expected: usize,
    body: Box<dyn Fn() -> usize>,
}

impl Work {
    fn new(bytes: usize, expected: usize, body: impl Fn() -> usize + 'static) -> Work {
        Work { bytes, expected, body: Box::new(body) }
    }

    /// Runs the work once and asserts its count.
    pub(crate) fn run(&self) {
        assert_eq!((self.body)(), self.expected);
    }
}

/// The stages, in the order of the pipeline.
pub(crate) const STAGES: [&str; 7] =
    ["scan", "schemes", "rejoin", "validate", "extract", "archive", "hostile"];

/// Returns the tasks of the stage called `stage`; none if there is no such stage.
pub(crate) fn tasks(stage: &str) -> Vec<Task> {
    match stage {
        "scan" => scan(),
        "schemes" => Density::ALL.into_iter().flat_map(schemes).collect(),
        "rejoin" => units().into_iter().filter(|unit| unit.urls > 0).map(rejoin).collect(),
        "validate" => URLS.iter().map(|&(name, url, count)| validate(name, url, count)).collect(),
        "extract" => units().into_iter().map(extract).collect(),
        "archive" => Density::ALL.into_iter().flat_map(whole_way).collect(),
        "hostile" => HOSTILE.iter().map(refused).collect(),
        _ => Vec::new(),
    }
}

/// Makes tasks for the scanner: all forms on each text, and only `url` and `angle` on those of the texts that
/// have no other form.
fn scan() -> Vec<Task> {
    let wrappers = Forms::none().with(Form::Url).with(Form::Angle);
    let only = Scanner::with_config(Config::new().forms(wrappers));
    let task = |unit: Unit, name: String, scanner: Scanner| {
        Task::new(name, move |size| {
            let (text, count) = unit.repeated(size.unwrap_or(SIZE));
            let scanner = scanner.clone();
            Work::new(text.len(), count * unit.urls, move || {
                scanner.find_iter(black_box(&text)).map(black_box).count()
            })
        })
    };
    let all = units().into_iter().map(|unit| {
        let name = unit.name.clone();
        task(unit, name, Scanner::new())
    });
    let is_wrapper =
        |unit: &Unit| !["quote", "prefix", "bare"].iter().any(|it| unit.name.starts_with(it));
    let some = units().into_iter().filter(is_wrapper).map(|unit| {
        let name = format!("wrappers-only/{}", unit.name);
        // The only URL in a wrapper that never closes is bare.
        let urls = if unit.name == "hostile" { 0 } else { unit.urls };
        task(Unit { urls, ..unit }, name, only.clone())
    });
    all.chain(some).collect()
}

/// The schemes that aho-corasick searches. None ends in another, so its matches are the occurrences of all.
const SCHEMES: &str = "http:// https:// ftp:// gopher:// nntp:// telnet:// wais:// file:// prospero:// irc:// git:// \
    rsync://";

/// Makes the tasks that search a mailbox as it is stored: by the scanner, for any scheme, and by aho-corasick's packed
/// searcher, for [`SCHEMES`] alone.
fn schemes(density: Density) -> [Task; 2] {
    let scanner = Scanner::new();
    let searcher =
        aho_corasick::packed::Searcher::new(SCHEMES.split(' ')).expect("a packed searcher");
    let scan = move |mail: &[u8]| scanner.find_iter(mail).map(black_box).count();
    let search = move |mail: &[u8]| searcher.find_iter(mail).map(black_box).count();
    [search_of(density, "scanner", scan), search_of(density, "aho-corasick", search)]
}

/// Makes the task that searches a mailbox with `find`, which finds at least each of [`SCHEMES`].
fn search_of(
    density: Density,
    name: &str,
    find: impl Fn(&[u8]) -> usize + Clone + 'static,
) -> Task {
    Task::new(format!("{}/{name}", density.name()), move |size| {
        let (mail, _) = mbox(density, size.unwrap_or(MAILBOX));
        let occurrences = SCHEMES.split(' ').map(|it| memchr::memmem::find_iter(&mail, it).count());
        let (least, count) = (occurrences.sum(), find(&mail));
        assert!(count >= least, "{count} of {least} schemes");
        let find = find.clone();
        Work::new(mail.len(), count, move || find(black_box(&mail)))
    })
}

/// Makes the task that computes the readings of each wrapper of a text. The lines are found beforehand.
fn rejoin(unit: Unit) -> Task {
    Task::new(unit.name.clone(), move |size| {
        let (text, count) = unit.repeated(size.unwrap_or(SIZE));
        let scanner = Scanner::new();
        let lines = scanner.find_iter(&text).map(|wrapper| wrapper.lines().collect());
        let wrappers: Vec<Vec<Range<usize>>> = lines.collect();
        Work::new(text.len(), count * unit.urls * unit.readings, move || {
            let readings = wrappers.iter().map(|lines| {
                let readings = Readings::new(
                    text.as_bytes(),
                    lines.iter().cloned(),
                    Gaps::Weighed,
                    SoftBreaks::Kept,
                );
                black_box(&readings).as_slice().len()
            });
            readings.sum()
        })
    })
}

/// Makes the task that computes one verdict, by all grammars.
fn validate(name: &str, url: &'static str, count: usize) -> Task {
    Task::new(name, move |_| {
        let validator = Validator::new();
        Work::new(url.len(), count, move || {
            black_box(validator.validate(black_box(url))).grammars().len()
        })
    })
}

/// Makes the task that scans, rejoins, validates and chooses.
fn extract(unit: Unit) -> Task {
    Task::new(unit.name.clone(), move |size| {
        let (text, count) = unit.repeated(size.unwrap_or(SIZE));
        let extractor = Extractor::new();
        Work::new(text.len(), count * unit.urls, move || {
            extractor.find_iter(black_box(&text)).map(black_box).count()
        })
    })
}

/// Makes the tasks that process a mailbox in memory, from its separators to its URLs, on one thread and on two.
fn whole_way(density: Density) -> [Task; 2] {
    [(1, "one"), (2, "two")].map(|(threads, name)| {
        Task::new(format!("{}/{name}", density.name()), move |size| {
            let (mail, urls) = mbox(density, size.unwrap_or(MAILBOX));
            through(mail, urls, threads)
        })
    })
}

/// Makes the task that processes a message with hostile text.
fn refused(hostile: &'static Hostile) -> Task {
    Task::new(hostile.name, |size| {
        let (message, urls) = hostile.message(size.unwrap_or(SIZE));
        through(message, urls, 1)
    })
}

/// Makes the work of the whole pipeline: framing, parts, header fields, scan, rejoin, validate, count. One thread
/// uses no pool.
fn through(mail: Vec<u8>, urls: usize, threads: usize) -> Work {
    let extractor = Extractor::new();
    let find = move |item: &Item<'_>| {
        let mut count = 0;
        item.find(&extractor, Headers::Useful, |place, found| {
            black_box((place, found));
            count += 1;
        });
        count
    };
    // A window owns its bytes, so it is made beforehand: otherwise the copy would be measured. That step includes
    // the framing, which is why the measured work frames the mailbox once more.
    let window = Window::whole("memory", mail.clone());
    let frame = |mail: &[u8]| black_box(messages(black_box(mail)).count());
    let bytes = window.len();
    if threads == 1 {
        return Work::new(bytes, urls, move || {
            frame(&mail);
            window.items().map(|item| find(&item)).sum()
        });
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
    // A separator is recognised by the bytes near it, so two threads can each frame one half.
    let middle = match find_separator(Container::Mbox, &mail, mail.len() / 2, MoreInput::None) {
        Separator::At(middle) => middle,
        Separator::NotBefore(_) => mail.len(),
    };
    Work::new(bytes, urls, move || {
        pool.install(|| {
            let (first, second) = mail.split_at(middle);
            rayon::join(|| frame(first), || frame(second));
            let items: Vec<Item<'_>> = window.items().collect();
            items.par_iter().map(&find).sum()
        })
    })
}
