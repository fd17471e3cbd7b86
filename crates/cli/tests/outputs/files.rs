//! Tests of output files: when they are replaced, and what is never replaced.

use std::fs;
use std::path::Path;

#[cfg(target_os = "linux")]
use crate::program::urlsift_to;
use crate::program::{Folder, archive, missing_file, seen, text, urlsift};

/// Returns the names in `folder`, sorted.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("the folder is readable").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn an_output_file_is_replaced_when_it_is_complete() {
    let folder = Folder::new("output");
    let one = folder.file("one", b"<http://x.example/>");
    let letter = b"From a@b.example Mon Jan  9 10:12:10 1995\nSubject: c\n\nhttp://x.example/\n";
    let mail = folder.file("mail", letter);
    let root = Path::new(&one).parent().expect("the file is in a folder").display().to_string();
    let gone = format!("{root}/gone");
    let (out, nowhere) = (format!("{root}/out"), format!("{root}/nowhere/out"));
    // Columns: arguments, exit status, content of the file afterwards, standard error.
    let table: &[(&[&str], i32, &str, &str)] = &[
        (&["scan", "-o", &out, &one], 0, "http://x.example/\n", ""),
        // A file is replaced, not appended to.
        (&["scan", "-o", &out, &one], 0, "http://x.example/\n", ""),
        (
            &["scan", "-o", &out, &one, &gone],
            2,
            "http://x.example/\n",
            &format!("urlsift: {gone}: {}\n", missing_file()),
        ),
        (
            &["scan", "-o", &out, &one, &out],
            2,
            "http://x.example/\n",
            &format!(
                "urlsift: {out} cannot be written: it is also an input, which would be replaced; choose another name\n"
            ),
        ),
        // `-o` without a value, as grep has it, and the mailbox as its value.
        (
            &["scan", "-o", &mail],
            2,
            "http://x.example/\n",
            &format!(
                "urlsift: {mail} cannot be written: it exists and is mail or compressed, and would be replaced; choose another name\n"
            ),
        ),
        (
            &["scan", "-o", &root, &one],
            2,
            "http://x.example/\n",
            &format!("urlsift: {root} cannot be written: not a regular file\n"),
        ),
        (
            &["scan", "-o", &nowhere, &one],
            2,
            "http://x.example/\n",
            &format!("urlsift: {nowhere} cannot be written: {}\n", missing_file()),
        ),
        // A scan without URLs writes an empty file.
        (&["scan", "-o", &out, "--forms", "url", &one], 1, "", ""),
    ];
    for (args, status, written, stderr) in table {
        let output = urlsift(args, b"");
        assert_eq!(seen(&output), (Some(*status), "", *stderr), "{args:?}");
        assert_eq!(fs::read_to_string(&out).expect("the file is readable"), *written, "{args:?}");
        assert_eq!(names(&root), ["mail", "one", "out"], "{args:?}");
    }
    assert_eq!(fs::read(&mail).expect("the file is readable"), letter);
    let names = ["few.mbox.gz", "few.mbox.xz", "pack.zip", "few.tar"];
    for content in names.map(archive).into_iter().chain([b"\x1F\x9D\x90".to_vec()]) {
        let packed = folder.file("packed", &content);
        let output = urlsift(&["scan", "-o", &packed], b"");
        assert!(text(&output.stderr).contains("it exists and is mail or compressed"));
        assert_eq!(fs::read(&packed).expect("the file is readable"), content);
    }
}

/// `scan mail >> mail` would put the URLs after the mail.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_no_input() {
    let folder = Folder::new("output-stdout");
    let mail = folder.file("mail", b"http://x.example/\n");
    let root = folder.path().display().to_string();
    // (input, exit status, message)
    let table = [
        (&mail, 2, "standard output is this input; choose another file"),
        (&root, 1, "skipped: standard output"),
    ];
    for (input, status, message) in table {
        let end = fs::File::options().append(true).open(&mail).expect("the file is writable");
        let message = format!("urlsift: {mail}: {message}\n");
        assert_eq!(seen(&urlsift_to(end, &["scan", input])), (Some(status), "", &*message));
        assert_eq!(fs::read(&mail).expect("the file is readable"), b"http://x.example/\n");
    }
}

/// An existing file below a scanned directory is not overwritten, however its path is spelled. A new file may be
/// written there, and is not read.
#[test]
fn inputs_are_not_overwritten() {
    let folder = Folder::new("output-kept");
    let one = folder.file("one", b"<http://x.example/>");
    let root = Path::new(&one).parent().expect("the file is in a folder").display().to_string();
    let (sub, beside) = (format!("{root}/sub"), format!("{root}/sub-beside"));
    fs::create_dir(&sub).expect("the folder is writable");
    fs::create_dir(&beside).expect("the folder is writable");
    let mbox = folder.file("sub/mbox", b"<http://y.example/>");
    let (new, dotted) = (format!("{root}/sub/new"), format!("{root}/sub/../sub/mbox"));
    let outside = folder.file("sub-beside/out", b"");
    let refused = |name: &str, folder: &str| {
        format!(
            "urlsift: {name} cannot be written: it exists already below {folder}, which is an input; choose another folder\n"
        )
    };
    // Columns: arguments, standard error. An empty error means success.
    let table: &[(&[&str], String)] = &[
        (&["scan", "-o", &new, &root], String::new()),
        // A second run would find the URLs of the first.
        (&["scan", "-o", &new, &root], refused(&new, &root)),
        (&["scan", "-o", &mbox, &one, &sub], refused(&mbox, &sub)),
        (&["scan", "-o", &dotted, &sub], refused(&dotted, &sub)),
        (&["scan", "--count", "host", "-o", &mbox, &sub], refused(&mbox, &sub)),
        (&["plan", "-o", &mbox, &sub], refused(&mbox, &sub)),
        // The directory's name is only a prefix of this file's folder.
        (&["scan", "-o", &outside, &sub], String::new()),
    ];
    for (args, stderr) in table {
        let output = urlsift(args, b"");
        let status = if stderr.is_empty() { 0 } else { 2 };
        assert_eq!(seen(&output), (Some(status), "", &**stderr), "{args:?}");
        let kept = fs::read(&mbox).expect("the file is readable");
        assert_eq!(kept, b"<http://y.example/>", "{args:?}");
        assert_eq!(names(&sub), ["mbox", "new"], "{args:?}");
    }
    let written = "http://x.example/\nhttp://y.example/\n";
    assert_eq!(fs::read_to_string(&new).expect("the file is readable"), written);
    #[cfg(unix)]
    {
        let link = format!("{root}/link");
        std::os::unix::fs::symlink(&mbox, &link).expect("the folder is writable");
        let output = urlsift(&["scan", "-o", &link, &sub], b"");
        assert_eq!(text(&output.stderr), refused(&link, &sub));
    }
}

/// A temporary file of a killed run is not read below a directory, but it is read if it is named.
#[test]
fn temporary_files_of_killed_runs_are_not_read() {
    let folder = Folder::new("output-left");
    folder.file("one", b"<http://x.example/>");
    folder.file(".one.part", b"<http://y.example/>");
    let left = folder.file(".out.4711.part", b"http://z.example/\n");
    let root = folder.path().display().to_string();
    for (path, stdout) in
        [(&root, "http://y.example/\nhttp://x.example/\n"), (&left, "http://z.example/\n")]
    {
        assert_eq!(seen(&urlsift(&["scan", path], b"")), (Some(0), stdout, ""));
    }
    let planned = urlsift(&["plan", "--pack-bytes", "0", &root], b"");
    assert_eq!(text(&planned.stdout).lines().count(), 2, "{}", text(&planned.stdout));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_overwritten() {
    let output = urlsift(&["scan", "-o", "/dev/full"], b"<http://x.example/>");
    let expected = "urlsift: /dev/full cannot be written: not a regular file\n";
    assert_eq!(seen(&output), (Some(2), "", expected));
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("it can be opened");
    for args in [&["--version"][..], &["scan", "--help"], &["help", "rows"]] {
        let expected = "urlsift: standard output: No space left on device (os error 28)\n";
        assert_eq!(seen(&urlsift_to(full(), args)), (Some(2), "", expected), "{args:?}");
    }
}

/// `/dev/stdout` leads to the file to which standard output goes. Other programs write into that file, too.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_open_is_not_replaced() {
    let folder = Folder::new("open");
    let path = folder.file("log", b"before\n");
    let link = folder.path().join("link").display().to_string();
    std::os::unix::fs::symlink("/dev/stdout", &link).expect("the folder is writable");
    for name in ["/dev/stdout", "/dev/../dev/fd/1", "/proc/self/fd/1", &link, &path] {
        let log = fs::OpenOptions::new().append(true).open(&path).expect("it can be opened");
        let output = urlsift_to(log, &["scan", "-o", name, &path]);
        let expected = format!(
            "urlsift: {name} cannot be written: this program has it open, as standard output or another stream\n"
        );
        assert_eq!(seen(&output), (Some(2), "", &*expected));
        assert_eq!(fs::read(&path).expect("it is there"), b"before\n");
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("link");
    let old = folder.file("old", b"old");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("the file is writable");
    let link = Path::new(&old).with_file_name("link");
    symlink(&old, &link).expect("the folder is writable");
    let link = link.display().to_string();
    let output = urlsift(&["scan", "-o", &link], b"<http://x.example/>");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(fs::read_to_string(&old).expect("the file is readable"), "http://x.example/\n");
    assert!(fs::symlink_metadata(&link).expect("the file is readable").is_symlink());
    let mode = fs::metadata(&old).expect("the file is readable").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}
