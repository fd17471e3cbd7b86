//! The renderer: finds the URLs of a text, and hands text and URLs to the writer of a format.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::decode::Utf8;
use crate::extract::extractor::Extractor;
use crate::extract::link_text::link_text_note;
use crate::found::Severity;
use crate::input::Input;
use crate::link::blocks::{BlockFormat, BlockWriter};
use crate::link::html::HtmlWriter;
use crate::link::link_writer::{LinkText, LinkWriter};
use crate::link::policy::{self, DEFAULT_SCHEMES};
use crate::link::terminal::HyperlinkWriter;
use crate::link::whole_text::WholeTextWriter;
use crate::names::named;

/// What a [`Renderer`] writes.
///
/// A URL is a link if its scheme is one of [`Renderer::allow`], if it has a form to [open](crate::href()), and if no
/// [note](crate::found::Found::notes) is a danger. A program or a document in a URL (`javascript:`, `data:`) is never a
/// link.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum LinkFormat {
    /// Text for a terminal, with hyperlinks (OSC 8). A URL across several lines has one on each line, all with one id.
    /// Quote marks have none.
    ///
    /// No control character of the text is written except tab, LF, and CR before LF; the others are `\u{…}`. So are
    /// invisible characters and those that change the direction of text, except spaces and joiners outside of URLs. An
    /// address of more than 2,083 bytes is not a hyperlink.
    Terminal,
    /// HTML for an element that keeps whitespace, such as `<pre>`; paragraphs with [`Renderer::paragraphs`].
    ///
    /// The text is escaped. Each URL is one element, from its first piece to its last, whatever it has between:
    /// `<a href="…" rel="noreferrer noopener nofollow">`, or `<span data-urlsift="refused">` if it is not a link, whose
    /// `title` gives the reason. A link with a warning has it in its title, and `data-urlsift="warning"`. Control
    /// characters and those that change the direction of text become U+FFFD.
    Html,
    /// Markdown (`CommonMark`). A link is `<…>` if its text is the address, else `[…](…)`.
    ///
    /// All markup of the text is escaped. Lines are kept as hard line breaks; several empty lines become one. A URL that
    /// is not a link has an escape before each punctuation character, so that programs that link URLs by themselves do not
    /// link it. Characters are replaced as in HTML.
    Markdown,
    /// The text with its URLs whole: the lines of a broken URL are joined, without the quote marks between them. All
    /// other text stays as it is. [`Renderer::wrap`] breaks URLs again.
    Text,
}

named!(LinkFormat: Terminal "terminal", Html "html", Markdown "markdown", Text "text");

/// Writes texts with live links.
///
/// ```
/// use urlsift::Extractor;
/// use urlsift::link::{LinkFormat, Renderer};
///
/// let renderer = Renderer::new(Extractor::new(), LinkFormat::Terminal);
/// assert_eq!(
///     renderer.render("> <http://example.org/a/\n> b> and \x1B[2J"),
///     "> <\x1B]8;id=0;http://example.org/a/b\x1B\\http://example.org/a/\x1B]8;;\x1B\\\n\
///      > \x1B]8;id=0;http://example.org/a/b\x1B\\b\x1B]8;;\x1B\\> and \\u{1b}[2J"
/// );
///
/// let renderer = Renderer::new(Extractor::new(), LinkFormat::Markdown);
/// assert_eq!(
///     renderer.render("*See* http://example.org/ or www.example.org."),
///     "\\*See\\* <http://example.org/> or [www.example.org](http://www.example.org).\n"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Renderer {
    extractor: Extractor,
    format: LinkFormat,
    schemes: Vec<Box<str>>,
    has_paragraphs: bool,
    has_list: bool,
    columns: Option<usize>,
}

impl Renderer {
    /// Returns a renderer of the URLs that `extractor` finds.
    pub fn new(extractor: Extractor, format: LinkFormat) -> Renderer {
        let schemes = DEFAULT_SCHEMES.map(Box::from).into();
        Renderer {
            extractor,
            format,
            schemes,
            has_paragraphs: false,
            has_list: false,
            columns: None,
        }
    }

    /// Sets the schemes of links, without a colon. The default is [`DEFAULT_SCHEMES`].
    #[must_use]
    pub fn allow<'s>(mut self, schemes: impl IntoIterator<Item = &'s str>) -> Renderer {
        self.schemes = schemes.into_iter().map(Box::from).collect();
        self
    }

    /// Sets whether HTML has paragraphs: `<p>` for the lines between empty ones, and `<br>` for a line end. Whitespace
    /// then need not be kept. Other formats ignore it.
    ///
    /// ```
    /// use urlsift::Extractor;
    /// use urlsift::link::{LinkFormat, Renderer};
    ///
    /// let renderer = Renderer::new(Extractor::new(), LinkFormat::Html).paragraphs(true);
    /// assert_eq!(renderer.render("a\nb\n\n\nc < d\n"), "<p>a<br>\nb</p>\n<p>c &lt; d</p>\n");
    /// ```
    #[must_use]
    pub fn paragraphs(mut self, yes: bool) -> Renderer {
        self.has_paragraphs = yes;
        self
    }

    /// Sets whether [`LinkFormat::Terminal`] has a number after each link of a page, and lists their URLs after the
    /// text, as [`LinkFormat::Text`] always does. It is for terminals without hyperlinks.
    #[must_use]
    pub fn list_links(mut self, yes: bool) -> Renderer {
        self.has_list = yes;
        self
    }

    /// Sets the columns of a line of [`LinkFormat::Text`]. A URL that was broken, or that does not end within `columns`, is
    /// written as `<URL:…>`, or as `<…>` if it was in angle brackets, and broken as [`wrap`](crate::wrap()) does it,
    /// with the quote marks of its line. If no more than its scheme fits, it begins on a new line. A URL that `wrap`
    /// refuses is on one line. Other formats ignore it.
    ///
    /// ```
    /// use urlsift::Extractor;
    /// use urlsift::link::{LinkFormat, Renderer};
    ///
    /// let renderer = Renderer::new(Extractor::new(), LinkFormat::Text).wrap(40);
    /// let text = "> see http://www.example.org/well-known/wrappers.html there";
    /// assert_eq!(
    ///     renderer.render(text),
    ///     "> see <URL:http://www.example.org/\n> well-known/wrappers.html> there"
    /// );
    /// ```
    #[must_use]
    pub fn wrap(mut self, columns: usize) -> Renderer {
        self.columns = Some(columns);
        self
    }

    /// Returns `text` with its links.
    ///
    /// Bytes that are not UTF-8 become U+FFFD.
    ///
    /// # Complexity
    ///
    /// Time is linear in the length of `text`, and so is the length of the result: HTML and Markdown have each address
    /// once, and a terminal has it once for each line of the URL or of the link, at most 64 times by default.
    pub fn render<'h>(&self, text: impl Into<Input<'h>>) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write(text, &mut out);
        out
    }

    /// Like [`render`](Renderer::render), but writes to `out`.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn write<'h>(&self, text: impl Into<Input<'h>>, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_page(text, &[], out)
    }

    /// Like [`write`](Renderer::write), for the text of a page. Each of `links` is a byte range of the text, half-open, and
    /// the URL that a link with this text opens. The ranges are in order and do not overlap. The URL of a picture
    /// without text becomes the text of its link.
    ///
    /// The policy of [`LinkFormat`] decides which URLs are linked. A target that is not a URL by itself is left out. The
    /// reason and the URL follow a text that is not linked, or that [names another
    /// host](crate::extract::link_text_note). `LinkFormat::Text` writes a number after each link and lists the URLs after
    /// the text, and does not break them at its columns.
    ///
    /// ```
    /// use urlsift::Extractor;
    /// use urlsift::link::{LinkFormat, Renderer};
    ///
    /// let write = |format| {
    ///     let mut out = String::new();
    ///     let links = [(4..8, "http://a.example/b"), (13..29, "http://evil.example/")];
    ///     let renderer = Renderer::new(Extractor::new(), format);
    ///     renderer.write_page("see this and www.bank.example", &links, &mut out).map(|()| out)
    /// };
    /// assert_eq!(
    ///     write(LinkFormat::Text)?,
    ///     "see this [1] and www.bank.example [the link's text names another host: http://evil.example/]\n[1] http://a.example/b\n"
    /// );
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn write_page<'h>(
        &self,
        text: impl Into<Input<'h>>,
        links: &[(Range<usize>, &str)],
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let input = text.into();
        match self.format {
            LinkFormat::Terminal => self.write_to(input, links, HyperlinkWriter::new(out)),
            LinkFormat::Html if self.has_paragraphs => {
                self.write_to(input, links, BlockWriter::new(out, BlockFormat::Html))
            }
            LinkFormat::Html => self.write_to(input, links, HtmlWriter::new(out)),
            LinkFormat::Markdown => {
                self.write_to(input, links, BlockWriter::new(out, BlockFormat::Markdown))
            }
            LinkFormat::Text => {
                self.write_to(input, links, WholeTextWriter::new(out, self.columns))
            }
        }
    }

    fn write_to(
        &self,
        input: Input<'_>,
        links: &[(Range<usize>, &str)],
        mut writer: impl LinkWriter,
    ) -> fmt::Result {
        let mut page = Page { text: input.haystack, ..Page::default() };
        let mut links = links.iter().peekable();
        for found in self.extractor.find_iter(input) {
            let outer = found.outer();
            while let Some((shown, url)) = links.next_if(|(shown, _)| shown.start <= outer.start) {
                self.write_page_link(&mut page, shown, url, &mut writer)?;
            }
            // A URL in the text of a link is a part of that text.
            if outer.start < page.at {
                continue;
            }
            page.begin_link(outer.start, false, &mut writer)?;
            let notes = found.notes();
            let href = policy::href(&found, &notes, &self.schemes);
            let href = href.as_deref().map_err(|reason| *reason);
            let (text, number) = (page.text, page.number);
            let link = LinkText { found: &found, notes: &notes, text, number, href, label: None };
            page.number += 1;
            // If a link of the page begins inside the URL, its second half opens another one.
            match links.peek().and_then(|(shown, _)| text.get(outer.start..shown.start)) {
                Some(head) if head.len() < outer.len() => {
                    let (href, label) = (Err("not linked: a link begins in it"), Some(head));
                    writer.write_link(&LinkText { href, label, ..link })?;
                    page.at = outer.start + head.len();
                }
                _ => {
                    writer.write_link(&link)?;
                    page.at = outer.end;
                }
            }
        }
        for (shown, url) in links {
            self.write_page_link(&mut page, shown, url, &mut writer)?;
        }
        page.write_until(page.text.len(), &mut writer)?;
        for (i, url) in page.listed.iter().enumerate() {
            let space = if i == 0 { "\n" } else { "" };
            writer.write_text(format!("{space}[{}] {url}\n", i + 1).as_bytes())?;
        }
        writer.finish()
    }

    /// Writes the text up to the link that shows the bytes `shown`, and the link.
    fn write_page_link(
        &self,
        page: &mut Page<'_>,
        shown: &Range<usize>,
        url: &str,
        writer: &mut impl LinkWriter,
    ) -> fmt::Result {
        let Some(mut found) = self.extractor.find_whole::<Utf8>(url) else { return Ok(()) };
        let Some(label) = page.text.get(shown.clone()) else { return Ok(()) };
        if shown.start < page.at {
            return Ok(());
        }
        // Whitespace at the edges is text beside the link. A picture has nothing else.
        let (start, label) = match label.trim_ascii_start() {
            [] => (shown.start, &[][..]),
            trimmed => (shown.end - trimmed.len(), trimmed.trim_ascii_end()),
        };
        let text = String::from_utf8_lossy(label);
        let note = link_text_note(&text, found.url());
        if let Some(note) = &note {
            found.add_note(*note);
        }
        let (display, notes) = (found.display_url(), found.notes());
        let href = policy::href(&found, &notes, &self.schemes);
        let href = href.as_deref().map_err(|reason| *reason);
        let is_picture = text.trim().is_empty();
        page.begin_link(start, is_picture, writer)?;
        let (text, number) = (page.text, page.number);
        let link = LinkText { found: &found, notes: &notes, text, number, href, label: None };
        let write = |writer: &mut _, label| -> fmt::Result {
            LinkWriter::write_link(writer, &LinkText { label: Some(label), ..link })
        };
        write(writer, if is_picture { display.as_bytes() } else { label })?;
        page.at = start + label.len();
        page.number += 1;
        let danger = notes.iter().find(|note| note.severity() == Severity::Danger);
        let message = danger.or(note.as_ref()).map(|note| note.message());
        match (href, message) {
            // This is escaped like the text, so programs that link URLs by themselves do not link it.
            (Err(reason), message) => {
                let reason = message.unwrap_or(reason);
                write(writer, format!(" [{reason}: {display}]").as_bytes())?;
            }
            (Ok(_), Some(message)) => {
                writer.write_text(format!(" [{message}: {display}]").as_bytes())?;
            }
            (Ok(_), None) => {}
        }
        if let Ok(href) = href
            && self.lists_links()
        {
            page.listed.push(href.into());
            writer.write_text(format!(" [{}]", page.listed.len()).as_bytes())?;
        }
        Ok(())
    }

    fn lists_links(&self) -> bool {
        self.format == LinkFormat::Text || self.has_list && self.format == LinkFormat::Terminal
    }
}

/// A text that is being written.
#[derive(Default)]
struct Page<'t> {
    text: &'t [u8],
    /// The offset in `text` of the first byte that is not written yet.
    at: usize,
    /// The number of links so far.
    number: usize,
    /// Whether the last character is part of a word, and whether it is the end of the URL of a picture, which is no part
    /// of the words beside it.
    ends_in_word: bool,
    ends_in_picture: bool,
    /// The URLs that are listed after the text.
    listed: Vec<String>,
}

impl Page<'_> {
    /// Writes the text up to `start`, where a link begins.
    fn begin_link(
        &mut self,
        start: usize,
        is_picture: bool,
        writer: &mut impl LinkWriter,
    ) -> fmt::Result {
        self.write_until(start, writer)?;
        if is_picture && self.ends_in_word || self.ends_in_picture {
            writer.write_char(' ')?;
        }
        (self.ends_in_word, self.ends_in_picture) = (true, is_picture);
        Ok(())
    }

    /// Writes the text up to `end`.
    fn write_until(&mut self, end: usize, writer: &mut impl LinkWriter) -> fmt::Result {
        let text = self.text.get(self.at..end).unwrap_or_default();
        if let [first, .., last] | [first @ last] = text {
            if self.ends_in_picture && !first.is_ascii_whitespace() {
                writer.write_char(' ')?;
            }
            (self.ends_in_word, self.ends_in_picture) = (!last.is_ascii_whitespace(), false);
        }
        self.at = end;
        writer.write_text(text)
    }
}
