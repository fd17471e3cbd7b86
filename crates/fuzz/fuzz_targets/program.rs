//! Runs `urlsift scan`, `plan`, `scan --split` and `merge` on files in a folder.
//!
//! The target checks:
//!
//! - A scan on 2 or 8 threads writes the rows that one thread writes, and has its status.
//! - Splits of any length, merged, are the scan of the whole.
//! - A plan, a receipt or rows that were damaged end in an error, or in rows, but not in a panic.
//!
//! The folder is below that for temporary files. Warnings go to standard error, so close it with `-close_fd_mask=2`.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::mail::Damage;
use urlsift_fuzz::pack::Pack;
use urlsift_fuzz::program::run;

#[derive(Arbitrary, Debug)]
struct Input {
    format: u8,
    options: u8,
    split_bytes: u16,
    files: Vec<Pack>,
    /// Damage to the plan, to a receipt or to rows, by the number of the file.
    damage: Vec<(u8, Damage)>,
}

/// The largest number of files.
const MAX_FILES: usize = 3;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let name = format!("urlsift-fuzz-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(folder.join("in")).expect("the folder for temporary files is writable");
    folder
});

fuzz_target!(|input: Input| {
    let path = |name: &str| FOLDER.join(name).to_str().expect("the path is UTF-8").to_owned();
    let (plan, rows, source) = (path("plan"), path("rows"), path("in"));
    let (whole, other, merged) = (path("whole"), path("other"), path("merged"));
    for at in 0..MAX_FILES {
        let file = path(&format!("in/{at}"));
        match input.files.get(at) {
            Some(pack) => fs::write(file, pack.bytes()).expect("the folder is writable"),
            None => drop(fs::remove_file(file)),
        }
    }
    let format = ["text", "jsonl", "csv"][input.format as usize % 3];
    let headers = ["none", "useful", "all"][(input.format >> 4) as usize % 3];
    let size = ["2K", "40K", "1M"][(input.options >> 2) as usize % 3];
    let kind = ["auto", "text", "html", "mail"][(input.options >> 4) as usize % 4];
    let mut options =
        vec!["--format", format, "--headers", headers, "--max-member", "4M", "--max-message", size];
    options.extend(["--input", kind]);
    if input.options & 1 == 1 {
        options.push("-H");
    }
    let threads = if input.options & 2 == 2 { "2" } else { "8" };
    let scan =
        |threads, rest: &[&str]| run(&[&["scan", "-j", threads], &options[..], rest].concat());
    let is_done = scan("1", &["-o", &whole, &source]);
    assert_eq!(scan(threads, &["-o", &other, &source]), is_done);
    assert_eq!(fs::read(&other).ok(), fs::read(&whole).ok());

    let length = (1 + u32::from(input.split_bytes)).to_string();
    let is_planned =
        run(&["plan", "--input", kind, "--split-bytes", &length, "-o", &plan, &source]);
    let _ = fs::remove_dir_all(&rows);
    let all = format!("@{plan}");
    if is_planned != Ok(0) {
        assert!(fs::read_dir(&source).expect("the folder is readable").next().is_none());
        return;
    }
    let by_splits = scan(threads, &["--split", &all, "--into", &rows]);
    assert_eq!(by_splits, is_done);
    assert_eq!(run(&["merge", "-o", &merged, &plan, &rows]), is_done);
    assert_eq!(fs::read(&merged).ok(), fs::read(&whole).ok());

    for (number, damage) in input.damage.iter().take(3) {
        let mut files: Vec<PathBuf> = fs::read_dir(&rows)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        files.sort();
        files.push(PathBuf::from(&plan));
        change(&files[*number as usize % files.len()], *damage);
    }
    if !input.damage.is_empty() {
        let _ = run(&["merge", "-o", &merged, &plan, &rows]);
        let _ = run(&["merge", "--left", "-o", &merged, &plan, &rows]);
        let _ = scan(threads, &["--split", &all, "--into", &rows]);
    }
});

fn change(file: &Path, damage: Damage) {
    let Ok(mut bytes) = fs::read(file) else { return };
    damage.apply(&mut bytes);
    fs::write(file, bytes).expect("the folder is writable");
}
