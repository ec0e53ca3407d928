// node walk.mjs SITE TOUR GAMES: the tour, by the interpreter and the packages of a site
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [site, tour, games] = process.argv.slice(2);
const { loadPyodide } = await import(`${site}/python/pyodide.mjs`);
const { layOut, unpack } = await import(`${site}/unpack.js`);
const python = await loadPyodide({ indexURL: `${site}/python/` });
layOut(python, unpack(gunzipSync(readFileSync(`${site}/python/packages.bin`))));
python.FS.writeFile("/home/pyodide/tour.py", readFileSync(tour));
python.pyimport("referee.pocket.shims");
console.log(await python.pyimport("tour").walk("/tmp", python.toPy(JSON.parse(games))));
