// Makes the files of the package that are made of others: the entries for CommonJS, the bytes of the module as a
// string, and the types for `require`. `build.sh` runs it.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const read = (name) => readFileSync(new URL(name, import.meta.url));
const write = (name, content) => writeFileSync(new URL(name, import.meta.url), content);

/** The modules of the package, each after those that it imports. */
const MODULES = ["library", "policy", "texts", "linkify", "html", "markdown-it"];

const NAMES = String.raw`\{([\w\s,]+)\}`;

/** Returns the ES module `name` as a function in strict mode that runs at once and returns its exports. */
function wrapModule(name) {
  const source = read(`${name}.js`)
    .toString()
    .replace(new RegExp(String.raw`^import ${NAMES} from "\./(\w+)\.js";$`, "gm"), "const {$1} = $2;");
  const exported = [...source.matchAll(/^export (?:default )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  const body = source.replace(/^export (default )?/gm, "");
  if (/^(import|export)\b/m.test(body)) throw new Error(`${name}.js has a form of import or export that is not known`);
  return `const ${name.replace(/\W/g, "_")} = (() => {\n${body}\nreturn { ${exported.join(", ")} };\n})();\n`;
}

const HEADER = '"use strict";\n// Made by bundle.js';

/** Returns the statements that export what `api.js` exports, as CommonJS. */
function exportsOf(api) {
  const lists = [...api.matchAll(new RegExp(String.raw`^export ${NAMES} from "\./(\w+)\.js";$`, "gm"))];
  // Node reads the names of the exports from this form.
  const lines = ([, list, module]) => list.match(/\w+/g).map((name) => `exports.${name} = ${module}.${name};\n`);
  return lists.flatMap(lines).join("");
}

const START = `
const wasm = require("node:fs").readFileSync(require("node:path").join(__dirname, "urlsift.wasm"));
library.start(new WebAssembly.Instance(new WebAssembly.Module(wasm), library.IMPORTS));
`;

const modules = MODULES.map(wrapModule).join("\n");
const names = MODULES.map((name) => name.replace(/\W/g, "_")).join(", ");
write("modules.cjs", `${HEADER}: the modules for CommonJS, loaded.\n${modules}${START}module.exports = { ${names} };\n`);
const api = exportsOf(read("api.js").toString());
write("urlsift.cjs", `${HEADER}: the entry for require.\nconst { ${names} } = require("./modules.cjs");\n${api}`);
write("markdown-it.cjs", `${HEADER}: the plugin for require.\nmodule.exports = require("./modules.cjs").markdown_it.markdownIt;\n`);
const bytes = gzipSync(read("urlsift.wasm"), { level: 9 }).toString("base64");
write("bytes.js", `// Made by bundle.js: the module, compressed with gzip, in base64.\nexport const BYTES =\n  "${bytes}";\n`);
copyFileSync(new URL("urlsift.d.ts", import.meta.url), new URL("urlsift.d.cts", import.meta.url));
const types = read("markdown-it.d.ts").toString();
write("markdown-it.d.cts", types.replace("./urlsift.js", "./urlsift.cjs").replace("export default function", "declare function") + "export = markdownIt;\n");
