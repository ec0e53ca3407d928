// Begins twice from one picture: node snapshot.mjs PYODIDE WHEEL; prints what was seen as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { beginAnew, makePicture } from "../../cli/picture.mjs";
import { beginFrom } from "../../referee/pocket/snapshot.js";

const [folder, wheel] = process.argv.slice(2);
const from = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { loadPyodide } = await from("pyodide.mjs");
const { default: create } = await from("pyodide.asm.mjs");
const indexURL = `${folder}/`;

const lay = (python) => python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
const plain = await loadPyodide({ indexURL });
lay(plain);
const found = plain.runPython("import msgspec._core as core; core.__file__");
const libraries = [[found, plain.FS.readFile(found)]];
const parts = { loadPyodide, create, indexURL, libraries };

const first = await beginAnew(parts);
lay(first);
first.runPython("import msgspec, random, sqlite3; decoder = msgspec.json.Decoder(dict[str, int]); file = open('/left', 'w')");
let refused;
try { makePicture(first, parts); } catch (error) { refused = error.message; }
first.runPython("file.close()");
const picture = makePicture(first, parts);

let unknown;
const other = await beginAnew({ ...parts, libraries: [] });
lay(other);
other.runPython("import msgspec");
try { makePicture(other, { libraries: [] }); } catch (error) { unknown = error.message; }

const see = async () => {
  const python = await beginFrom(parts, new Blob([picture]).stream().getReader());
  return python.runPython(`
import json, os, time
db = sqlite3.connect("/kept.db")
db.execute("pragma journal_mode = wal")
db.execute("create table kept (value)")
db.execute("insert into kept values (1)")
db.commit()
json.dumps({"decoded": decoder.decode(b'{"a": 1}'), "kept": db.execute("select * from kept").fetchall(),
            "chance": [random.random(), os.urandom(8).hex()], "clock": time.time(),
            "again": msgspec.json.decode(msgspec.json.encode([1.5]))})`);
};
console.log(JSON.stringify({ refused, unknown, found, begun: [await see(), await see()].map((text) => JSON.parse(text)), now: Date.now() / 1000 }));
