//! `urlsift link`: reads messages and texts, and prints them with live links.

use std::env;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::ops::ControlFlow;

use anyhow::{Context, ensure};
use urlsift::Input;
use urlsift::extract::{Join, SoftBreaks};
use urlsift::link::{DEFAULT_SCHEMES, LinkFormat, Renderer};
use urlsift_archive::files::Bounds;
use urlsift_archive::internal::{read_windows, walk_entries};
use urlsift_archive::item::{Item, Window};

use crate::args::link::LinkCommand;
use crate::console::message::{self, SkippedInputs};
use crate::link::shown_texts::{ShownKind, shown_texts};
use crate::outcome::Outcome;

/// The beginning of a page. No script, picture or frame of a text could run in it, even if one were in it.
const PAGE_HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Text with links</title>
<style>pre { white-space: pre-wrap } [data-urlsift] { text-decoration: underline wavy #d00 }</style>
<body>
"#;

pub(crate) fn run(args: &LinkCommand) -> anyhow::Result<Outcome> {
    let is_terminal = io::stdout().is_terminal();
    let format = args.format.unwrap_or_else(|| match args.columns {
        _ if args.paragraphs => LinkFormat::Html,
        None if is_terminal && env::var_os("TERM").is_none_or(|term| term != "dumb") => {
            LinkFormat::Terminal
        }
        _ => LinkFormat::Text,
    });
    ensure!(!args.paragraphs || format == LinkFormat::Html, "--paragraphs is for --format html");
    ensure!(args.columns.is_none() || format == LinkFormat::Text, "--columns is for --format text");
    let paths = message::or_stdin(&args.paths, "link");
    let schemes = || DEFAULT_SCHEMES.into_iter().chain(args.find.scheme_add.iter().map(|it| &**it));
    let renderer = |join: Join| {
        let extractor = args.find.extractor()?.join(join).build();
        let renderer = Renderer::new(extractor, format).allow(schemes());
        let renderer = renderer.paragraphs(args.paragraphs).list_links(args.links);
        anyhow::Ok(args.columns.map_or(renderer.clone(), |columns| renderer.wrap(columns)))
    };
    let escape = args.find.extractor().map(|it| Renderer::new(it.build(), LinkFormat::Terminal))?;
    let is_shown_raw = is_terminal && format == LinkFormat::Text;
    let mut print = Print {
        renderer: renderer(args.find.join)?,
        lines_renderer: renderer(Join::Never)?,
        escape: is_shown_raw.then(|| escape.allow([])),
        format,
        args,
        out: BufWriter::new(io::stdout().lock()),
        error: None,
        last: LastLine::None,
        skipped: SkippedInputs::default(),
        was_skipped: message::report_empty_folders(&paths),
        failed: false,
    };
    let bounds = Bounds { input: args.find.input, ..Bounds::default() };
    read_windows(walk_entries(&paths), bounds, |windows, mut report| {
        windows.iter().flat_map(Window::items).for_each(|item| print.print(&item));
        print.was_skipped |= !report.skipped.is_empty();
        print.skipped.add(&mut report);
        for unread in report.unread {
            print.failed = true;
            message::unread(&unread);
        }
        if print.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let is_empty = print.last == LastLine::None;
    if format == LinkFormat::Html && !is_empty {
        print.write("</html>\n");
    }
    let flushed = print.out.flush();
    print.skipped.say();
    print.error.map_or(flushed, Err).context("standard output")?;
    Ok(Outcome::of(print.failed, !is_empty || !print.was_skipped))
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum LastLine {
    None,
    Ended,
    Open,
}

struct Print<'o> {
    renderer: Renderer,
    /// For texts whose URLs end with their lines.
    lines_renderer: Renderer,
    /// Escapes text for a terminal, if the format does not.
    escape: Option<Renderer>,
    format: LinkFormat,
    args: &'o LinkCommand,
    out: BufWriter<StdoutLock<'o>>,
    error: Option<io::Error>,
    last: LastLine,
    skipped: SkippedInputs,
    /// Whether an input was skipped, because it is neither mail nor text, or a folder without files.
    was_skipped: bool,
    failed: bool,
}

impl Print<'_> {
    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Prints the texts of a message, with an empty line before each text but the first.
    fn print(&mut self, item: &Item<'_>) {
        let is_html = self.format == LinkFormat::Html;
        for (i, shown) in shown_texts(item, self.args.with_headers).iter().enumerate() {
            let renderer = match shown.kind {
                ShownKind::Fields | ShownKind::Page => &self.lines_renderer,
                ShownKind::Plain | ShownKind::Flowed => &self.renderer,
            };
            let mut input = Input::new(&*shown.text);
            if shown.kind == ShownKind::Flowed {
                input = input.soft_breaks(SoftBreaks::Deleted);
            }
            let mut text = String::new();
            let links: Vec<_> = shown.links.iter().map(|(at, url)| (at.clone(), &**url)).collect();
            // Writing to a string does not fail.
            let _ = renderer.write_page(input, &links, &mut text);
            if let Some(escape) = &self.escape {
                text = escape.render(&text);
            }
            if is_html && !self.args.paragraphs {
                // A parser of HTML drops the first line feed.
                text = ["<pre>\n", &text, "</pre>\n"].concat();
            }
            let before = match self.last {
                LastLine::None if is_html => PAGE_HEAD,
                LastLine::None => "",
                _ if is_html && i == 0 => "<hr>\n",
                _ if is_html => "",
                LastLine::Open => "\n\n",
                LastLine::Ended => "\n",
            };
            self.last = if text.ends_with('\n') { LastLine::Ended } else { LastLine::Open };
            self.write(before);
            self.write(&text);
        }
    }
}
