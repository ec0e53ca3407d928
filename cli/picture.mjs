// Takes the picture that a page in a browser begins from: node picture.mjs PYODIDE PACKAGES GOT
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { begin, librariesIn } from "../referee/pocket/snapshot.js";
import { layOut, unpack } from "../referee/pocket/unpack.js";

// The seed of hashes lies in the picture, the same for everybody who begins from it; who took it does not.
export const beginAnew = (parts) => begin(parts, { _makeSnapshot: true, env: { PYTHONHASHSEED: "0", _: "referee" } });

// Return the picture as bytes. What lies outside the memory and would be missed is refused.
export const makePicture = (python, { libraries }) => {
  python.runPython("import gc, importlib; importlib.invalidate_caches(); gc.collect()");
  const { FS, LDSO } = python._module;
  const open = FS.streams.filter((stream, number) => stream && number > 2).map(({ path }) => path);
  const known = new Set(libraries.map(([path]) => path));
  const others = Object.keys(LDSO.loadedLibsByName).filter((name) => name.endsWith(".so") && !known.has(name));
  if (open.length + others.length) throw new Error(`open files or libraries: ${[...open, ...others].join(", ")}`);
  return python.makeMemorySnapshot();
};

const run = async (folder, packages, got) => {
  const from = (name) => import(pathToFileURL(`${folder}/${name}`).href);
  const [{ loadPyodide }, { default: create }] = [await from("pyodide.mjs"), await from("pyodide.asm.mjs")];
  const files = unpack(readFileSync(packages));
  const parts = { loadPyodide, create, indexURL: `${folder}/`, libraries: librariesIn(files) };
  const python = await beginAnew(parts);
  layOut(python, files);
  python.runPython("import referee.pocket.shims; from referee.web.warm import warm_up; routes = warm_up()");
  writeFileSync(got, makePicture(python, parts));
};
if (process.argv[1] === fileURLToPath(import.meta.url)) await run(...process.argv.slice(2));
