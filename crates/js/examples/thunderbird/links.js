// Reads the links of a message. It gets everything that is Thunderbird's or the browser's as arguments.

/** Returns the text parts of a message part, nested ones too: `text`, `isHtml` and the options of their search. */
export function textParts(part) {
  const nested = (part.parts ?? []).flatMap(textParts);
  const [, kind] = /^text\/(plain|html)\b/i.exec(part.contentType ?? "") ?? [];
  if (!kind || !part.body) return nested;
  const field = part.headers?.["content-type"]?.[0] ?? part.contentType;
  const isDeleted = /format="?flowed/i.test(field) && /delsp="?yes/i.test(field);
  return [{ text: part.body, isHtml: kind.toLowerCase() === "html", softBreaks: isDeleted ? "deleted" : "kept" }, ...nested];
}

/**
 * Returns the links of the message that is shown in a tab, each once: `href`, `display`, `notes`, and `isRisky` if the
 * user should be asked first. `parse` makes a document of HTML. `urlsift` has the functions of the package.
 */
export async function linksOf(messenger, tabId, parse, urlsift) {
  const { messages } = await messenger.messageDisplay.getDisplayedMessages(tabId);
  const links = new Map();
  const add = ({ href, display, notes }, warning) => {
    const messages = [...notes.filter(({ severity }) => severity !== "info").map(({ message }) => message), ...warning];
    const isRisky = href === null || warning.length > 0 || notes.some(({ severity }) => severity === "danger");
    if (!links.has(display) || isRisky) links.set(display, { href, display, notes: [...new Set(messages)], isRisky });
  };
  for (const { id } of messages) {
    for (const { text, isHtml, softBreaks } of textParts(await messenger.messages.getFull(id))) {
      const page = isHtml ? parse(text) : null;
      const anchors = [...(page?.querySelectorAll("a[href]") ?? [])];
      // The text of a page has no line breaks between paragraphs, so `linkify` reads it.
      const found = page ? urlsift.linkify(page.body).map(({ link }) => link) : urlsift.find(text, { softBreaks });
      for (const link of found) add(link, []);
      for (const anchor of anchors) {
        const target = anchor.getAttribute("href").trim();
        if (target.startsWith("#")) continue;
        const differs = urlsift.linkTextDiffers(anchor.textContent, target);
        add(urlsift.check(target), differs ? [`the text of the link names another place: ${anchor.textContent.trim()}`] : []);
      }
    }
  }
  return [...links.values()];
}

/** Reports whether Thunderbird should open `link`: only links of the web, and only if the user accepts the risk. */
export function mayOpen(link, accepts) {
  return /^https?:/i.test(link.href ?? "") && (!link.isRisky || accepts(link));
}
