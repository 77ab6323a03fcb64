// How this page is hosted: by the server, or as static files (the flag is in its HTML).

/** Whether there is a server; without one, the page's requests are answered by a worker of the browser. */
export const hasServer = document.documentElement.dataset.backend !== "worker";
