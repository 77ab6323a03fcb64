// The service worker of a site of static files: it keeps all files of the site, so that it works without a network.
//
// `boardwright site` writes FILES before this text: the SHA-256 of each file by its path below the site's root. A file
// that a new version has unchanged is not downloaded again. A new version waits until the user asks for it.

/**
 * @typedef {Event & {waitUntil: (done: Promise<unknown>) => void, request: Request,
 *   respondWith: (response: Promise<Response>) => void}} WorkerEvent
 */
/** @type {any} what the types of pages do not have */
const worker = globalThis;

/** @type {Record<string, string>} */
const files = worker.FILES;
const SCOPE = worker.registration.scope;
const CACHE = `boardwright ${SCOPE}`;
const AT_ONCE = 4; // downloads

/** The address of a file in the cache. @param {string} path */
const keyOf = (path) => `${SCOPE}${path}?sha256=${files[path]}`;

/** Download the files that are not in the cache. */
async function download() {
  const cache = await caches.open(CACHE);
  const paths = Object.keys(files);
  const next = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop())
      if (!(await cache.match(keyOf(path)))) await cache.put(keyOf(path), await fetched(path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Download a file of this version: what the browser has already may be that of another one. @param {string} path */
async function fetched(path) {
  for (const cache of /** @type {const} */ (["default", "reload"])) {
    const response = await fetch(`${SCOPE}${path}`, { cache });
    const body = await response.arrayBuffer();
    if (!response.ok || (await hashOf(body)) !== files[path]) continue;
    const type = response.headers.get("content-type") ?? "application/octet-stream";
    return new Response(body, { headers: { "content-type": type } });
  }
  throw new Error(`${path}: the site has another version of this file`);
}

/** @param {ArrayBuffer} body */
async function hashOf(body) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Remove the files of older versions. */
async function clean() {
  const cache = await caches.open(CACHE);
  const keys = new Set(Object.keys(files).map(keyOf));
  for (const request of await cache.keys()) if (!keys.has(request.url)) await cache.delete(request);
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? fetch(request);
}

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => event.waitUntil(download()));
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) =>
  event.waitUntil(clean().then(() => worker.clients.claim())),
);
worker.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "activate") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { url, method } = event.request;
  const [address] = url.split(/[?#]/);
  const path = address.slice(SCOPE.length) || "index.html";
  if (method === "GET" && address.startsWith(SCOPE) && path in files) event.respondWith(answer(event.request, path));
});
