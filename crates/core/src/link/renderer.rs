//! The renderer: finds the URLs of a text, and hands text and URLs to the writer of a format.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::extract::extractor::Extractor;
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
    columns: Option<usize>,
}

impl Renderer {
    /// Returns a renderer of the URLs that `extractor` finds.
    pub fn new(extractor: Extractor, format: LinkFormat) -> Renderer {
        let schemes = DEFAULT_SCHEMES.map(Box::from).into();
        Renderer { extractor, format, schemes, has_paragraphs: false, columns: None }
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
    /// once, and a terminal has it once for each line of the URL, at most 64 times by default.
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
        match self.format {
            LinkFormat::Terminal => self.write_to(text.into(), HyperlinkWriter::new(out)),
            LinkFormat::Html if self.has_paragraphs => {
                self.write_to(text.into(), BlockWriter::new(out, BlockFormat::Html))
            }
            LinkFormat::Html => self.write_to(text.into(), HtmlWriter::new(out)),
            LinkFormat::Markdown => {
                self.write_to(text.into(), BlockWriter::new(out, BlockFormat::Markdown))
            }
            LinkFormat::Text => self.write_to(text.into(), WholeTextWriter::new(out, self.columns)),
        }
    }

    fn write_to(&self, input: Input<'_>, mut writer: impl LinkWriter) -> fmt::Result {
        let text = input.haystack;
        let mut at = 0;
        for (number, found) in self.extractor.find_iter(input).enumerate() {
            let outer = found.outer();
            writer.write_text(&text[at..outer.start])?;
            let notes = found.notes();
            let href = policy::href(&found, &notes, &self.schemes);
            let href = href.as_deref().map_err(|reason| *reason);
            writer.write_link(&LinkText { found: &found, notes: &notes, text, number, href })?;
            at = outer.end;
        }
        writer.write_text(&text[at..])?;
        writer.finish()
    }
}
