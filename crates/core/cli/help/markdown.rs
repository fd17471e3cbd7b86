//! The guide's Markdown as text for a terminal: paragraphs and tables are wrapped, links become plain text.
//!
//! It knows what the guide uses: headings, paragraphs, lists, tables and fenced blocks. Anything else is
//! treated as a paragraph.

use std::mem;

use unicode_width::UnicodeWidthStr;

use crate::help::topics::TOPICS;

/// The spaces between two columns of a table.
const GAP: usize = 2;

/// The least width of a column of a table.
const MIN_COLUMN: usize = 6;

/// Returns `page` wrapped at `width` columns, with bold headings if it is coloured.
pub(crate) fn render(page: &str, width: usize, is_colored: bool) -> String {
    let mut out = Page { text: String::new(), width, is_colored };
    let mut paragraph = String::new();
    let mut table = Vec::new();
    let mut is_fenced = false;
    let mut is_exit_status = false;
    for line in page.lines() {
        if line.starts_with("```") {
            out.paragraph(&mut paragraph);
            is_fenced = !is_fenced;
            out.blank();
            continue;
        }
        if is_fenced {
            // The tests of the guide read the exit status of a command from a line such as `? 1`.
            let is_command = line.starts_with("$ ");
            if !(is_exit_status && line.starts_with("? ")) {
                out.line(if line.is_empty() { "" } else { "    " }, line);
            }
            is_exit_status = is_command;
            continue;
        }
        if !line.starts_with('|') {
            out.table(&mut table);
        }
        if line.starts_with('#') {
            out.paragraph(&mut paragraph);
            out.heading(line);
        } else if line.starts_with('|') {
            out.paragraph(&mut paragraph);
            table.push(cells(line));
        } else if line.trim().is_empty() {
            out.paragraph(&mut paragraph);
            out.blank();
        } else if line.trim_start().starts_with("- ") || is_numbered(line) {
            out.paragraph(&mut paragraph);
            paragraph.push_str(line);
        } else {
            let space = if paragraph.is_empty() { "" } else { " " };
            paragraph.push_str(space);
            paragraph.push_str(line.trim_start());
        }
    }
    out.paragraph(&mut paragraph);
    out.table(&mut table);
    out.text.truncate(out.text.trim_end().len());
    out.text.push('\n');
    out.text
}

/// Returns whether `line` begins an item of a numbered list.
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.trim_start().len() && rest.starts_with(". ")
}

/// Returns the cells of a line of a table. A `|` that is escaped or in code does not end a cell.
fn cells(line: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut is_code = false;
    let mut chars = line.trim().trim_start_matches('|').chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'|') => cell.extend(chars.next()),
            '|' if !is_code => cells.push(plain(mem::take(&mut cell).trim())),
            c => {
                is_code ^= c == '`';
                cell.push(c);
            }
        }
    }
    cells
}

/// Returns `text` with links as plain text. A link to another page is followed by the command that prints the page.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (Some(start), Some(end)) = (rest[..at].rfind('['), rest[at..].find(')')) else { break };
        let (name, target) = (&rest[start + 1..at], &rest[at + 2..at + end]);
        plain.push_str(&rest[..start]);
        plain.push_str(name);
        let file = target.split('#').next().unwrap_or_default();
        let topic = TOPICS.iter().find(|topic| topic.file == file);
        match topic {
            Some(topic) => plain.extend([" (urlsift help ", topic.name, ")"]),
            None if file.is_empty() => {}
            None => plain.extend([" (", target, ")"]),
        }
        rest = &rest[at + end + 1..];
    }
    plain.push_str(rest);
    plain.replace("**", "")
}

/// A page that is being rendered.
struct Page {
    text: String,
    width: usize,
    is_colored: bool,
}

impl Page {
    fn line(&mut self, indent: &str, line: &str) {
        self.text.push_str(indent);
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Writes a blank line, unless the page ends with one.
    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn heading(&mut self, line: &str) {
        let title = plain(line.trim_start_matches('#').trim());
        self.blank();
        if self.is_colored {
            self.line("", &format!("\u{1b}[1m{title}\u{1b}[0m"));
        } else {
            self.line(
                "",
                &format!("{} {title}", &line[..line.len() - line.trim_start_matches('#').len()]),
            );
        }
    }

    /// Writes `paragraph`, which may be an item of a list, and empties it.
    fn paragraph(&mut self, paragraph: &mut String) {
        let text = plain(&mem::take(paragraph));
        let content = text.trim_start();
        if content.is_empty() {
            return;
        }
        let marker = match content.split_once(' ') {
            Some((marker, _)) if marker == "-" || is_numbered(content) => marker.len() + 1,
            _ => 0,
        };
        let indent = text.len() - content.len();
        let hang = " ".repeat(indent + marker);
        let lines = wrap(&content[marker..], self.width.saturating_sub(indent + marker));
        for (at, line) in lines.iter().enumerate() {
            let first = format!("{}{}", " ".repeat(indent), &content[..marker]);
            self.line(if at == 0 { &first } else { &hang }, line);
        }
    }

    /// Writes `table` with its columns side by side, each wrapped, and empties it.
    fn table(&mut self, table: &mut Vec<Vec<String>>) {
        let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.starts_with("--"));
        let rows: Vec<Vec<String>> =
            mem::take(table).into_iter().filter(|row| !is_rule(row)).collect();
        let Some(columns) = rows.iter().map(Vec::len).max() else { return };
        let widths = self.column_widths(&rows, columns);
        // If a cell has several lines, a blank line between rows keeps them apart.
        let is_tall = |row: &Vec<String>| {
            row.iter().zip(&widths).any(|(cell, &width)| wrap(cell, width).len() > 1)
        };
        let is_spaced = rows.iter().any(is_tall);
        for row in &rows {
            let cells: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, &width)| wrap(cell, width)).collect();
            for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let mut line = String::new();
                for (cell, width) in cells.iter().zip(&widths) {
                    let part = cell.get(at).map_or("", String::as_str);
                    line.push_str(part);
                    line.push_str(&" ".repeat((width + GAP).saturating_sub(part.width())));
                }
                self.line("  ", &line);
            }
            if is_spaced {
                self.blank();
            }
        }
    }

    /// Returns the widths of the columns.
    // Each column begins as wide as its widest cell. While the table is too wide, the widest column that still has
    // room loses a column of the terminal, down to its longest word. So short columns stay unwrapped.
    fn column_widths(&self, rows: &[Vec<String>], columns: usize) -> Vec<usize> {
        let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
        let mut widths: Vec<usize> =
            (0..columns).map(|it| cells(it).map(|cell| cell.width()).max().unwrap_or(0)).collect();
        let longest_word = |cell: &String| cell.split(' ').map(UnicodeWidthStr::width).max();
        let least: Vec<usize> = (0..columns)
            .map(|it| cells(it).filter_map(longest_word).max().unwrap_or(0).max(MIN_COLUMN))
            .collect();
        let room = self.width.saturating_sub(2 + GAP * columns.saturating_sub(1));
        while widths.iter().sum::<usize>() > room {
            let can_give = (0..columns).filter(|&it| widths[it] > least[it]);
            let Some(widest) = can_give.max_by_key(|&it| widths[it]) else { break };
            widths[widest] -= 1;
        }
        widths
    }
}

/// Returns the lines of `text`, at most `width` columns wide if no word is wider.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_guide_uses() {
        // (Markdown, the text at 30 columns)
        let table = [
            ("# A title\n\nText.\n", "# A title\n\nText.\n"),
            (
                "A paragraph of\nseveral lines that is wrapped anew.\n",
                "A paragraph of several lines\nthat is wrapped anew.\n",
            ),
            (
                "- one item that is longer than\n  a line\n- two\n",
                "- one item that is longer than\n  a line\n- two\n",
            ),
            ("1. one\n2. two\n", "1. one\n2. two\n"),
            (
                "See [rows](row.md#forms), [here](#x) and [it](../x.md).\n",
                "See rows (urlsift help rows),\nhere and it (../x.md).\n",
            ),
            ("```console\n$ a\n? 1\n  b\n\n```\nText\n", "    $ a\n      b\n\nText\n"),
            ("| a | b |\n|---|---|\n| `x\\|y` | one two |\n", "  a      b\n  `x|y`  one two\n"),
            (
                "| a | b |\n|---|---|\n| c | one two three four five six |\n",
                "  a  b\n\n  c  one two three four five\n     six\n",
            ),
        ];
        for (page, expected) in table {
            assert_eq!(render(page, 30, false), expected, "{page:?}");
        }
        assert_eq!(render("# A", 30, true), "\u{1b}[1mA\u{1b}[0m\n");
    }

    #[test]
    fn every_page_of_the_guide_keeps_to_the_width() {
        for topic in TOPICS {
            let mut is_fenced = false;
            for line in topic.page.lines().filter(|line| line.starts_with("```")) {
                is_fenced ^= line.starts_with("```");
            }
            assert!(!is_fenced, "{}: a fence is not closed", topic.name);
            let text = render(topic.page, 80, false);
            assert!(text.starts_with("# "), "{}", topic.name);
            let is_long = |line: &&str| !line.starts_with("    ") && line.width() > 80;
            assert_eq!(text.lines().find(is_long), None, "{}", topic.name);
        }
    }
}
