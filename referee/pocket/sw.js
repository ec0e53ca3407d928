// Keeps the files of one version, and hands what pages ask of the service to the page that runs it.
const VERSION = "@VERSION@", FILES = "@FILES@"; // version, and path and bytes of each file, filled in

const KEPT = `referee-${VERSION}`;
const SCOPE = new URL(registration.scope);
const SHELL = ["", "index.html"];
const tell = async (what) => {
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage(what);
};

// All files or none: the old version goes on until every file of the new one is here.
const fill = async () => {
  const cache = await caches.open(KEPT), total = FILES.reduce((sum, [, bytes]) => sum + bytes, 0);
  let done = 0;
  await Promise.all(FILES.map(async ([path, bytes]) => {
    const answer = await fetch(new Request(new URL(path, SCOPE), { cache: "no-cache" }));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const isPacked = path.endsWith(".bin");
    const content = isPacked ? new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))) : answer;
    await cache.put(new URL(path, SCOPE), content);
    done += bytes;
    tell({ loaded: done / total });
  }));
};
const take = async () => {
  for (const name of await caches.keys()) if (name.startsWith("referee-") && name !== KEPT) await caches.delete(name);
  await clients.claim();
};
addEventListener("install", (event) => event.waitUntil(fill().catch(async (error) => {
  await caches.delete(KEPT);
  tell({ failed: String(error) });
  throw error;
})));
addEventListener("activate", (event) => event.waitUntil(take()));
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); else if (data === "claim") clients.claim(); });

// Ask the pages which of them runs the service: all but that one answer with nothing.
const ask = async (request, path) => {
  const body = /^(GET|HEAD)$/.test(request.method) ? null : await request.arrayBuffer();
  const asked = { method: request.method, url: path, headers: [...request.headers], body };
  const pages = (await clients.matchAll({ type: "window" })).filter((page) => page.frameType === "top-level");
  const told = await Promise.any(pages.map((page) => new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data ? resolve(data) : reject());
    page.postMessage({ ask: asked }, [port2]);
  }))).catch(() => ({ status: 503, headers: [], body: null }));
  const isEmpty = [204, 304].includes(told.status) || !told.body;
  return new Response(isEmpty ? null : told.body, { status: told.status, headers: told.headers });
};

// What never changes within a version is asked for once.
const once = async (request, path) => {
  const cache = await caches.open(KEPT), found = await cache.match(request);
  if (found) return found;
  const answer = await ask(request, path);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
};

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const below = url.pathname.slice(SCOPE.pathname.length), path = url.pathname + url.search;
  const kept = async (name) => (await caches.open(KEPT)).match(new URL(name, SCOPE));
  if (request.mode === "navigate" && request.destination === "document") {
    const within = `${SCOPE}?at=${encodeURIComponent(`/${below}${url.search}`)}`;
    event.respondWith(SHELL.includes(below) ? kept("index.html") : Response.redirect(within));
  } else if (below.startsWith("python/") || (below && FILES.some(([name]) => name === below))) event.respondWith(kept(below));
  else if (request.method === "GET" && below.startsWith("static/")) event.respondWith(once(request, path));
  else event.respondWith(ask(request, path));
});
