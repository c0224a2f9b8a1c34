// The pad of a game for counters: it asks how many cards each hand holds, one tap a hand, and
// shows what the deal changes for everybody and how they stand afterwards.

import { page } from "../page.js";
import { Pad as PlainPad } from "../pad/pad.js";
import * as type from "../pad/typed.js";
import { hide, make, mark, put } from "../pad/view.js";
import { nameAt } from "../words.js";
import { makeCounts } from "./keys.js";
import { learn } from "./meanwhile.js";
import { previewOf } from "./preview.js";
import { COUNTED } from "./sentences.js";

// A row has room for so many keys; larger hands are typed in digits.
const MOST_KEYS = 9;

function add(place, tag, name) {
  const made = document.createElement(tag);
  made.className = `pad-${name}`;
  place.append(made);
  return made;
}

export class Pad extends PlainPad {
  constructor(dialog, variant) {
    super(dialog, variant);
    this.byCards = "scorer:by-cards-for-counters";
    const head = this.find("chips").parentElement;
    this.voidKey = head.appendChild(make("void-deal", "", COUNTED.void, COUNTED.voidLabel));
    this.voidKey.addEventListener("click", () => this.saving || this.makeVoid());
    const gain = add(head, "p", "gain");
    const parts = ["points", "totals", "name", "working"];
    this.gain = parts.map((name) => [name, add(gain, "span", `gain-${name}`)]);
    this.news = add(head, "p", "news");
    // Whatever fetched the sheet anew: what was noted meanwhile is news for the pad as well.
    const main = dialog.parentElement;
    new MutationObserver(() => learn(this)).observe(main, { childList: true });
    const { pack } = page.data;
    if (pack.hand > MOST_KEYS) return;
    const keys = document.createElement("div");
    keys.className = "pad-counts";
    this.find("digits").after(keys);
    const tapped = (cards, nines) => this.saving || this.count(cards, nines);
    this.paintCounts = makeCounts(keys, pack.hand, this.mostNines, tapped);
  }

  /** Whether no hand is asked: none costs anything, the deal is void, or nobody is out yet. */
  handless({ answers, voided }) {
    const asked = page.data.asks.some(({ pad }) => pad === "hands");
    return !asked || voided || answers.out === null;
  }

  /** How many red nines a hand can be said to hold: none where they cost what any card costs. */
  get mostNines() {
    const { asks, pack } = page.data;
    return asks.some(({ plain }) => plain) ? 0 : pack.copies["9r"];
  }

  /** What is asked while the cards are played. */
  get inPlay() {
    return page.data.asks.filter((ask) => ask.in_play);
  }

  /** What the book says of the deal that is told again. */
  get told() {
    return this.place.correcting ? page.data.deals[this.place.index].facts : {};
  }

  /** Open, at one question where `ask` names it. */
  open(place, out, ask) {
    this.counted = null;
    super.open(place, out);
    if (ask) this.find(`pad-${ask}`)?.focus({ focusVisible: true });
  }

  untyped() {
    return { ...super.untyped(), voided: this.told.void ?? false };
  }

  look() {
    return super.look() + this.typed.voided;
  }

  chooseFirst() {
    this.typed.handless = this.handless(this.typed);
    super.chooseFirst();
  }

  change(act) {
    super.change((typed) => {
      act(typed);
      this.typed.handless = this.handless(this.typed);
    });
  }

  /** Aces swept or taken back on the sheet since the draft was kept. */
  catchUp(draft) {
    if (page.data.next?.after !== this.place.content.after) return;
    for (const { key } of this.inPlay) {
      const noted = this.inBook[key] ?? null;
      if (noted !== (draft?.noted?.[key] ?? null)) this.takeOver(key, noted);
    }
    this.noted = page.data.next?.noted;
  }

  /** Take an answer over from the sheet. */
  takeOver(key, noted) {
    this.typed.answers[key] = noted;
    this.typed.said = { ...this.typed.said, [key]: false };
  }

  /** What the winner gains stands above; he needs a row only where nobody else has anything. */
  seatsShown() {
    const { order } = page.data;
    return this.typed.handless ? order : type.seatsAsked(order, this.typed);
  }

  preview(typed) {
    // What was noted though nothing depends on it stays in the book, with the winner.
    const asked = page.data.asks.map(({ key }) => key);
    const idle = ([key]) => key !== "void" && !asked.includes(key);
    const same = this.told.out === typed.answers.out;
    const kept = same ? Object.fromEntries(Object.entries(this.told).filter(idle)) : {};
    return previewOf(this.variant, this.page, this.place, typed, kept);
  }

  sentence() {
    const { active, answers, handless, voided } = this.typed;
    const said = super.sentence();
    if (this.shown.fault) return said;
    if (voided) return { text: COUNTED.voided(this.place.number) };
    if (answers.out === null) return { text: COUNTED.whoWentOutHere };
    const name = (seat) => nameAt(this.page.data.seats, seat);
    if (handless) return { text: COUNTED.nobodyAsked(name(answers.out)) };
    if (active === null || !this.counting) return said;
    return { text: COUNTED.ask(name(active), this.ninesLeft) };
  }

  /** A tap on a row: the hand to type, or who went out while nobody is. */
  choose(seat) {
    if (this.typed.answers.out === null) this.answer({ key: "out", pad: "seat" }, seat);
    else if (!this.typed.handless) super.choose(seat);
  }

  answer(ask, answer) {
    if (ask.key === "out" && !this.saving) this.typed.voided = false;
    if (ask.in_play) this.typed.said = { ...this.typed.said, [ask.key]: true };
    super.answer(ask, answer);
    if (ask.key === "out") this.chooseBlank();
  }

  /** The deal is void after all, or is not. */
  makeVoid() {
    this.change((typed) => Object.assign(typed, { voided: !typed.voided, active: null }));
    this.chooseBlank();
  }

  /** Where no hand is chosen, the first that still has to be typed. */
  chooseBlank() {
    const next = type.nextBlank(page.data.order, this.typed);
    if (this.typed.active === null && next !== undefined) this.choose(next);
  }

  onward() {
    const { answers, voided } = this.typed;
    if (answers.out === null && !voided) this.complain({ text: COUNTED.whoWentOutHere });
    else super.onward();
  }

  /** Whether the hand is said by one key. */
  get counting() {
    return Boolean(this.paintCounts) && !this.typed.handless && !this.hand?.cards;
  }

  /** The red nines that the hand being typed can have. */
  get ninesLeft() {
    const left = type.copiesLeft(this.typed, page.data.pack, "9r");
    return Math.min(this.hand ? left + this.hand.nines : left, this.mostNines);
  }

  /** So many cards are left in the hand: on to the next one. */
  count(cards, nines) {
    this.withHand(() => {
      const { active } = this.typed;
      this.counted = active;
      this.change(() => Object.assign(this.hand, { digits: String(cards), nines }));
      const next = type.nextBlank(page.data.order, this.typed);
      if (next !== undefined && this.shown.fault?.seat !== active) this.choose(next);
    });
  }

  rest() {
    super.rest();
    const { cost, totals, working } = this.shown.rows[this.counted] ?? {};
    const name = this.counted === null ? "" : nameAt(this.page.data.seats, this.counted);
    if (cost) put(this.find("heard"), `${name}: ${working}: ${cost}, ${totals}`);
  }

  paint() {
    const { inView } = this;
    this.offerWinner();
    super.paint();
    const { dialog, shown, typed } = this;
    mark(dialog, "data-for-counters", "");
    mark(dialog, "data-counting", this.counting && "");
    mark(dialog, "data-plain", !this.mostNines && "");
    mark(dialog, "data-handless", typed.handless && "");
    mark(dialog, "data-voided", typed.voided && "");
    hide(this.voidKey, !(this.place.correcting && page.data.has_void_deals));
    mark(this.voidKey, "aria-pressed", typed.voided);
    for (const { key } of this.inPlay) {
      mark(this.find(`pad-${key}`), "data-lit", typed.answers[key] != null && "");
    }
    for (const [name, part] of this.gain) put(part, shown.gain[name]);
    put(this.news, shown.news);
    if (this.counting) this.paintCountsOf(typed);
    // What was written above and below the hands may have moved them.
    if (inView !== this.inView) this.rows.show(typed.active);
  }

  /** While nobody is out, the chip asks for it. */
  offerWinner() {
    const chip = this.find("pad-out");
    const asks = chip.options[0].value === "";
    if (asks === (this.typed.answers.out === null)) return;
    if (asks) chip.remove(0);
    else chip.prepend(new Option(COUNTED.whoWentOut, ""));
  }

  paintCountsOf(typed) {
    const { pack } = page.data;
    const most = this.variant.mostHeld?.(typed.answers, typed.active, pack) ?? pack.hand;
    this.paintCounts(this.hand, this.ninesLeft, most);
  }
}
