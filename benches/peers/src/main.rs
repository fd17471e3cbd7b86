//! urlsift beside other programs' libraries, on the same bytes, in one run, on one thread and on two.
//!
//! ```text
//! urlsift-peers [--rounds N] [--only NAME] FILE…
//! ```
//!
//! The passes of a round follow one another, so that what disturbs the machine disturbs all of them; the
//! best time of each is kept. Every pass prints what it counted, so that none is taken for fast that found
//! nothing. The trap is a compiler that sees that nothing is done with what was found: each thing
//! found goes through `black_box`.
//!
//! What is not the same, and for whom: linkify wants UTF-8, which is made before and not timed, and finds
//! bare URLs alone; mail-parser decodes every part, attachments too, builds what it found, and looks for
//! no URL. A file is to be an mbox that fits into memory.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use linkify::{LinkFinder, LinkKind};
use mail_parser::MessageParser;
use rayon::{ThreadPool, ThreadPoolBuilder};
use urlsift::archive::{self, Headers};
use urlsift::bulk::{Item, Window, for_each_in_order};
use urlsift::{Extractor, Form, Forms};
use urlsift_scanner::{Config, Scanner};

const ROUNDS: usize = 7;

/// A pass over a file's bytes: it gives what it counted.
struct Pass<'a> {
    name: &'static str,
    run: Box<dyn Fn() -> usize + 'a>,
}

impl<'a> Pass<'a> {
    fn new(name: &'static str, run: impl Fn() -> usize + 'a) -> Pass<'a> {
        Pass { name, run: Box::new(run) }
    }
}

/// What is demanded, as times one pass takes of another's time: at most so much.
const DEMANDS: [(&str, &str, f64); 7] = [
    ("scanner all", "linkify urls", 1.0 / 1.5),
    ("scanner all", "memchr :", 2.0),
    // 3 where tags are rare, 5 where they are dense.
    ("scanner wrappers", "memchr <", 5.0),
    ("whole way", "mail-parser", 1.0 / 2.5),
    ("whole way, 2 threads", "whole way", 1.0 / 1.85),
    // For who reads the table.
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

/// Runs `find` on every item and counts the URLs, in order, on the threads of `pool`.
fn in_order(
    pool: &ThreadPool,
    items: &[Item<'_>],
    find: impl Fn(&Item<'_>) -> usize + Send + Sync,
) -> usize {
    let mut count = 0;
    let done: Result<(), ()> = pool.install(|| {
        for_each_in_order(items, find, |some| {
            count += some;
            Ok(())
        })
    });
    done.expect("counting does not fail");
    count
}

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
    let messages = || archive::messages(bytes).map(|message| &bytes[message.range]);
    let parts = |headers| {
        messages()
            .flat_map(move |message| archive::parts_with(message, headers))
            .map(black_box)
            .count()
    };
    let find = |item: &Item<'_>| {
        let mut count = 0;
        item.find(&extractor, Headers::Useful, None, |place, found| {
            black_box((place, found));
            count += 1;
        });
        count
    };
    let frame = |bytes: &[u8]| archive::messages(bytes).map(black_box).count();
    // The framing was done when the window was made, so it is done once more where the whole way is timed: of each
    // message right before it is searched, as a program does it that reads window by window, for the memory
    // that it looks at is near then.
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
        Pass::new("whole way, 2 threads", || in_order(&two, &items, frame_and_find)),
    ];
    if let Some(only) = only {
        passes.retain(|pass| pass.name.contains(only));
    }
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
    println!("\n| pass | beside | its time is | at most |\n|---|---|---:|---:|");
    for (name, beside, most) in DEMANDS {
        let (Some(its), Some(others)) = (time(name), time(beside)) else { continue };
        let most = if most.is_finite() { format!("{most:.2}") } else { String::new() };
        println!("| {name} | {beside} | {:.2} | {most} |", its / others);
    }
}
