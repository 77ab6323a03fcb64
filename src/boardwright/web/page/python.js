// Python in a worker of the browser, by Pyodide.

import { plain } from "./compressed_files.js";

/** @typedef {{folder: string, files: Record<string, number>, games: string[]}} PythonFiles their sizes by their names, and the paths of the files of games */
/** @typedef {(loaded: number, total: number) => void} OnProgress */

const FOLDER = "/python"; // of the packages, in Python's file system
const COMPRESSED = ".gz";
/** @type {Record<string, string>} */
const TYPES = { "pyodide.asm.wasm": "application/wasm", "pyodide.asm.mjs": "text/javascript" };

/**
 * Load Python with all packages.
 * @param {PythonFiles} python with the URL of its folder
 * @param {OnProgress} onprogress
 */
export async function loadPython({ folder, files }, onprogress) {
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  /** @type {Record<string, Promise<Response>>} */
  const responses = {};
  for (const name of Object.keys(files)) {
    if (!name.endsWith(COMPRESSED)) continue;
    const own = name.slice(0, -COMPRESSED.length);
    responses[own] = fetch(folder + name).then((response) =>
      plain(response, TYPES[own], (bytes) => onprogress((loaded += bytes), total)),
    );
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
      responses["packages.zip"].then((response) => response.arrayBuffer()),
    ]);
    pyodide.unpackArchive(packages, "zip", { extractDir: FOLDER });
    // The paths of the files of games begin here.
    pyodide.FS.chdir(FOLDER);
    pyodide.runPython(`import sys; sys.path.append("${FOLDER}")`);
    return pyodide;
  } finally {
    globalThis.fetch = fetchOthers;
  }
}
