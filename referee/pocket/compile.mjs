// Compiles Python by the interpreter that will run it: node compile.mjs PYODIDE GIVEN.zip GOT.zip
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, given, got] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.FS.writeFile("/given.zip", readFileSync(given));
python.runPython(`
import py_compile, site, zipfile
[place] = site.getsitepackages()  # where the page unpacks them: tracebacks name it
with zipfile.ZipFile("/given.zip") as given, zipfile.ZipFile("/got.zip", "w") as got:
    for name in given.namelist():
        open("/one.py", "wb").write(given.read(name))
        try:
            py_compile.compile("/one.py", "/one.pyc", f"{place}/{name}", doraise=True, optimize=0,
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        except py_compile.PyCompileError:
            continue  # a template, or for another Python: it stays a source
        got.write("/one.pyc", name)
`);
writeFileSync(got, python.FS.readFile("/got.zip"));
