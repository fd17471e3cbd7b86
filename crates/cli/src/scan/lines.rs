//! `--line-buffered`: prints the URLs of standard input while it goes on.
//!
//! A feed of the library ([`urlsift::extract::Feed`]) waits for kilobytes of later text that may change a URL. Here a
//! URL is complete when its line is, unless it ends the line: then the next line may continue it.

use std::io::{self, Read};

use anyhow::{Context, ensure};
use memchr::memrchr;
use urlsift_archive::internal::Brief;
use urlsift_archive::internal::STDIN_PATH;
use urlsift_archive::mail::InputKind;

use crate::args::scan::ScanCommand;
use crate::args::values::FormatArg;
use crate::console::message;
use crate::interrupt;
use crate::outcome::Outcome;
use crate::output::write_text;
use crate::protected_paths::ProtectedPaths;
use crate::sink::Sink;

/// The bytes that are read at once, at most.
const READ_BYTES: usize = 1 << 16;

/// The bytes of context on each side of a URL: more than a URL without delimiters has. A quotation or a line of
/// another width farther away decides nothing.
const CONTEXT_BYTES: usize = 1 << 17;

/// Prints the URLs of standard input, each when its line is complete and does not end with it.
pub(crate) fn run(args: &ScanCommand) -> anyhow::Result<Outcome> {
    let is_text = matches!(args.search.input, InputKind::Auto | InputKind::Text);
    ensure!(
        is_text && args.format()? == FormatArg::Text,
        "--line-buffered reads text and prints text; use --input text and --format text"
    );
    ensure!(
        args.select.settings().is_empty(),
        "--line-buffered takes no options that select URLs; use `| grep --line-buffered`"
    );
    message::waiting("scan");
    let mut sink = Sink::open(args.output.path(), &ProtectedPaths::default())?;
    let (line_end, destination) = (if args.print0 { 0 } else { b'\n' }, sink.destination());
    let extractor = args.extractor()?;
    let mut text = Vec::new();
    let (mut offset, mut searched, mut printed, mut urls) = (0, 0, 0, 0);
    let mut buffer = vec![0; READ_BYTES];
    let mut is_at_end = false;
    while !is_at_end {
        match io::stdin().lock().read(&mut buffer) {
            Ok(0) => is_at_end = true,
            Ok(count) => text.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error).context("standard input"),
        }
        let lines_end = memrchr(b'\n', &text).map_or(0, |at| at + 1);
        let is_long = text.len() - lines_end.max(searched) >= 2 * CONTEXT_BYTES;
        // The text that is searched, and up to where a URL in it is complete. Of a long line that goes on, that is all
        // but its end.
        let (end, settled) = match (is_at_end, is_long) {
            (true, _) => (text.len(), text.len()),
            (false, true) => (text.len(), text.len() - CONTEXT_BYTES),
            (false, false) => (lines_end, lines_end),
        };
        if settled <= searched && !is_at_end {
            continue;
        }
        let mut line = Vec::new();
        // Later lines change no URL before that place, which is some lines before them.
        let start = extractor.resume_at(&text[..end], searched);
        searched = settled;
        for found in extractor.find_iter(&text[..end]).starting_at(start) {
            let range = found.outer();
            if range.start < printed {
                continue;
            }
            // What ends a line may go on in the next one, but not after very many blank lines.
            let is_last =
                end - range.end < CONTEXT_BYTES / 4 && text[range.end..end].trim_ascii().is_empty();
            if !is_at_end && (range.end > settled || is_last) {
                searched = settled.min(range.start);
                break;
            }
            let (url, source, offset_in) = (found.url(), STDIN_PATH, "source");
            let start = offset + range.start;
            let brief = || Brief { url, source, member: None, offset_in, part_offset: 0, start };
            write_text(url, brief, args.with_source, destination, &mut line);
            line.pop();
            line.push(line_end);
            printed = range.end;
            urls += 1;
        }
        interrupt::set_found(urls);
        sink.write(&line)?;
        sink.flush()?;
        if searched > 2 * CONTEXT_BYTES {
            let kept = searched - CONTEXT_BYTES;
            let kept = memrchr(b'\n', &text[..kept]).map_or(kept, |at| at + 1);
            text.drain(..kept);
            offset += kept;
            [searched, printed] = [searched, printed].map(|at| at.saturating_sub(kept));
        }
    }
    sink.finish()?;
    Ok(Outcome::of(false, urls > 0))
}
