// Runs a script of the browser's against stand-ins, once for each defect; prints as JSON which of them it has.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const source = (name) => readFileSync(new URL(`../../referee/pocket/${name}`, import.meta.url), "utf8");

// A service worker of a version below a path, with the caches of its origin.
const startServiceWorker = (path, version, caches, fetch) => {
  const heard = {};
  const script = source("sw.js").replace('"@VERSION@"', JSON.stringify(version))
    .replace('"@FILES@"', JSON.stringify([["index.html", 3], ["shell.js", 3]]));
  runInNewContext(script, {
    registration: { scope: `https://name.example${path}` }, fetch, URL, Request, Response, Promise, console, DecompressionStream,
    MessageChannel, encodeURIComponent, Error, skipWaiting() {},
    clients: { matchAll: async () => [], claim: async () => {} },
    caches: {
      keys: async () => [...caches.keys()],
      delete: async (name) => caches.delete(name),
      open: async (name) => {
        if (!caches.has(name)) caches.set(name, new Map());
        const kept = caches.get(name);
        return {
          put: async (at, answer) => { kept.set(String(at.url || at), answer); },
          match: async (at) => kept.get(String(at.url || at))?.clone(),
        };
      },
    },
    addEventListener: (name, act) => { heard[name] = act; },
  });
  const send = async (name, event = {}) => {
    let waits = null;
    heard[name]({ ...event, waitUntil: (what) => { waits = what; }, respondWith: (what) => { waits = what; } });
    return waits;
  };
  return { install: () => send("install"), activate: () => send("activate"), fetch: (request) => send("fetch", { request }) };
};
const found = async () => new Response("new");

// Another folder of the same host.
const shared = new Map();
const one = startServiceWorker("/a/", "1+x", shared, found), other = startServiceWorker("/b/", "2+y", shared, found);
for (const each of [one, other]) { await each.install(); await each.activate(); }
const navigation = { url: "https://name.example/a/", mode: "navigate", destination: "document", method: "GET" };
const lostByNeighbour = !(await one.fetch(navigation).catch(() => null));

// A file that another worker has not let go of yet, as just after a page was loaded again.
let busy = 2;
const handle = { getSize: () => 0, close() {} };
const file = { createSyncAccessHandle: async () => { if (busy-- > 0) throw new DOMException("busy", "NoModificationAllowedError"); return handle; } };
const folder = { getDirectoryHandle: async () => folder, getFileHandle: async () => file };
Object.defineProperty(globalThis, "navigator", { value: { storage: { getDirectory: async () => folder } }, configurable: true });
const { openFiles } = await import("../../referee/pocket/storage.js");
const isRefusedWhileBusy = await openFiles().then(() => false, () => true);

console.log(JSON.stringify({ lostByNeighbour, isRefusedWhileBusy }));
