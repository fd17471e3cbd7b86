// Serves the files of the package for the demo and its test. Run it as `npm run demo`.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Starts a server of a folder for this machine only, and returns it with its address. Port 0 is any free port. */
export async function serve(port = 0, root = ROOT) {
  const server = createServer(async (request, response) => {
    // The parser removes `..`, so the path stays below the root.
    const { pathname } = new URL(request.url, "http://localhost/");
    const type = TYPES[extname(pathname)];
    const body = type && (await readFile(new URL(`.${pathname}`, root)).catch(() => undefined));
    response.writeHead(body ? 200 : 404, { "Content-Type": type ?? "text/plain" });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(Number(process.env.PORT ?? 8000));
  console.log(`${address}demo/index.html`);
}
