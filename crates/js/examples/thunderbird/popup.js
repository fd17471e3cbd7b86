// Draws the links of the message in the popup.

import * as urlsift from "./urlsift/urlsift.js";
import { linksOf, mayOpen } from "./links.js";

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

function make(name, text, className = "") {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

function draw(link) {
  const item = make("li", "", link.isRisky ? "risky" : "");
  const open = make("button", "Open");
  open.disabled = !mayOpen(link, () => true);
  open.onclick = () => {
    const accepts = () => confirm(`Open ${link.display}?\n\n${link.notes.join("\n")}`);
    if (mayOpen(link, accepts)) messenger.windows.openDefaultBrowser(link.href);
  };
  const copy = make("button", "Copy");
  copy.onclick = () => navigator.clipboard.writeText(link.href ?? link.display);
  item.append(make("div", link.display, "address"), ...link.notes.map((note) => make("div", note)), open, copy);
  return item;
}

const [tab] = await messenger.tabs.query({ active: true, currentWindow: true });
const links = await linksOf(messenger, tab.id, parse, urlsift);
document.getElementById("links").append(...(links.length > 0 ? links.map(draw) : [make("li", "No links.")]));
