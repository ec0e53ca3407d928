// Runs the program beside the page: takes requests from it and answers them with the service's own application.
import create from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";
import { beginFrom, librariesIn } from "./snapshot.js";
import { BUSY, mount, openFiles } from "./storage.js";
import { layOut, unpack } from "./unpack.js";

const STORE = "/kept";
let service, flush;

const load = async (name) => {
  const answer = await fetch(new URL(`python/${name}`, import.meta.url)).catch(() => null);
  return answer?.ok ? answer.body : null;
};

// `isPlain`: all is imported, in place of a picture of the memory.
const begin = async ({ base, languages, isPlain }) => {
  const indexURL = new URL("python/", import.meta.url).href;
  const [picture, packages] = [isPlain ? null : load("picture.bin"), load("packages.bin")];
  const opened = openFiles().catch((error) => { if (error.name === BUSY) throw error; return null; });
  const program = unpack(new Uint8Array(await new Response(await packages).arrayBuffer()));
  postMessage({ step: 1 });
  const parts = { loadPyodide, create, indexURL, libraries: librariesIn(program) };
  const memory = await picture;
  const python = await (memory ? beginFrom(parts, memory.getReader()) : loadPyodide({ indexURL }));
  layOut(python, program);
  postMessage({ step: 2 });
  const files = await opened;
  flush = mount(python, STORE, files);
  python.pyimport("referee.pocket.shims");
  const { Service } = python.pyimport("referee.pocket.start"), routes = python.globals.get("routes");
  const how = { is_kept: files !== null, routes };
  service = Service.callKwargs(`${STORE}/referee.db`, base, languages.join(","), how);
  flush();
  postMessage({ ready: true, isKept: files !== null });
  setTimeout(audit, 1000);
};

// One table after the other, so that nobody waits for it.
const audit = async () => {
  for (const damaged of service.audit()) {
    if (damaged) postMessage({ damaged });
    await new Promise((resolve) => { setTimeout(resolve); });
  }
};

// What is answered is kept: the browser has written it before anybody reads the answer.
const reply = async ({ method, url, headers, body }, port) => {
  try {
    const told = await service(method, url, headers, body && new Uint8Array(body));
    const [status, sent, bytes] = told.toJs({ create_pyproxies: false });
    told.destroy();
    flush();
    port.postMessage({ status, headers: sent, body: bytes }, [bytes.buffer]);
  } catch (error) {
    port.postMessage({ status: 500, headers: [], body: null });
    throw error;
  }
};

let turn = Promise.resolve();
addEventListener("message", ({ data: { asked, ...start }, ports }) => {
  turn = turn.then(() => (asked ? reply(asked, ports[0]) : begin(start))).catch((error) => {
    postMessage({ failed: String(error?.message || error).trim().split("\n").at(-1) });
  });
});
