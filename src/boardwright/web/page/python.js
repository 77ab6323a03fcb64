// Python in a worker of the browser, by Pyodide.

import { plain } from "./compressed_files.js";

/** @typedef {{folder: string, files: Record<string, number>, games: string[]}} PythonFiles their sizes by their names, and the paths of the files of games */
/** @typedef {(loaded: number, total: number) => void} OnProgress */

const FOLDER = "/python"; // of the packages, in Python's file system
const COMPRESSED = ".gz";
/** @type {Record<string, string>} */
const TYPES = { "pyodide.asm.wasm": "application/wasm", "pyodide.asm.mjs": "text/javascript" };
const LIBRARY = "python_stdlib.zip";
const PACKAGES = "packages.zip";
const CACHE = "boardwright python"; // the library and the packages with their modules compiled

/** Whether the browser can suspend WebAssembly, so that messages are read while Python runs. */
export const canSuspend = "Suspending" in WebAssembly;

/** The cache of the compiled modules, where the browser has one. */
const cache = () => globalThis.caches?.open(CACHE).catch(() => null);

/** The archives with compiled modules, if an earlier visit has kept them. @param {string} folder @returns {Promise<Record<string, Promise<Response>>>} */
async function keptArchives(folder) {
  const kept = await cache();
  const found = await Promise.all([LIBRARY, PACKAGES].map((name) => kept?.match(folder + name)));
  const [library, packages] = found;
  return library && packages ? { [LIBRARY]: Promise.resolve(library), [PACKAGES]: Promise.resolve(packages) } : {};
}

/**
 * Load Python with all packages.
 * @param {PythonFiles} python with the URL of its folder
 * @param {OnProgress} onprogress
 */
export async function loadPython({ folder, files }, onprogress) {
  const responses = await keptArchives(folder);
  const needed = Object.keys(files).filter(
    (name) => name.endsWith(COMPRESSED) && !(name.slice(0, -COMPRESSED.length) in responses),
  );
  const total = needed.reduce((sum, name) => sum + files[name], 0);
  let loaded = 0;
  const count = (/** @type {number} */ bytes) => onprogress((loaded += bytes), total);
  for (const name of needed) {
    const own = name.slice(0, -COMPRESSED.length);
    responses[own] = fetch(folder + name).then((response) => plain(response, TYPES[own], count));
  }
  // Pyodide fetches its own files by their names.
  const fetchOthers = globalThis.fetch;
  globalThis.fetch = (address, options) => {
    const url = String(address instanceof Request ? address.url : address);
    const name = url.startsWith(folder) ? url.slice(folder.length) : "";
    return responses[name] ?? fetchOthers(address, options);
  };
  try {
    const code = URL.createObjectURL(await (await responses["pyodide.asm.mjs"]).blob());
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
      import(`${folder}pyodide.mjs`),
      import(code),
    ]);
    URL.revokeObjectURL(code);
    const lockFileContents = await (await responses["pyodide-lock.json"]).text();
    const [pyodide, packages] = await Promise.all([
      loadPyodide({ indexURL: folder, createPyodideModule, lockFileContents }),
      responses[PACKAGES].then((response) => response.arrayBuffer()),
    ]);
    pyodide.unpackArchive(packages, "zip", { extractDir: FOLDER });
    // The paths of the files of games begin here.
    pyodide.FS.chdir(FOLDER);
    pyodide.runPython(`
import sys
sys.path.append("${FOLDER}")
sys.dont_write_bytecode = False`);
    return pyodide;
  } finally {
    globalThis.fetch = fetchOthers;
  }
}

/**
 * Keep the modules that are loaded now as they are compiled, for the next visits.
 * @param {any} pyodide
 * @param {string} folder
 */
export async function keepCompiled(pyodide, folder) {
  const kept = await cache();
  if (!kept || (await kept.match(folder + PACKAGES))) return;
  const archives = await pyodide.runPythonAsync(`
import sys
from pathlib import Path
from boardwright.web.site import bytecode
library = next(path for path in sys.path if path.endswith(".zip"))
[await bytecode.library(Path(library)), bytecode.packages(Path("${FOLDER}"))]`);
  const [library, packages] = archives.toJs({ depth: 1 });
  archives.destroy();
  // Those of older versions go.
  for (const request of await kept.keys()) await kept.delete(request);
  for (const [name, archive] of [
    [LIBRARY, library],
    [PACKAGES, packages],
  ]) {
    await kept.put(folder + name, new Response(archive.toJs()));
    archive.destroy();
  }
}
