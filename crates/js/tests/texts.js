// Random texts for tests.

export const TOKENS = [
  "http://",
  "https://",
  "mailto:",
  "ftp://",
  "<URL:",
  "<",
  ">",
  '"',
  "a.example",
  "www.example.org",
  "jim@example.org",
  "/",
  "/b-",
  "\n",
  "\n",
  "\r\n",
  "\n> ",
  " ",
  " ",
  ".",
  ",",
  "-",
  "(",
  ")",
  "%20",
  "%zz",
  "?q=",
  "#f",
  ":80",
  "\u00E9",
  "e\u0301",
  "\u{1F600}",
  "\uD800",
  "\uDC00",
  "\u202E",
  "\u0000",
  "text",
  "javascript:",
  "xn--80ak6aa92e",
  "@",
  "\u3002",
  "\uFF0F",
];

/** Returns a source of numbers below `n`: a linear congruential generator, so that each run has the same texts. */
export function randomOf(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Returns `count` texts of tokens, the same in each run. */
export function* randomTexts(count, tokens = TOKENS) {
  const random = randomOf(1738);
  for (let i = 0; i < count; i++) {
    yield Array.from({ length: random(24) }, () => tokens[random(tokens.length)]).join("");
  }
}
