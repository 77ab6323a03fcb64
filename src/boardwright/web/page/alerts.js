// Alerts to something that has happened in a game: a sound, and a notification of the browser while the page is hidden.

import { looks } from "./storage.js";

/**
 * The sounds as knocks: when each begins, in seconds, and its pitch, in hertz.
 * @type {Record<"move" | "end", [number, number][]>}
 */
const SOUNDS = {
  move: [[0, 220]],
  end: [
    [0, 262],
    [0.14, 330],
    [0.28, 392],
  ],
};
const LENGTH = 0.09; // seconds of a knock
const LOUDNESS = 0.25;

/** @type {AudioContext | null} */
let audio = null;

// Browsers let a page make sounds only once the user has done something on it.
for (const kind of ["pointerdown", "keydown"])
  addEventListener(
    kind,
    () => {
      audio ??= "AudioContext" in window ? new AudioContext() : null;
      audio?.resume();
    },
    { capture: true },
  );

/** Make a sound, unless the user has switched sounds off. @param {"move" | "end"} name */
export function sound(name) {
  if (!audio || !looks().sound) return;
  for (const [delay, pitch] of SOUNDS[name]) {
    const [start, end] = [audio.currentTime + delay, audio.currentTime + delay + LENGTH];
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(2 * pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch, start + LENGTH / 3);
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(end);
  }
}

/** Whether the browser can show notifications: it does so only for pages over HTTPS, and for those of this machine. */
export function canNotify() {
  return "Notification" in window && isSecureContext && Notification.permission !== "denied";
}

/** Whether the user wants notifications, and the browser allows them. */
export function wantsNotifications() {
  return canNotify() && looks().notify && Notification.permission === "granted";
}

/** Ask the user to allow notifications; return whether they are allowed. */
export async function allowNotifications() {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/**
 * Show a notification while the page is hidden, if the user wants them.
 * @param {string} title
 * @param {string} text
 * @param {string} topic a later notification on the same topic replaces an earlier one
 */
export function notifyHidden(title, text, topic) {
  if (!document.hidden || !wantsNotifications()) return;
  const shown = new Notification(title, { body: text, tag: topic });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
