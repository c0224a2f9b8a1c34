// What the pad is made of. Only what has changed is written to the page, because a tap has one
// frame to be painted.

// Suits are ink: those that are red on the card are in outline.
export const SUITS = { C: "♣", D: "♢", H: "♡", S: "♠" };

/** A card as people write it in a row of them: a suit by its sign, "JOKER" as a word. */
export const cardName = (card) =>
  SUITS[card] ?? (card.length > 2 ? card.toLowerCase() : card);

export function make(tag, attributes = {}, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** A button; `name` is the attribute that says what it does. */
export function key(name, value, text, label) {
  const made = make("button", { type: "button", [`data-${name}`]: value }, text);
  if (label) made.setAttribute("aria-label", label);
  return made;
}

export function put(element, text = "") {
  const wanted = String(text ?? "");
  if (element.textContent !== wanted) element.textContent = wanted;
}

export function mark(element, name, value) {
  if (value === false && name !== "aria-pressed") element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export const hide = (element, hidden) => mark(element, "hidden", hidden && "");

/**
 * A list of answers to choose from: [answer, text]. `blank` is what it says while nothing is
 * chosen; where it cannot be chosen again it goes then.
 */
export function makeSelect(label, options, { blank, stays, chosen }) {
  const select = make("select", { "aria-label": label });
  select.append(...options.map(([answer, text]) => new Option(text, answer)));
  const empty = new Option(blank, "");
  if (stays) select.prepend(empty);
  const answers = new Map(options.map(([answer]) => [String(answer), answer]));
  select.addEventListener("change", () => chosen(answers.get(select.value) ?? null));
  return {
    element: select,
    paint(answer) {
      if (!stays && answer === null) select.prepend(empty);
      else if (!stays) empty.remove();
      select.value = answer ?? "";
      mark(select, "data-lit", answer !== null && "");
    },
  };
}

/** A row of answers, of which one is lit; with `canClear` a tap on it takes it back. */
export function makeSegments(label, options, { canClear = true, chosen }) {
  const element = make("div", { class: "pad-segments", role: "group", "aria-label": label });
  const buttons = options.map(([answer, text, says]) => {
    const button = key("segment", answer, text, says);
    button.addEventListener("click", () => {
      const isLit = button.getAttribute("aria-pressed") === "true";
      chosen(isLit && canClear ? null : answer);
    });
    return [answer, button];
  });
  element.append(...buttons.map(([, button]) => button));
  return {
    element,
    paint(answer) {
      for (const [mine, button] of buttons) mark(button, "aria-pressed", mine === answer);
    },
  };
}

/** Any number of answers: what was said, each to be taken back by a tap, and one more. */
export function makeMany(label, options, { add, says, changed }) {
  const element = make("div", { class: "pad-many", role: "group", "aria-label": label });
  const said = make("span", { class: "pad-many-said" });
  const more = makeSelect(label, options, {
    blank: add,
    stays: true,
    chosen(answer) {
      if (answer !== null) changed([...now, answer]);
    },
  });
  let now = [];
  element.append(said, more.element);
  return {
    element,
    paint(answers) {
      more.paint(null);
      if (JSON.stringify(answers) === JSON.stringify(now) && said.childElementCount) return;
      now = answers;
      const buttons = answers.map((answer, at) => {
        const button = key("taken-back", at, says(answer));
        button.addEventListener("click", () => changed(now.filter((_, other) => other !== at)));
        return button;
      });
      said.replaceChildren(...buttons);
    },
  };
}
