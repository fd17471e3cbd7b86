//! The styles of the dialogue: themes of the terminal's sixteen colours, and one without colours.

use anstyle::{AnsiColor, Style};
use serde::Deserialize;

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Theme {
    #[default]
    Dark,
    Light,
    Mono,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
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

impl Theme {
    pub(crate) fn style(self, role: StyleRole) -> Style {
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
        let [heading, link, warning, danger] = match self {
            Theme::Dark => {
                [AnsiColor::Cyan, AnsiColor::BrightGreen, AnsiColor::Yellow, AnsiColor::BrightRed]
            }
            Theme::Light => [AnsiColor::Blue, AnsiColor::Green, AnsiColor::Magenta, AnsiColor::Red],
            Theme::Mono => return plain,
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

#[cfg(test)]
mod tests {
    use super::*;

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
            let style = Theme::Mono.style(role);
            assert_eq!((style.get_fg_color(), style.get_bg_color()), (None, None), "{role:?}");
        }
        // The style of dangers differs from that of other texts in every theme.
        for theme in [Theme::Dark, Theme::Light, Theme::Mono] {
            assert_ne!(theme.style(StyleRole::Danger), theme.style(StyleRole::Text), "{theme:?}");
        }
    }
}
