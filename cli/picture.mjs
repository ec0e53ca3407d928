// Takes the picture `worker.js` begins from: node picture.mjs PYODIDE PACKAGES GOT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { beginAnew, librariesIn, take } from "../referee/pocket/snapshot.js";
import { layOut, unpack } from "../referee/pocket/unpack.js";

const [folder, packages, got] = process.argv.slice(2);
const from = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const [{ loadPyodide }, { default: create }] = [await from("pyodide.mjs"), await from("pyodide.asm.mjs")];
const files = unpack(readFileSync(packages));
const parts = { loadPyodide, create, indexURL: `${folder}/`, libraries: librariesIn(files) };
const python = await beginAnew(parts);
layOut(python, files);
python.runPython("import referee.pocket.shims; from referee.pocket.start import prepare; routes = prepare()");
writeFileSync(got, take(python, parts));
