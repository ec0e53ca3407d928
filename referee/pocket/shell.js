// The page that stays: it starts the program, shows its pages in a frame, and says what stands in the way.
const ROOT = new URL(document.baseURI);
const { version: VERSION, megabytes } = document.documentElement.dataset;
const texts = JSON.parse(document.getElementById("words").textContent);
const languages = [...navigator.languages];
const tongue = (wanted) => Object.keys(texts).find((each) => each === wanted)
  || (/^zh.*(TW|HK|MO|Hant)/i.test(wanted) && "zh-Hant")
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
  close.onclick = () => { note.hidden = true; };
};
// What stops the start; the button offers the way on.
const stop = (text, label = say("again"), act = () => location.reload()) => {
  document.getElementById("begin").hidden = false;
  frame.hidden = bar.hidden = true;
  step.textContent = "";
  wrong.textContent = text;
  offer(mend, label, act);
};

// The bar goes on by itself between two marks, ever slower: nobody knows how long the next one takes.
let mark = 5;
const reach = (percent, id) => { mark = percent; if (id) step.textContent = say(id, { megabytes }); };
setInterval(() => { bar.value = Math.max(bar.value, bar.value + (mark - bar.value) / 15); }, 100);

// Where the pages are: in the address, so that a page loaded again is the same page.
const here = () => new URLSearchParams(location.search).get("at") || location.pathname.slice(ROOT.pathname.length - 1).replace(/(.)\/$/, "$1");
window.moved = ({ pathname, search, hash }, title) => {
  if (!pathname.startsWith(ROOT.pathname)) return;
  const at = pathname.slice(ROOT.pathname.length - 1) + search;
  history.replaceState(null, "", `${ROOT.pathname}?at=${encodeURIComponent(at)}${hash}`);
  document.title = title;
};

// A version takes over as a whole: at the start, or when somebody says so.
const settle = async () => {
  const workers = navigator.serviceWorker, hadOne = workers.controller;
  const registration = await workers.register(new URL("sw.js", ROOT));
  const takeOver = () => registration.waiting.postMessage("take over");
  workers.addEventListener("controllerchange", () => { if (hadOne) location.reload(); });
  if (registration.waiting && hadOne) { takeOver(); await new Promise(() => {}); }
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming.addEventListener("statechange", () => {
      if (coming.state === "installed" && hadOne) tell(say("new_version"), say("restart"), takeOver);
    });
  });
  if (!hadOne) reach(30, "loading");
  while (!workers.controller) {
    registration.active?.postMessage("claim"); // a page loaded past all caches has none
    await new Promise((resolve) => { workers.addEventListener("controllerchange", resolve, { once: true }); setTimeout(resolve, 500); });
  }
};

// One page at a time runs the program, and writes; another may take its place.
let worker = null;
const others = new BroadcastChannel("referee");
const GIVE_WAY = "give way";
const alone = async () => {
  const lock = (how) => new Promise((resolve) => {
    navigator.locks.request("referee", how, (held) => { resolve(Boolean(held)); return held && new Promise((done) => { others.release = done; }); });
  });
  if (await lock({ ifAvailable: true })) return;
  // Who has just scanned a code wants it here.
  if (here() !== "/take") await new Promise((resolve) => stop(say("elsewhere"), say("here"), resolve));
  others.postMessage(GIVE_WAY);
  await lock({});
  mend.hidden = true;
  wrong.textContent = "";
  bar.hidden = false;
};
others.addEventListener("message", ({ data }) => {
  if (data === GIVE_WAY && worker) worker.postMessage({ act: "end" });
});

const heard = {
  step: (done) => reach(40 + done * 20),
  ready: (_, { refused }) => {
    bar.value = 100;
    document.getElementById("begin").hidden = true;
    frame.hidden = false;
    frame.src = new URL(here().slice(1), ROOT) + location.hash;
    navigator.storage?.persist?.();
    const before = localStorage.getItem("version");
    if (before && before !== VERSION) tell(say("updated", { version: VERSION }));
    localStorage.setItem("version", VERSION);
    localStorage.removeItem(BEGUN);
    if (refused) tell(say("not_kept"));
  },
  damaged: (table) => tell(say("damaged", { table })),
  failed: (why) => { if (localStorage.getItem(BEGUN)) run(); else stop(say("failed", { why })); },
  ended: () => {
    worker.terminate();
    worker = null;
    others.release();
    stop(say("went_on"), say("here"));
  },
};
navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.ask && worker) worker.postMessage({ act: "ask", ...data.ask }, ports);
  else if (data.ask) ports[0].postMessage(null);
  else if (navigator.serviceWorker.controller) return; // a new version comes, or does not: this one goes on
  else if (data.loaded) reach(5 + 35 * data.loaded, "loading");
  else if (data.failed) stop(say("not_loaded", { why: data.failed }));
});

// A start that did not come to its end is not tried in the same way again.
const BEGUN = "begun";
const run = () => {
  const isPlain = localStorage.getItem(BEGUN) === VERSION;
  if (isPlain) localStorage.removeItem(BEGUN); else localStorage.setItem(BEGUN, VERSION);
  reach(40, "starting");
  worker?.terminate();
  worker = new Worker(new URL("worker.js", ROOT), { type: "module" });
  worker.onerror = (event) => heard.failed(event.message || "");
  worker.onmessage = ({ data }) => { const [what] = Object.keys(data); heard[what](data[what], data); };
  worker.postMessage({ act: "begin", base: ROOT.href.replace(/\/$/, ""), languages, isPlain });
};

const start = async () => {
  if (!isSecureContext || !navigator.serviceWorker || !navigator.locks || !window.WebAssembly) { stop(say("unfit")); return; }
  await settle();
  await alone();
  run();
};
start().catch((error) => stop(say("failed", { why: String(error) })));
