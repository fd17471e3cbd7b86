//! The elements of HTML, and the effect of their tags on the visible text (HTML 4.01, section 7.5.3).
//!
//! An element that is not in the table ends a line, as most elements do.

use crate::archive::html::terminators::Terminator;
use crate::archive::names::NameTable;

/// The effect of an element's tags on the text around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// A link.
    Link,
    /// An inline element: the line goes on.
    Inline,
    /// A line break.
    Break,
    /// A script: its content is not shown, and the line ends.
    Script,
    /// A style sheet: its content is not shown, and the line ends.
    Style,
    /// An element that ends the line, and whose content is raw text up to this end tag. The content is read like
    /// the page around it, because it is for programs that do not know the element.
    Raw(Terminator),
    /// A block, which ends the line. Unknown elements are blocks.
    Block,
}

/// The known elements: inline ones, those without visible content, and of the blocks those that are frequent or
/// have attributes with URLs. A name in this table needs no allocation.
pub(crate) static ELEMENTS: NameTable<Element, 74, 256> = NameTable::of([
    ("a", Element::Link),
    ("abbr", Element::Inline),
    ("acronym", Element::Inline),
    ("b", Element::Inline),
    ("bdo", Element::Inline),
    ("big", Element::Inline),
    ("blink", Element::Inline),
    ("cite", Element::Inline),
    ("code", Element::Inline),
    ("del", Element::Inline),
    ("dfn", Element::Inline),
    ("em", Element::Inline),
    ("font", Element::Inline),
    ("i", Element::Inline),
    ("ins", Element::Inline),
    ("kbd", Element::Inline),
    ("label", Element::Inline),
    ("mark", Element::Inline),
    ("nobr", Element::Inline),
    ("o:p", Element::Inline),
    ("q", Element::Inline),
    ("s", Element::Inline),
    ("samp", Element::Inline),
    ("small", Element::Inline),
    ("span", Element::Inline),
    ("st1:place", Element::Inline),
    ("strike", Element::Inline),
    ("strong", Element::Inline),
    ("sub", Element::Inline),
    ("sup", Element::Inline),
    ("tt", Element::Inline),
    ("u", Element::Inline),
    ("var", Element::Inline),
    ("wbr", Element::Inline),
    ("br", Element::Break),
    ("script", Element::Script),
    ("style", Element::Style),
    ("iframe", Element::Raw(Terminator::Iframe)),
    ("noembed", Element::Raw(Terminator::Noembed)),
    ("noframes", Element::Raw(Terminator::Noframes)),
    ("noscript", Element::Raw(Terminator::Noscript)),
    ("xmp", Element::Raw(Terminator::Xmp)),
    ("area", Element::Block),
    ("base", Element::Block),
    ("blockquote", Element::Block),
    ("body", Element::Block),
    ("button", Element::Block),
    ("center", Element::Block),
    ("div", Element::Block),
    ("embed", Element::Block),
    ("form", Element::Block),
    ("frame", Element::Block),
    ("h1", Element::Block),
    ("h2", Element::Block),
    ("h3", Element::Block),
    ("head", Element::Block),
    ("hr", Element::Block),
    ("html", Element::Block),
    ("img", Element::Block),
    ("input", Element::Block),
    ("li", Element::Block),
    ("link", Element::Block),
    ("meta", Element::Block),
    ("object", Element::Block),
    ("option", Element::Block),
    ("p", Element::Block),
    ("param", Element::Block),
    ("table", Element::Block),
    ("tbody", Element::Block),
    ("td", Element::Block),
    ("th", Element::Block),
    ("title", Element::Block),
    ("tr", Element::Block),
    ("ul", Element::Block),
]);
