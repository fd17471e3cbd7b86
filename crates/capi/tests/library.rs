//! Builds the library for C, and compiles programs that link it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{header_path, output, report_skipped, root};

/// A library built for C.
pub(crate) struct Library {
    /// The folder of the library, and for files that the tests make.
    pub(crate) folder: PathBuf,
}

/// A way to compile and run a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Checked {
    Plain,
    /// The C part is compiled with `AddressSanitizer` and `UndefinedBehaviorSanitizer`.
    Sanitized,
    Valgrind,
}

/// Builds the library once, as `cargo cinstall` does, with the features of this test.
///
/// It has its own target folder, because Cargo, which runs the tests, may hold the lock of the usual one.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut features = vec!["capi"];
        features.extend(cfg!(feature = "psl").then_some("psl"));
        features.extend(cfg!(feature = "idna").then_some("idna"));
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capi");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(root()).args(["rustc", "--quiet", "--package", "urlsift-capi", "--lib"]);
        cargo.args(["--crate-type", "staticlib", "--no-default-features"]);
        cargo.args(["--features", &features.join(",")]);
        cargo.arg("--target-dir").arg(&target);
        output(&mut cargo);
        Library { folder: target.join("debug") }
    })
}

/// The number of programs. Two tests may compile the same source at the same time.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Compiles `source`, a file in this folder, for `run`. Returns `None` if a tool is missing.
pub(crate) fn compile(source: &str, run: Checked) -> Option<PathBuf> {
    let library = library();
    let is_cpp = Path::new(source).extension().is_some_and(|extension| extension == "cpp");
    let (variable, usual, standard) =
        if is_cpp { ("CXX", "c++", "-std=c++11") } else { ("CC", "cc", "-std=c99") };
    let compiler = env::var(variable).unwrap_or_else(|_| usual.to_owned());
    if !is_installed(&compiler) || run == Checked::Valgrind && !is_installed("valgrind") {
        assert!(
            env::var_os("URLSIFT_CAPI_ALL").is_none(),
            "{run:?} of {source}: {compiler} or valgrind is missing"
        );
        report_skipped(&format!("{run:?} of {source}: {compiler} or valgrind is missing"));
        return None;
    }
    let stem = Path::new(source).file_name().expect("a source has a name").to_string_lossy();
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let program = library.folder.join(format!("{}-{run:?}-{number}", stem.replace('.', "-")));
    let mut command = Command::new(compiler);
    command.args([standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-g", "-O1"]);
    command.arg("-D_POSIX_C_SOURCE=200809L").arg("-I").arg(header_path().with_file_name(""));
    if run == Checked::Sanitized {
        command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    command.arg("-o").arg(&program);
    command.arg(root().join("crates/capi/tests").join(source));
    command.arg(library.folder.join("liburlsift_capi.a"));
    command.args(["-lpthread", "-lm", "-ldl"]);
    output(&mut command);
    Some(program)
}

impl Checked {
    /// Returns the command that runs `program` in this way.
    pub(crate) fn command(self, program: &Path) -> Command {
        if self != Checked::Valgrind {
            return Command::new(program);
        }
        let mut command = Command::new("valgrind");
        command.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
        command.args(["--show-leak-kinds=definite,indirect,possible"]);
        command.arg("--errors-for-leak-kinds=definite,indirect,possible").arg(program);
        command
    }
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
