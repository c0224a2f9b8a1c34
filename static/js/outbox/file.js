// What waits on this phone as a file.

import { all } from "./store.js";

/** Let the browser save it. */
export function saveAsFile() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(all(), null, 1)]));
  link.download = "outbox.json";
  link.click();
}
