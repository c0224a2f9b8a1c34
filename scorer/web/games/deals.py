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
from scorer.rules.numbers import as_sent, whole
from scorer.rules.sheet import DealRead
from scorer.rules.table import left_of
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, reason, working
from scorer.services.errors import Conflict, DealConflict, WrittenSince
from scorer.services.games.read import GameRead
from scorer.services.ids import new_id
from scorer.web.access import deal_here, game_here
from scorer.web.errors import says, sentence_of
from scorer.web.games.book_view import Teller
from scorer.web.games.conflict_view import Typed, asked, conflict_sentence, question_of
from scorer.web.games.counters_view import pool_views
from scorer.web.games.game import back_to
from scorer.web.games.preview import (
    NOT_WRITTEN,
    changes,
    counts_of,
    handed,
    pool_changes,
    sheet_if,
    what_changes,
)
from scorer.web.games.sheet_view import game_context
from scorer.web.names import in_a_sentence, shown_names
from scorer.web.sent_forms import sent_name, sent_seen, write_sent

LONGEST_FIELD = 200
LARGEST_HELD = 999_999
CARD_NAMES = {card.upper(): card for card in CARDS} | {UNKNOWN.upper(): UNKNOWN, "9R": "9r"}


@dataclass
class DealForm:
    """What is asked about one deal, what was typed, and what is wrong with it.

    `errors` holds a sentence for each field, and under "form" for the whole; a seat's hand is
    the field "hand-<seat>". `noted` are the facts of a deal that is told again.
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
        seat = as_sent(self.typed.get(key, ""), MOST_SEATS)
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
        return self._with_dealer({**self._kept(facts), **facts})

    def _kept(self, facts: Mapping[str, Any]) -> dict[str, Any]:
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
        numbers = [whole(held, LARGEST_HELD), whole(nines, LARGEST_HELD)]
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


def typed_for(variant: Variant, told: Mapping[str, Any]) -> dict[str, str]:
    """What would have to be typed for a deal that was told already."""
    typed: dict[str, str] = {"void": "1"} if told.get("void") else {}
    if told.get("dealer") is not None:
        typed["dealer"] = str(told["dealer"])
    for ask in variant.asks:
        answer = told.get(ask.key)
        if isinstance(ask, HandsAsk):
            for seat, hand in enumerate(answer or ()):
                typed.update(_typed_hand(ask, seat, hand))
        elif answer is True:
            typed[ask.key] = "1"
        elif answer is not None and answer is not False:
            typed[ask.key] = str(answer)
    return typed


def _typed_hand(ask: HandsAsk, seat: int, hand: Any) -> dict[str, str]:
    if isinstance(hand, Mapping):
        return {
            held_field(ask, seat): str(hand[ask.by]),
            f"red_nines-{seat}": str(hand["red_nines"]),
        }
    return {f"cards-{seat}": write_hand(hand)} if hand else {}


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
    if request.method == "GET" and request.args.get("out"):
        form.typed["out"] = request.args["out"]
    if request.method == "GET" and read.sheet.opening and after == (read.sheet.last_deal or ""):
        noted = {key: one for key, one in read.sheet.opening.noted.items() if one is not None}
        form.typed.update(typed_for(read.sheet.start.variant, noted))
    if request.method == "POST":
        facts = form.facts()
        if not request.form.get("look"):
            return _written(read, form, page, "deal", {"after": after or None, "facts": facts})
        _look(read, form, page, Deal(after or None, facts))
        return deal_page(read, form, page)
    if read.sheet.over:
        return back_to(game)
    return deal_page(read, form, page)


@deals.route("/games/<id:game>/deals/<id:deal>/correct", methods=["GET", "POST"])
def correct(game: str, deal: str) -> ResponseReturnValue:
    """Tell a deal again."""
    read = game_here(game, "score")
    told = deal_here(read, deal)
    typed = typed_in(request.form)
    if request.method == "GET":
        typed = typed_for(read.sheet.start.variant, told.told)
    form = deal_form(read, told, typed)
    page: dict[str, Any] = {"deal": told, "number": told.number}
    if request.method == "POST":
        facts = form.facts()
        if not request.form.get("look"):
            return _written(read, form, page, "correct_deal", {"deal": deal, "facts": facts})
        _look(read, form, page, CorrectDeal(deal, facts))
    return deal_page(read, form, page)


@deals.get("/games/<id:game>/deals/<id:deal>")
def show(game: str, deal: str) -> str:
    """Every line of a deal in words."""
    read = game_here(game)
    told = deal_here(read, deal)
    names = shown_names(told.sitters, read.names)
    called = [in_a_sentence(name) for name in names]
    seats = [
        {
            "seat": seat,
            "name": names[seat],
            "score": told.scores[seat],
            "total": told.carry.totals[seat],
            "hand": typed_for(read.sheet.start.variant, told.told).get(f"cards-{seat}", ""),
            "reasons": [
                (_sentence(reason(line.key, line.numbers, called)), line.points)
                for line in told.lines
                if line.seat == seat
            ],
            "working": " ".join(
                piece
                for line in told.lines
                if line.seat == seat and (piece := working(line.key, line.numbers))
            ),
        }
        for seat in told.table.order
    ]
    return render_template(
        "deals/deal.html",
        deal=told,
        seats=seats,
        names=names,
        pools=tuple(pool_views(read.variant, told.carry.pools)),
        scores=Teller(read).scores(told),
        **game_context(read),
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


def deal_form(read: GameRead, told: DealRead | None, typed: dict[str, str]) -> DealForm:
    """The form of a deal, as people sit there; `told` is the one that is told again."""
    start = read.sheet.start
    sitters = told.sitters if told is not None else read.sheet.sitters
    return DealForm(
        variant=start.variant,
        order=start.order,
        names=shown_names(sitters, read.names),
        pack=start.variant.pack(len(start.order), start.rules),
        rules=start.rules,
        typed=typed,
        noted=told.told if told is not None else {},
    )


def _look(read: GameRead, form: DealForm, page: dict[str, Any], said: Deal | CorrectDeal) -> None:
    """Put on the page what this would change; nothing where it cannot be."""
    if form.errors:
        return
    try:
        then = sheet_if(read, said)
    except Refused as fault:
        form.note(fault, page["number"])
        return
    page["changes"] = changes(read.sheet, then)
    page["pool_changes"] = pool_changes(read.sheet, then)
    if isinstance(said, CorrectDeal):
        page["what_changes"] = what_changes(read.sheet, then)
        return
    page["what_changes"] = counts_of(read.sheet, then)
    deal = next(one for one in then.deals if one.id == NOT_WRITTEN)
    page["handed"] = handed(then, deal, shown_names(deal.sitters, read.names))


def _written(
    read: GameRead, form: DealForm, page: dict[str, Any], kind: str, content: dict[str, Any]
) -> ResponseReturnValue:
    if form.errors:
        return deal_page(read, form, page)
    try:
        saved = write_sent(read.id, kind, content)
    except Refused as fault:
        form.note(fault, page["number"])
        return deal_page(read, form, page)
    except DealConflict as fault:
        now = game_here(read.id, "score")
        typed = Typed(content["after"], content["facts"], sent_seen())
        return asked(now, question_of(now, fault.theirs, typed))
    except Conflict as fault:
        # Whoever saves again has seen what stands there now.
        now = game_here(read.id, "score")
        if isinstance(fault, WrittenSince):
            form.errors["form"] = conflict_sentence(now, fault)
            if fault.deal:
                page |= page_of_new(now, content["after"])
                page["save"] = f"Save as deal {fault.deal}"
            else:
                page["save"] = f"Correct deal {page['number']} anyway"
            return deal_page(now, form, {**page, "seen": fault.version}, status=409)
        key = fault.numbers.get("ask")
        if key and now.sheet.opening:
            seat = now.sheet.opening.noted.get(key)
            form.typed[key] = "" if seat is None else str(seat)
            form.errors[key] = sentence_of(fault)
        else:
            form.errors["form"] = says("written_meanwhile")
        return deal_page(now, form, {**page, "seen": now.version}, status=409)
    return back_to(read.id, same=saved.number if saved.same else None)


def deal_page(
    read: GameRead, form: DealForm, page: dict[str, Any], status: int | None = None
) -> ResponseReturnValue:
    """The form of a deal; `page` says of which one it is."""
    if status is None:
        status = 422 if form.errors else 200
    posted = request.method == "POST" and status != 409
    told = {
        "form": form,
        "asked": WORDS["what"],
        "name": sent_name() if posted else new_id(),
        "seen": page.get("seen", sent_seen() if posted else read.version),
        "changes": None,
        "save": "Save",
    }
    return render_template("deals/form.html", **{**game_context(read), **told, **page}), status


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
