// Keeps the screen on while this page is open: by a wake lock, or else as it stays on for whoever
// watches a video. Says so where neither is allowed, or only once the page was tapped.

import { recall, remember } from "./store.js";

const NOTED = "scorer:awake-noted";
const note = document.querySelector("[data-awake-note]");
let video = null;

const warn = () => (note.hidden = recall(NOTED) === true);
note.querySelector("[data-dismiss]").addEventListener("click", () => {
  note.hidden = true;
  remember(NOTED, true);
});

/** Hiding the page ends it, so it is asked for again. */
async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    if (video) return play();
    warn();
    addEventListener("click", begin, { capture: true, once: true });
  }
}

const play = () => video.play().then(() => (note.hidden = true), warn);

/**
 * Play the picture of a canvas, without any file; a first tap lets videos play, also those with sound.
 * It is one point large, which browsers take for watching only where it is a stream, and where all of
 * it is on the screen.
 */
function begin() {
  video = document.createElement("video");
  Object.assign(video, { muted: true, playsInline: true, width: 1, height: 1, ariaHidden: "true" });
  Object.assign(video.style, { position: "fixed", top: 0, left: 0, opacity: 0.01 });
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d");
  video.srcObject = canvas.captureStream(1);
  // Apple's browsers keep the screen on only for what could be heard.
  if (navigator.vendor.startsWith("Apple")) {
    const silence = new AudioContext().createMediaStreamDestination();
    silence.stream.getAudioTracks().forEach((track) => video.srcObject.addTrack(track));
    video.muted = false;
  }
  // A picture that never changes is no video.
  setInterval(() => pen.fillRect(0, 0, 2, 2), 1_000);
  document.body.append(video);
  play();
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);
