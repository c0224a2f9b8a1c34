// A seat that is dragged onto another one, with a finger or a mouse.

// A thumb that taps may slip as far as this.
const SLIP = 8;

const isWithin = ({ left, right, top, bottom }, { clientX, clientY }) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

/** Call `drop` with the seat that was dragged and the one it was dropped on. */
export function followDrags(list, drop) {
  let drag = null;
  let hasMoved = false;

  const targetOf = (at) =>
    [...list.querySelectorAll("[data-sits]")].find(
      (seat) => seat !== drag.seat && isWithin(seat.getBoundingClientRect(), at),
    );

  function mark(target) {
    if (drag.target === target) return;
    drag.target?.removeAttribute("data-target");
    target?.setAttribute("data-target", "");
    drag.target = target;
  }

  function end() {
    const { seat } = drag;
    mark(null);
    seat.removeAttribute("data-dragged");
    for (const property of ["--dx", "--dy"]) seat.style.removeProperty(property);
    drag = null;
  }

  list.addEventListener("pointerdown", (press) => {
    const seat = press.target.closest("[data-sits]");
    if (!press.isPrimary) return;
    hasMoved = false;
    // A mouse can be let go of outside.
    if (drag) end();
    if (!seat || press.button) return;
    drag = { seat, id: press.pointerId, x: press.clientX, y: press.clientY };
  });

  list.addEventListener("pointermove", (moved) => {
    if (drag?.id !== moved.pointerId) return;
    const { clientX, clientY } = moved;
    const [dx, dy] = [clientX - drag.x, clientY - drag.y];
    if (!hasMoved && Math.hypot(dx, dy) < SLIP) return;
    if (!hasMoved) drag.seat.setPointerCapture(drag.id);
    hasMoved = true;
    drag.seat.dataset.dragged = "";
    drag.seat.style.setProperty("--dx", `${dx}px`);
    drag.seat.style.setProperty("--dy", `${dy}px`);
    mark(targetOf(moved));
  });

  list.addEventListener("pointerup", (up) => {
    if (drag?.id !== up.pointerId) return;
    const { seat, target } = drag;
    end();
    if (!target) return;
    // It lies where it was dropped, and does not fly there from its old place.
    seat.dataset.dragged = "";
    drop(seat, target);
    requestAnimationFrame(() => seat.removeAttribute("data-dragged"));
  });

  list.addEventListener("pointercancel", ({ pointerId }) => drag?.id === pointerId && end());

  // What was dragged was not tapped; a key presses without any pointer.
  list.addEventListener(
    "click",
    (tap) => {
      if (hasMoved && tap.detail) tap.stopPropagation();
      hasMoved = false;
    },
    true,
  );
}
