// Makes elements of a page and changes them. Only what has changed is written, because a tap on the
// pad has one frame to be painted.

/** An element; an attribute that is false or missing is left out. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// So long a finger rests before it looks, or a tap would show what it covers.
const HOLD = 350;

/** Call `act` once an element is held so long, by a finger or by a key, and `end` when it is let go. */
export function onHold(element, act, end) {
  let timer;
  const begin = () => {
    if ("held" in element.dataset) return;
    element.dataset.held = "";
    timer = setTimeout(act, HOLD);
  };
  const release = () => {
    if (!("held" in element.dataset)) return;
    clearTimeout(timer);
    delete element.dataset.held;
    end();
  };
  element.addEventListener("pointerdown", ({ button }) => button || begin());
  element.addEventListener("keydown", ({ key }) => key === " " && begin());
  for (const name of ["pointerup", "pointercancel", "pointerleave", "keyup", "blur"]) {
    element.addEventListener(name, release);
  }
  // A long press opens no menu of the browser over what is looked at.
  element.addEventListener("contextmenu", (press) => press.preventDefault());
}

/**
 * Write the text of an element. Its text node stays, also when it is empty: one that comes or goes
 * has the browser style all of the page anew, for whatever its styles say by `:has()`.
 */
export function put(element, text = "") {
  const wanted = String(text ?? "");
  const [node, more] = element.childNodes;
  if (node?.nodeType !== Node.TEXT_NODE || more) element.replaceChildren(wanted);
  else if (node.data !== wanted) node.data = wanted;
}

export function mark(element, name, value) {
  if (value === false && name !== "aria-pressed") element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const hide = (element, hidden) => mark(element, "hidden", hidden && "");
