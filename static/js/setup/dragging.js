// A seat that is dragged onto another one, with a finger or a mouse.

// A thumb that taps may slip as far as this.
const SLIP = 8;

/** Call `drop` with the seat that was dragged and the one it was dropped on. */
export function followDrags(list, drop) {
  let hasMoved = false;

  function drag(press) {
    hasMoved = false;
    const seat = press.target.closest("[data-sits]");
    if (!seat || press.button || !press.isPrimary) return;
    const over = new AbortController();
    const on = (name, act) => seat.addEventListener(name, act, { signal: over.signal });
    let target;

    function mark(found) {
      if (target === found) return;
      target?.removeAttribute("data-target");
      found?.setAttribute("data-target", "");
      target = found;
    }

    function end() {
      over.abort();
      const found = target;
      mark();
      for (const property of ["--dx", "--dy"]) seat.style.removeProperty(property);
      // It lies where it was dropped, and does not fly there from its old place.
      if (found) drop(seat, found);
      requestAnimationFrame(() => seat.removeAttribute("data-dragged"));
    }

    // A mouse can be let go of outside.
    seat.setPointerCapture(press.pointerId);
    on("pointermove", ({ clientX, clientY }) => {
      const [dx, dy] = [clientX - press.clientX, clientY - press.clientY];
      if (!hasMoved && Math.hypot(dx, dy) < SLIP) return;
      hasMoved = true;
      seat.dataset.dragged = "";
      seat.style.setProperty("--dx", `${dx}px`);
      seat.style.setProperty("--dy", `${dy}px`);
      const isOther = (element) => element.matches("[data-sits]") && element !== seat;
      mark(document.elementsFromPoint(clientX, clientY).find(isOther));
    });
    on("pointercancel", () => mark());
    on("lostpointercapture", end);
  }

  list.addEventListener("pointerdown", drag);
  // What was dragged was not tapped; a key presses without any pointer.
  const refuse = (tap) => {
    if (hasMoved && tap.detail) tap.stopPropagation();
    hasMoved = false;
  };
  list.addEventListener("click", refuse, true);
}
