// The pad: one deal is typed and previewed, and what is typed is kept at every tap.

import { page } from "../page.js";
import { fromLeftOf } from "../rules/table.js";
import { SAYS, nameAt } from "../words.js";
import { dropDraft, keepDraft, readDraft, recall, remember } from "./saving.js";
import * as type from "./typed.js";
import { listen, makeChips, makeKeys, makeRows, put } from "./view.js";

const BY_CARDS = "scorer:by-cards";
const A_PAUSE = 700;
// Fetched once the pad is open, and needed when a deal is complete.
const saver = () => import("./save.js");

export class Pad {
  constructor(dialog, variant) {
    this.dialog = dialog;
    this.variant = variant;
    this.find = (name) => dialog.querySelector(`[data-${name}]`);
    this.go = this.find("next");
    this.byCards = BY_CARDS;
    this.paintKeys = makeKeys(this.find, page);
    listen(this);
  }

  /** The page, with the people who sat there at this deal: some may have left since. */
  get page() {
    const seats = page.data.deals[this.place.index]?.seats ?? page.data.seats;
    return { ...page, data: { ...page.data, seats } };
  }

  /** Open at a place in the book, from saving.js; `out` names who went out. */
  open(place, out) {
    const { order } = page.data;
    const draft = readDraft(page.data.game, place.key);
    this.place = place;
    const { seats } = this.page.data;
    this.entry = draft?.entry ?? {};
    this.message = null;
    this.typed = this.untyped();
    this.untouched = this.look();
    this.seen = page.data.version;
    this.asked = false;
    if (draft?.touched) {
      this.typed = draft.typed;
      this.seen = draft.seen ?? this.seen;
      this.asked = draft.asked;
      const act = () => this.startAgain();
      this.message = { text: SAYS.kept, label: SAYS.startAgain, act };
    }
    this.catchUp(draft);
    const winner = out ?? this.typed.answers.out ?? draft?.typed.answers.out ?? null;
    if (winner !== this.typed.answers.out) type.goOut(this.typed, winner, order);
    this.chooseFirst();
    this.seats = this.inView = null;
    const answered = (ask, answer) => this.answer(ask, answer);
    this.paintChips = makeChips(this.find("chips"), this.page, answered);
    this.rows = makeRows(this.find("pad-hands"), this.find("row"), seats);
    this.dialog.toggleAttribute("data-correcting", Boolean(place.correcting));
    saver().then(({ sendAgain }) => sendAgain(this), () => {});
    if (!this.dialog.open) this.dialog.showModal();
    if (!history.state?.pad) history.pushState({ pad: true }, "");
    this.paint();
    this.keep();
    this.rows.focus(this.typed.active ?? this.seats[0]);
  }

  /** What was noted in play of the deal that is typed. */
  get inBook() {
    const { next } = page.data;
    return (next?.after === this.place.content.after && next?.noted) || {};
  }

  /** The deal as it stands in the book: blank where it is new. */
  untyped() {
    const { asks, deals, seats } = this.page.data;
    const byCards = seats.map(({ player }) => recall(this.byCards)?.includes(player));
    const facts = this.place.correcting ? deals[this.place.index].facts : this.inBook;
    return type.typedFrom(asks, facts, byCards);
  }

  /** What the sheet has learned since a draft was kept; most games learn nothing in play. */
  catchUp() {}

  /** The seats that have a row. */
  seatsShown() {
    const { order } = page.data;
    const { correcting } = this.place;
    const { typed } = this;
    return correcting ? fromLeftOf(order, typed.answers.out) : type.seatsAsked(order, typed);
  }

  preview(typed) {
    return type.preview(this.variant, this.page, this.place, typed);
  }

  sentence() {
    return type.sentence(this.page, this.place, this.typed, this.shown, Boolean(this.pause));
  }

  startAgain() {
    const { out } = this.typed.answers;
    this.typed = this.untyped();
    this.typed.answers.out ??= out;
    this.chooseFirst();
  }

  /** Begin at the winner's left; a correction waits for the hand that was wrong. */
  chooseFirst() {
    if (this.typed.active === null && !this.place.correcting) {
      this.typed.active = type.seatsAsked(page.data.order, this.typed)[0] ?? null;
    }
  }

  /** All that would be a loss; who went out is none while nothing else is said. */
  look() {
    const { answers, hands } = this.typed;
    return JSON.stringify([this.place.correcting ? answers : { ...answers, out: null }, hands]);
  }

  get touched() {
    return this.look() !== this.untouched;
  }

  keep() {
    const { typed, entry, touched, seen, asked, inBook: noted } = this;
    const { open } = this.dialog;
    keepDraft(page.data.game, this.place.key, { typed, entry, touched, seen, asked, open, noted });
  }

  /** Nothing typed here is needed any more. */
  forget() {
    dropDraft(page.data.game, this.place.key);
    this.untouched = this.look();
  }

  /** The hand being typed; null while none is chosen. */
  get hand() {
    return this.typed.hands[this.typed.active] ?? null;
  }

  withHand(act) {
    if (this.hand) act();
    else this.complain({ text: SAYS.correcting(this.place.number) });
  }

  /** Change what is typed, show what it costs, and keep it. */
  change(act) {
    if (this.saving) return this.paint();
    this.message = null;
    act(this.typed);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.rest(), A_PAUSE);
    this.paint();
    this.keep();
  }

  /** Take the suggestion; its button goes, so the hand gets the focus. */
  useSaid() {
    this.change(this.said.act);
    this.rows.focus(this.typed.active ?? this.seats[0]);
  }

  /** After a pause: say what another digit might have cured, and let the sum be heard. */
  rest() {
    this.pause = null;
    this.paint();
    const { active } = this.typed;
    const { cost, working } = this.shown.rows[active] ?? {};
    const { seats } = this.page.data;
    put(this.find("heard"), cost && `${nameAt(seats, active)}: ${working ?? cost}`);
  }

  /** Say why not, and choose the hand it is about. */
  complain(message, seat) {
    if (this.seats.includes(seat)) this.choose(seat);
    this.message = message;
    this.paint();
  }

  choose(seat) {
    if (seat === this.typed.answers.out) return;
    this.change((typed) => type.select(typed, seat));
    this.rows.focus(seat);
  }

  /** The answer to one of the short questions. */
  answer({ key, pad }, answer) {
    this.change((typed) => {
      if (pad === "seat") type.goOut(typed, answer, page.data.order);
      else typed.answers[key] = answer;
    });
  }

  /** Next, or Save where no other hand is blank. */
  onward() {
    const { active } = this.typed;
    const { fault } = this.shown;
    const next = type.nextBlank(page.data.order, this.typed);
    if (this.hand && type.isBlank(this.hand)) {
      this.complain({ text: SAYS.blank(nameAt(this.page.data.seats, active)) });
    } else if (fault && (next === undefined || fault.seat === active)) {
      this.complain({ text: type.faultText(this.page, fault) }, fault.seat);
    } else if (next !== undefined) this.choose(next);
    else if (this.place.correcting && !this.touched) this.dialog.close();
    else saver().then(({ save }) => save(this), () => this.complain({ text: SAYS.noSignal }));
  }

  /** A tap on a card; one that the pack cannot hold is refused on the spot. */
  addCard(card) {
    const { active } = this.typed;
    const tried = structuredClone(this.typed);
    tried.hands[active].cards.push(card);
    const { fault } = this.preview(tried);
    if (fault?.seat === active) this.complain({ text: type.faultText(this.page, fault) });
    else this.change(() => this.hand.cards.push(card));
  }

  /** Ask this hand by cards or by its sum, and the same person so from now on. */
  switchCards() {
    const sumOf = (cards) => this.variant.pointsOf(cards, page.data.rules);
    this.change((typed) => type.switchCards(typed, sumOf));
    const { player } = this.page.data.seats[this.typed.active];
    const others = (recall(this.byCards) ?? []).filter((one) => one !== player);
    remember(this.byCards, this.hand.cards ? [...others, player] : others);
  }

  paint() {
    const { find, go, place, typed } = this;
    put(find("pad-title"), (place.correcting ? SAYS.correctTitle : SAYS.dealTitle)(place.number));
    const { order, pack } = page.data;
    const seats = this.seatsShown();
    if (`${this.seats}` !== `${seats}`) this.rows.order(seats);
    this.seats = seats;
    this.shown = this.preview(typed);
    for (const seat of seats) this.rows.paint(seat, this.shown.rows[seat]);
    this.paintChips(typed.answers);
    this.paintKeys(this.hand, (card) => type.copiesLeft(typed, pack, card));
    const inView = [typed.active, Boolean(this.hand?.cards)].join();
    if (this.inView !== inView) this.rows.show(typed.active);
    this.inView = inView;
    const last = type.nextBlank(order, typed) === undefined;
    go.toggleAttribute("data-save", last);
    go.toggleAttribute("data-next", !last);
    put(go, this.saving ? SAYS.saving : last ? SAYS.save : SAYS.next);
    this.said = this.message ?? this.sentence();
    put(find("says"), this.said.text);
    put(find("use"), this.said.label);
    find("use").hidden = !this.said.label;
  }
}
