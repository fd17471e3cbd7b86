//! The elements of HTML, and what their tags do to the text (HTML 4.01, section 7.5.3).
//!
//! The trap is what is not of the table: an element that nobody knows ends a line, as most do.

use crate::archive::names::NameTable;

/// What an element does to the text in which its tags stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// It is a link.
    Link,
    /// It stands within a line.
    Inline,
    /// It is a line break.
    Break,
    /// What it holds is not shown, and ends the line.
    Script,
    Style,
    /// It ends the line, as unknown ones do.
    Block,
}

/// Elements that stand within a line or are not shown, and of the others those that are frequent and those with
/// attributes that hold URLs: nothing is allocated for a name that is here.
pub(crate) static ELEMENTS: NameTable<Element, 70, 256> = NameTable::of([
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
    ("iframe", Element::Block),
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
