// The pad of a game for counters: it asks how many cards each hand holds, one tap a hand, and
// shows who pays whom and how everybody stands afterwards.

import { page } from "../page.js";
import { Pad } from "../pad/pad.js";
import * as type from "../pad/typed.js";
import { mark, put } from "../pad/view.js";
import { nameAt } from "../words.js";
import { makeCounts } from "./keys.js";
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

export class CountersPad extends Pad {
  constructor(dialog, variant) {
    super(dialog, variant);
    this.byCards = "scorer:by-cards-for-counters";
    const news = add(this.find("chips").parentElement, "div", "news");
    const gain = add(news, "p", "gain");
    this.gain = ["gain-name", "gain-points", "gain-totals"].map((name) => add(gain, "span", name));
    this.pools = add(news, "p", "pools");
    const { pack } = page.data;
    if (pack.hand > MOST_KEYS) return;
    const keys = document.createElement("div");
    keys.className = "pad-counts";
    this.find("digits").after(keys);
    const tapped = (cards, nines) => this.saving || this.count(cards, nines);
    this.paintCounts = makeCounts(keys, pack, page.words, tapped);
  }

  /** Whether what anybody still holds costs nothing, so that no hand is asked. */
  get handless() {
    return !(this.variant.asksHands?.(page.data.rules) ?? true);
  }

  /** What is asked while the cards are played. */
  get inPlay() {
    return page.data.asks.filter((ask) => ask.in_play);
  }

  /** Open, at one question where `ask` names it. */
  open(place, out, ask) {
    this.counted = null;
    super.open(place, out);
    if (ask) this.find(`pad-${ask}`)?.focus({ focusVisible: true });
  }

  untyped() {
    return { ...super.untyped(), handless: this.handless };
  }

  /** Aces swept or taken back on the sheet since the draft was kept. */
  catchUp(draft) {
    this.typed.handless = this.handless;
    if (this.place.correcting) return;
    for (const { key } of this.inPlay) {
      const noted = page.data.next?.noted[key] ?? null;
      if (noted !== (draft?.noted?.[key] ?? null)) this.typed.answers[key] = noted;
    }
  }

  /** What the winner gains stands above; he needs a row only where nobody else has anything. */
  seatsShown() {
    const { order } = page.data;
    return this.handless ? order : type.seatsAsked(order, this.typed);
  }

  preview(typed) {
    const shown = previewOf(this.variant, this.page, this.place, typed);
    const { hands, out } = this.place.correcting ? page.data.deals[this.place.index].facts : {};
    // Hands that were noted though they cost nothing stay in the book.
    if (this.handless && hands && out === typed.answers.out) shown.facts.hands = hands;
    return shown;
  }

  sentence() {
    const { active, answers } = this.typed;
    const said = super.sentence();
    if (this.shown.fault) return said;
    const name = (seat) => nameAt(this.page.data.seats, seat);
    if (this.handless) return { text: COUNTED.nobodyAsked(name(answers.out)) };
    if (active === null || !this.counting) return said;
    return { text: COUNTED.ask(name(active), this.ninesLeft) };
  }

  choose(seat) {
    if (!this.handless) super.choose(seat);
  }

  /** Whether the hand is said by one key. */
  get counting() {
    return Boolean(this.paintCounts) && !this.handless && !this.hand?.cards;
  }

  /** The red nines that the hand being typed can have. */
  get ninesLeft() {
    const left = type.copiesLeft(this.typed, page.data.pack, "9r");
    return this.hand ? left + this.hand.nines : left;
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
    const { heard, totals, working } = this.shown.rows[this.counted] ?? {};
    const name = this.counted === null ? "" : nameAt(this.page.data.seats, this.counted);
    if (heard) put(this.find("heard"), `${name}: ${working}; ${heard}, ${totals}`);
  }

  paint() {
    const { inView } = this;
    super.paint();
    const { dialog, shown, typed } = this;
    mark(dialog, "data-for-counters", "");
    mark(dialog, "data-counting", this.counting && "");
    mark(dialog, "data-handless", this.handless && "");
    for (const { key } of this.inPlay) {
      mark(this.find(`pad-${key}`), "data-lit", typed.answers[key] != null && "");
    }
    const { name, points, totals } = shown.gain;
    [name, points, totals].forEach((text, at) => put(this.gain[at], text));
    put(this.pools, shown.pools);
    if (this.counting) this.paintCountsOf(typed);
    // What was written above and below the hands may have moved them.
    if (inView !== this.inView) this.rows.show(typed.active);
  }

  paintCountsOf(typed) {
    const { pack } = page.data;
    const most = this.variant.mostHeld?.(typed.answers, typed.active, pack) ?? pack.hand;
    this.paintCounts(this.hand, this.ninesLeft, most);
  }
}
