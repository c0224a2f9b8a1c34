"""What a phone says for its own seat on plain pages: that it is out, its hand, its bid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, NotFound

from scorer.rules.answers import words_of
from scorer.rules.asks import Ask, Flag, Number
from scorer.rules.entries import MOST_SEATS, WITHHELD
from scorer.rules.errors import Refused
from scorer.rules.fold import SheetHistory
from scorer.rules.numbers import parse_sent_number
from scorer.rules.own_answers import (
    answer_to,
    asked_of,
    asks_of_own_end,
    asks_to_correct,
    calls_of,
    changeable,
    check_own,
    flags_of_deal,
    missing_of,
    own_asks,
    own_place,
    told_after_play,
)
from scorer.rules.sheet import Opening, SheetDeal
from scorer.rules.table import Table
from scorer.services.errors import NotAllowed, WrittenSince
from scorer.services.games.read import GameRead
from scorer.services.games.score import ANSWERS
from scorer.services.ids import id_from
from scorer.web.access import device_here, game_here, may, own_game_here
from scorer.web.errors import speaks_json
from scorer.web.forms import sent_name, sent_seen, write_sent
from scorer.web.games.answers_page import answers_page
from scorer.web.games.conflict_view import conflict_sentence
from scorer.web.games.deal_form import DealForm
from scorer.web.games.games import back_to
from scorer.web.games.typed_answers import typed_for, typed_in
from scorer.web.names import shown_names

own = Blueprint("own", __name__)


@dataclass
class OwnForm(DealForm):
    """The fields of what one seat answers of itself."""

    of_one: ClassVar[bool] = True
    seat: int = 0

    def _answering(self, ask: Ask[Any]) -> tuple[int, ...]:
        return (own_place(self.start, ask, self.seat),)


@own.route("/games/<id:game>/own", methods=["GET", "POST"])
def show(game: str) -> ResponseReturnValue:
    """What a seat answers of itself: a form, or for the phone's modules what it has answered."""
    read, seat = own_game_here(game, "play"), _seat_here()
    opening = read.sheet.opening
    if not 0 <= seat < len(read.sheet.start.order):
        raise NotFound
    if request.method == "GET" and speaks_json():
        return jsonify({} if opening is None else _answered(read, opening, seat))
    late = _scored_since(read)
    if late is not None:
        return _save(read, seat, _form(read, _asks_sent(read), late.table, seat), late.number)
    asked = [] if opening is None else _asks(read, opening, seat)
    if opening is None or not asked or request.values.get("deal"):
        return _correct(read, seat)
    form = _form(read, asked, opening.table, seat)
    if request.method == "GET":
        form.typed.update(typed_for(form.start.asks, _answered(read, opening, seat)))
        covered = not form.typed and not missing_of(read.sheet.start, opening, seat)
        return _page(read, seat, form, covered=covered)
    return _save(read, seat, form, len(read.sheet.deals) + 1, opening)


def _save(
    read: GameRead, seat: int, form: OwnForm, number: int, opening: Opening | None = None
) -> ResponseReturnValue:
    """Write what was typed of the deal of this number, and show the form again where that fails.

    What cannot be by itself is refused, as far as the deal in play is known here.
    """
    facts = form.facts()
    if not form.errors:
        try:
            if opening is not None:
                check_own(read.sheet.start, opening, seat, _own_part(form, facts))
            _write(read.id, form, facts)
            return back_to(read.id)
        except Refused as fault:
            form.note(fault, number)
        except WrittenSince as fault:
            form.errors["form"] = conflict_sentence(game_here(read.id), fault)
            return _page(read, seat, form, status=409)
    return _page(read, seat, form)


def _scored_since(read: GameRead) -> SheetDeal | None:
    """The deal that was sent an answer, where somebody has scored that meanwhile."""
    after = request.form.get("after")
    if after is None or request.form.get("deal") or after == (read.sheet.last_deal or ""):
        return None
    deals = read.sheet.deals
    followed = [deal.number for deal in deals if deal.goes_by(after)] if after else [0]
    return deals[followed[0]] if followed else None


def _asks_sent(read: GameRead) -> list[Ask[Any]]:
    """What the form asked that was sent."""
    names = {name.partition("-")[0] for name in typed_in(request.form)}
    return [ask for ask in own_asks(read.sheet.start) if ask.key in names]


def _correct(read: GameRead, seat: int) -> ResponseReturnValue:
    """What a seat answered of itself in the last deal, which it may still correct."""
    deal = next(reversed(read.sheet.deals), None)
    asked = () if deal is None else asks_to_correct(read.sheet.start, deal, seat)
    if deal is None or not asked:
        return _page(read, seat, None)
    form = _form(read, asked, deal.table, seat)
    if request.method == "GET" or request.form.get("deal") != deal.id:
        form.typed = typed_for(form.start.asks, deal.record)
        return _page(read, seat, form, deal=deal)
    facts = form.facts()
    if not form.errors:
        # Of all that was shown only its own hand was changed.
        then = SheetHistory(read.start, read.entries).sheet(sent_seen())
        shown = next((one for one in then.deals if one.goes_by(deal.id)), deal) if then else deal
        record: dict[str, Any] = dict(shown.record)
        for ask in asked:
            place = own_place(form.start, ask, seat)
            answers = list(record[ask.key])
            answers[place] = facts[ask.key][place]
            record[ask.key] = answers
        try:
            write_sent(read.id, "correct_deal", {"deal": deal.id, "facts": record})
            return back_to(read.id)
        except Refused as fault:
            form.note(fault, deal.number)
    return _page(read, seat, form, deal=deal)


def _seat_here() -> int:
    """The seat that is asked: the phone's own; whoever keeps the score names any."""
    device, told = device_here("play"), request.values.get("seat", "")
    named = parse_sent_number(told, MOST_SEATS)
    if told and may("score"):
        if named is None:
            raise NotFound
        return named
    if device.seat is None:
        raise NotAllowed("no_seat_held")
    if told and named != device.seat and request.method == "POST":
        raise NotAllowed("only_own_seat")
    return device.seat


def _asks(read: GameRead, opening: Opening, seat: int) -> list[Ask[Any]]:
    """What the form asks: what is missing, or else what was answered and may still change.

    Whoever keeps the score may change a bid at any time.
    """
    start = read.sheet.start
    may_change = asked_of if may("score") else changeable
    places = missing_of(start, opening, seat) or may_change(start, opening, seat)
    keys = {key for key, _ in places}
    return [ask for ask in own_asks(start) if ask.key in keys]


def _form(read: GameRead, asked: Sequence[Ask[Any]], table: Table, seat: int) -> OwnForm:
    """The fields of these asks, each of which has to be answered."""
    asks = tuple(
        replace(ask, required=True, group=None, unless=(), but=None, open_with=None)
        for ask in asked
    )
    # Neither is the last of a sum known here, nor what is told with another ask.
    asks = tuple(
        replace(ask, sum=None, same_as=None) if isinstance(ask, Number) else ask for ask in asks
    )
    return OwnForm(
        start=replace(read.sheet.start, asks=asks),
        table=table,
        names=shown_names(read.sheet.sitters, read.names),
        typed=typed_in(request.form),
        seat=seat,
    )


def _answered(read: GameRead, opening: Opening, seat: int) -> dict[str, Any]:
    """What a seat has answered of itself as a record has it, as far as this phone may see it."""
    told: dict[str, Any] = {}
    for ask in own_asks(read.sheet.start):
        place = own_place(read.sheet.start, ask, seat)
        value = answer_to(opening, ask.key, place)
        if value is not None and value is not WITHHELD:
            places: list[Any] = [None] * ask.number_of_answers(opening.table)
            places[place] = ask.write_one(value)
            told[ask.key] = places
    return told


def _own_part(form: OwnForm, facts: dict[str, Any]) -> dict[str, Any]:
    """What the seat answers of all that a form holds."""
    return {ask.key: facts[ask.key][own_place(form.start, ask, form.seat)] for ask in form.asks}


def _write(game: str, form: OwnForm, facts: dict[str, Any]) -> None:
    """Write an answer to each ask; sent again they are the same."""
    name = sent_name()
    told = _own_part(form, facts)
    for number, ask in enumerate(form.asks):
        content = {
            "after": request.form.get("after") or None,
            "key": ask.key,
            "seat": own_place(form.start, ask, form.seat),
            "value": told[ask.key],
        }
        write_sent(game, "answer", content, name=id_from(name, ask.key) if number else name)


def _page(
    read: GameRead,
    seat: int,
    form: OwnForm | None,
    *,
    covered: bool = False,
    deal: SheetDeal | None = None,
    status: int = 0,
) -> ResponseReturnValue:
    name = shown_names(read.sheet.sitters, read.names)[seat]
    asks = () if form is None else form.asks
    own_words = str(words_of(asks[-1]).get("own", "")) if asks else ""
    return answers_page(
        "games/own.html",
        read,
        form,
        status=status,
        seat=seat,
        title=own_words if device_here().seat == seat and own_words else name,
        deal=deal,
        after=request.form.get("after", read.sheet.last_deal or ""),
        hidden=any(ask.shown == "when_complete" for ask in asks),
        covered=covered,
    )


@own.post("/games/<id:game>/out")
def out(game: str) -> ResponseReturnValue:
    """Say who is out, what goes with it, or what a seat calls."""
    start = game_here(game, "play").sheet.start
    sent = request.form
    after = sent.get("after") or None
    said: dict[str, Any] = {}
    for ask in (*asks_of_own_end(start), *flags_of_deal(start)):
        if ask.key in sent:
            told = sent[ask.key]
            said[ask.key] = (
                told == "1" if isinstance(ask, Flag) else parse_sent_number(told, MOST_SEATS)
            )
    if said:
        write_sent(game, ANSWERS, {"after": after, "facts": said})
        return back_to(game)
    seat = parse_sent_number(sent.get("seat", ""), MOST_SEATS)
    call = next((ask for ask in calls_of(start) if ask.key in sent), None)
    if call is None or seat is None:
        raise BadRequest
    value = sent[call.key] or None
    content = {"after": after, "key": call.key, "seat": seat, "value": value}
    write_sent(game, "answer", content)
    return back_to(game)


@own.route("/games/<id:game>/after", methods=["GET", "POST"])
def after(game: str) -> ResponseReturnValue:
    """What any one phone enters after the play, such as the tricks."""
    read = game_here(game, "play")
    asks, opening = told_after_play(read.sheet.start), read.sheet.opening
    if not asks or opening is None:
        raise NotFound
    asks = tuple(replace(ask, group=None, unless=(), but=None) for ask in asks)
    asks = tuple(replace(ask, same_as=None) if isinstance(ask, Number) else ask for ask in asks)
    form = DealForm(
        start=replace(read.sheet.start, asks=asks),
        table=opening.table,
        names=shown_names(read.sheet.sitters, read.names),
        typed=typed_in(request.form),
    )
    if request.method == "POST":
        facts = form.facts()
        if not form.errors:
            try:
                sent_after = request.form.get("after") or None
                write_sent(game, ANSWERS, {"after": sent_after, "facts": facts})
                return back_to(game)
            except Refused as fault:
                form.note(fault, len(read.sheet.deals) + 1)
    else:
        told = {ask.key: _told(opening, ask) for ask in asks}
        form.typed.update(typed_for(asks, {key: one for key, one in told.items() if one}))
    return answers_page("games/after.html", read, form)


def _told(opening: Opening, ask: Ask[Any]) -> Any:
    """What was answered already, as a record has it."""
    if ask.of == "deal":
        value = answer_to(opening, ask.key)
        return None if value is None else ask.write_one(value)
    places = range(ask.number_of_answers(opening.table))
    values = [answer_to(opening, ask.key, at) for at in places]
    return (
        None
        if not any(value is not None for value in values)
        else [None if value is None else ask.write_one(value) for value in values]
    )
