//! Sets `URLSIFT_VERSION`: the version, and in parentheses the commit and its date, if they are known.
//!
//! A packaged crate names its commit in `.cargo_vcs_info.json`; otherwise git is asked. `SOURCE_DATE_EPOCH` sets the date.

use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let (commit, commit_date) = match packaged_commit() {
        Some(commit) => (Some(commit), None),
        None => git_commit().unzip(),
    };
    let epoch = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let date = epoch.map(date).or(commit_date);
    let facts: Vec<String> = commit.into_iter().chain(date).collect();
    let version = env!("CARGO_PKG_VERSION");
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
    println!("cargo::rustc-env=URLSIFT_VERSION={version}{facts}");
}

/// Returns the commit that `cargo package` wrote down.
fn packaged_commit() -> Option<String> {
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once("\"sha1\"")?;
    Some(rest.split('"').nth(1)?.get(..7)?.to_owned())
}

/// Returns the commit and its date, if this folder is in the repository of urlsift.
fn git_commit() -> Option<(String, String)> {
    // Sources without a repository may lie in that of another program.
    if git(&["rev-parse", "--show-prefix"])? != "crates/cli/" {
        return None;
    }
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    let line = git(&["log", "-1", "--format=%H %ct"])?;
    let (commit, seconds) = line.split_once(' ')?;
    Some((commit.get(..7)?.to_owned(), date(seconds.parse().ok()?)))
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|it| it.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns the date in UTC of `seconds` since 1970, which is correct until 2100.
fn date(seconds: u64) -> String {
    // Days since the first of March 1968, so that a leap day is the last of four years.
    let days = seconds / 86_400 + 671;
    let (years, day) = (days / 1461 * 4, days % 1461);
    let year = (day / 365).min(3);
    let day = day - year * 365;
    // Months from March on have 31 and 30 days in turn, and begin again after five.
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (1968 + years + year + month / 10, (month + 2) % 12 + 1);
    format!("{year}-{month:02}-{day_of_month:02}")
}
