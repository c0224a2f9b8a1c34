// What this phone keeps as JSON. Storage may be full or forbidden; that must not stop the scoring.

export function attempt(act, otherwise = null) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export const recall = (key) => attempt(() => JSON.parse(localStorage.getItem(key)));
export const remember = (key, value) =>
  attempt(() => localStorage.setItem(key, JSON.stringify(value)));
export const forget = (key) => attempt(() => localStorage.removeItem(key));
