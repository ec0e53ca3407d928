// Runs the program beside the page: takes requests from it and answers them with the service's own application.
import { loadPyodide } from "./python/pyodide.mjs";
import { mount, openFiles } from "./storage.js";

const STORE = "/kept";
let python, answer, flush, files = null;

const begin = async ({ base, languages }) => {
  const packed = fetch("python/site.zip").then((found) => found.arrayBuffer());
  let refused = "";
  const opened = openFiles().catch((error) => { refused = error.name; return null; });
  python = await loadPyodide({ indexURL: new URL("python/", import.meta.url).href });
  postMessage({ step: 1 });
  python.unpackArchive(await packed, "zip", { extractDir: "/lib/python3.14/site-packages" });
  postMessage({ step: 2 });
  files = await opened;
  flush = mount(python, STORE, files);
  python.pyimport("referee.pocket.shims");
  const { Service } = python.pyimport("referee.pocket.start");
  answer = Service.callKwargs(`${STORE}/referee.db`, base, languages.join(","), { is_kept: files !== null });
  flush();
  postMessage({ ready: true, refused });
  for (const damaged of answer.audit()) postMessage({ damaged });
};

// What is answered is kept: the browser has written it before anybody reads the answer.
const reply = async ({ method, url, headers, body }, port) => {
  try {
    const told = await answer(method, url, headers, body && new Uint8Array(body));
    const [status, sent, bytes] = told.toJs({ create_pyproxies: false });
    told.destroy();
    flush();
    port.postMessage({ status, headers: sent, body: bytes }, [bytes.buffer]);
  } catch (error) {
    console.error(error);
    port.postMessage({ status: 500, headers: [], body: null });
  }
};

const end = () => {
  answer?.close();
  flush?.();
  for (const file of files?.values() || []) file.close();
  postMessage({ ended: true });
};

const lastLine = (error) => String(error?.message || error).trim().split("\n").at(-1);
let turn = Promise.resolve();
addEventListener("message", ({ data, ports }) => {
  const act = { begin: () => begin(data), end, ask: () => reply(data, ports[0]) }[data.act];
  turn = turn.then(act).catch((error) => postMessage({ failed: lastLine(error) }));
});
