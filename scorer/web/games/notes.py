"""Noting what happens while the cards are still being played."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.asks import Ask, Number, opened_in_play
from scorer.rules.errors import Refused
from scorer.rules.own_answers import own_asks, own_place
from scorer.services.games.read import GameRead
from scorer.services.games.score import ANSWERS
from scorer.web.access import device_here, game_here, may
from scorer.web.forms import write_sent
from scorer.web.games.answers_page import answers_page
from scorer.web.games.deal_form import DealForm
from scorer.web.games.games import back_to
from scorer.web.games.notes_view import asks_in_play
from scorer.web.games.typed_answers import facts_noted, typed_for, typed_in
from scorer.web.names import shown_names

notes = Blueprint("notes", __name__)


@dataclass
class NoteForm(DealForm):
    """The fields of what can be noted; what is for a seat to say, of this `seat` only.

    `own` are the keys of that: none where the phone may tell of all seats.
    """

    seat: int | None = None
    own: Collection[str] = ()

    def _answering(self, ask: Ask[Any]) -> tuple[int, ...]:
        if ask.key not in self.own:
            return super()._answering(ask)
        return () if self.seat is None else (own_place(self.start, ask, self.seat),)


@notes.route("/games/<id:game>/notes", methods=["GET", "POST"])
def note(game: str) -> ResponseReturnValue:
    """Note answers; where there can be many, it is one more."""
    read = game_here(game, "play")
    if not asks_in_play(read.sheet):
        raise NotFound
    form = _form(read, typed_in(request.form))
    if request.method == "GET":
        if read.sheet.opening is None:
            return back_to(game)
        form.typed.update(typed_for(form.start.asks, _noted(read, form)))
        return answers_page("games/notes.html", read, form)
    answers = _answers(read, form)
    if not form.errors:
        try:
            write_sent(game, ANSWERS, {"after": request.form["after"] or None, "facts": answers})
            return back_to(game)
        except Refused as fault:
            form.note(fault, len(read.sheet.deals) + 1)
    return answers_page("games/notes.html", read, form)


def _form(read: GameRead, typed: dict[str, str]) -> NoteForm:
    """The fields of what can be noted now, each of which can be left out."""
    start, opening = read.sheet.start, read.sheet.opening
    asks = tuple(
        replace(ask, many=False, required=False, group=None, unless=(), but=None)
        for ask in asks_in_play(read.sheet)
    )
    opened = (
        replace(ask, required=False, unless=(), stand_ins=0, open_with=None)
        for ask in opened_in_play(start.asks)
    )
    # The number that it could be the same as is asked after the play.
    opened = (replace(ask, same_as=None) if isinstance(ask, Number) else ask for ask in opened)
    asks = (*asks, *opened)
    table = opening.table if opening else start.table(start.first_dealer)
    names = shown_names(read.sheet.sitters, read.names)
    of_seats = () if may("score") else own_asks(start)
    return NoteForm(
        start=replace(start, asks=asks),
        table=table,
        names=names,
        typed=typed,
        seat=device_here().seat,
        own={key for ask in of_seats for key in (ask.key, ask.open_with) if key},
    )


def _answers(read: GameRead, form: NoteForm) -> dict[str, Any]:
    """What was sent; nothing is noted of who stands in."""
    facts = form.facts()
    for ask in opened_in_play(read.sheet.start.asks):
        if ask.key in facts:
            facts[ask.key] = [*facts[ask.key], *[None] * ask.stand_ins]
    return {key: answer for key, answer in facts.items() if _is_sent(form, key)}


def _noted(read: GameRead, form: NoteForm) -> dict[str, Any]:
    """What was noted of asks that have one answer; of many each is one more."""
    many = {ask.key for ask in asks_in_play(read.sheet) if ask.many}
    noted = read.sheet.opening.noted if read.sheet.opening else {}
    kept = {key: answer for key, answer in noted.items() if key not in many}
    return facts_noted(form.start.asks, kept)


def _is_sent(form: NoteForm, key: str) -> bool:
    """Whether something was typed of an ask; an empty field notes nothing."""
    return any(
        value and (name == key or name.startswith(f"{key}-")) for name, value in form.typed.items()
    )
