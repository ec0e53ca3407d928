// Compiles Python by the interpreter that will run it: node compile.mjs PYODIDE GIVEN GOT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { layOut, unpack } from "../referee/pocket/unpack.js";

const [folder, given, got] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
layOut(python, unpack(readFileSync(given)));
python.runPython(`
import compileall, shutil, site
from py_compile import PycInvalidationMode
[place] = site.getsitepackages()
compileall.compile_dir(place, quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
shutil.make_archive("/got", "zip", place)
`);
writeFileSync(got, python.FS.readFile("/got.zip"));
