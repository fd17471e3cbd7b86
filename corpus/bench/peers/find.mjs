// Prints what a JavaScript program finds in the files of a folder: `find.mjs PROGRAM FOLDER`.
//
// Each line is a JSON array: the name of the file, the place in bytes, and the text that is found. The packages are
// those of the working directory.
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));

function linkifyIt(options) {
  const { LinkifyIt } = require('linkify-it');
  const finder = new LinkifyIt(options);
  return text => (finder.match(text) ?? []).map(it => [it.index, it.raw]);
}

function linkifyjs() {
  const { find } = require('linkifyjs');
  return text => find(text).map(it => [it.start, text.slice(it.start, it.end)]);
}

const programs = {
  'linkify-it': () => linkifyIt({}),
  'linkify-it-hosts': () => linkifyIt({ fuzzyLink: true }),
  linkifyjs,
};
const [program, folder] = process.argv.slice(2);
const find = programs[program]();
for (const name of readdirSync(folder).sort()) {
  const text = readFileSync(join(folder, name), 'utf8');
  for (const [place, url] of find(text)) {
    console.log(JSON.stringify([name, Buffer.byteLength(text.slice(0, place)), url]));
  }
}
