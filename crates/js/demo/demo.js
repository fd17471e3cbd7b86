// The demo: draws a mail with its links, and the remarks on each link beside it.

import { check, linkify } from "../urlsift.js";
import { EXAMPLES } from "./examples.js";

/** The space between two remarks, in pixels. */
const GAP = 8;

const REFUSED = {
  href: "not linked: programs disagree on where it leads",
  scheme: "not linked: its scheme is not one to open",
};

/** The number of grammars that there are. */
const GRAMMARS = 5;

const SEVERITIES = ["info", "warning", "danger"];

const byId = (id) => document.getElementById(id);
const [mail, options, drawn, cards, ask] = ["mail", "options", "drawn", "cards", "ask"].map(byId);

/** The links of the mail, as `linkify` returns them, each with its card. */
let linked = [];

/** Makes an element with attributes and children. Texts become text nodes. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Draws the mail of the text field. */
function draw() {
  // Quoted lines that follow one another are one element, so that a link over several of them is one link.
  const parts = mail.value.split(/((?:^[ \t]*[>|].*\n?)+)/m);
  drawn.replaceChildren(...parts.map((part, i) => (i % 2 === 1 ? make("span", { class: "quoted" }, part) : part)));
  const forms = ["url", "angle", "quote", "prefix", "bare", "www"];
  for (const form of ["host", "address"]) if (options.elements[form].checked) forms.push(form);
  linked = linkify(drawn, { forms, join: options.elements.join.value });
  linked.forEach((result, i) => {
    result.card = makeCard(result, i);
    result.anchors.at(-1)?.setAttribute("data-number", i + 1);
    for (const anchor of result.anchors) {
      anchor.target = "_blank";
      anchor.removeAttribute("title");
      anchor.setAttribute("aria-describedby", result.card.id);
      for (const event of ["focus", "pointerenter"]) anchor.addEventListener(event, () => activate(result));
      anchor.addEventListener("click", (event) => open(event, result.link));
    }
    result.card.addEventListener("pointerenter", () => activate(result));
  });
  cards.replaceChildren(...linked.map(({ card }) => card));
  if (linked.length === 0) cards.append(make("li", { class: "card empty" }, "No link in this text."));
  byId("count").textContent = linked.length > 0 ? `${linked.length} found` : "";
  for (const button of byId("examples").children) {
    button.setAttribute("aria-pressed", String(EXAMPLES[button.textContent] === mail.value));
  }
  layOut();
}

/** Makes the remarks on a link. */
function makeCard({ link, refused }, i) {
  const severity = Math.max(-1, ...link.notes.map((note) => SEVERITIES.indexOf(note.severity)));
  const facts = [`form ${link.form}`];
  if (link.joined) facts.push(`joined, ${link.joined}`);
  facts.push(grammarsOf(link));
  const card = make(
    "li",
    { class: "card", id: `card-${i}`, "data-severity": SEVERITIES[severity] ?? "none", "data-refused": refused },
    make(
      "div",
      {},
      make("span", { class: "number" }, String(i + 1)),
      make("span", { class: "address" }, link.display),
    ),
  );
  const list = make("ul");
  if (link.href !== null && link.href !== link.display) {
    list.append(
      make("li", { class: "note", "data-severity": "info" }, "opens ", make("span", { class: "address" }, link.href)),
    );
  }
  if (refused) list.append(make("li", { class: "note", "data-severity": "warning" }, REFUSED[refused]));
  list.append(...notesOf(link));
  list.append(...link.readings.map(makeReading));
  card.append(...(list.children.length > 0 ? [list] : []), make("p", { class: "facts" }, facts.join(" · ")));
  return card;
}

/** Makes another reading of a link, which opens like the link. */
function makeReading({ url, href, display, why }) {
  if (href === null) return make("li", { class: "reading" }, `or ${display} — ${why}`);
  const anchor = make("a", { href, rel: "noopener noreferrer", target: "_blank" }, display);
  anchor.addEventListener("click", (event) => open(event, { href, display, notes: check(url).notes }));
  return make("li", { class: "reading" }, "or ", anchor, make("span", {}, ` — ${why}`));
}

/** Returns the grammars that a link satisfies, in words. */
function grammarsOf({ grammars }) {
  if (grammars.length === 0) return "valid by no grammar";
  return grammars.length === GRAMMARS ? "valid by every grammar" : `valid by ${grammars.join(", ")}`;
}

/** Makes the notes on a link, those of one message once. */
function notesOf({ notes }) {
  return [...new Map(notes.map((note) => [note.message, note])).values()].map(makeNote);
}

function makeNote({ severity, message }) {
  const name = severity === "info" ? "" : make("b", {}, `${severity}: `);
  return make("li", { class: "note", "data-severity": severity }, name, message);
}

/** Marks a link and its card, and no other. */
function activate(active) {
  for (const result of linked) {
    for (const element of [result.card, ...result.anchors]) element.classList.toggle("active", result === active);
  }
}

/** Opens a link, or asks first. */
function open(event, link) {
  if (!link.notes.some((note) => note.severity === "danger")) return;
  event.preventDefault();
  byId("ask-address").textContent = link.display;
  byId("ask-notes").replaceChildren(...notesOf(link));
  ask.returnValue = "cancel";
  ask.onclose = () => {
    if (ask.returnValue === "open") window.open(link.href, "_blank", "noopener,noreferrer");
  };
  ask.showModal();
}

/** Puts each card beside its link, below the card before it. */
function layOut() {
  const isBeside = getComputedStyle(cards).display === "block";
  const top = drawn.getBoundingClientRect().top;
  let free = 0;
  for (const { card, anchors, link } of linked) {
    const at = anchors[0]?.getBoundingClientRect().top ?? rangeAt(link.start).getBoundingClientRect().top;
    const place = Math.max(free, at - top - GAP);
    card.style.top = isBeside ? `${place}px` : "";
    free = place + card.offsetHeight + GAP;
  }
  cards.style.minHeight = isBeside && linked.length > 0 ? `${free}px` : "";
}

/** Returns a range at an offset of the mail. The mail is one text, so the offsets of links are those of the mail. */
function rangeAt(offset) {
  const range = document.createRange();
  const nodes = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
  let rest = offset;
  while (nodes.nextNode()) {
    const { length } = nodes.currentNode;
    if (rest < length) {
      range.setStart(nodes.currentNode, rest);
      range.setEnd(nodes.currentNode, rest + 1);
      break;
    }
    rest -= length;
  }
  return range;
}

/** Moves the focus by `step` links. */
function moveBy(step) {
  const firsts = linked.filter(({ anchors }) => anchors.length > 0).map(({ anchors }) => anchors[0]);
  const at = firsts.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : firsts.length - 1) : at + step;
  firsts[(next + firsts.length) % firsts.length]?.focus();
}

const KEYS = { n: () => moveBy(1), p: () => moveBy(-1), e: () => mail.focus() };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ask.open) return;
  if (event.target === mail) {
    if (event.key === "Escape") mail.blur();
    return;
  }
  const run = event.target.matches("select") ? undefined : KEYS[event.key.toLowerCase()];
  if (run) {
    event.preventDefault();
    run();
  }
});

for (const [name, text] of Object.entries(EXAMPLES)) {
  const button = make("button", { type: "button" }, name);
  button.addEventListener("click", () => {
    mail.value = text;
    draw();
  });
  byId("examples").append(button);
}
mail.addEventListener("input", draw);
options.addEventListener("change", draw);
window.addEventListener("resize", layOut);

mail.value = Object.values(EXAMPLES)[0];
draw();
document.fonts.ready.then(layOut);
