// Measures `find` and two JavaScript libraries on the bodies of mail. Run it as `node bench.js FILE...`, with files of
// mbox format, after `npm install --no-save linkify-it linkifyjs`. It prints the median of nine runs. It counts
// processor time, so that other programs on the machine matter less.

import { readFileSync } from "node:fs";

import { LinkifyIt } from "linkify-it";
import * as linkifyjs from "linkifyjs";

import { find, segments } from "./urlsift.node.js";

const WARM_UP_RUNS = 3;
const RUNS = 9;
const ALL_FORMS = ["url", "angle", "quote", "prefix", "bare", "www", "host", "address"];

/** Returns the bodies of the messages of a mailbox, as text. */
function bodies(path) {
  const messages = readFileSync(path, "latin1")
    .split(/^From .*\r?\n/m)
    .slice(1);
  return messages.map((message) => message.slice(message.search(/\r?\n\r?\n/) + 2));
}

/** Returns the median of the milliseconds that `work` takes, and its last result. */
function time(work) {
  const times = [];
  let result;
  // The first runs are slower, because they are compiled while they run.
  for (let i = 0; i < WARM_UP_RUNS; i++) result = work();
  for (let i = 0; i < RUNS; i++) {
    const start = process.cpuUsage();
    result = work();
    times.push(process.cpuUsage(start).user / 1000);
  }
  return [times.sort((a, b) => a - b)[RUNS >> 1], result];
}

const texts = process.argv.slice(2).flatMap(bodies);
const size = texts.reduce((sum, text) => sum + text.length, 0);
const linkifyIt = new LinkifyIt();
const count = (search) => () => texts.reduce((sum, text) => sum + search(text), 0);
const candidates = {
  "urlsift find": count((text) => find(text).length),
  "urlsift find, with hosts and addresses": count((text) => find(text, { forms: ALL_FORMS }).length),
  "urlsift segments": count((text) => segments(text).length),
  "linkify-it match": count((text) => linkifyIt.match(text)?.length ?? 0),
  "linkifyjs find": count((text) => linkifyjs.find(text).length),
};
console.log(`${texts.length} bodies, ${(size / 1e6).toFixed(1)} MB`);
for (const [name, work] of Object.entries(candidates)) {
  const [ms, result] = time(work);
  console.log(`${name}: ${ms.toFixed(1)} ms, ${(size / 1e3 / ms).toFixed(1)} MB/s, ${result} results`);
}
