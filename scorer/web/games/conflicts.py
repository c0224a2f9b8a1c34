"""Two phones scored the same deal differently: somebody chooses what counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast, get_args

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from scorer.rules.errors import BadRecord, Refused
from scorer.rules.numbers import parse_sent_number
from scorer.rules.record import parse
from scorer.services.errors import WrittenSince
from scorer.services.games.read import GameRead
from scorer.services.games.resolve_conflict import Answer, resolve_conflict
from scorer.services.games.score import LARGEST_SEEN
from scorer.services.ids import is_id, new_id
from scorer.web.access import database, device_here, game_here
from scorer.web.errors import answer, speaks_json
from scorer.web.games.book_view import find_deal
from scorer.web.games.conflict_view import (
    TypedDeal,
    conflict_sentence,
    deal_question,
    question_page,
)
from scorer.web.games.deals import deal_form, deal_page, page_of_new
from scorer.web.games.entries import DEEPEST, depth_of, saved_already, saved_answer
from scorer.web.games.games import back_to
from scorer.web.games.typed_answers import typed_for

conflicts = Blueprint("conflicts", __name__)
LONGEST_FACTS = 20_000


@conflicts.post("/games/<id:game>/deals/conflict")
def resolve(game: str) -> ResponseReturnValue:
    """Keep theirs, use mine, or go on with mine as another deal."""
    device = device_here("score")
    game_here(game, "score")
    sent = request.get_json() if request.is_json else request.form
    if not isinstance(sent, Mapping):
        raise BadRequest
    chosen, theirs, name = (str(sent.get(key, "")) for key in ("answer", "theirs", "name"))
    typed = _typed(sent)
    if chosen not in get_args(Answer) or not is_id(theirs):
        raise BadRequest
    chosen = cast(Answer, chosen)
    try:
        resolved = resolve_conflict(
            database(),
            device.club,
            game,
            device=device.id,
            name=name if is_id(name) else new_id(),
            answer=chosen,
            theirs=theirs,
            facts=typed.facts,
            seen=_number(sent, "seen"),
        )
    except (WrittenSince, Refused) as fault:
        return _look_again(game_here(game, "score"), chosen, theirs, typed, fault)
    if resolved.same is not None:
        return saved_already(resolved.game_read, resolved.same)
    if speaks_json():
        return saved_answer(resolved.game_read, resolved.number, after=resolved.after)
    if resolved.after is None:
        return back_to(game)
    return _page(resolved.game_read, replace(typed, after=resolved.after), typed.seen)


def _look_again(
    read: GameRead, chosen: Answer, theirs: str, typed: TypedDeal, fault: WrittenSince | Refused
) -> ResponseReturnValue:
    """Ask again, of what stands there now; where nothing does, mine can simply be saved."""
    sentence = conflict_sentence(read, fault)
    if find_deal(theirs, read.sheet):
        question = deal_question(read, theirs, typed, sentence)
        if question.same and chosen != "another":
            return saved_already(read, question.same)
        return question_page(read, question)
    if speaks_json():
        return answer(409, sentence, code="changed_meanwhile")
    return _page(read, typed, read.version, sentence)


def _page(read: GameRead, typed: TypedDeal, seen: int, fault: str = "") -> ResponseReturnValue:
    """The form of a deal with what was typed."""
    page = {**page_of_new(read, typed.after or ""), "seen": seen, "name": new_id()}
    form = deal_form(read, page, typed_for(read.sheet.start.asks, typed.facts))
    if fault:
        form.errors["form"] = fault
    return deal_page(read, form, page, status=409 if fault else None)


def _typed(sent: Mapping[str, Any]) -> TypedDeal:
    """The deal that was typed, as its phone keeps it."""
    try:
        facts = parse(str(sent.get("facts", "")).encode(), LONGEST_FACTS)
    except (BadRecord, UnicodeEncodeError):
        raise BadRequest from None
    if not isinstance(facts, dict) or depth_of(facts) > DEEPEST:
        raise BadRequest
    after = str(sent.get("after") or "")
    if after and not is_id(after):
        raise BadRequest
    return TypedDeal(after or None, facts, _number(sent, "typed_seen"))


def _number(sent: Mapping[str, Any], key: str) -> int:
    return parse_sent_number(str(sent.get(key, "")), LARGEST_SEEN) or 0
