// Drives Chromium over a pipe, with its DevTools protocol: messages are JSON, each followed by NUL.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Returns the program of Chromium on this machine, or undefined. */
export function findChromium() {
  return [process.env.CHROMIUM ?? [], NAMES].flat().find((name) => spawnSync(name, ["--version"]).status === 0);
}

/** Starts `program`, and returns a connection to it. */
export function startChromium(program) {
  const profile = mkdtempSync(join(tmpdir(), "urlsift-"));
  const child = spawn(
    program,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--hide-scrollbars",
      "--remote-debugging-pipe",
      `--user-data-dir=${profile}`,
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const waiting = new Map();
  const listeners = new Set();
  let [count, pending] = [0, ""];
  child.stdio[4].setEncoding("utf8").on("data", (chunk) => {
    const messages = (pending + chunk).split("\0");
    pending = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.error) reject?.(new Error(message.error.message));
      else if (resolve) resolve(message.result);
      else for (const listener of listeners) listener(message);
    }
  });
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await send("Browser.close").catch(() => child.kill());
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { send, stop, listen: (listener) => listeners.add(listener) };
}

/** Opens a page of `width` pixels, and returns functions for it. `messages` collects what the console shows. */
export async function openPage(chromium, address, { width, height = 900, isDark = false }) {
  const { targetId } = await chromium.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await chromium.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => chromium.send(method, params, sessionId);
  const [messages, requests] = [[], []];
  const loaded = new Promise((resolve) => {
    chromium.listen(({ sessionId: of, method, params }) => {
      if (of !== sessionId) return;
      if (method === "Log.entryAdded") messages.push(`${params.entry.level}: ${params.entry.text}`);
      if (method === "Runtime.consoleAPICalled") messages.push(`${params.type}: ${params.args[0]?.value}`);
      if (method === "Runtime.exceptionThrown") messages.push(params.exceptionDetails.exception?.description);
      if (method === "Network.requestWillBeSent") requests.push(params.request.url);
      if (method === "Page.loadEventFired") resolve();
    });
  });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
  await send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }],
  });
  await send("Page.navigate", { url: address });
  await loaded;
  /** Runs an expression in the page, waits for its promise, and returns its value. */
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const press = async (key) => {
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
    const code = { Enter: 13, Escape: 27, Tab: 9 }[key] ?? key.toUpperCase().charCodeAt(0);
    await send("Input.dispatchKeyEvent", { type: "keyDown", key, text, windowsVirtualKeyCode: code });
    await send("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode: code });
  };
  /** Returns the names that a screen reader finds for elements of a role, such as `link`. */
  const spoken = async (wanted) => {
    const { nodes } = await send("Accessibility.getFullAXTree");
    return nodes.filter(({ ignored, role }) => !ignored && role.value === wanted).map(({ name }) => name.value);
  };
  const screenshot = async () =>
    Buffer.from((await send("Page.captureScreenshot", { captureBeyondViewport: true })).data, "base64");
  return { evaluate, press, send, spoken, screenshot, messages, requests };
}
