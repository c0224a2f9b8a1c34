// Clears what this phone keeps of the app, and nothing of what waits to be sent.

const { serviceWorker } = navigator;

if (serviceWorker) {
  document.querySelector("[data-keeps]").hidden = false;
  document.querySelector("[data-keeps-not]").hidden = true;
  document.querySelector("[data-clear]").addEventListener("click", clear);
}

async function clear() {
  for (const registration of await serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  document.querySelector("[data-cleared]").hidden = false;
}
