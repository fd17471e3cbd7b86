
"use strict";
// Tables are sorted by a column when its heading is pressed: numbers from the highest, texts from A, and then reversed.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const cell = (row) => row.cells[column];
    if (body.rows.length < 2 || cell(body.rows[0]).querySelector("svg")) return;
    const isNumber = heading.className === "n";
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const isReversed = heading.hasAttribute("aria-sort") && heading.dataset.reversed !== "yes";
      const sign = isReversed !== isNumber ? -1 : 1;
      const value = (row) => {
        const text = cell(row).dataset.v ?? cell(row).textContent;
        return isNumber ? (text === "" ? -1 : Number(text)) : text;
      };
      const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
      const rows = [...body.rows].sort((a, b) => sign * compare(value(a), value(b)));
      body.append(...rows);
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      heading.dataset.reversed = isReversed ? "yes" : "no";
      heading.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    });
  });
}
