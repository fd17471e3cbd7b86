//! A pager for one text, such as the body of a message. It underlines and numbers the links; enter a number at
//! the prompt to see the URL that the link opens.
//!
//! ```text
//! cargo run --example pager -- FILE
//! ```
//!
//! It shows how a mail client draws the segments of [`Extractor::segments`]. They are drawn in order, and only the
//! characters of URLs are underlined. Control characters are escaped, to keep the text from moving the cursor.
//! If standard output is not a terminal, everything is printed at once.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::process::ExitCode;

use unicode_width::UnicodeWidthChar;
use urlsift::extract::{Forms, SegmentKind};
use urlsift::found::{Form, Severity};
use urlsift::url::is_hidden;
use urlsift::{Extractor, Found};

const UNDERLINE: &str = "\x1b[4m";
const PLAIN: &str = "\x1b[24m";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pager: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let mut text = Vec::new();
    match env::args_os().nth(1) {
        Some(path) => text = fs::read(path)?,
        None => {
            io::stdin().lock().read_to_end(&mut text)?;
        }
    }
    let page = Page::of(&text);
    let mut out = io::stdout().lock();
    if out.is_terminal()
        && let Some((width, height)) = terminal_size::terminal_size()
        && let Ok(tty) = File::open("/dev/tty")
    {
        return page.show(
            &mut out,
            BufReader::new(tty),
            usize::from(width.0),
            usize::from(height.0),
        );
    }
    out.write_all(page.text.as_bytes())?;
    out.write_all(page.list().as_bytes())
}

/// A text ready to be drawn, with its links.
struct Page {
    text: String,
    links: Vec<Found<'static>>,
}

impl Page {
    /// Draws `text`. Bytes that are not UTF-8 become U+FFFD.
    fn of(text: &[u8]) -> Page {
        // Mail clients also link hosts and addresses without a scheme.
        let forms = Forms::default().with(Form::Host).with(Form::Address);
        let extractor = Extractor::builder().forms(forms).build();
        let mut page = Page { text: String::new(), links: Vec::new() };
        let mut segments = extractor.segments(text);
        let mut open = None;
        while let Some(segment) = segments.next() {
            if segment.link != open {
                page.end(open);
                open = segment.link;
            }
            // `segments.link()` returns the link of the current segment; store it at the first one.
            if segment.link == Some(page.links.len())
                && let Some(link) = segments.link()
            {
                page.links.push(link.to_owned());
            }
            let shown = String::from_utf8_lossy(&text[segment.range]);
            match segment.kind {
                SegmentKind::Piece | SegmentKind::Replaced(_) => {
                    page.text.push_str(UNDERLINE);
                    push_escaped(&mut page.text, &shown);
                    page.text.push_str(PLAIN);
                }
                _ => push_escaped(&mut page.text, &shown),
            }
        }
        page.end(open);
        page
    }

    /// Appends the number of the link that ends here.
    fn end(&mut self, link: Option<usize>) {
        if let Some(link) = link {
            let _ = write!(self.text, "[{}]", link + 1);
        }
    }

    /// Lists the URL that each link opens, with its warnings and other readings.
    fn list(&self) -> String {
        let mut list = String::new();
        if !self.links.is_empty() && !self.text.ends_with('\n') {
            list.push('\n');
        }
        for number in 1..=self.links.len() {
            list.push_str(&self.describe(number));
        }
        list
    }

    /// Describes link `number`, counted from 1.
    fn describe(&self, number: usize) -> String {
        let Some(link) = number.checked_sub(1).and_then(|at| self.links.get(at)) else {
            return format!("there is no link {number}\n");
        };
        let mut lines = format!("[{number}] ");
        if let Some(href) = link.href() {
            lines.push_str(&href);
        } else {
            push_escaped(&mut lines, &link.display_url());
            lines.push_str(" (do not open it: programs disagree on where it leads)");
        }
        lines.push('\n');
        for note in link.notes().iter().filter(|note| note.severity() > Severity::Info) {
            let _ = writeln!(lines, "    {}: {}", note.severity(), note.message());
        }
        for reading in link.readings() {
            lines.push_str("    or ");
            push_escaped(&mut lines, &reading.display_url());
            lines.push('\n');
        }
        lines
    }

    /// Prints the page a screen at a time, and reads the user's answers from `tty`.
    fn show(
        &self,
        out: &mut impl Write,
        tty: impl BufRead,
        width: usize,
        height: usize,
    ) -> io::Result<()> {
        let mut answers = tty.lines();
        let mut room = height.saturating_sub(1).max(1);
        for line in self.text.lines() {
            let rows = columns(line).div_ceil(width.max(1)).max(1);
            if rows > room {
                if !self.ask(out, &mut answers)? {
                    return Ok(());
                }
                room = height.saturating_sub(1).max(1);
            }
            writeln!(out, "{line}")?;
            room = room.saturating_sub(rows);
        }
        while self.ask(out, &mut answers)? {}
        Ok(())
    }

    /// Prompts until the user asks for the next screen (true) or quits (false).
    fn ask(
        &self,
        out: &mut impl Write,
        answers: &mut impl Iterator<Item = io::Result<String>>,
    ) -> io::Result<bool> {
        loop {
            write!(out, "-- Enter: next screen, number: show a link, q: quit: ")?;
            out.flush()?;
            let Some(answer) = answers.next().transpose()? else { return Ok(false) };
            match answer.trim() {
                "" => return Ok(true),
                "q" => return Ok(false),
                answer => match answer.parse() {
                    Ok(number) => out.write_all(self.describe(number).as_bytes())?,
                    Err(_) => writeln!(out, "not a number")?,
                },
            }
        }
    }
}

/// Appends `text` with control characters and invisible characters escaped; line breaks and tabs are kept.
fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            // Part of a CRLF line break; alone it would let later text overwrite the line.
            '\r' => {}
            c if c.is_control() || is_hidden(c) && c != '\u{a0}' => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c => out.push(c),
        }
    }
}

/// Returns the width of an escaped `line` in terminal columns. The two underline sequences have no width.
fn columns(line: &str) -> usize {
    let mut columns = 0;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let sequence = [UNDERLINE, PLAIN].into_iter().find(|sequence| rest.starts_with(sequence));
        let (wide, len) = match (sequence, c) {
            (Some(sequence), _) => (0, sequence.len()),
            (None, '\t') => (8 - columns % 8, 1),
            (None, c) => (c.width().unwrap_or(0), c.len_utf8()),
        };
        columns += wide;
        rest = &rest[len..];
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a page with `«` and `»` around the underlined text.
    fn drawn(text: &[u8]) -> String {
        let page = Page::of(text);
        let marked = page.text.replace(UNDERLINE, "«").replace(PLAIN, "»");
        assert!(!marked.contains(|c: char| c.is_control() && !"\n\t".contains(c)), "{marked:?}");
        marked + &page.list()
    }

    #[test]
    fn links_are_underlined_numbered_and_listed() {
        // Each row is a text and its page, followed by the list of links.
        let table: &[(&[u8], &str)] = &[
            (b"nothing\n", "nothing\n"),
            (b"", ""),
            (
                b"> see <http://a.example/b/\n> c> and www.example.org.",
                "> see <«http://a.example/b/»\n> «c»>[1] and «www.example.org»[2].\n\
                 [1] http://a.example/b/c\n[2] http://www.example.org\n",
            ),
            (
                b"http://a.example/ <mailto:jim at a.example>\n",
                "«http://a.example/»[1] <«mailto:jim»« at »«a.example»>[2]\n\
                 [1] http://a.example/\n[2] mailto:jim@a.example\n    or mailto:jim%20at%20a.example\n",
            ),
            (
                "\u{1b}[2J\u{9b}m\r\nhttp://b\u{fc}cher.example/ \u{202e}\u{200b}\u{a0}\t\u{7}"
                    .as_bytes(),
                "\\u{1b}[2J\\u{9b}m\n«http://b\u{fc}cher.example/»[1] \\u{202e}\\u{200b}\u{a0}\t\\u{7}\n\
                 [1] http://xn--bcher-kva.example/\n",
            ),
            (
                b"<http://www.bank.example@evil.example/> \xff <http://a^b.example/>",
                "<«http://www.bank.example@evil.example/»>[1] \u{fffd} <«http://a^b.example/»>[2]\n\
                 [1] http://www.bank.example@evil.example/\n    \
                 warning: the scheme allows no user\n    \
                 danger: the user looks like a host, and the host comes after it\n\
                 [2] http://a^b.example/ (do not open it: programs disagree on where it leads)\n",
            ),
            // Underline sequences and link numbers in the text are escaped or kept as text.
            (
                b"\x1b[4m http://a.example/ \x1b[24m[7]",
                "\\u{1b}[4m «http://a.example/»[1] \\u{1b}[24m[7]\n[1] http://a.example/\n",
            ),
        ];
        for (text, expected) in table {
            assert_eq!(drawn(text), *expected, "{}", String::from_utf8_lossy(text));
        }
    }

    /// The URL of a link is in the list once, however many pieces the link has.
    #[test]
    fn the_page_is_at_most_eight_times_as_long() {
        for piece in ["\\-", "a", "&amp;", "\u{200b}", " http://a.example/"] {
            let text = format!("http://a.example/{}", piece.repeat(2000));
            let page = Page::of(text.as_bytes());
            let len = page.text.len() + page.list().len();
            assert!(len <= 8 * text.len(), "{piece:?}: {len}");
        }
    }

    #[test]
    fn the_page_is_shown_a_screen_at_a_time() {
        let page = Page::of(
            b"one\ntwo http://a.example/\nthree is a line of more than twenty columns\nfour\n",
        );
        let run = |answers: &str| {
            let mut out = Vec::new();
            page.show(&mut out, answers.as_bytes(), 20, 4).expect("writing to a buffer succeeds");
            String::from_utf8(out)
                .expect("the page is UTF-8")
                .replace(UNDERLINE, "")
                .replace(PLAIN, "")
        };
        let ask = "-- Enter: next screen, number: show a link, q: quit: ";
        let first = format!("one\ntwo http://a.example/[1]\n{ask}");
        assert_eq!(run(""), first);
        assert_eq!(run("q\n"), first);
        assert_eq!(
            run("1\n9\nx\n"),
            format!(
                "{first}[1] http://a.example/\n{ask}there is no link 9\n{ask}not a number\n{ask}"
            )
        );
        let second = format!("{first}three is a line of more than twenty columns\n{ask}");
        assert_eq!(run("\nq\n"), second);
        assert_eq!(run("\n\n\nq\n"), format!("{second}four\n{ask}{ask}"));
    }
}
