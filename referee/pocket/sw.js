// Keeps the files of one version, and hands what pages ask of the service to the page that runs it.
const VERSION = "@VERSION@", FILES = "@FILES@"; // of each file its path, bytes and SHA-256, filled in

const SCOPE = new URL(registration.scope);
const OURS = `referee ${SCOPE.pathname} `, CACHE = OURS + VERSION; // a host may have several folders
const tell = async (what) => {
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage(what);
};

const fetchFile = async ([path, , sum]) => {
  const answer = await fetch(new URL(path, SCOPE), { cache: "no-cache", integrity: `sha256-${sum}` });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return path.endsWith(".bin") ? new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))) : answer;
};
const findFile = async (path) => {
  const file = FILES.find(([name]) => name === path), cache = await caches.open(CACHE);
  if (!file) return new Response(null, { status: 404 });
  return (await cache.match(new URL(path, SCOPE))) || fetchFile(file);
};

// All files or none: the old version goes on until every file of the new one is here.
const fill = async () => {
  const cache = await caches.open(CACHE), total = FILES.reduce((sum, [, bytes]) => sum + bytes, 0);
  let done = 0;
  await Promise.all(FILES.map(async (file) => {
    await cache.put(new URL(file[0], SCOPE), await fetchFile(file));
    done += file[1];
    tell({ loaded: done / total });
  }));
};
const activate = async () => {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await clients.claim();
};
addEventListener("install", (event) => event.waitUntil(fill().catch(async (error) => {
  await caches.delete(CACHE);
  tell({ failed: String(error) });
  throw error;
})));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); else clients.claim(); });

// Ask the pages which of them runs the service: all but that one answer with nothing.
const ask = async (request, path) => {
  const body = /^(GET|HEAD)$/.test(request.method) ? null : await request.arrayBuffer();
  const asked = { method: request.method, url: path, headers: [...request.headers], body };
  const pages = (await clients.matchAll({ type: "window" })).filter((page) => page.frameType === "top-level");
  const told = await Promise.any(pages.map((page) => new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data ? resolve(data) : reject());
    page.postMessage({ asked }, [port2]);
  }))).catch(() => ({ status: 503, headers: [], body: null }));
  const isEmpty = [204, 304].includes(told.status) || !told.body;
  return new Response(isEmpty ? null : told.body, { status: told.status, headers: told.headers });
};

// What never changes within a version is asked for once.
const askOnce = async (request, path) => {
  const cache = await caches.open(CACHE), found = await cache.match(request);
  if (found) return found;
  const answer = await ask(request, path);
  if (answer.ok) cache.put(request, answer.clone()).catch(() => {}); // no room: asked for again
  return answer;
};

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const below = url.pathname.slice(SCOPE.pathname.length), path = url.pathname + url.search;
  const isShell = ["", "index.html"].includes(below);
  const answer = () => {
    if (request.mode === "navigate" && request.destination === "document") {
      const within = `${SCOPE}?at=${encodeURIComponent(`/${below}${url.search}`)}`;
      return isShell ? findFile("index.html") : Response.redirect(within);
    }
    if (below.startsWith("python/") || (!isShell && FILES.some(([name]) => name === below))) return findFile(below);
    return (request.method === "GET" && below.startsWith("static/") ? askOnce : ask)(request, path);
  };
  event.respondWith(answer());
});
