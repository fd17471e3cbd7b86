//! Tests of output files in odd places, and of outputs that cannot be written.

use std::fs;

use crate::program::{Folder, seen, text, urlsift};

/// Returns what a shell prints, and the exit status that it ends with. `$0` is the program. Windows has no such shell,
/// and only some of its users may make symbolic links.
#[cfg(unix)]
fn shell(script: &str, folder: &std::path::Path) -> (String, Option<i32>) {
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_urlsift")])
        .current_dir(folder)
        .output()
        .expect("the system has a shell");
    (text(&output.stderr).to_owned(), output.status.code())
}

/// In a container each run has the same process number. `exec` keeps that of the shell here.
#[cfg(unix)]
#[test]
fn a_temporary_file_of_a_killed_run_is_no_hindrance() {
    let folder = Folder::new("output-stale");
    folder.file("in", b"http://x.example/");
    let script = "echo old > .out.$$.part; echo old > .out.$$.1.part; exec \"$0\" scan -o out in";
    assert_eq!(shell(script, folder.path()), (String::new(), Some(0)));
    let names = crate::outputs::files::names(&folder.path().display().to_string());
    assert_eq!(names.len(), 4, "{names:?}");
    assert_eq!(
        fs::read(folder.path().join("out")).expect("it was written"),
        b"http://x.example/\n"
    );
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_written_through() {
    let folder = Folder::new("output-dangling");
    folder.file("in", b"http://x.example/");
    // Columns: commands before the scan to `link`, the file that is written.
    let table = [
        ("mkdir sub; ln -s sub/target link", "sub/target"),
        ("ln -s \"$PWD/sub/absolute\" other; ln -s other link", "sub/absolute"),
    ];
    for (before, target) in table {
        let script = format!("rm -f link; {before}; \"$0\" scan -o link in");
        assert_eq!(shell(&script, folder.path()), (String::new(), Some(0)), "{before}");
        let written = fs::read(folder.path().join(target)).expect("it was written");
        assert_eq!(written, b"http://x.example/\n");
        let link = fs::symlink_metadata(folder.path().join("link")).expect("it is there");
        assert!(link.is_symlink(), "{before}");
    }
    // Columns: commands before the scan, the end of the message.
    let table = [
        ("ln -s nowhere/target link", "No such file or directory (os error 2)\n"),
        ("ln -s link link", "link cannot be written: too many symbolic links\n"),
    ];
    for (before, message) in table {
        let script = format!("rm -f link; {before}; \"$0\" scan -o link in");
        let (stderr, status) = shell(&script, folder.path());
        assert!(stderr.ends_with(message) && status == Some(2), "{before} {stderr}");
    }
}

#[test]
fn the_name_of_an_output_may_be_long() {
    let folder = Folder::new("output-long");
    let one = folder.file("in", b"http://x.example/");
    for name in ["n".repeat(250), "\u{fc}".repeat(127)] {
        let out = folder.path().join(name);
        let output = urlsift(&["scan", "-o", &out.display().to_string(), &one], b"");
        assert_eq!(seen(&output), (Some(0), "", ""));
        assert_eq!(fs::read(out).expect("it was written"), b"http://x.example/\n");
    }
}

/// Only root can give a file to another user, so the test needs root to show it.
#[cfg(target_os = "linux")]
#[test]
fn the_owner_of_a_replaced_file_is_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let folder = Folder::new("output-owner");
    let one = folder.file("in", b"http://x.example/");
    let out = folder.file("out", b"old");
    if chown(&out, Some(12), Some(34)).is_err() {
        crate::repository::report_skipped("not root, so no file can be given away");
        return;
    }
    fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).expect("it is writable");
    let output = urlsift(&["scan", "-o", &out, &one], b"");
    assert_eq!(seen(&output), (Some(0), "", ""));
    let it = fs::metadata(&out).expect("it was written");
    assert_eq!((it.uid(), it.gid(), it.mode() & 0o777, it.len()), (12, 34, 0o640, 18));
}

#[cfg(target_os = "linux")]
#[test]
fn statistics_that_cannot_be_printed_are_an_error() {
    let folder = Folder::new("output-full");
    folder.file("in", b"http://x.example/");
    for stats in ["--stats", "--stats=json"] {
        let script = format!("exec \"$0\" scan {stats} in 2>/dev/full");
        assert_eq!(shell(&script, folder.path()), (String::new(), Some(2)), "{stats}");
    }
}
