// A seat that is dragged onto another one, with a finger or a mouse.

// A thumb that taps may slip as far as this.
const SLIP = 8;

/** Call `drop` with the seat that was dragged and the one it was dropped on. */
export function followDrags(list, drop) {
  let drag = null;
  let hasMoved = false;

  const isTarget = (element) => element.matches("[data-sits]") && element !== drag.seat;

  function mark(target) {
    if (drag.target === target) return;
    drag.target?.removeAttribute("data-target");
    target?.setAttribute("data-target", "");
    drag.target = target;
  }

  function end(target) {
    const { seat } = drag;
    mark(null);
    drag = null;
    for (const property of ["--dx", "--dy"]) seat.style.removeProperty(property);
    if (!target) return seat.removeAttribute("data-dragged");
    // It lies where it was dropped, and does not fly there from its old place.
    drop(seat, target);
    requestAnimationFrame(() => seat.removeAttribute("data-dragged"));
  }

  list.addEventListener("pointerdown", (press) => {
    const seat = press.target.closest("[data-sits]");
    if (!press.isPrimary) return;
    hasMoved = false;
    if (!seat || press.button) return;
    // A mouse can be let go of outside.
    seat.setPointerCapture(press.pointerId);
    drag = { seat, id: press.pointerId, x: press.clientX, y: press.clientY };
  });

  list.addEventListener("pointermove", (moved) => {
    if (drag?.id !== moved.pointerId) return;
    const { clientX, clientY } = moved;
    const [dx, dy] = [clientX - drag.x, clientY - drag.y];
    if (!hasMoved && Math.hypot(dx, dy) < SLIP) return;
    hasMoved = true;
    drag.seat.dataset.dragged = "";
    drag.seat.style.setProperty("--dx", `${dx}px`);
    drag.seat.style.setProperty("--dy", `${dy}px`);
    mark(document.elementsFromPoint(clientX, clientY).find(isTarget));
  });

  list.addEventListener("pointerup", ({ pointerId }) => drag?.id === pointerId && end(drag.target));
  list.addEventListener("pointercancel", ({ pointerId }) => drag?.id === pointerId && end());

  // What was dragged was not tapped; a key presses without any pointer.
  const refuse = (tap) => {
    if (hasMoved && tap.detail) tap.stopPropagation();
    hasMoved = false;
  };
  list.addEventListener("click", refuse, true);
}
