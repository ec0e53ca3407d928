// The page that stays: it starts the program, shows its pages in a frame, and says what stands in the way.
const ROOT = new URL(document.baseURI), workers = navigator.serviceWorker;
const { version: VERSION, megabytes } = document.documentElement.dataset;
const texts = JSON.parse(document.getElementById("words").textContent);
const languages = [...navigator.languages];
const tongue = (wanted) => Object.keys(texts).find((each) => each === wanted)
  || (/^zh(?!.*Hans).*(TW|HK|MO|Hant)/i.test(wanted) && "zh-Hant")
  || Object.keys(texts).find((each) => each.split("-")[0] === wanted.split("-")[0]);
const lang = languages.map(tongue).find(Boolean) || "en";
const say = (id, args = {}) => texts[lang][`pocket.page.${id}`].replace(/\{(\w+)\}/g, (_, name) => args[name]);
const [note, bar, step, wrong, mend, frame] = ["note", "bar", "step", "wrong", "mend", "app"].map((id) => document.getElementById(id));
document.documentElement.lang = lang;

const offer = (button, label, act) => { button.hidden = false; button.textContent = label; button.onclick = act; };
const tell = (text, label, act) => {
  const [said, button, close] = note.children;
  note.hidden = false;
  said.textContent = text;
  button.hidden = true;
  if (label) offer(button, label, act);
  close.ariaLabel = say("close");
  close.onclick = () => { note.hidden = true; };
};
// What stops the start; the button offers the way on.
const stop = (text, label = say("again"), act = () => location.reload()) => {
  document.getElementById("begin").hidden = false;
  frame.hidden = bar.hidden = true;
  step.textContent = "";
  wrong.textContent = text;
  offer(mend, label, act);
  mend.focus();
};

// The bar goes on by itself between two marks, ever slower: nobody knows how long the next one takes.
let mark = 5;
const reach = (percent, id) => { mark = percent; if (id) step.textContent = say(id, { megabytes }); };
const creep = setInterval(() => { bar.value = Math.max(bar.value, bar.value + (mark - bar.value) / 15); }, 100);

// Where the pages are stands in the address, so that a page loaded again is the same page; but one's own hand.
const here = () => {
  const below = location.pathname.slice(ROOT.pathname.length - 1).replace("/index.html", "/");
  const found = new URL(`.${new URLSearchParams(location.search).get("at") || below}`, ROOT);
  return found.href.startsWith(ROOT.href) ? found + location.hash : ROOT.href;
};
window.follow = ({ pathname, search, hash }, title) => {
  if (!pathname.startsWith(ROOT.pathname)) return;
  const at = (pathname.slice(ROOT.pathname.length - 1) + search).replace(/\/as\/.*/, "/");
  history.replaceState(null, "", `${ROOT.pathname}?at=${encodeURIComponent(at)}${hash}`);
  document.title = title;
};

// Have a service worker control this page; return its registration.
const hadOne = Boolean(workers?.controller);
const register = async () => {
  const registration = await workers.register(new URL("sw.js", ROOT));
  if (!hadOne) reach(30, "loading");
  while (!workers.controller) {
    registration.active?.postMessage("claim"); // a page loaded past all caches has none
    await new Promise((resolve) => { workers.addEventListener("controllerchange", resolve, { once: true }); setTimeout(resolve, 500); });
  }
  workers.addEventListener("controllerchange", () => location.reload());
  return registration;
};
// A version takes over as a whole: at a start, or when somebody says so.
const update = async (registration) => {
  const takeOver = () => registration.waiting.postMessage("take over");
  if (registration.waiting) { takeOver(); await new Promise(() => {}); }
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming.addEventListener("statechange", () => {
      if (coming.state === "installed") tell(say("new_version"), say("restart"), takeOver);
    });
  });
};

// One page at a time runs the program, and writes; another may take its place.
let worker = null;
const lock = (how) => new Promise((resolve) => {
  const hold = (held) => { resolve(Boolean(held)); return held && new Promise(() => {}); };
  navigator.locks.request("referee", how, hold).catch(() => { // another page has it now
    worker?.terminate();
    worker = null;
    stop(say("went_on"), say("here"), () => lock({ steal: true }).then(() => run()));
  });
});
const becomeOnly = async () => {
  if (await lock({ ifAvailable: true })) return;
  const hasScanned = here().startsWith(`${ROOT}take`) && location.hash; // whoever scans a code wants it here
  if (!hasScanned) await new Promise((resolve) => stop(say("elsewhere"), say("here"), resolve));
  await lock({ steal: true });
};

const handlers = {
  step: (done) => reach(40 + done * 20),
  ready: (_, { isKept }) => {
    clearInterval(creep);
    if (!isPlain) localStorage.removeItem("begun");
    isReady = true;
    document.getElementById("begin").hidden = true;
    frame.hidden = false;
    frame.src = here();
    frame.focus();
    navigator.storage?.persist?.();
    const before = localStorage.getItem("version");
    if (before && before !== VERSION) tell(say("updated", { version: VERSION }));
    localStorage.setItem("version", VERSION);
    if (!isKept) tell(say("not_kept"));
  },
  damaged: (table) => tell(say("damaged", { table })),
  failed: (why) => { if (isReady || isPlain) stop(say("failed", { why })); else run(true); },
};
workers?.addEventListener("message", ({ data, ports }) => {
  if (data.asked) { if (worker) worker.postMessage(data, ports); else ports[0].postMessage(null); return; }
  if (hadOne) return; // a new version comes, or does not: this one goes on
  if (data.loaded) reach(5 + 35 * data.loaded, "loading"); else stop(say("not_loaded", { why: data.failed }));
});

// The program begins from the picture, but where two such starts of this version did not come to their end.
let isPlain, isReady;
const begun = () => { const [of, n] = (localStorage.getItem("begun") || "").split(" "); return of === VERSION ? Number(n) : 0; };
const run = (plainly = begun() > 1) => {
  [isPlain, isReady] = [plainly, false];
  if (!isPlain) localStorage.setItem("begun", `${VERSION} ${begun() + 1}`);
  wrong.textContent = "";
  mend.hidden = true;
  bar.hidden = false;
  reach(40, "starting");
  worker?.terminate();
  worker = new Worker(new URL("worker.js", ROOT), { type: "module" });
  worker.onerror = (event) => handlers.failed(event.message || "");
  worker.onmessage = ({ data }) => { const [what] = Object.keys(data); handlers[what](data[what], data); };
  worker.postMessage({ base: ROOT.href.replace(/\/$/, ""), languages, isPlain });
};

const start = async () => {
  if (!isSecureContext || !workers || !navigator.locks || !window.WebAssembly) { stop(say("unfit")); return; }
  const registration = await register();
  await becomeOnly();
  await update(registration);
  run();
};
addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
if (top === self) start().catch((error) => stop(say("failed", { why: String(error) })));
