//! The styles of the dialogue: themes of the terminal's sixteen colours, and one without colours.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use serde::Deserialize;

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThemeName {
    #[default]
    Dark,
    Light,
    Mono,
}

#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StyleRole {
    Title,
    Heading,
    Rule,
    Selected,
    Marked,
    Link,
    Warning,
    Danger,
    Text,
}

#[derive(Clone, Debug)]
pub(crate) struct Theme {
    name: ThemeName,
    own: BTreeMap<StyleRole, Style>,
}

impl Theme {
    /// Returns the theme `name` with the styles in `own`, such as `bold red`.
    pub(crate) fn new(name: ThemeName, own: &BTreeMap<StyleRole, String>) -> anyhow::Result<Theme> {
        let own = own.iter().map(|(role, words)| Ok((*role, style_of(words)?)));
        Ok(Theme { name, own: own.collect::<anyhow::Result<_>>()? })
    }

    pub(crate) fn mono() -> Theme {
        Theme { name: ThemeName::Mono, own: BTreeMap::new() }
    }

    pub(crate) fn style(&self, role: StyleRole) -> Style {
        if let Some(own) = self.own.get(&role) {
            return *own;
        }
        let plain = match role {
            StyleRole::Selected => Style::new().invert(),
            StyleRole::Link => Style::new().underline(),
            StyleRole::Text | StyleRole::Rule => Style::new(),
            StyleRole::Title
            | StyleRole::Heading
            | StyleRole::Marked
            | StyleRole::Warning
            | StyleRole::Danger => Style::new().bold(),
        };
        let [heading, link, warning, danger] = match self.name {
            ThemeName::Dark => {
                [AnsiColor::Cyan, AnsiColor::BrightGreen, AnsiColor::Yellow, AnsiColor::BrightRed]
            }
            ThemeName::Light => {
                [AnsiColor::Blue, AnsiColor::Green, AnsiColor::Magenta, AnsiColor::Red]
            }
            ThemeName::Mono => return plain,
        };
        match role {
            StyleRole::Heading | StyleRole::Rule => plain.fg_color(Some(heading.into())),
            StyleRole::Link => plain.fg_color(Some(link.into())),
            StyleRole::Warning | StyleRole::Marked => plain.fg_color(Some(warning.into())),
            StyleRole::Danger => plain.fg_color(Some(danger.into())),
            StyleRole::Title | StyleRole::Selected | StyleRole::Text => plain,
        }
    }
}

/// Reads a style: any of `bold`, `dim`, `italic`, `underlined` and `reversed`, a colour, and after `on` one for the
/// background.
fn style_of(words: &str) -> anyhow::Result<Style> {
    let mut style = Style::new();
    let mut rest = words.split_whitespace();
    while let Some(word) = rest.next() {
        let color = |word: &str| {
            let color = color_of(word);
            color.with_context(|| format!("the style {words:?} has the unknown word {word:?}"))
        };
        style = match word {
            "bold" => style.bold(),
            "dim" => style.dimmed(),
            "italic" => style.italic(),
            "underlined" => style.underline(),
            "reversed" => style.invert(),
            "on" => {
                let word = rest.next();
                let word = word
                    .with_context(|| format!("the style {words:?} has no colour after \"on\""))?;
                style.bg_color(Some(color(word)?.into()))
            }
            word => style.fg_color(Some(color(word)?.into())),
        };
    }
    Ok(style)
}

fn color_of(name: &str) -> Option<AnsiColor> {
    let (is_light, name) = name.strip_prefix("light-").map_or((false, name), |name| (true, name));
    let color = match name {
        "red" => AnsiColor::Red,
        "green" => AnsiColor::Green,
        "yellow" => AnsiColor::Yellow,
        "blue" => AnsiColor::Blue,
        "magenta" => AnsiColor::Magenta,
        "cyan" => AnsiColor::Cyan,
        _ if is_light => return None,
        "black" => AnsiColor::Black,
        "gray" => AnsiColor::White,
        "dark-gray" => AnsiColor::BrightBlack,
        "white" => AnsiColor::BrightWhite,
        _ => return None,
    };
    Some(color.bright(is_light || color.is_bright()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_read() {
        let bold = Style::new().bold();
        let red = bold.fg_color(Some(AnsiColor::Red.into()));
        let bright = Style::new().fg_color(Some(AnsiColor::BrightRed.into()));
        let on_black = bright.bg_color(Some(AnsiColor::Black.into()));
        let dark_gray = Style::new().fg_color(Some(AnsiColor::BrightBlack.into()));
        let table = [
            ("", Some(Style::new())),
            ("bold", Some(bold)),
            ("bold red", Some(red)),
            ("light-red  on  black", Some(on_black)),
            ("dark-gray", Some(dark_gray)),
            ("loud", None),
            ("light-white", None),
            ("light-light-red", None),
            ("red on", None),
        ];
        for (words, expected) in table {
            assert_eq!(style_of(words).ok(), expected, "{words:?}");
        }
    }

    #[test]
    fn the_theme_without_colours_has_none() {
        let roles = [
            StyleRole::Title,
            StyleRole::Heading,
            StyleRole::Rule,
            StyleRole::Selected,
            StyleRole::Marked,
            StyleRole::Link,
            StyleRole::Warning,
            StyleRole::Danger,
            StyleRole::Text,
        ];
        for role in roles {
            let style = Theme::mono().style(role);
            assert_eq!((style.get_fg_color(), style.get_bg_color()), (None, None), "{role:?}");
        }
        // The style of dangers differs from that of other texts in every theme.
        for name in [ThemeName::Dark, ThemeName::Light, ThemeName::Mono] {
            let theme = Theme::new(name, &BTreeMap::new()).expect("a theme");
            assert_ne!(theme.style(StyleRole::Danger), theme.style(StyleRole::Text), "{name:?}");
        }
    }
}
