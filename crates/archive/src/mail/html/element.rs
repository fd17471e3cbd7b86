//! The elements of HTML, and the effect of their tags on the visible text (HTML 4.01, section 7.5.3). An element that
//! is not in the table is inline.

use crate::mail::html::terminators::Terminator;
use crate::mail::names::{NameTable, entries};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Link,
    Inline,
    Break,
    /// A script: its content is not shown, and the line ends.
    Script,
    /// A style sheet: its content is not shown, and the line ends.
    Style,
    /// An element that ends the line, and whose content is raw text up to this end tag. It is read like the page around
    /// it, because it is for programs that do not know the element.
    Raw(Terminator),
    /// A block, which ends the line, or another element that divides words, such as an image.
    Block,
}

/// Elements that are not inline (HTML Standard, 15.3), texts of SVG, and frequent inline ones.
pub(crate) static ELEMENTS: NameTable<Element, 126, 256> = NameTable::of(entries! {
    Element::Link => "a";
    Element::Inline =>
        "abbr" "acronym" "b" "bdo" "big" "blink" "cite" "code" "del" "dfn" "em" "font" "i" "ins" "kbd" "label" "mark"
        "nobr" "o:p" "q" "s" "samp" "small" "span" "st1:place" "strike" "strong" "sub" "sup" "tt" "u" "var" "wbr";
    Element::Break => "br";
    Element::Script => "script";
    Element::Style => "style";
    Element::Raw(Terminator::Iframe) => "iframe";
    Element::Raw(Terminator::Noembed) => "noembed";
    Element::Raw(Terminator::Noframes) => "noframes";
    Element::Raw(Terminator::Noscript) => "noscript";
    Element::Raw(Terminator::Xmp) => "xmp";
    Element::Block =>
        "address" "applet" "area" "article" "aside" "audio" "base" "blockquote" "body" "button" "canvas" "caption"
        "center" "col" "dd" "desc" "details" "dialog" "dir" "div" "dl" "dt" "embed" "fieldset" "figcaption" "figure"
        "footer" "foreignobject" "form" "frame" "frameset" "h1" "h2" "h3" "h4" "h5" "h6" "head" "header" "hgroup" "hr"
        "html" "image" "img" "input" "isindex" "legend" "li" "link" "listing" "main" "marquee" "math" "menu" "meta"
        "nav" "object" "ol" "optgroup" "option" "p" "param" "plaintext" "pre" "search" "section" "select" "source"
        "summary" "svg" "table" "tbody" "td" "template" "text" "textarea" "tfoot" "th" "thead" "title" "tr" "ul"
        "video" "xml";
});
