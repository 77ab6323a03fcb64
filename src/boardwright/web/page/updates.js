// New versions of a site of static files: the service worker loads them, and the user decides when to change.

import { button, html, put } from "./dom.js";
import { t } from "./i18n.js";

const bar = html("div", { class: "worker-status", role: "status" });
let isReloading = false;

/** Keep the site for use without a network, and offer new versions of it. */
export async function keepSite() {
  const { serviceWorker } = navigator;
  // Over plain HTTP, browsers have service workers for this machine alone.
  if (!serviceWorker) return;
  const wasControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isReloading) location.reload();
    // Another tab has changed to a new version.
    else if (wasControlled) offer(null);
  });
  try {
    const registration = await serviceWorker.register("service_worker.js");
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed" && serviceWorker.controller) offer(installing);
      });
    });
  } catch (error) {
    // The site works as long as there is a network.
    console.warn(error);
  }
}

/** Offer to change to a new version; null if it is there already. @param {ServiceWorker | null} waiting */
function offer(waiting) {
  const reload = () => {
    isReloading = true;
    if (waiting) waiting.postMessage("activate");
    else location.reload();
  };
  put(
    bar,
    t("site-new-version"),
    button(t("site-reload"), reload, { class: "primary" }),
    button(t("site-later"), () => bar.remove()),
  );
  document.body.append(bar);
}
