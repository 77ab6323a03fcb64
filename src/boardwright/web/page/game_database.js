// The games of a site of static files, in the browser's IndexedDB. All tabs, and their workers, share them.

const ROOT = new URL("../../", import.meta.url).pathname; // of the site: others may have the same origin
const NAME = `boardwright ${ROOT}`;
const GAMES = "games";

/**
 * @typedef {object} DatabaseGame a game as it is stored
 * @property {string} id
 * @property {number} revision
 * @property {number} changed the time of the last change, in seconds since 1970
 * @property {string} game its full name
 * @property {string} json all that the backend needs to restore it
 * @property {string} summary what lists show of it, a GameSummary in JSON
 */

const channel = new BroadcastChannel(NAME);

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onsuccess = () => {
      // Another tab deletes or upgrades the database, or the browser has closed it: open it again when it is needed.
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => (opening = null);
      resolve(request.result);
    };
    request.onerror = () => {
      opening = null;
      reject(request.error);
    };
  });
  return opening;
}

/**
 * Work on the games in one transaction, and return the result once it is stored.
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore, done: (result: Result) => void) => void} work
 * @returns {Promise<Result>}
 */
async function transact(mode, work) {
  const transaction = (await database()).transaction(GAMES, mode);
  return new Promise((resolve, reject) => {
    /** @type {Result} */
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error);
    work(transaction.objectStore(GAMES), (found) => (result = found));
  });
}

/** @param {string} id @returns {Promise<DatabaseGame | undefined>} */
export function get(id) {
  return transact("readonly", (games, done) => {
    const request = games.get(id);
    request.onsuccess = () => done(request.result);
  });
}

/** All games, the latest change first. @returns {Promise<DatabaseGame[]>} */
export function all() {
  return transact("readonly", (games, done) => {
    const request = games.getAll();
    request.onsuccess = () =>
      done(
        request.result.sort((/** @type {DatabaseGame} */ a, /** @type {DatabaseGame} */ b) => b.changed - a.changed),
      );
  });
}

/**
 * Store a game, unless another tab has changed it meanwhile.
 * @param {string} id
 * @param {number | null} before the revision that the change follows; null for a new game
 * @param {DatabaseGame} value
 * @returns {Promise<boolean>} whether it is stored
 */
export async function put(id, before, value) {
  const isStored = await transact("readwrite", (games, done) => {
    const request = games.get(id);
    request.onsuccess = () => {
      const isNext = (request.result?.revision ?? null) === before;
      if (isNext) games.put(value);
      done(isNext);
    };
  });
  if (isStored) channel.postMessage(id);
  return isStored;
}

/** @param {string} id */
export async function remove(id) {
  await transact("readwrite", (games, done) => done(games.delete(id)));
  channel.postMessage(id);
}

/**
 * Call a function with the id of each game that another tab or worker stores or removes, until the returned one is called.
 * @param {(id: string) => void} changed
 */
export function onchange(changed) {
  const listener = (/** @type {MessageEvent<string>} */ { data }) => changed(data);
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
