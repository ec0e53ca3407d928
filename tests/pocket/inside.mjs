// Runs a Python module inside Pyodide: node inside.mjs PYODIDE WHEELS REPOSITORY SITE MODULE [ARGUMENT...]
// SITE is where packages lie; of those that are compiled, the wheels come first.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, wheels, repository, site, ...argv] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const env = { HOME: "/home/pyodide", CI: "true", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", HYPOTHESIS_NO_PLUGINS: "1" };
const python = await loadPyodide({ indexURL: `${pyodide}/`, env });
const [extractDir] = python.runPython("import site; site.getsitepackages()");
for (const name of readdirSync(wheels, { recursive: true }).filter((name) => name.endsWith(".whl"))) {
  python.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "wheel", { extractDir });
}
for (const [at, root] of Object.entries({ "/repository": repository, "/site": site })) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
python.globals.set("argv", python.toPy(argv));
const program = `
import os, runpy, sys
os.chdir("/repository")
sys.path += ["/repository", "/site"]
sys.pycache_prefix = "/tmp/compiled"  # nothing is left beside the sources
sys.modules["trio"] = None  # it refuses to be imported here, and who asks for it takes it as absent
sys.argv = list(argv)
try:
    runpy.run_module(argv[0], run_name="__main__", alter_sys=False)
    code = 0
except SystemExit as end:
    code = end.code or 0
code
`;
try {
  process.exitCode = python.runPython(program);
} catch (error) {
  console.error(error.message); // by itself Node would print the interpreter, too, in which it was thrown
  process.exitCode = 1;
}
