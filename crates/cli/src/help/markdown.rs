//! Pages of the guide for a terminal: headings and names in bold, paragraphs and tables that fit its width.
//!
//! Knows the Markdown that the guide has: headings, paragraphs, lists of one level, tables, fences, and in a line
//! code, bold text and links.

use clap::builder::styling::Style;
use unicode_width::UnicodeWidthStr;

const BOLD: Style = Style::new().bold();

const CODE_INDENT: &str = "    ";

/// The spaces between the columns of a table.
const GAP: usize = 2;

#[derive(Debug)]
pub(super) enum PageBlock<'p> {
    Heading(&'p str),
    /// A paragraph, or an item of a list with its mark, without line breaks.
    Text(String),
    Code(Vec<&'p str>),
    Table(Vec<&'p str>),
}

pub(super) fn blocks(page: &str) -> Vec<PageBlock<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().peekable();
    let mut goes_on = false;
    while let Some(line) = lines.next() {
        let is_item = item_mark(line) > 0;
        if line.starts_with("```") {
            blocks
                .push(PageBlock::Code(lines.by_ref().take_while(|line| *line != "```").collect()));
        } else if line.starts_with('#') {
            blocks.push(PageBlock::Heading(line.trim_start_matches('#').trim_start()));
        } else if line.starts_with('|') {
            let mut table = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                table.push(row);
            }
            blocks.push(PageBlock::Table(table));
        } else if goes_on && !line.is_empty() && !is_item {
            if let Some(PageBlock::Text(text)) = blocks.last_mut() {
                text.push(' ');
                text.push_str(line.trim_start());
            }
        } else if !line.is_empty() {
            blocks.push(PageBlock::Text(line.to_owned()));
        }
        goes_on = !line.is_empty() && matches!(blocks.last(), Some(PageBlock::Text(_)));
    }
    blocks
}

/// Returns the length of the mark with which a list item begins, such as `- `, or 0.
fn item_mark(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    let is_item = if digits == 0 { rest.starts_with("- ") } else { rest.starts_with(". ") };
    if is_item { digits + 2 } else { 0 }
}

/// Returns `page` for a terminal with `width` columns.
pub(super) fn render(page: &str, width: usize) -> String {
    let mut out = String::new();
    let mut was_item = false;
    for block in blocks(page) {
        let is_item = matches!(&block, PageBlock::Text(text) if item_mark(text) > 0);
        if !(out.is_empty() || is_item && was_item) {
            out.push('\n');
        }
        was_item = is_item;
        push(&block, width, true, &mut out);
    }
    out
}

/// Appends `block` with `width` columns, with styles or with its marks.
pub(super) fn push(block: &PageBlock<'_>, width: usize, is_styled: bool, out: &mut String) {
    match block {
        PageBlock::Heading(text) => push_line(&format!("**{text}**"), is_styled, out),
        PageBlock::Text(text) => {
            let (mark, text) = text.split_at(item_mark(text));
            for (at, line) in wrap(text, width - mark.len()).iter().enumerate() {
                let (mark, indent) = if at == 0 { (mark, 0) } else { ("", mark.len()) };
                push_line(&format!("{mark}{:indent$}{line}", ""), is_styled, out);
            }
        }
        PageBlock::Code(lines) => {
            for line in lines {
                out.push_str(CODE_INDENT);
                out.push_str(line);
                out.push('\n');
            }
        }
        PageBlock::Table(rows) => push_table(rows, width, is_styled, out),
    }
}

/// Appends the rows of a table. The widest columns are wrapped until all fit.
fn push_table(rows: &[&str], width: usize, is_styled: bool, out: &mut String) {
    let cells = |row: &&str| -> Vec<String> {
        let row = row.trim_matches('|').replace("\\|", "\u{1}");
        row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
    };
    let mut rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let is_rule = |row: &Vec<String>| row.iter().all(|it| it.starts_with('-') || it.ends_with('-'));
    // A search gives the rows that have a word, perhaps without the heading.
    let has_heading = rows.get(1).is_some_and(is_rule);
    rows.retain(|row| !is_rule(row));
    for heading in rows.iter_mut().take(usize::from(has_heading)).flatten() {
        if !heading.is_empty() {
            *heading = format!("**{heading}**");
        }
    }
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest =
        |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell)).max();
    let mut widths: Vec<usize> = (0..count).map(|at| widest(at).unwrap_or(0)).collect();
    while widths.iter().sum::<usize>() + GAP * count > width {
        let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > GAP) else { break };
        *widest -= 1;
    }
    for row in &rows {
        let wrapped: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, width)| wrap(cell, *width)).collect();
        for at in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (cell, width) in wrapped.iter().zip(&widths) {
                let part = cell.get(at).map_or("", String::as_str);
                let padding = width.saturating_sub(columns(part)) + GAP;
                line.extend([part, &" ".repeat(padding)]);
            }
            push_line(line.trim_end(), is_styled, out);
        }
    }
}

/// Breaks `text` into lines of `width` columns. Bold text and code that goes on in the next line ends and begins again.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in without_links(text).split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if columns(line) + 1 + columns(word) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            let open = open_mark(line);
            line.push_str(open);
            lines.push([open, word].concat());
        }
    }
    lines
}

/// Returns the mark that `line` leaves open.
fn open_mark(line: &str) -> &'static str {
    let mut open = "";
    each_piece(line, |_, mark| open = mark);
    open
}

/// Calls `take` with the pieces of `line` between marks, and the mark that is open in each; last with an empty piece.
fn each_piece<'l>(line: &'l str, mut take: impl FnMut(&'l str, &'static str)) {
    let (mut rest, mut open) = (line, "");
    loop {
        let marks: &[&'static str] = if open == "`" { &["`"] } else { &["`", "**"] };
        let next = marks.iter().filter_map(|mark| Some((rest.find(mark)?, *mark))).min();
        let Some((at, mark)) = next else { break };
        take(&rest[..at], open);
        // Code in bold text is bold anyway.
        if open.is_empty() || open == mark {
            open = if open == mark { "" } else { mark };
        }
        rest = &rest[at + mark.len()..];
    }
    take(rest, open);
    take("", open);
}

/// Returns the number of columns that `line` takes without its marks.
fn columns(line: &str) -> usize {
    let mut columns = 0;
    each_piece(&without_links(line), |piece, _| columns += piece.width());
    columns
}

/// Appends `line`, with styles in the place of marks if `is_styled`.
fn push_line(line: &str, is_styled: bool, out: &mut String) {
    if !is_styled {
        out.push_str(line);
        out.push('\n');
        return;
    }
    each_piece(line, |piece, open| {
        if open.is_empty() || piece.is_empty() {
            out.push_str(piece);
        } else {
            out.extend([&*BOLD.render().to_string(), piece, &BOLD.render_reset().to_string()]);
        }
    });
    out.push('\n');
}

/// Returns `text` with the text of each link in its place.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        match (before.rfind('['), after.split_once(')')) {
            (Some(at), Some((_, after))) => {
                out.push_str(&before[..at]);
                out.push_str(&before[at + 1..]);
                rest = after;
            }
            _ => break,
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fit_the_terminal() {
        let page = "# A `b`\n\nSee [the row](row.md#a) and **bold\ntext**.\n\n- one `item that` is long\n  and goes on\n- two\n\n\
                    ```sh\na  b\n```\n\n| a | name |\n|---|---|\n| `x` | much of a text |\n";
        let expected = "<A ><b>\n\nSee the row and\n<bold text>.\n\n- one <item that>\n  is long and\n  goes on\n- two\n\n    \
                        a  b\n\n<a>  <name>\n<x>  much of a\n   text\n";
        let rendered = render(page, 16);
        let plain = rendered.replace(&BOLD.render().to_string(), "<");
        assert_eq!(plain.replace(&BOLD.render_reset().to_string(), ">"), expected);
    }

    #[test]
    fn rows_without_their_heading_are_not_bold() {
        let mut out = String::new();
        push(&PageBlock::Table(vec!["| `x` | a |", "| y | b |"]), 40, false, &mut out);
        assert_eq!(out, "`x`  a\ny  b\n");
    }
}
