// What the pad looks like - chips, rows, keys - and what taps on it mean. Only what has changed
// is written to the page, because a tap has one frame to be painted.

import { CARDS } from "../rules/table.js";
import { SAYS, nameAt, say } from "../words.js";
import { digit, erase, nine } from "./typed.js";

const MOST_NINES = 6;
const CARD_OF_KEY = { 0: "10", 1: "10", R: "9r" };

export function make(attribute, value, text, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute(`data-${attribute}`, value);
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

export function put(element, text = "") {
  if (element.textContent !== text) element.textContent = text;
}

export function mark(element, name, value) {
  if (value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export const hide = (element, hidden) => mark(element, "hidden", hidden && "");

const face = (card) => card.replace("r", "");

/** The short questions at the top, built from what the game asks. */
export function makeChips(place, { data, words }, answer) {
  // What was noted while the cards were played comes last: it is answered already.
  const asks = data.asks.filter(({ pad }) => pad !== "hands");
  asks.sort((one, other) => Number(one.in_play ?? 0) - Number(other.in_play ?? 0));
  const chips = asks.map((ask) => {
    const label = words.chips[ask.key];
    if (ask.pad === "yes_no") {
      const chip = make(ask.key.replaceAll("_", "-"), "", label);
      chip.addEventListener("click", () => answer(ask, chip.ariaPressed !== "true"));
      return [chip, (now) => mark(chip, "aria-pressed", now)];
    }
    const chip = document.createElement("select");
    const option = (name, seat) => new Option(say(words, label, { name }), seat);
    const answered = () => answer(ask, chip.value === "" ? null : Number(chip.value));
    chip.setAttribute(`data-pad-${ask.key}`, "");
    chip.setAttribute("aria-label", words.what[ask.key]);
    chip.append(...data.order.map((seat) => option(nameAt(data.seats, seat), seat)));
    if (ask.pad === "seat_or_nobody") chip.prepend(option(SAYS.nobody, ""));
    chip.addEventListener("change", answered);
    return [chip, (now) => (chip.value = now ?? "")];
  });
  place.replaceChildren(...chips.map(([chip]) => chip));
  return (answers) => chips.forEach(([, paint], at) => paint(answers[asks[at].key]));
}

/** The hands, a row each: the name, what is typed and what it will cost. */
export function makeRows(list, template, seats) {
  const rows = seats.map((_, seat) => {
    const item = template.content.firstElementChild.cloneNode(true);
    const part = (name) => item.querySelector(`[data-${name}]`);
    part("name").textContent = nameAt(seats, seat);
    part("name").toggleAttribute("data-long", seats[seat].name.length > 18);
    part("hand").dataset.hand = seat;
    return { item, part, button: part("hand") };
  });
  return {
    order: (inOrder) => list.replaceChildren(...inOrder.map((seat) => rows[seat].item)),
    focus: (seat) => rows[seat].button.focus({ preventScroll: true }),
    show: (seat) => rows[seat]?.button.scrollIntoView({ block: "nearest" }),
    paint(seat, { active, blank = false, fault = false, ...texts }) {
      const { button, part } = rows[seat];
      for (const name of ["working", "typed", "cost", "totals"]) put(part(name), texts[name]);
      mark(button, "data-blank", blank && "");
      mark(button, "data-fault", fault && "");
      mark(button, "aria-current", active);
    },
  };
}

/** The keys: digits or cards, the strip of a hand, and small red nines. */
export function makeKeys(find, { data, words }) {
  const nameOf = (card) => words.keys[card] ?? card;
  const cards = CARDS.filter((card) => data.pack.copies[card]).map((card) => {
    const key = make("card", card, face(card));
    const left = key.appendChild(document.createElement("small"));
    return { card, key, left };
  });
  const nines = Array.from({ length: MOST_NINES }, (_, at) =>
    make("nine", at + 1, "9", SAYS.nines(words.count[at + 1], at + 1)),
  );
  find("cards").replaceChildren(...cards.map(({ key }) => key));
  find("nines").replaceChildren(...nines);

  return (hand, copiesLeft) => {
    const held = hand?.cards;
    hide(find("digits"), Boolean(held));
    hide(find("cards"), !held);
    hide(find("strip"), !held);
    mark(find("nines"), "data-unseen", (!hand || Boolean(held)) && "");
    mark(find("by-cards"), "aria-pressed", Boolean(held));
    const lit = hand?.nines ?? 0;
    const there = Math.max(lit, copiesLeft("9r") + lit);
    for (const [at, nine] of nines.entries()) {
      hide(nine, at >= there);
      mark(nine, "aria-pressed", at < lit);
    }
    if (!held) return;
    const strip = held.map((card, at) => make("held", at, face(card), SAYS.takeBack(nameOf(card))));
    strip.forEach((one, at) => one.toggleAttribute("data-red", held[at] === "9r"));
    find("strip").replaceChildren(...strip);
    for (const { card, key, left } of cards) {
      const copies = Math.max(0, copiesLeft(card));
      put(left, String(copies));
      mark(key, "aria-label", SAYS.left(nameOf(card), copies));
      mark(key, "aria-disabled", copies < 1);
    }
  };
}

/** Let a pad hear its buttons and the keyboard. */
export function listen(pad) {
  const { dialog } = pad;
  const change = (act) => pad.withHand(() => pad.change(act));
  const taps = {
    digit: (key) => change((typed) => digit(typed, key)),
    nine: (nth) => change((typed) => nine(typed, Number(nth))),
    card: (card) => pad.withHand(() => pad.addCard(card)),
    held: (at) => change(() => pad.hand.cards.splice(at, 1)),
    delete: () => change(erase),
    "by-cards": () => pad.withHand(() => pad.switchCards()),
    hand: (seat) => pad.choose(Number(seat)),
    use: () => pad.useSaid(),
    next: () => pad.onward(),
    save: () => pad.onward(),
    close: () => dialog.close(),
  };

  dialog.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const name = button && Object.keys(taps).find((one) => button.hasAttribute(`data-${one}`));
    if (name && !pad.saving) taps[name](button.getAttribute(`data-${name}`));
  });

  // Keys do not take the focus from the hand they write into.
  dialog.addEventListener("mousedown", (press) => {
    if (press.target.closest("[data-digits], [data-cards], .pad-row")) press.preventDefault();
  });

  function step(by) {
    const seats = pad.seats.filter((seat) => seat !== pad.typed.answers.out);
    const at = seats.indexOf(pad.typed.active);
    pad.choose(seats[(Math.max(at + by, at < 0 ? 0 : -1) + seats.length) % seats.length]);
  }

  /** What a key means; nothing where it is not for the pad. */
  function meaning({ key, target }) {
    if (target.closest("select")) return undefined;
    if (key === "ArrowDown" || key === "ArrowUp") return () => step(key === "ArrowDown" ? 1 : -1);
    if (key === "Backspace") return taps.delete;
    if (key === "Enter" && target.closest("[data-hand]")) return taps.next;
    const letter = key.toUpperCase();
    const card = CARD_OF_KEY[letter] ?? letter;
    if (pad.hand?.cards) return CARDS.includes(card) ? () => taps.card(card) : undefined;
    if (/^\d$/.test(key)) return () => taps.digit(key);
    return letter === "R" && pad.hand ? () => taps.nine(pad.hand.nines + 1) : undefined;
  }

  dialog.addEventListener("keydown", (press) => {
    const act = !press.ctrlKey && !press.metaKey && !press.altKey && meaning(press);
    if (!act || pad.saving) return;
    press.preventDefault();
    act();
  });

  dialog.addEventListener("close", () => {
    if (pad.touched) pad.keep();
    else pad.forget();
    if (history.state?.pad) history.back();
  });
}
