// Calls leave no memory behind.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { check, find, href, segments } from "../urlsift.node.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const text = `${"see <http://www.exam-\nple.org/a> and mailto:jim@example.org \u00E9 ".repeat(4)}\n`;

/** Makes an instance of the module that drops all results, and returns its exports. */
async function instance() {
  const module = await WebAssembly.compile(await readFile(new URL("../urlsift.wasm", import.meta.url)));
  const imports = { urlsift: { take() {}, to_ascii: () => -1 } };
  return (await WebAssembly.instantiate(module, imports)).exports;
}

/** Writes the units of `text` to the memory of a module. */
function write({ memory, reserve }, text) {
  const address = reserve(text.length);
  const units = new Uint16Array(memory.buffer, address, text.length);
  units.set(Array.from(text, (unit) => unit.charCodeAt(0)));
}

test("10,000 calls do not grow the memory of the module", async () => {
  const module = await instance();
  const calls = (count) => {
    for (let i = 0; i < count; i++) {
      for (const call of ["find", "segments"]) {
        write(module, text);
        assert.equal(module[call](0, 0, 0, -1), 0);
      }
      write(module, "join=\0x\0");
      assert.equal(module.find(8, 0), 1);
      write(module, "http://b\u00FCcher.example/a b");
      module.check();
    }
  };
  calls(10);
  const before = module.memory.buffer.byteLength;
  calls(2500);
  assert.equal(module.memory.buffer.byteLength, before);
  assert.ok(before <= 2 << 20, `${before} bytes`);
});

test("10,000 calls do not grow the heap of JavaScript", () => {
  const calls = (count) => {
    for (let i = 0; i < count; i++) {
      find(text);
      segments("see http://example.org/");
      check("http://b\u00FCcher.example/a b");
      href("http://b\u00FCcher.example/");
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = calls(500);
  const more = calls(2500) - before;
  assert.ok(more < 1 << 20, `${more} bytes more`);
});

test("the module keeps no memory of a long text", async () => {
  const { memory, reserve, reserve_ascii: reserveAscii, find: search } = await instance();
  const sizes = [];
  for (let i = 0; i < 20; i++) {
    reserve(1 << 22);
    search(0, 0);
    reserve(0);
    reserveAscii(1 << 22);
    search(0, 1);
    sizes.push(memory.buffer.byteLength);
  }
  assert.equal(sizes.at(-1), sizes[1], "the second long text fits where the first one was");
  // A length beyond the text is cut, and the next call works.
  reserve(4);
  assert.equal(search(1 << 30, 0), 1);
  reserve(0);
  assert.equal(search(0, 0), 0);
});
