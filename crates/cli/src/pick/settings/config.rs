//! The configuration file: `urlsift/config.toml` in the user's folder for configurations.
//!
//! ```toml
//! [pick]
//! open = "firefox --new-tab %u"
//! stay = true
//!
//! [pick.openers]
//! mailto = "neomutt %u"
//!
//! [pick.keys]
//! open = ["enter", "l"]
//! ```

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use serde::Deserialize;

use crate::pick::settings::keys::{Action, KeyMap};
use crate::pick::settings::theme::Theme;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ConfigFile {
    pick: PickConfig,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PickConfig {
    pub(crate) open: Option<String>,
    pub(crate) stay: bool,
    pub(crate) context: Option<bool>,
    pub(crate) theme: Theme,
    pub(crate) openers: BTreeMap<String, String>,
    keys: HashMap<Action, Vec<String>>,
}

#[derive(Debug)]
pub(crate) struct PickSettings {
    pub(crate) config: PickConfig,
    pub(crate) keys: KeyMap,
}

impl PickSettings {
    /// Reads the file of the user. Without one, returns the usual settings. An unknown setting is an error.
    pub(crate) fn load() -> anyhow::Result<PickSettings> {
        let Some(path) = path(|name| env::var_os(name).map(PathBuf::from), env::home_dir()) else {
            return PickSettings::of("");
        };
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.with_context(|| path.display().to_string())?,
        };
        PickSettings::of(&text).with_context(|| path.display().to_string())
    }

    pub(crate) fn of(text: &str) -> anyhow::Result<PickSettings> {
        let ConfigFile { pick: config } =
            toml::from_str(text).map_err(|error| anyhow!("{}", on_one_line(text, &error)))?;
        let changes = config.keys.iter().map(|(action, names)| (*action, names));
        let keys = KeyMap::new(changes).context("[pick.keys]")?;
        Ok(PickSettings { config, keys })
    }
}

fn on_one_line(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let message = error.message().replace('\n', ", ");
    match before {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

/// Returns the path in `$XDG_CONFIG_HOME` if that is an absolute path, else in the usual folder of the system.
fn path(variable: impl Fn(&str) -> Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let xdg = variable("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
    let usual = || {
        if cfg!(windows) { variable("APPDATA") } else { home.map(|home| home.join(".config")) }
    };
    let folder = xdg.or_else(usual)?;
    Some(folder.join(Path::new("urlsift")).join("config.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the guide.
    const EXAMPLE: &str = include_str!("config.toml");

    #[test]
    fn the_guide_has_the_example() {
        let guide = include_str!("../../../guide/pick.md");
        assert!(guide.contains(EXAMPLE), "the example in the guide differs from config.toml");
    }

    /// Everything that the guide lists can be set, and the guide lists everything.
    #[test]
    fn the_guide_lists_keys_and_actions() {
        let guide = include_str!("../../../guide/pick.md");
        let (_, lists) = guide.split_once("**Keys** are").expect("the list");
        let (keys, rest) = lists.split_once("The actions are").expect("actions");
        let (actions, _) = rest.split_once("\n\n").expect("the end");
        let names = |text: &'static str| text.split('`').skip(1).step_by(2);
        let read = |text: String| {
            PickSettings::of(&text).map(|_| ()).map_err(|error| format!("{error:#}"))
        };
        let key = names(keys).filter(|key| !key.ends_with('-'));
        for key in key {
            assert_eq!(read(format!("[pick.keys]\nopen = ['{key}']")), Ok(()));
        }
        let actions: Vec<&str> = names(actions).collect();
        for action in &actions {
            assert_eq!(read(format!("[pick.keys]\n{action} = ['x']")), Ok(()));
        }
        assert_eq!(actions.len(), KeyMap::new([]).expect("keys").help().count());
    }

    #[test]
    fn the_example_is_read() {
        let settings = PickSettings::of(EXAMPLE).expect("the example");
        let PickSettings { config, keys, .. } = settings;
        assert_eq!(config.open.as_deref(), Some("firefox --new-tab %u"));
        assert!(config.stay && config.context == Some(true));
        assert_eq!(config.openers["mailto"], "neomutt %u");
        assert_eq!(keys.action("l".parse().expect("a key")), Some(Action::Open));
    }

    #[test]
    fn bad_settings_are_reported() {
        // (file, part of the message)
        let table = [
            ("[pick]\nstya = true", "line 2: unknown field `stya`"),
            ("[pick]\nstay = 1", "expected a boolean"),
            ("[pick.keys]\nfly = ['x']", "unknown variant `fly`"),
            ("[pick.keys]\nopen = ['xx']", "the key \"xx\" is unknown"),
            ("[pick]\ntheme = 'neon'", "unknown variant `neon`"),
            ("[pick", "line 1"),
        ];
        for (text, expected) in table {
            let error = PickSettings::of(text).map(|_| ()).expect_err(text);
            let message = format!("{error:#}");
            assert!(message.contains(expected) && !message.contains('\n'), "{message}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_in_the_folder_for_configurations() {
        let home = || Some(PathBuf::from("/home/ann"));
        let table = [
            (Some("/x"), "/x/urlsift/config.toml"),
            (Some("relative"), "/home/ann/.config/urlsift/config.toml"),
            (Some(""), "/home/ann/.config/urlsift/config.toml"),
            (None, "/home/ann/.config/urlsift/config.toml"),
        ];
        for (xdg, expected) in table {
            assert_eq!(path(|_| xdg.map(PathBuf::from), home()), Some(PathBuf::from(expected)));
        }
        assert_eq!(path(|_| None, None), None);
    }
}
