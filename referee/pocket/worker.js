// Runs the program beside the page: takes requests from it and answers them with the service's own application.
import create from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";
import { beginFrom, librariesIn } from "./snapshot.js";
import { mount, openFiles } from "./storage.js";
import { layOut, unpack } from "./unpack.js";

const STORE = "/kept";
let answer, flush, files = null;

const load = (name) => fetch(new URL(`python/${name}`, import.meta.url)).catch(() => null);

// `isPlain`: without the picture, as where the last start with it did not come to its end.
const begin = async ({ base, languages, isPlain }) => {
  const indexURL = new URL("python/", import.meta.url).href;
  const [picture, packages] = [isPlain ? null : load("picture.bin"), load("packages.bin")];
  let refused = "";
  const opened = openFiles().catch((error) => { refused = error.name; return null; });
  const program = unpack(new Uint8Array(await (await packages).arrayBuffer()));
  postMessage({ step: 1 });
  const parts = { loadPyodide, create, indexURL, libraries: librariesIn(program) };
  const taken = await picture;
  const python = await (taken ? beginFrom(parts, taken.body.getReader()) : loadPyodide({ indexURL }));
  layOut(python, program);
  postMessage({ step: 2 });
  files = await opened;
  flush = mount(python, STORE, files);
  python.pyimport("referee.pocket.shims");
  const { Service } = python.pyimport("referee.pocket.start"), routes = python.globals.get("routes");
  const how = { is_kept: files !== null, routes };
  answer = Service.callKwargs(`${STORE}/referee.db`, base, languages.join(","), how);
  flush();
  postMessage({ ready: true, refused });
  setTimeout(audit, 1000);
};

// One table after the other, so that nobody waits for it.
const audit = async () => {
  for (const damaged of answer.audit()) {
    if (damaged) postMessage({ damaged });
    await new Promise((resolve) => { setTimeout(resolve); });
  }
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
