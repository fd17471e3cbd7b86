//! HTML for an element that keeps whitespace, such as `<pre>`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::found::Severity;
use crate::link::link_writer::{LinkText, LinkWriter, chars, for_page};

pub(super) struct HtmlWriter<'w> {
    out: &'w mut dyn Write,
}

impl<'w> HtmlWriter<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> HtmlWriter<'w> {
        HtmlWriter { out }
    }
}

impl LinkWriter for HtmlWriter<'_> {
    fn write_char(&mut self, c: char) -> fmt::Result {
        push_escaped(self.out, c)
    }

    fn write_url(&mut self, link: &LinkText<'_>) -> fmt::Result {
        let end = push_start_tag(self.out, link)?;
        self.write_text(link.shown())?;
        self.out.write_str(end)
    }
}

/// Writes `c` for the content of an element.
pub(super) fn push_escaped(out: &mut dyn Write, c: char) -> fmt::Result {
    match c {
        '&' => out.write_str("&amp;"),
        '<' => out.write_str("&lt;"),
        '>' => out.write_str("&gt;"),
        '"' => out.write_str("&quot;"),
        '\'' => out.write_str("&#39;"),
        c => out.write_char(for_page(c)),
    }
}

fn push_attribute(out: &mut dyn Write, name: &str, value: &str) -> fmt::Result {
    write!(out, " {name}=\"")?;
    for c in value.chars() {
        // A parser of HTML keeps a line end, but not all programs do.
        if c == '\n' { out.write_str("&#10;")? } else { push_escaped(out, c)? }
    }
    out.write_char('"')
}

pub(super) fn push_start_tag(
    out: &mut dyn Write,
    link: &LinkText<'_>,
) -> Result<&'static str, fmt::Error> {
    match link.href {
        Err(reason) => {
            out.write_str("<span data-urlsift=\"refused\"")?;
            push_attribute(out, "title", &title(link, Some(reason)))?;
            out.write_str(">")?;
            Ok("</span>")
        }
        Ok(href) => {
            out.write_str("<a")?;
            push_attribute(out, "href", href)?;
            out.write_str(" rel=\"noreferrer noopener nofollow\"")?;
            if link.notes.iter().any(|note| note.severity() == Severity::Warning) {
                out.write_str(" data-urlsift=\"warning\"")?;
                push_attribute(out, "title", &title(link, None))?;
            }
            out.write_str(">")?;
            Ok("</a>")
        }
    }
}

/// Returns the lines that warn of `link`, each once: the URL, its form to open, `reason`, and its warnings.
fn title(link: &LinkText<'_>, reason: Option<&str>) -> String {
    let mut lines = Vec::from([link.found.display_url()]);
    lines.extend(link.found.href().map(String::from));
    lines.extend(reason.map(String::from));
    for note in link.notes.iter().filter(|note| note.severity() >= Severity::Warning) {
        lines.push([note.severity().name(), ": ", note.message()].concat());
    }
    let is_new = |i: &usize| !lines[..*i].contains(&lines[*i]);
    let lines: Vec<&str> = (0..lines.len()).filter(is_new).map(|i| &*lines[i]).collect();
    lines.join("\n")
}

pub(super) fn is_literal(link: &LinkText<'_>) -> bool {
    link.href.is_ok_and(|href| chars(link.shown()).eq(href.chars()))
}
