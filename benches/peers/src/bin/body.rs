//! Compares urlsift with linkify on one mail body with many links, as a mail client has it. urlsift gives a verdict on
//! each link.
//!
//! ```text
//! body              times both libraries over several rounds, and prints the best times and their ratio
//! body NAME TIMES   searches the body this many times, so that `benches/body.sh` can count instructions
//! ```
//!
//! linkify finds the same 200 links and gives no verdicts. By default it looks for addresses too; `linkify-urls` does
//! not. The counts are asserted. `$TEXT` may name a file of texts to search instead, such as the bodies of mail. A zero
//! byte separates them, and each is searched by itself.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use linkify::{LinkFinder, LinkKind};
use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift::found::Form;

const BYTES: usize = 100_000;
const LINKS: usize = 200;
const ROUNDS: usize = 201;

/// The words of a body between the links.
const WORDS: [&str; 24] = [
    "the", "of", "and", "to", "in", "is", "that", "it", "was", "for", "on", "are", "as", "with",
    "his", "they", "people", "water", "than", "first", "called", "their", "which", "there",
];

/// Returns lines of eleven words. A sixth of them end with a link: bare, in brackets, or with a query and a comma.
fn body() -> String {
    let mut body = String::with_capacity(BYTES + 200);
    // A linear congruential generator: the words have no pattern that the branch predictor could learn.
    let mut state = 1738_u32;
    let mut word = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        WORDS[(state >> 16) as usize % WORDS.len()]
    };
    let (mut lines, mut links) = (0, 0);
    while body.len() < BYTES {
        let line: Vec<&str> = (0..11).map(|_| word()).collect();
        body += &line.join(" ");
        if lines % 6 == 3 && links < LINKS {
            links += 1;
            let path = word();
            body += &match links % 3 {
                0 => format!(" http://www.example.org/pub/{path}/doc{links}.html"),
                1 => format!(" <https://list.example.com/archive/{path}/msg{links:05}.html>"),
                _ => format!(" see http://host.example.net/{path}?id={links}, "),
            };
        }
        body.push('\n');
        lines += 1;
    }
    body
}

fn main() -> ExitCode {
    let text =
        std::env::var_os("TEXT").map(|path| std::fs::read(path).expect("the text is readable"));
    let is_made = text.is_none();
    let body = text.map_or_else(body, |text| String::from_utf8_lossy(&text).into_owned());
    let bodies: Vec<&str> = body.split('\0').collect();
    let count_all =
        |count: &dyn Fn(&str) -> usize| bodies.iter().map(|it| count(black_box(it))).sum();
    let extractor = Extractor::new();
    let addresses = Extractor::builder().forms(Forms::default().with(Form::Address)).build();
    let links = LinkFinder::new();
    let mut urls = LinkFinder::new();
    urls.kinds(&[LinkKind::Url]);
    let passes: [(&str, &dyn Fn() -> usize); 4] = [
        ("linkify", &|| count_all(&|it| links.links(it).map(black_box).count())),
        ("linkify-urls", &|| count_all(&|it| urls.links(it).map(black_box).count())),
        ("urlsift-urls", &|| count_all(&|it| extractor.find_iter(it).map(black_box).count())),
        ("urlsift", &|| count_all(&|it| addresses.find_iter(it).map(black_box).count())),
    ];
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [] => {}
        [name, times] => {
            let pass = passes.iter().find(|pass| pass.0 == name);
            let (Some((_, pass)), Ok(times)) = (pass, times.parse()) else {
                eprintln!("usage: body [linkify|linkify-urls|urlsift-urls|urlsift TIMES]");
                return ExitCode::from(2);
            };
            (0..times).for_each(|_| assert!(pass() == LINKS || !is_made));
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("usage: body [linkify|linkify-urls|urlsift-urls|urlsift TIMES]");
            return ExitCode::from(2);
        }
    }
    let mut best = [Duration::MAX; 4];
    for _ in 0..ROUNDS {
        for (best, (_, pass)) in best.iter_mut().zip(passes) {
            let start = Instant::now();
            assert!(pass() == LINKS || !is_made);
            *best = start.elapsed().min(*best);
        }
    }
    println!("{} bytes, best of {ROUNDS}\n", body.len());
    println!("| | links | µs | of linkify's |\n|---|---:|---:|---:|");
    let seconds = best.map(|best| best.as_secs_f64());
    for (its, (name, pass)) in seconds.iter().zip(passes) {
        println!("| {name} | {} | {:.0} | {:.2} |", pass(), its * 1e6, its / seconds[0]);
    }
    ExitCode::SUCCESS
}
