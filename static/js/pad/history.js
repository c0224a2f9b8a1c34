// A pad that is open is a step in the history, so that Back closes it.

// The step back of a pad that was closed takes a moment, and the pad may be open again by then.
let leaving = false;

const isThere = () => Boolean(history.state?.pad);
const enter = () => history.pushState({ pad: true }, "");

export function entered() {
  if (!leaving && !isThere()) enter();
}

export function left() {
  if (leaving || !isThere()) return;
  leaving = true;
  history.back();
}

/** Let Back close this dialog. */
export function closeByBack(dialog) {
  addEventListener("popstate", () => {
    const wasLeft = leaving;
    leaving = false;
    if (isThere() || !dialog.open) return;
    if (wasLeft) enter();
    else dialog.close();
  });
}
