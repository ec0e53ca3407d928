// node walk.mjs SITE TOUR GAMES: the tour, from the picture and the packages of a site
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [site, tour, games] = process.argv.slice(2);
const from = (name) => import(`${site}/${name}`);
const [{ loadPyodide }, { default: create }] = [await from("python/pyodide.mjs"), await from("python/pyodide.asm.mjs")];
const [{ beginFrom, librariesIn }, { layOut, unpack }] = [await from("snapshot.js"), await from("unpack.js")];
const read = (name) => gunzipSync(readFileSync(`${site}/python/${name}`));

const files = unpack(read("packages.bin"));
const parts = { loadPyodide, create, indexURL: `${site}/python/`, libraries: librariesIn(files) };
const python = await beginFrom(parts, new Blob([read("picture.bin")]).stream().getReader());
layOut(python, files);
python.FS.writeFile("/home/pyodide/tour.py", readFileSync(tour));
console.log(await python.pyimport("tour").walk("/tmp", python.toPy(JSON.parse(games))));
