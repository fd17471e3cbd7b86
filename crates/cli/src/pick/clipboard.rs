//! Copies text to the clipboard: through the terminal, and with the program of the desktop.
//!
//! The terminal gets the sequence OSC 52, which many understand, also over SSH. Nothing reports whether it worked, so a
//! program is started too.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use data_encoding::BASE64;

struct CopyProgram {
    needs: Option<&'static str>,
    command: &'static [&'static str],
}

/// The first installed program that works is used.
const PROGRAMS: &[CopyProgram] = &[
    CopyProgram { needs: Some("WAYLAND_DISPLAY"), command: &["wl-copy"] },
    CopyProgram { needs: Some("DISPLAY"), command: &["xclip", "-selection", "clipboard"] },
    CopyProgram { needs: Some("DISPLAY"), command: &["xsel", "--clipboard", "--input"] },
    CopyProgram { needs: None, command: &["pbcopy"] },
    CopyProgram { needs: Some("WINDIR"), command: &["clip.exe"] },
];

/// A program waits for its desktop, which may not answer.
const MAX_COPY_TIME: Duration = Duration::from_secs(2);

/// Copies `text` through `terminal`, whose errors are returned. Returns the name of the program that copied it too, if
/// any.
pub(crate) fn copy(text: &str, terminal: &mut impl Write) -> io::Result<Option<&'static str>> {
    terminal.write_all(sequence(text).as_bytes())?;
    terminal.flush()?;
    let is_usable = |program: &&CopyProgram| {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        program.needs.is_none_or(is_set) && which::which(program.command[0]).is_ok()
    };
    let mut usable = PROGRAMS.iter().filter(is_usable).map(|program| program.command);
    Ok(usable.find(|command| run(command, text).is_ok()).map(|command| command[0]))
}

fn sequence(text: &str) -> String {
    format!("\u{1b}]52;c;{}\u{7}", BASE64.encode(text.as_bytes()))
}

/// Ends the program if it takes longer than [`MAX_COPY_TIME`].
fn run(command: &[&str], text: &str) -> io::Result<()> {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        // Such programs go on in the background. They must not keep the pipes of a mail client open.
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Taking it closes it after the text is written.
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    let started = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(io::Error::other(status.to_string())),
            None if started.elapsed() > MAX_COPY_TIME => {
                child.kill()?;
                child.wait()?;
                return Err(io::ErrorKind::TimedOut.into());
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_gets_the_text_in_base64() {
        assert_eq!(sequence("http://a.example/"), "\u{1b}]52;c;aHR0cDovL2EuZXhhbXBsZS8=\u{7}");
        assert_eq!(sequence(""), "\u{1b}]52;c;\u{7}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_gets_the_text() {
        assert!(run(&["sh", "-c", "test \"$(cat)\" = 'a b'"], "a b").is_ok());
        assert!(run(&["sh", "-c", "cat >&2; exit 1"], "a b").is_err());
        assert!(run(&["no-such-program"], "").is_err());
    }
}
