"""A deal as a plain form, built from what the variant asks; for phones without JavaScript too.

Fields: an ask's own key, or for hands `points-0` (or `count-0`), `red_nines-0` and `cards-0`
for each seat. A hand is told by its cards or its sum, never by both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.asks import Ask, HandsAsk, SeatAsk, SeatOrNobodyAsk, YesNoAsk
from scorer.rules.book import sort_entries
from scorer.rules.cards import CARDS, RED_NINE, UNKNOWN, Pack, write_hand
from scorer.rules.entries import MOST_SEATS, CorrectDeal, Deal
from scorer.rules.errors import Refused
from scorer.rules.numbers import parse_number, parse_sent_number
from scorer.rules.sheet import SheetDeal
from scorer.rules.table import left_of
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, reason, working
from scorer.services.errors import Conflict, DealConflict, WrittenSince
from scorer.services.games.read import GameRead
from scorer.services.ids import new_id
from scorer.web.access import deal_here, game_here
from scorer.web.errors import says, sentence_of
from scorer.web.forms import sent_name, sent_seen, write_sent
from scorer.web.games.conflict_view import (
    TypedDeal,
    conflict_sentence,
    deal_question,
    question_page,
)
from scorer.web.games.counters_view import pool_views, score_format
from scorer.web.games.games import back_to
from scorer.web.games.preview import changes_by
from scorer.web.names import in_a_sentence, shown_names

LONGEST_FIELD = 200
LARGEST_HELD = 999_999
CARD_NAMES = {card.upper(): card for card in CARDS} | {UNKNOWN.upper(): UNKNOWN, "9R": "9r"}


@dataclass
class DealForm:
    """What is asked about one deal, what was typed, and what is wrong with it.

    `errors` holds a sentence for each field, and under "form" for the whole; a seat's hand is
    the field "hand-<seat>". `noted` are the facts of a deal that is corrected.
    """

    variant: Variant
    order: tuple[int, ...]
    names: tuple[str, ...]
    pack: Pack
    rules: Any = None
    typed: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    noted: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asks(self) -> tuple[Ask[Any], ...]:
        """What is asked under these house rules, in order."""
        return self.variant.asked(self.rules)

    @property
    def hands_order(self) -> tuple[int, ...]:
        """The seats as their hands are asked: clockwise, whoever went out last."""
        out = self._seat_typed("out")
        if out is None:
            return self.order
        at = self.order.index(left_of(self.order, out))
        return self.order[at:] + self.order[:at]

    def out(self, seat: int) -> bool:
        """Whether this seat was said to have gone out."""
        return self._seat_typed("out") == seat

    def value(self, key: str) -> str:
        """What was typed in a field."""
        return self.typed.get(key, "")

    def _seat_typed(self, key: str) -> int | None:
        seat = parse_sent_number(self.typed.get(key, ""), MOST_SEATS)
        return seat if seat in self.order else None

    def facts(self) -> dict[str, Any]:
        """The facts as a record says them; what cannot be read is noted in `errors`."""
        if self.variant.has_void_deals and self.value("void"):
            return self._with_dealer({"void": True})
        facts: dict[str, Any] = {}
        for ask in self.asks:
            if isinstance(ask, SeatAsk | SeatOrNobodyAsk):
                facts[ask.key] = self._seat_typed(ask.key)
                if isinstance(ask, SeatAsk) and facts[ask.key] is None:
                    self.errors[ask.key] = "Say who went out."
            elif isinstance(ask, YesNoAsk):
                facts[ask.key] = bool(self.value(ask.key))
            elif isinstance(ask, HandsAsk):
                facts[ask.key] = [self._hand(ask, seat) for seat in range(len(self.order))]
        return self._with_dealer({**self._unasked(facts), **facts})

    def _unasked(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """What was noted though nothing depends on it: kept with the winner it is about."""
        if self.noted.get("out") != facts.get("out"):
            return {}
        idle = {ask.key for ask in self.variant.asks} - {ask.key for ask in self.asks}
        return {key: answer for key, answer in self.noted.items() if key in idle}

    def _with_dealer(self, facts: dict[str, Any]) -> dict[str, Any]:
        dealer = self._seat_typed("dealer")
        return facts if dealer is None else {**facts, "dealer": dealer}

    def _hand(self, ask: HandsAsk, seat: int) -> Any:
        written = self.value(f"cards-{seat}").replace(",", " ").split()
        if written and (self.value(held_field(ask, seat)) or self._nines_contradict(seat, written)):
            self.errors[f"hand-{seat}"] = "Write the sum or the cards of this hand, not both."
            return None
        if written:
            return [CARD_NAMES.get(card.upper(), card) for card in written]
        held, nines = self.value(held_field(ask, seat)), self.value(f"red_nines-{seat}") or "0"
        if not held and nines == "0":
            return [] if self.out(seat) else None
        numbers = [parse_number(held, LARGEST_HELD), parse_number(nines, LARGEST_HELD)]
        if held.isdecimal() and nines.isdecimal() and None in numbers:
            self.errors[f"hand-{seat}"] = "This number is too large."
            return None
        if None in numbers:
            what = "how many points they count" if ask.by == "points" else "how many cards"
            self.errors[f"hand-{seat}"] = f"Write {what}, in digits only."
            return None
        return {ask.by: numbers[0], "red_nines": numbers[1]}

    def _nines_contradict(self, seat: int, written: list[str]) -> bool:
        """Whether red nines were chosen beside cards that hold another number of them."""
        chosen = self.value(f"red_nines-{seat}") or "0"
        return chosen not in ("0", str(sum(card.lower() == RED_NINE for card in written)))

    def note(self, fault: Refused, number: int) -> None:
        """Put a refusal beside the field it is about."""
        sentence = f"{fault.message}."
        if fault.deal is not None and fault.deal != number:
            self.errors["form"] = f"Deal {fault.deal} would be impossible then: {sentence.lower()}"
        elif fault.seat is not None and fault.seat < len(self.order):
            self.errors.setdefault(f"hand-{fault.seat}", sentence)
        else:
            self.errors.setdefault("form", sentence)


def held_field(ask: HandsAsk, seat: int) -> str:
    """What the field for the sum of a hand is called."""
    return f"{'points' if ask.by == 'points' else 'count'}-{seat}"


def typed_in(form: Mapping[str, str]) -> dict[str, str]:
    """What a form sent, trimmed and not longer than anybody would type."""
    return {key: value.strip()[:LONGEST_FIELD] for key, value in form.items()}


def typed_for(variant: Variant, facts: Mapping[str, Any]) -> dict[str, str]:
    """What would have to be typed for a deal of which these facts are known."""
    typed: dict[str, str] = {"void": "1"} if facts.get("void") else {}
    if facts.get("dealer") is not None:
        typed["dealer"] = str(facts["dealer"])
    for ask in variant.asks:
        answer = facts.get(ask.key)
        if isinstance(ask, HandsAsk):
            for seat, hand in enumerate(answer or ()):
                if isinstance(hand, Mapping):
                    typed[held_field(ask, seat)] = str(hand[ask.by])
                    typed[f"red_nines-{seat}"] = str(hand["red_nines"])
                elif hand:
                    typed[f"cards-{seat}"] = write_hand(hand)
        elif answer is True:
            typed[ask.key] = "1"
        elif answer is not None and answer is not False:
            typed[ask.key] = str(answer)
    return typed


deals = Blueprint("deals", __name__)


@deals.route("/games/<id:game>/deals/new", methods=["GET", "POST"])
def new(game: str) -> ResponseReturnValue:
    """Score a deal: the next one, or a forgotten one after `after`."""
    read = game_here(game, "score")
    after = request.values.get("after")
    if after is None:
        after = read.sheet.last_deal or ""
    page = page_of_new(read, after)
    form = deal_form(read, None, typed_in(request.form))
    if request.method == "POST":
        facts = form.facts()
        if not request.form.get("look"):
            return _write(read, form, page, "deal", {"after": after or None, "facts": facts})
        _look(read, form, page, Deal(after or None, facts))
    elif read.sheet.over:
        return back_to(game)
    else:
        if out := request.args.get("out"):
            form.typed["out"] = out
        if read.sheet.opening and after == (read.sheet.last_deal or ""):
            noted = {
                key: seat for key, seat in read.sheet.opening.noted.items() if seat is not None
            }
            form.typed.update(typed_for(read.sheet.start.variant, noted))
    return deal_page(read, form, page)


@deals.route("/games/<id:game>/deals/<id:deal>/correct", methods=["GET", "POST"])
def correct(game: str, deal: str) -> ResponseReturnValue:
    """Correct a deal."""
    read = game_here(game, "score")
    row = deal_here(read, deal)
    typed = typed_in(request.form)
    if request.method == "GET":
        typed = typed_for(read.sheet.start.variant, row.record)
    form = deal_form(read, row, typed)
    page: dict[str, Any] = {"deal": row, "number": row.number}
    if request.method == "POST":
        facts = form.facts()
        if not request.form.get("look"):
            return _write(read, form, page, "correct_deal", {"deal": deal, "facts": facts})
        _look(read, form, page, CorrectDeal(deal, facts))
    return deal_page(read, form, page)


@deals.get("/games/<id:game>/deals/<id:deal>")
def show(game: str, deal: str) -> str:
    """Every line of a deal in words."""
    read = game_here(game)
    row = deal_here(read, deal)
    names, write = shown_names(row.sitters, read.names), score_format(read)
    in_sentences, scores = [in_a_sentence(name) for name in names], row.scores
    hands = typed_for(read.sheet.start.variant, row.record)
    rows = []
    for seat in row.table.order:
        lines = [line for line in row.lines if line.seat == seat]
        sentences = [reason(line.key, line.numbers, in_sentences) for line in lines]
        rows.append(
            {
                "seat": seat,
                "name": names[seat],
                "score": write(scores[seat]),
                "total": row.carry.totals[seat],
                "hand": hands.get(f"cards-{seat}", ""),
                "reasons": [
                    (f"{sentence[:1].upper()}{sentence[1:]}.", line.points)
                    for sentence, line in zip(sentences, lines, strict=True)
                ],
                "working": " ".join(
                    piece for line in lines if (piece := working(line.key, line.numbers))
                ),
            }
        )
    return render_template(
        "deals/deal.html",
        game=read,
        deal=row,
        rows=rows,
        names=names,
        lowest_wins=read.sheet.start.variant.lowest_wins,
        pools=pool_views(read.variant, row.carry.pools),
    )


def page_of_new(read: GameRead, after: str) -> dict[str, Any]:
    """What the form of a new deal says of its place; 404 after a deal the book never held.

    A deal that was taken back keeps its place: the one before it is followed then.
    """
    follows = next((deal for deal in read.sheet.deals if deal.id == after), None)
    if after and follows is None:
        places = sort_entries(read.start, read.entries).places
        if after not in places:
            raise NotFound
        earlier = [deal for deal in read.sheet.deals if places[deal.id] < places[after]]
        follows = earlier[-1] if earlier else None
    number = follows.number + 1 if follows else 1
    return {"after": after, "follows": follows, "number": number, "deal": None}


def deal_form(read: GameRead, deal: SheetDeal | None, typed: dict[str, str]) -> DealForm:
    """The form of a deal, as people sit there; `deal` is the one that is corrected."""
    start = read.sheet.start
    sitters = deal.sitters if deal is not None else read.sheet.sitters
    return DealForm(
        variant=start.variant,
        order=start.order,
        names=shown_names(sitters, read.names),
        pack=start.variant.pack(len(start.order), start.rules),
        rules=start.rules,
        typed=typed,
        noted=deal.record if deal is not None else {},
    )


def _look(read: GameRead, form: DealForm, page: dict[str, Any], body: Deal | CorrectDeal) -> None:
    """Put on the page what this would change; nothing where it cannot be."""
    if not form.errors:
        try:
            page["changes"] = changes_by(read, body)
        except Refused as fault:
            form.note(fault, page["number"])


def _write(
    read: GameRead, form: DealForm, page: dict[str, Any], kind: str, content: dict[str, Any]
) -> ResponseReturnValue:
    if form.errors:
        return deal_page(read, form, page)
    try:
        saved = write_sent(read.id, kind, content)
        return back_to(read.id, same=saved.number if saved.same else None)
    except Refused as fault:
        form.note(fault, page["number"])
        return deal_page(read, form, page)
    except Conflict as fault:
        return _conflict(game_here(read.id, "score"), form, page, content, fault)


def _conflict(
    now: GameRead, form: DealForm, page: dict[str, Any], content: dict[str, Any], fault: Conflict
) -> ResponseReturnValue:
    """The page on which somebody decides; whoever saves again has seen what stands there now."""
    if isinstance(fault, DealConflict):
        typed = TypedDeal(content["after"], content["facts"], sent_seen())
        return question_page(now, deal_question(now, fault.theirs, typed))
    seen, key = now.version, fault.numbers.get("ask")
    if isinstance(fault, WrittenSince):
        seen = fault.version
        form.errors["form"] = conflict_sentence(now, fault)
        if fault.deal:
            page |= page_of_new(now, content["after"])
            page["save"] = f"Save as deal {fault.deal}"
        else:
            page["save"] = f"Correct deal {page['number']} anyway"
    elif key and now.sheet.opening:
        seat = now.sheet.opening.noted.get(key)
        form.typed[key] = "" if seat is None else str(seat)
        form.errors[key] = sentence_of(fault)
    else:
        form.errors["form"] = says("written_meanwhile")
    return deal_page(now, form, {**page, "seen": seen}, status=409)


def deal_page(
    read: GameRead, form: DealForm, page: dict[str, Any], status: int | None = None
) -> ResponseReturnValue:
    """The form of a deal; `page` says of which one it is."""
    if status is None:
        status = 422 if form.errors else 200
    posted = request.method == "POST" and status != 409
    context = {
        "game": read,
        "form": form,
        "asked": WORDS["what"],
        "name": sent_name() if posted else new_id(),
        "seen": sent_seen() if posted else read.version,
        "changes": None,
        "save": "Save",
        **page,
    }
    return render_template("deals/form.html", **context), status
