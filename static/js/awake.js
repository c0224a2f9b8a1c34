// Keeps the screen on while this page is open: by a wake lock, or else as it stays on for whoever
// watches a video. Says so where it has to be the video, or where not even that is allowed.

import { recall, remember } from "./storage.js";

const NOTED = "scorer:awake-noted";
let video = null;

function note(isHeld) {
  const sentence = document.querySelector("[data-awake-note]");
  if (!sentence || recall(NOTED) === isHeld) return;
  sentence.querySelector("[data-dark]").hidden = isHeld;
  sentence.querySelector("[data-held]").hidden = !isHeld;
  sentence.hidden = false;
  sentence.querySelector("[data-dismiss]").onclick = () => {
    sentence.hidden = true;
    remember(NOTED, isHeld);
  };
}

/** Hiding the page ends it, so it is asked for again. */
async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    if (video) play();
    else {
      note(false);
      addEventListener("click", begin, { capture: true, once: true });
    }
  }
}

/** A first tap lets videos play, also those with sound. */
function begin() {
  video = makeVideo();
  document.body.append(video);
  play();
}

const play = () => video.play().then(() => note(true), () => note(false));

/**
 * The picture of a canvas, without any file. It is one point large, which browsers take for watching
 * only where it is a stream, and where all of it is on the screen.
 */
function makeVideo() {
  const made = document.createElement("video");
  Object.assign(made, { muted: true, playsInline: true, width: 1, height: 1, ariaHidden: "true" });
  Object.assign(made.style, { position: "fixed", top: 0, left: 0, opacity: 0.01 });
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d");
  made.srcObject = canvas.captureStream(1);
  if (isApple) addSilence(made);
  // A picture that never changes is no video.
  setInterval(() => pen.fillRect(0, 0, 2, 2), 1_000);
  return made;
}

// Apple's browsers keep the screen on only for what could be heard.
const isApple = navigator.vendor.startsWith("Apple");

function addSilence(made) {
  const sound = new AudioContext();
  const silence = sound.createMediaStreamDestination();
  silence.stream.getAudioTracks().forEach((track) => made.srcObject.addTrack(track));
  made.muted = false;
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);
