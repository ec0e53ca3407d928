// Codes that were scanned stay in this browser until all of a log are there; then they are handed in.
const KEPT = "referee-codes";
const START = "referee-start";
const CODE = /(?:^|#)([1-9]\d{0,2})\/([1-9]\d{0,2})\/([0-9a-f]{8})\/(\d+)$/;
const MOST_LOGS = 3;
const AGAIN_MS = 60;
const ENOUGH_PIXELS = 1600;

const find = (id) => document.getElementById(id);
const words = document.querySelector("[data-scan]").dataset;
const handIn = find("hand-in");
const view = find("view");

// Some browsers keep nothing for a page, and say so by an error.
const storage = {
  read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(name, text) {
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  },
};

// Logs of which codes are here, the one scanned last at the end: {check, of, texts: {n: text}}.
function readKept() {
  try {
    const found = JSON.parse(storage.read(KEPT) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

let kept = readKept();
let stream = null;
// Any page elsewhere may lead here with codes: only who scans or picks them here hands them in without a tap.
let isScanning = false;

function keep(logs) {
  kept = logs.slice(-MOST_LOGS);
  return storage.write(KEPT, kept.length ? JSON.stringify(kept) : null);
}

const isWhole = (log) => Object.keys(log.texts).length === log.of;

// Return whether a text is a code; one that is new is kept.
function add(text) {
  const found = CODE.exec(text.trim());
  if (!found || Number(found[1]) > Number(found[2])) return false;
  const [, n, of, check] = found;
  const log = kept.find((each) => each.check === check && each.of === Number(of)) || {
    check,
    of: Number(of),
    texts: {},
  };
  const isNew = !(n in log.texts);
  log.texts[n] = found[0].replace(/^#/, "");
  keep([...kept.filter((each) => each !== log), log]);
  if (isNew && stream && navigator.vibrate) navigator.vibrate(40);
  show();
  return true;
}

function say(text) {
  const place = find("scanned");
  place.hidden = false;
  if (place.textContent !== text) place.textContent = text;
}

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function show() {
  const log = kept[kept.length - 1];
  find("marks").hidden = find("forget").hidden = !log;
  if (!log) return;
  const numbers = Array.from({ length: log.of }, (_, i) => String(i + 1));
  const missing = numbers.filter((n) => !(n in log.texts));
  const values = { n: log.of - missing.length, of: log.of, missing: missing.join(", ") };
  find("marks").textContent = "";
  numbers.forEach((n) => {
    const mark = document.createElement("li");
    mark.textContent = n;
    mark.className = n in log.texts ? "there" : "";
    find("marks").append(mark);
  });
  say(fill(missing.length ? words.here : words.all, values));
  if (missing.length) return;
  stop();
  if (!handIn) return;
  find("codes").value = numbers.map((n) => log.texts[n]).join("\n");
  if (isScanning) handIn.submit();
  else handIn.querySelector("button").focus();
}

let detector = null;

// Return a function that reads the code in a video, a canvas or a bitmap; it gives null where there is none.
async function getReader() {
  if (window.BarcodeDetector) {
    const formats = await BarcodeDetector.getSupportedFormats().catch(() => []);
    if (formats.includes("qr_code")) {
      const native = new BarcodeDetector({ formats: ["qr_code"] });
      return async (source) => {
        const found = await native.detect(source);
        return found.length ? found[0].rawValue : null;
      };
    }
  }
  const { decodeQR } = await import("./qr-0.7.0/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (source) => {
    const width = source.videoWidth || source.width;
    const height = source.videoHeight || source.height;
    for (const scale of [Math.min(1, ENOUGH_PIXELS / Math.max(width, height)), 1]) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      context.drawImage(source, 0, 0, canvas.width, canvas.height);
      try {
        return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
      } catch {
        if (scale === 1) return null;
      }
    }
    return null;
  };
}

async function read(source) {
  detector = detector || (await getReader());
  return detector(source);
}

function stop() {
  if (stream) stream.getTracks().forEach((track) => track.stop());
  stream = null;
  view.srcObject = null;
  view.hidden = find("stop").hidden = true;
  find("camera").hidden = !hasCamera();
}

// Pages without https have no camera.
function hasCamera() {
  return Boolean(navigator.mediaDevices && navigator.mediaDevices.getUserMedia);
}

async function scan() {
  isScanning = true;
  try {
    const wanted = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
    stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
    view.srcObject = stream;
    view.hidden = find("stop").hidden = false;
    find("camera").hidden = true;
    view.scrollIntoView({ block: "center" });
    await view.play();
  } catch {
    stop();
    say(words.denied);
    return;
  }
  while (stream) {
    const text = view.videoWidth ? await read(view).catch(() => null) : null;
    if (text && stream) add(text);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

async function readPictures(files) {
  isScanning = true;
  for (const file of files) {
    let text = null;
    try {
      text = await read(await createImageBitmap(file));
    } catch {
      // no picture
    }
    if (!text || !add(text)) say(words.none);
  }
}

// A code that the phone's own camera has read stands behind the address.
function takeFragment() {
  const fragment = location.hash;
  if (!fragment) return;
  const isKept = add(fragment);
  if (isKept) history.replaceState(null, "", location.pathname + location.search);
}

// Where the start page was open in this browser, the codes go there.
async function goToStart() {
  const start = storage.read(START);
  if (handIn) {
    storage.write(START, location.pathname);
  } else if (start) {
    const answer = await fetch(start, { method: "HEAD" }).catch(() => null);
    if (answer && answer.ok) location.replace(start + location.search);
    else if (answer && answer.status === 404) storage.write(START, null);
  }
}

document.querySelectorAll("[data-needs-script]").forEach((each) => {
  each.hidden = false;
});
find("camera").hidden = !hasCamera();
find("camera").addEventListener("click", scan);
find("stop").addEventListener("click", stop);
find("forget").addEventListener("click", () => {
  keep(kept.slice(0, -1));
  find("scanned").hidden = !kept.length;
  show();
});
find("pictures").addEventListener("change", (event) => readPictures([...event.target.files]));
const toStart = find("to-start");
if (toStart) {
  toStart.addEventListener("submit", (event) => {
    event.preventDefault();
    const key = find("start").value.trim().replace(/\/+$/, "").split(/[/?#]/).pop();
    if (key) location.href = new URL(`h/${encodeURIComponent(key)}/take${location.search}`, location.href).href;
  });
}
window.addEventListener("hashchange", takeFragment);
// What was handed in has its answer on this page.
if (document.querySelector(".taken")) keep(kept.filter((log) => !isWhole(log)));
takeFragment();
show();
goToStart();
