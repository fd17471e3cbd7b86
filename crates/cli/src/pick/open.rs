//! The programs that open links.
//!
//! A command is split into words as a shell splits it, but no shell runs it: quotes and wildcards in a URL have no
//! effect. A URL cannot be taken for an option, because it begins with the letter of a scheme.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail, ensure};

const PLACEHOLDER: &str = "%u";

const SHELLS: [&str; 16] = [
    "ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "rbash", "runuser", "sh",
    "su", "tcsh", "yash", "zsh",
];

/// Shells that make one command of all arguments, so that they would run a URL alone in one, too.
const JOINING_SHELLS: [&str; 3] = ["cmd", "powershell", "pwsh"];

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Opener {
    /// The setting that names the command, for messages.
    origin: String,
    program: String,
    args: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Openers {
    usual: Opener,
    by_scheme: BTreeMap<String, Opener>,
}

impl Openers {
    /// Returns the commands in `by_scheme`, and for other schemes `usual` or else the system's own command. Returns
    /// `None` if the system has none, and an error if a command cannot be split into words or no program of `$BROWSER`
    /// is installed.
    pub(crate) fn new(
        usual: Option<(&str, &str)>,
        by_scheme: &BTreeMap<String, String>,
    ) -> anyhow::Result<Option<Openers>> {
        let usual = match usual {
            Some((origin, command)) => Some(Opener::parse(origin, command)?),
            None => Opener::of_system()?,
        };
        let mut own = BTreeMap::new();
        for (scheme, command) in by_scheme {
            let opener = Opener::parse(&format!("[pick.openers] {scheme}"), command)?;
            own.insert(scheme.to_ascii_lowercase(), opener);
        }
        Ok(usual.map(|usual| Openers { usual, by_scheme: own }))
    }

    pub(crate) fn opener(&self, href: &str) -> &Opener {
        let scheme = href.split(':').next().unwrap_or_default().to_ascii_lowercase();
        self.by_scheme.get(&scheme).unwrap_or(&self.usual)
    }

    pub(crate) fn name(&self, href: Option<&str>) -> &str {
        href.map_or(&self.usual, |href| self.opener(href)).name()
    }

    pub(crate) fn open(&self, hrefs: &[String]) -> Vec<anyhow::Error> {
        hrefs.iter().filter_map(|href| self.opener(href).open(href).err()).collect()
    }

    /// Checks that the usual program, and that for each of `hrefs`, is installed.
    pub(crate) fn check<'h>(&self, hrefs: impl Iterator<Item = &'h str>) -> anyhow::Result<()> {
        self.usual.check()?;
        let mut checked = Vec::new();
        for opener in hrefs.map(|href| self.opener(href)) {
            if !checked.contains(&opener) {
                opener.check()?;
                checked.push(opener);
            }
        }
        Ok(())
    }
}

impl Opener {
    fn parse(origin: &str, command: &str) -> anyhow::Result<Opener> {
        // On Windows a backslash separates folders.
        let command = if cfg!(windows) { &command.replace('\\', "\\\\") } else { command };
        let words = shlex::split(command);
        let words = words.with_context(|| format!("{origin}: a quote is not closed"))?;
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        let program = program.with_context(|| format!("{origin}: it names no program"))?;
        let opener = Opener { origin: origin.to_owned(), program, args: words.collect() };
        // Another program may start the shell, as `env`, `busybox` and `sudo` do.
        let mut words = core::iter::once(&opener.program).chain(&opener.args);
        let joining = words.clone().find(|word| is_one_of(&JOINING_SHELLS, word));
        ensure!(
            joining.is_none(),
            "{origin}: {} would run parts of a URL; name the program that opens it",
            joining.unwrap_or(&opener.program)
        );
        let is_shell = words.any(|word| is_one_of(&SHELLS, word));
        // An argument with a space may be a script for a program that is not known to be a shell.
        let is_within = |arg: &String| {
            has_place(arg)
                && arg.len() > PLACEHOLDER.len()
                && (is_shell || arg.contains(char::is_whitespace))
        };
        let is_script = is_shell && is_script(&words.map(String::as_str).collect::<Vec<_>>());
        ensure!(
            !is_script && !opener.args.iter().any(is_within),
            "{origin}: a shell would run parts of a URL; write sh -c 'firefox \"$1\"' sh %u"
        );
        Ok(opener)
    }

    /// Returns the first program of `$BROWSER` that is installed, or the program with which the system opens URLs.
    fn of_system() -> anyhow::Result<Option<Opener>> {
        if let Some(browsers) = env::var("BROWSER").ok().filter(|browsers| !browsers.is_empty()) {
            return Opener::of_browser(&browsers).map(Some);
        }
        let command = if cfg!(target_os = "macos") {
            "open"
        } else if cfg!(windows) {
            "rundll32 url.dll,FileProtocolHandler"
        } else {
            "xdg-open"
        };
        let opener = Opener::parse("the system", command)?;
        Ok(opener.check().is_ok().then_some(opener))
    }

    /// Returns the first command in `browsers`, a list like `$PATH`, whose program is installed. `%s` is the URL too.
    fn of_browser(browsers: &str) -> anyhow::Result<Opener> {
        let commands =
            env::split_paths(browsers).filter_map(|path| path.into_os_string().into_string().ok());
        let mut first = None;
        for command in commands.filter(|command| !command.is_empty()) {
            let usable = Opener::parse("$BROWSER", &command).and_then(|opener| {
                opener.check()?;
                Ok(opener)
            });
            match usable {
                Ok(mut opener) => {
                    for arg in &mut opener.args {
                        *arg = arg.replace("%s", PLACEHOLDER);
                    }
                    return Ok(opener);
                }
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or_else(|| anyhow!("$BROWSER names no program")))
    }

    pub(crate) fn name(&self) -> &str {
        name_of(&self.program)
    }

    fn check(&self) -> anyhow::Result<()> {
        match which::which(&self.program) {
            Ok(_) => Ok(()),
            Err(_) => bail!("{}: the program {:?} is not installed", self.origin, self.program),
        }
    }

    /// Returns the arguments for `href`. It takes the place of each `%u`, or else comes last.
    fn args(&self, href: &str) -> Vec<String> {
        let mut args: Vec<String> =
            self.args.iter().map(|arg| arg.replace(PLACEHOLDER, href)).collect();
        if !self.args.iter().any(|arg| arg.contains(PLACEHOLDER)) {
            args.push(href.to_owned());
        }
        args
    }

    /// Starts the program with `href`, and waits for its end, which must be a success.
    pub(crate) fn open(&self, href: &str) -> anyhow::Result<()> {
        ensure!(href.starts_with(|c: char| c.is_ascii_alphabetic()), "{href}: it has no scheme");
        // Standard input was the message, read to its end. A browser in the terminal needs keys instead.
        let stdin = keyboard().map_or_else(Stdio::null, Stdio::from);
        let status = Command::new(&self.program).args(self.args(href)).stdin(stdin).status();
        let status = status.with_context(|| format!("{}: cannot be started", self.program))?;
        ensure!(status.success(), "{}: {status}", self.program);
        Ok(())
    }
}

fn name_of(program: &str) -> &str {
    program.rsplit(std::path::is_separator).next().unwrap_or(program)
}

fn is_one_of(programs: &[&str], word: &str) -> bool {
    let name = name_of(word).to_ascii_lowercase();
    programs.contains(&name.strip_suffix(".exe").unwrap_or(&name))
}

fn has_place(arg: &str) -> bool {
    [PLACEHOLDER, "%s"].iter().any(|place| arg.contains(place))
}

/// Reports whether a URL would be the script of a shell with the arguments `args`: the first argument after `-c`, or after
/// several letters with `c`, that is not an option.
fn is_script(args: &[&str]) -> bool {
    let is_option = |arg: &str| arg.starts_with(['-', '+']);
    let is_command = |arg: &&str| {
        let is_long = arg.starts_with("--");
        is_option(arg) && (arg.contains("command") || !is_long && arg.contains(['c', 'C']))
    };
    let Some(at) = args.iter().position(is_command) else { return false };
    args[at + 1..].iter().find(|arg| !is_option(arg)).is_none_or(|arg| has_place(arg))
}

fn keyboard() -> Option<File> {
    let name = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };
    File::open(name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_and_get_the_url() {
        const SCRIPT: &str =
            "--open: a shell would run parts of a URL; write sh -c 'firefox \"$1\"' sh %u";
        // A backslash is a part of a path on Windows.
        const ESCAPED_SPACE: &[&str] = if cfg!(windows) {
            &["x", "a\\", "b", "http://a.example/"]
        } else {
            &["x", "a b", "http://a.example/"]
        };
        // (command, the words that run)
        let table: [(&str, &[&str]); 8] = [
            ("firefox", &["firefox", "http://a.example/"]),
            ("firefox --new-tab %u", &["firefox", "--new-tab", "http://a.example/"]),
            ("'/opt/my browser' -u", &["/opt/my browser", "-u", "http://a.example/"]),
            (
                "w --url=%u --again %u",
                &["w", "--url=http://a.example/", "--again", "http://a.example/"],
            ),
            ("sh -c 'echo \"$1\"' sh", &["sh", "-c", "echo \"$1\"", "sh", "http://a.example/"]),
            ("x $HOME *", &["x", "$HOME", "*", "http://a.example/"]),
            ("x ''", &["x", "", "http://a.example/"]),
            ("x a\\ b", ESCAPED_SPACE),
        ];
        for (command, expected) in table {
            let opener = Opener::parse("--open", command).expect(command);
            let mut words = vec![opener.program.clone()];
            words.extend(opener.args("http://a.example/"));
            assert_eq!(words, expected, "{command}");
        }
        for (command, message) in [
            ("", "--open: it names no program"),
            ("  ", "--open: it names no program"),
            ("'' x", "--open: it names no program"),
            ("firefox 'x", "--open: a quote is not closed"),
            ("/bin/sh -c 'firefox %u'", SCRIPT),
            ("C:/Git/Bash.EXE -c 'firefox %u'", SCRIPT),
            ("env sh -c 'firefox %u'", SCRIPT),
            ("sh -c", SCRIPT),
            ("sh -c %u", SCRIPT),
            ("sh -xc %u", SCRIPT),
            ("dash -c -x %u", SCRIPT),
            ("env -i A=b /bin/dash -c %u", SCRIPT),
            ("busybox sh -c", SCRIPT),
            ("fish --command=%u", SCRIPT),
            ("fish --command %u", SCRIPT),
            ("su jim -c %u", SCRIPT),
            ("sudo bash -o posix -c '%s'", SCRIPT),
            (
                "env cmd.exe /c start",
                "--open: cmd.exe would run parts of a URL; name the program that opens it",
            ),
            (
                "cmd.exe /c start",
                "--open: cmd.exe would run parts of a URL; name the program that opens it",
            ),
        ] {
            let error = Opener::parse("--open", command).expect_err(command);
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn schemes_have_their_own_programs() {
        let own = BTreeMap::from([("MailTo".to_owned(), "no-such-mailer".to_owned())]);
        let openers = Openers::new(Some(("--open", "no-such-browser")), &own);
        let openers = openers.expect("commands").expect("a command");
        assert_eq!(openers.name(Some("mailto:a@b.example")), "no-such-mailer");
        assert_eq!(openers.name(Some("http://a.example/")), "no-such-browser");
        assert_eq!(openers.name(None), "no-such-browser");
        let error = openers.check(std::iter::empty()).expect_err("it is not there");
        assert_eq!(error.to_string(), "--open: the program \"no-such-browser\" is not installed");
    }

    #[cfg(unix)]
    #[test]
    fn the_first_browser_that_is_installed_is_used() {
        let opener = Opener::of_browser("no-such-browser:sh -c 'exit 0' %s:cat").expect("sh");
        assert_eq!(
            (opener.name(), opener.args("x:")),
            ("sh", vec!["-c".into(), "exit 0".into(), "x:".into()])
        );
        let error = Opener::of_browser("no-such-browser:other").expect_err("none is there");
        assert_eq!(error.to_string(), "$BROWSER: the program \"no-such-browser\" is not installed");
        assert!(Opener::of_browser(":").is_err());
    }

    #[test]
    fn an_argument_that_may_be_an_option_is_never_passed() {
        let opener = Opener::parse("--open", "true").expect("a command");
        for href in ["-x", "--version", "", "/etc/passwd"] {
            assert!(opener.open(href).is_err(), "{href}");
        }
    }
}
