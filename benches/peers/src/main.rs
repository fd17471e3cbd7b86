//! Compares urlsift with other libraries on the same bytes, in one run, on one thread and on two.
//!
//! ```text
//! urlsift-peers [--rounds N] [--only NAME] FILE…
//! ```
//!
//! Each round runs every pass once, so a disturbance of the machine affects all of them. The best time of each pass
//! counts. Every pass prints its count, which shows that a fast one did not merely find nothing. Each result goes
//! through `black_box`; otherwise the compiler could remove the search.
//!
//! The libraries do different work. linkify needs UTF-8, which is made beforehand and not timed. It finds only bare
//! URLs. mail-parser decodes every part, attachments too, builds a message, and looks for no URL. Each FILE is an mbox
//! that fits into memory.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use linkify::{LinkFinder, LinkKind};
use mail_parser::MessageParser;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift::found::Form;
use urlsift_archive::item::Window;
use urlsift_archive::item::Item;
use urlsift_archive::internal::parts_with;
use urlsift_archive::mail::{Headers, messages as split};
use urlsift_scanner::{Config, Scanner};

/// The default number of rounds.
const ROUNDS: usize = 7;

/// A pass over the bytes of a file, which returns a count.
struct Pass<'a> {
    name: &'static str,
    run: Box<dyn Fn() -> usize + 'a>,
}

impl<'a> Pass<'a> {
    fn new(name: &'static str, run: impl Fn() -> usize + 'a) -> Pass<'a> {
        Pass { name, run: Box::new(run) }
    }
}

/// The goals: a pass, the pass it is compared with, and the largest allowed ratio of their times.
const DEMANDS: [(&str, &str, f64); 7] = [
    ("scanner all", "linkify urls", 1.0 / 1.5),
    ("scanner all", "memchr :", 2.0),
    // 3 where tags are rare, 5 where they are dense.
    ("scanner wrappers", "memchr <", 5.0),
    ("whole way", "mail-parser", 1.0 / 2.5),
    ("whole way, 2 threads", "whole way", 1.0 / 1.85),
    // These two have no goal and are printed for information.
    ("whole way", "linkify urls", f64::INFINITY),
    ("extract all", "linkify urls", f64::INFINITY),
];

fn main() -> ExitCode {
    let (mut files, mut only, mut rounds) = (Vec::new(), None, ROUNDS);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &*arg {
            "--only" => only = args.next(),
            "--rounds" => rounds = args.next().and_then(|n| n.parse().ok()).unwrap_or(ROUNDS),
            _ => files.push(arg),
        }
    }
    if files.is_empty() {
        eprintln!("usage: urlsift-peers [--rounds N] [--only NAME] FILE…");
        return ExitCode::from(2);
    }
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => compare(&file, bytes, only.as_deref(), rounds.max(1)),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Runs `find` on every item on the threads of `pool`, and adds up the URLs.
fn on_pool(
    pool: &ThreadPool,
    items: &[Item<'_>],
    find: impl Fn(&Item<'_>) -> usize + Send + Sync,
) -> usize {
    pool.install(|| items.par_iter().map(find).sum())
}

/// Runs all passes over one file and prints their times, counts and ratios.
fn compare(file: &str, bytes: Vec<u8>, only: Option<&str>, rounds: usize) {
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let window = Window::whole("memory", bytes.clone());
    let items: Vec<Item<'_>> = window.items().collect();
    let extractor = Extractor::new();
    let all = Scanner::new();
    let wrappers = Forms::none().with(Form::Url).with(Form::Angle);
    let angle = Scanner::with_config(Config::new().forms(wrappers));
    let mut links = LinkFinder::new();
    links.kinds(&[LinkKind::Url]);
    let parser = MessageParser::default();
    let two = ThreadPoolBuilder::new().num_threads(2).build().expect("two threads can be had");

    let bytes = &bytes[..];
    let messages = || split(bytes).map(|message| &bytes[message.range]);
    let parts = |headers| {
        messages().flat_map(move |message| parts_with(message, headers)).map(black_box).count()
    };
    let find = |item: &Item<'_>| {
        let mut count = 0;
        item.find(&extractor, Headers::Useful, |place, found| {
            black_box((place, found));
            count += 1;
        });
        count
    };
    let frame = |bytes: &[u8]| split(bytes).map(black_box).count();
    // Making the window framed the messages already, so the whole way frames each message once more. It does so right
    // before the search, like a program that reads window by window and has the bytes in its cache.
    let frame_and_find = |item: &Item<'_>| {
        black_box(frame(item.bytes()));
        find(item)
    };
    let mut passes = vec![
        Pass::new("memchr <", || memchr::memchr_iter(b'<', bytes).map(black_box).count()),
        Pass::new("memchr :", || memchr::memchr_iter(b':', bytes).map(black_box).count()),
        Pass::new("linkify urls", || links.links(&text).map(black_box).count()),
        Pass::new("scanner all", || all.find_iter(bytes).map(black_box).count()),
        Pass::new("scanner wrappers", || angle.find_iter(bytes).map(black_box).count()),
        Pass::new("extract all", || extractor.find_iter(bytes).map(black_box).count()),
        Pass::new("framing", || frame(bytes)),
        Pass::new("mail-parser", || {
            messages().filter_map(|it| parser.parse(it)).map(|it| black_box(it).parts.len()).sum()
        }),
        Pass::new("parts", || parts(Headers::None)),
        Pass::new("parts, headers", || parts(Headers::Useful)),
        Pass::new("whole way", || items.iter().map(frame_and_find).sum()),
        Pass::new("whole way, 2 threads", || on_pool(&two, &items, frame_and_find)),
    ];
    if let Some(only) = only {
        passes.retain(|pass| pass.name.contains(only));
    }
    // The minimum is the time with the least disturbance by other programs; an average would include it.
    let mut best = vec![Duration::MAX; passes.len()];
    let mut counts = vec![0; passes.len()];
    for _ in 0..rounds {
        for (i, pass) in passes.iter().enumerate() {
            let start = Instant::now();
            counts[i] = (pass.run)();
            best[i] = best[i].min(start.elapsed());
        }
    }

    println!("\n{file}: {} bytes, {} messages, best of {rounds}\n", bytes.len(), items.len());
    println!("| pass | ms | GB/s | counted |\n|---|---:|---:|---:|");
    for (i, pass) in passes.iter().enumerate() {
        let seconds = best[i].as_secs_f64();
        let rate = bytes.len() as f64 / seconds / 1e9;
        println!("| {} | {:.2} | {rate:.2} | {} |", pass.name, seconds * 1e3, counts[i]);
    }
    let time = |name| Some(best[passes.iter().position(|pass| pass.name == name)?].as_secs_f64());
    println!("\n| pass | compared with | its time is | at most |\n|---|---|---:|---:|");
    for (name, beside, most) in DEMANDS {
        let (Some(its), Some(others)) = (time(name), time(beside)) else { continue };
        let most = if most.is_finite() { format!("{most:.2}") } else { String::new() };
        println!("| {name} | {beside} | {:.2} | {most} |", its / others);
    }
}
