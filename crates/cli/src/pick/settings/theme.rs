//! The styles of the dialogue: themes of the terminal's sixteen colours, and one without colours.

use std::collections::BTreeMap;

use anyhow::Context;
use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

/// The names of the themes.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThemeName {
    /// For a terminal with a dark background.
    #[default]
    Dark,
    /// For a terminal with a light background.
    Light,
    /// Without colours.
    Mono,
}

/// The parts of the screen that have a style.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StyleRole {
    /// The top line.
    Title,
    /// The headings of parts.
    Heading,
    /// The rules between panes.
    Rule,
    Selected,
    /// A link that the user has marked.
    Marked,
    /// The URL in the text around it.
    Link,
    Warning,
    Danger,
    /// Other texts.
    Text,
}

/// The style of each role.
#[derive(Clone, Debug)]
pub(crate) struct Theme {
    name: ThemeName,
    own: BTreeMap<StyleRole, Style>,
}

impl Theme {
    /// Returns the theme `name` with the styles in `own`, such as `bold red`.
    ///
    /// # Errors
    ///
    /// If a style has an unknown word.
    pub(crate) fn new(name: ThemeName, own: &BTreeMap<StyleRole, String>) -> anyhow::Result<Theme> {
        let own = own.iter().map(|(role, words)| Ok((*role, style_of(words)?)));
        Ok(Theme { name, own: own.collect::<anyhow::Result<_>>()? })
    }

    /// Returns the theme without colours.
    pub(crate) fn mono() -> Theme {
        Theme { name: ThemeName::Mono, own: BTreeMap::new() }
    }

    /// Returns the style of `role`.
    pub(crate) fn style(&self, role: StyleRole) -> Style {
        if let Some(own) = self.own.get(&role) {
            return *own;
        }
        let plain = match role {
            StyleRole::Selected => Style::new().add_modifier(Modifier::REVERSED),
            StyleRole::Link => Style::new().add_modifier(Modifier::UNDERLINED),
            StyleRole::Text | StyleRole::Rule => Style::new(),
            StyleRole::Title
            | StyleRole::Heading
            | StyleRole::Marked
            | StyleRole::Warning
            | StyleRole::Danger => Style::new().add_modifier(Modifier::BOLD),
        };
        let [heading, link, warning, danger] = match self.name {
            ThemeName::Dark => [Color::Cyan, Color::LightGreen, Color::Yellow, Color::LightRed],
            ThemeName::Light => [Color::Blue, Color::Green, Color::Magenta, Color::Red],
            ThemeName::Mono => return plain,
        };
        match role {
            StyleRole::Heading | StyleRole::Rule => plain.fg(heading),
            StyleRole::Link => plain.fg(link),
            StyleRole::Warning | StyleRole::Marked => plain.fg(warning),
            StyleRole::Danger => plain.fg(danger),
            StyleRole::Title | StyleRole::Selected | StyleRole::Text => plain,
        }
    }
}

/// Reads a style: any of `bold`, `dim`, `italic`, `underlined` and `reversed`, a colour, and a second colour for the
/// background after `on`.
fn style_of(words: &str) -> anyhow::Result<Style> {
    let mut style = Style::new();
    let mut rest = words.split_whitespace();
    while let Some(word) = rest.next() {
        let color = |word: &str| {
            word.parse::<Color>()
                .ok()
                .with_context(|| format!("the style {words:?} has the unknown word {word:?}"))
        };
        style = match word {
            "bold" => style.add_modifier(Modifier::BOLD),
            "dim" => style.add_modifier(Modifier::DIM),
            "italic" => style.add_modifier(Modifier::ITALIC),
            "underlined" => style.add_modifier(Modifier::UNDERLINED),
            "reversed" => style.add_modifier(Modifier::REVERSED),
            "on" => {
                let word = rest.next();
                let word = word
                    .with_context(|| format!("the style {words:?} has no colour after \"on\""))?;
                style.bg(color(word)?)
            }
            word => style.fg(color(word)?),
        };
    }
    Ok(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_read() {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let table = [
            ("", Some(Style::new())),
            ("bold", Some(bold)),
            ("bold red", Some(bold.fg(Color::Red))),
            ("light-red  on  black", Some(Style::new().fg(Color::LightRed).bg(Color::Black))),
            ("loud", None),
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
            let Style { fg, bg, .. } = Theme::mono().style(role);
            assert_eq!((fg, bg), (None, None), "{role:?}");
        }
        // The style of dangers differs from that of other texts in every theme.
        for name in [ThemeName::Dark, ThemeName::Light, ThemeName::Mono] {
            let theme = Theme::new(name, &BTreeMap::new()).expect("a theme");
            assert_ne!(theme.style(StyleRole::Danger), theme.style(StyleRole::Text), "{name:?}");
        }
    }
}
