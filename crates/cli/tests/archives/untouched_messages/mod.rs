//! The damage bench: rows of messages that damage does not touch must still come, with the same fields (A7).
//!
//! Archives are damaged at random: bits and bytes are changed, blocks are lost, doubled or overwritten with NULs,
//! the file is cut, its halves are swapped, a separator or the head is lost, and lines or a long front are inserted. A message is *untouched* if these hold:
//!
//! - All its bytes are there, from its separator to the next one. Its separator is still one by rule A2, and so is the
//!   next one, because a message ends where the next begins.
//! - In a tar or zip, the header of its member is there too. The header is the separator of the member, and says how
//!   long it is. A text or a single message is one item, so its whole member has to be there.
//! - If the beginning of a mailbox, a batch or a log is damaged, as many separators are left as rule A1 asks for: two
//!   after at most 4,096 bytes, and eight after more, or one with a frame. Otherwise it may be a text that quotes
//!   messages. A tar or zip that begins as intact mail is mail.
//! - In compressed data, a decompressor still gives these bytes. What it gives is compared with the original text.
//!   A text may be damaged in the middle only, as when a flipped bit changes some letters.
//!
//! All fields have to be the same, except the number of the member, and offsets have to be moved by as many bytes as were inserted or lost before.
//! A lost row also needs exit status 2, and so does each lost URL of a zip or of compressed data, which have checksums.
//! If compressed data lost their beginning, nothing shows what they were.
//!
//! `URLSIFT_CASES` sets the number of cases. If it is set, a table of the results is printed. `URLSIFT_MAILBOXES`
//! names a folder with two mailboxes to make the archives of, as `benches/damage.sh` does. Each case depends only on
//! its number.

mod harm;
mod samples;
mod shape;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use rayon::prelude::*;
use serde_json::Value;

use crate::program::{Folder, text};
use harm::{Harm, harm};
use samples::samples;
use shape::{Kept, Sample, Shape};

/// The number of cases if `URLSIFT_CASES` does not set it.
const CASES: usize = 300;

/// The bytes that show the format of a compressed file or a zip.
const SIGNATURE_BYTES: usize = 10;

/// A row, with its offsets counted from the start of its message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PlacedRow {
    member: Option<String>,
    message: Option<u64>,
    row: String,
}

/// Returns the rows of `stdout`, and the URL of each.
fn rows(stdout: &[u8]) -> Vec<(PlacedRow, String)> {
    text(stdout).lines().map(placed).collect()
}

fn placed(line: &str) -> (PlacedRow, String) {
    let mut row: Value = serde_json::from_str(line).expect("each line is an object");
    let message = row["message_offset"].as_u64();
    let member = row["member"].as_str().map(str::to_owned);
    let url = row["url"].as_str().expect("each row has a URL").to_owned();
    let base = message.unwrap_or(0);
    subtract(&mut row["part_offset"], base);
    if row["offset_in"] == "source" {
        for key in ["start", "end"] {
            subtract(&mut row[key], base);
        }
        for list in ["pieces", "doubts"] {
            for value in row[list].as_array_mut().expect("it is a list") {
                for key in ["start", "end", "at"] {
                    subtract(&mut value[key], base);
                }
            }
        }
        for reading in row["readings"].as_array_mut().expect("it is a list") {
            let why = reading["why"].as_str().expect("it is a text");
            reading["why"] = why.split(' ').map(|word| relative(word, base)).collect();
        }
    }
    let fields = row.as_object_mut().expect("a row is an object");
    for key in ["source", "member", "member_index", "message_offset"] {
        fields.remove(key);
    }
    (PlacedRow { member, message, row: row.to_string() }, url)
}

/// Subtracts `base` from `value`, if that is a number.
fn subtract(value: &mut Value, base: u64) {
    if let Some(number) = value.as_u64() {
        *value = number.wrapping_sub(base).into();
    }
}

/// Returns `word` without `base`, if it is an offset: a number, perhaps with a comma after it.
fn relative(word: &str, base: u64) -> String {
    let (number, rest) =
        word.split_at(word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len()));
    number
        .parse::<u64>()
        .map_or(word.to_owned(), |number| format!("{}{rest}", number.wrapping_sub(base)))
}

/// What the damage of one kind to one archive cost.
#[derive(Clone, Debug, Default)]
struct Tally {
    variants: usize,
    /// Rows of untouched messages, and how many of them are missing.
    untouched: usize,
    lost: usize,
    /// The same for messages whose next separator alone is touched.
    merged: usize,
    merged_lost: usize,
    /// Cases with a loss that did not end with exit status 2.
    silent: Vec<usize>,
    /// Cases in which rows of untouched messages were lost.
    losing: Vec<usize>,
}

impl Tally {
    fn add(mut self, other: &Tally) -> Tally {
        self.variants += other.variants;
        self.untouched += other.untouched;
        self.lost += other.lost;
        self.merged += other.merged;
        self.merged_lost += other.merged_lost;
        self.silent.extend(&other.silent);
        self.losing.extend(&other.losing);
        self
    }
}

/// An archive with the rows of its undamaged bytes.
struct Tried {
    sample: Sample,
    rows: Vec<(PlacedRow, String)>,
}

/// Returns the rows of `bytes` and the exit status. Two threads read the file in ranges; from standard input, one does.
fn scan(bytes: &[u8], path: &Path, is_piped: bool) -> (Vec<(PlacedRow, String)>, Option<i32>) {
    fs::write(path, bytes).expect("the target folder is writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlsift"));
    command.args(["scan", "--format", "jsonl", "-j", if is_piped { "1" } else { "2" }]);
    if is_piped {
        command.stdin(File::open(path).expect("it was written"));
    } else {
        command.arg(path);
    }
    let output = command.output().expect("the program was built for this test");
    (rows(&output.stdout), output.status.code())
}

/// Runs the case `case`, and returns the kind of damage with what it cost.
fn run(case: usize, tried: &Tried, folder: &Path) -> (Harm, Tally) {
    let Tried { sample, rows: expected } = tried;
    let (harm, changed) = harm(case, sample);
    let file = folder.join(case.to_string());
    let (found, status) = scan(&changed, &file, case.is_multiple_of(2));
    let mut left = HashMap::new();
    let mut urls = HashMap::new();
    for (row, url) in &found {
        *left.entry(row).or_insert(0) += 1;
        *urls.entry(url).or_insert(0) += 1;
    }
    let kept = sample.kept(&changed);
    let mut tally = Tally { variants: 1, ..Tally::default() };
    let mut is_url_lost = false;
    for (row, url) in expected {
        let count = urls.entry(url).or_insert(0);
        is_url_lost |= *count == 0;
        *count = (*count - 1).max(0);
        let key =
            (row.member.clone(), row.message.map(|at| usize::try_from(at).expect("it is short")));
        let Some(&Kept { shift, is_end_touched }) = kept.get(&key) else { continue };
        // If a block with the header of a member is doubled, there are two such members. Then the row may be in the
        // second one, at its old offset.
        let is_lost = [shift, 0].iter().all(|&shift| {
            let message = row.message.map(|at| at.wrapping_add_signed(shift));
            match left.get_mut(&PlacedRow { message, ..row.clone() }) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            }
        });
        if is_end_touched {
            tally.merged += 1;
            tally.merged_lost += usize::from(is_lost);
        } else {
            tally.untouched += 1;
            tally.lost += usize::from(is_lost);
        }
    }
    if tally.lost > 0 {
        tally.losing.push(case);
    }
    // A file that is shorter than a signature shows no format. Neither do compressed data without their beginning, nor a
    // zip without a header of a member.
    let has_header = memchr::memmem::find(&changed, b"PK\x03\x04").is_some();
    let is_packed = matches!(sample.shape, Shape::Packed(..)) || !has_header;
    let shows_loss = sample.has_checksums
        && changed.len() >= SIGNATURE_BYTES
        && !(is_packed && harm.moves_beginning());
    if (tally.lost > 0 || (shows_loss && is_url_lost)) && status != Some(2) {
        tally.silent.push(case);
    }
    if tally.losing.is_empty() && tally.silent.is_empty() {
        fs::remove_file(&file).expect("it was written");
    }
    (harm, tally)
}

/// Returns a table of `tallies`, one line for each key.
fn table(head: &str, tallies: &BTreeMap<String, Tally>) -> String {
    let mut table = format!(
        "| {head} | variants | rows of untouched messages | lost | variants | without exit status 2 | \
         rows before a touched separator | lost or changed |\n|---|---:|---:|---:|---:|---:|---:|---:|\n"
    );
    let all = tallies.values().fold(Tally::default(), Tally::add);
    for (name, tally) in tallies.iter().chain([(&"all".to_owned(), &all)]) {
        let Tally { variants, untouched, lost, merged, merged_lost, silent, losing } = tally;
        let (silent, losing) = (silent.len(), losing.len());
        let _ = writeln!(
            table,
            "| {name} | {variants} | {untouched} | {lost} | {losing} | {silent} | {merged} | {merged_lost} |"
        );
    }
    table
}

#[test]
fn rows_of_untouched_messages_survive_damage() {
    let asked = std::env::var("URLSIFT_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases: usize = asked.unwrap_or(CASES);
    let folder = Folder::new("untouched");
    let tried: Vec<Tried> = samples()
        .into_iter()
        .map(|sample| {
            let (rows, status) = scan(&sample.bytes, &folder.path().join(sample.name), true);
            assert!(rows.len() >= 10, "{} has too few rows", sample.name);
            assert_eq!(status, Some(0), "{}", sample.name);
            Tried { sample, rows }
        })
        .collect();
    let results: Vec<_> = (0..cases)
        .into_par_iter()
        .map(|case| {
            let tried = &tried[case % tried.len()];
            let (harm, tally) = run(case, tried, folder.path());
            (tried.sample.name, harm, tally)
        })
        .collect();
    let (mut by_archive, mut by_harm) = (BTreeMap::new(), BTreeMap::new());
    for (name, harm, tally) in &results {
        let is_new = |of: &Tally| of.clone().add(tally);
        for (tallies, key) in
            [(&mut by_archive, (*name).to_owned()), (&mut by_harm, format!("{harm:?}"))]
        {
            let sum = is_new(tallies.entry(key.clone()).or_default());
            tallies.insert(key, sum);
        }
    }
    let all = by_archive.values().fold(Tally::default(), Tally::add);
    if asked.is_some() {
        println!("{}\n{}", table("archive", &by_archive), table("damage", &by_harm));
    }
    assert!(all.untouched > 10 * cases, "{} rows are too few", all.untouched);
    let shown = |cases: &[usize]| {
        cases.iter().take(40).map(|case| results_line(&results, *case)).collect::<String>()
    };
    if !(all.losing.is_empty() && all.silent.is_empty()) {
        // Keep the damaged files, and those before the damage.
        let kept = folder.path().display().to_string();
        std::mem::forget(folder);
        panic!("see {kept}\nlost rows:\n{}silent:\n{}", shown(&all.losing), shown(&all.silent));
    }
}

/// Describes the case `case` for a failure.
fn results_line(results: &[(&'static str, Harm, Tally)], case: usize) -> String {
    let (name, harm, tally) = &results[case];
    format!("{case}: {name}, {harm:?}: {} of {} lost\n", tally.lost, tally.untouched)
}
