//! Runs one piece of work a number of times, so that `count.sh` can count its instructions.
//!
//! ```text
//! count                      runs everything once, which asserts the counts
//! count --list               lists the names
//! count --print NAME BYTES   prints the hostile text of NAME with this many bytes
//! count NAME TIMES [BYTES]   makes the text of NAME with this many bytes, and searches it this many times
//! ```
//!
//! If TIMES is 0, the text is made and not searched. `count.sh` subtracts the instructions of that run. Work that
//! needs a second thread is not in the list, because the instructions of waiting threads count too.

mod stage;
mod text;

use std::io::Write;
use std::process::ExitCode;

use stage::Task;
use text::{HOSTILE, Hostile};

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let tasks = stage::STAGES.into_iter().flat_map(|stage| {
        let named = move |task: Task| (format!("{stage}/{}", task.name), task);
        stage::tasks(stage).into_iter().map(named)
    });
    let mut tasks = tasks.filter(|(name, _)| !name.ends_with("/two"));
    match args[..] {
        [] => tasks.for_each(|(_, task)| task.make(None).run()),
        ["--print", wanted, size] => {
            let is_wanted = |text: &&Hostile| wanted.strip_prefix("hostile/") == Some(text.name);
            let text = HOSTILE.iter().find(is_wanted).expect("NAME is one of a hostile text");
            let (message, _) = text.message(size.parse().expect("BYTES is a number"));
            std::io::stdout().write_all(&message).expect("standard output is open");
        }
        ["--list"] => tasks.for_each(|(name, _)| println!("{name}")),
        [wanted, times, ref size @ ..] => {
            let size = size.first().map(|size| size.parse().expect("BYTES is a number"));
            let times: usize = times.parse().expect("TIMES is a number");
            let Some((_, task)) = tasks.find(|(name, _)| name == wanted) else {
                eprintln!("{wanted}: there is nothing of this name");
                return ExitCode::from(2);
            };
            let work = task.make(size);
            (0..times).for_each(|_| work.run());
            println!("{}", work.bytes);
        }
        _ => {
            eprintln!("usage: count [--list | NAME TIMES [BYTES]]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
