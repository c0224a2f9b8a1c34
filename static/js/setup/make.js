// Elements of a page that is drawn here.

/** An element; an attribute that is false or missing is left out. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button that does something when it is pressed. */
export function button(attributes, label, act) {
  const made = make("button", { type: "button", ...attributes }, ...[label].flat());
  made.addEventListener("click", act);
  return made;
}
