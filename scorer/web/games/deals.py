"""The pages of a deal: scoring it, correcting it, and why it cost what it cost."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.answers import AnswerWords, is_answered
from scorer.rules.asks import Choice, Hands, Number, Side
from scorer.rules.entries import CorrectDeal, Deal, changed_answers
from scorer.rules.errors import Refused
from scorer.rules.fold import score_deal
from scorer.rules.in_play import asks_to_correct
from scorer.rules.sheet import Sheet
from scorer.rules.table import Table
from scorer.rules.types import SheetDeal
from scorer.rules.words import WORDS, reason, working
from scorer.services.games.read import GameRead
from scorer.web.access import deal_here, device_here, game_here, may
from scorer.web.drawn_cards import draw_hand
from scorer.web.forms import sent_id, sent_seen
from scorer.web.games.book_view import find_deal, sheet_at
from scorer.web.games.counters_view import pool_views, score_format
from scorer.web.games.deal_form import DealForm
from scorer.web.games.entries import back_to, write_sent
from scorer.web.games.in_play_view import answers_as_data
from scorer.web.games.preview import changes_by
from scorer.web.games.typed_answers import typed_for, typed_in
from scorer.web.names import in_a_sentence, shown_names

deals = Blueprint("deals", __name__)


@deals.route("/games/<id:game>/deals/new", methods=["GET", "POST"])
def new(game: str) -> ResponseReturnValue:
    """Score a deal: the next one, or a forgotten one that was played before another."""
    read = game_here(game, "score")
    named = request.values.get("before", "")
    before = deal_here(read, named) if named else None
    if before is None and read.sheet.over and request.method == "GET":
        return back_to(game)
    table = before.table if before else _next_table(read)
    page: dict[str, Any] = {
        "before": before,
        "number": before.number if before else len(read.sheet.deals) + 1,
        "after": request.form.get("after", read.sheet.last_deal or ""),
    }
    form = _form(read, table, typed_in(request.form))
    if request.method == "GET":
        asks = read.sheet.start.asks
        form.typed.update(
            {ask.key: request.args[ask.key] for ask in asks if ask.key in request.args}
        )
        if before is None:
            form.typed.update(typed_for(asks, _facts_seen(read)))
    else:
        body = Deal(form.facts(), page["after"] or None, before.id if before else None)
        if not form.errors:
            try:
                if not request.form.get("look"):
                    write_sent(game, Deal.kind, body.content())
                    return back_to(game)
                page["changes"] = changes_by(read, body)
            except Refused as fault:
                form.note(fault, page["number"])
    return _page(read, form, page)


@deals.route("/games/<id:game>/deals/<id:deal>/correct", methods=["GET", "POST"])
def correct(game: str, deal: str) -> ResponseReturnValue:
    """Correct a deal."""
    read = game_here(game, "score")
    row = deal_here(read, deal)
    typed = typed_in(request.form)
    if request.method == "GET":
        typed = typed_for(read.sheet.start.asks, row.record)
    page: dict[str, Any] = {"deal": row, "number": row.number}
    form = _form(read, row.table, typed, row)
    if request.method == "POST":
        facts = form.facts()
        if not form.errors:
            try:
                now = score_deal(read.sheet.start, facts, row.table, row.before).record
                body = CorrectDeal(deal, changed_answers(_as_shown(read, row).record, now))
                if not request.form.get("look"):
                    if body.answers:
                        write_sent(game, CorrectDeal.kind, body.content())
                    return back_to(game)
                page["changes"] = changes_by(read, body)
            except Refused as fault:
                form.note(fault, page["number"])
    return _page(read, form, page)


def _as_shown(read: GameRead, deal: SheetDeal) -> SheetDeal:
    """The deal as it stood on the form that was sent, which changes what was typed otherwise."""
    seen = sent_seen()
    then = find_deal(deal.id, sheet_at(read, seen)) if seen < read.version else None
    return then or deal


def _next_table(read: GameRead) -> Table:
    """The table of the next deal, or of the last one of a game that is over."""
    sheet = read.sheet
    if sheet.opening is not None:
        return sheet.opening.table
    return sheet.deals[-1].table if sheet.deals else sheet.start.table(sheet.start.first_dealer)


def _facts_seen(read: GameRead) -> dict[str, Any]:
    """The answers of the deal in play that this phone may see, as the facts of a deal."""
    deal, facts = read.in_play, dict[str, Any]()
    if deal is None:
        return facts
    device = device_here().id
    seen = [answer for answer in deal.answers.values() if deal.is_shown(answer, device)]
    for key, value in answers_as_data(deal, seen).items():
        group = deal.asks[key].group
        (facts.setdefault(group, {}) if group else facts)[key] = value
    return facts


def _form(
    read: GameRead, table: Table, typed: dict[str, str], deal: SheetDeal | None = None
) -> DealForm:
    """The form of a new deal, or of one that is corrected, as people sit there."""
    sitters = deal.sitters if deal else read.sheet.sitters
    return DealForm(
        start=read.sheet.start,
        table=table,
        names=shown_names(sitters, read.names),
        typed=typed,
        noted=deal.record if deal else {},
    )


def _page(read: GameRead, form: DealForm, page: dict[str, Any]) -> ResponseReturnValue:
    """The form of a deal; `page` tells which one it is."""
    context = {
        "game": read,
        "form": form,
        "asks": read.sheet.start.words("asks"),
        "id": sent_id(),
        "seen": sent_seen() if request.method == "POST" else read.version,
        "deal": None,
        "before": None,
        "changes": None,
        **page,
    }
    return render_template("deals/form.html", **context), 422 if form.errors else 200


@deals.get("/games/<id:game>/deals/<id:deal>")
def show(game: str, deal: str) -> str:
    """Every line of a deal in words."""
    read = game_here(game)
    row = deal_here(read, deal)
    sheet, names = read.sheet, shown_names(row.sitters, read.names)
    words = AnswerWords(sheet.start, names, draw_hand)
    write, scores, reasons = score_format(read), row.scores, sheet.start.words("reasons")
    in_sentences = AnswerWords(sheet.start, [in_a_sentence(name) for name in names]).sides
    rows = []
    for side in sheet.start.sides_in_order:
        lines = [line for line in row.lines if line.side == side]
        sentences = [reason(reasons, line.key, line.numbers, in_sentences) for line in lines]
        rows.append(
            {
                "side": side,
                "name": words.sides[side],
                "score": write(scores[side]),
                "total": row.carry.totals[side],
                "answers": _answers_of_side(words, row, side),
                "reasons": [
                    (f"{sentence[:1].upper()}{sentence[1:]}.", line.points)
                    for sentence, line in zip(sentences, lines, strict=True)
                ],
                "working": " ".join(
                    piece for line in lines if (piece := working(reasons, line.key, line.numbers))
                ),
            }
        )
    answers = _answers_of_deal(words, row)
    return render_template(
        "deals/deal.html",
        game=read,
        deal=row,
        rows=rows,
        answers=answers,
        stand_ins=_answers_of_stand_ins(words, row),
        trump=_trump_of(sheet, row, answers),
        names=names,
        unit=sheet.start.unit,
        pools=pool_views(read.variant, row.carry.pools),
        corrects_own=_corrects_own(sheet, row),
    )


def _corrects_own(sheet: Sheet, deal: SheetDeal) -> bool:
    """Whether this phone may correct the hand of its own seat, and nothing else."""
    seat = device_here().seat
    is_last = deal.id == sheet.last_deal and may("play") and not may("score")
    return is_last and seat is not None and bool(asks_to_correct(sheet.start, deal, seat))


def _answers_of_deal(words: AnswerWords, deal: SheetDeal) -> list[tuple[str, str]]:
    """The answers of the whole deal, as far as its lines do not say them anyhow."""
    return [
        (words.of(ask)["what"], words.answer(ask, answer))
        for ask in words.start.asks
        if ask.of == "deal" and isinstance(ask, Number | Choice | Side)
        if is_answered(ask, answer := deal.facts.answers.get(ask.key))
    ]


def _answers_of_side(words: AnswerWords, deal: SheetDeal, side: int) -> list[tuple[str, str]]:
    """The answers of a side and its seats; of hands the cards, since lines tell their sums."""
    answers = []
    for ask in words.start.asks:
        given = deal.facts.answers.get(ask.key) or ()
        if ask.of == "deal":
            continue
        seats = words.start.seats_of(side) if ask.of == "seat" else (side,)
        for at in (at for at in seats if at < len(given)):
            title, answer = words.of(ask)["what"], given[at]
            if isinstance(ask, Hands):
                if not answer.cards:
                    continue
                title = "held"
            if is_answered(ask, answer):
                if ask.of == "seat" and len(seats) > 1:
                    title = f"{in_a_sentence(words.names[at])}, {title}"
                answers.append((title, words.answer(ask, answer)))
    return answers


def _trump_of(sheet: Sheet, deal: SheetDeal, answers: list[tuple[str, str]]) -> str:
    """The trump as a sentence; "" where there is none, or an answer says it."""
    trump = sheet.trump_of(deal)
    is_there = any(answer == trump for _, answer in answers)
    return "" if trump is None or is_there else str(WORDS["trumps"][trump]["says"])


def _answers_of_stand_ins(words: AnswerWords, deal: SheetDeal) -> dict[str, list[tuple[str, str]]]:
    """The answers for those who do not sit there, such as a dummy, by their names."""
    found: dict[str, list[tuple[str, str]]] = {}
    for ask in words.start.asks:
        given = deal.facts.answers.get(ask.key) or ()
        first = ask.number_of_answers(deal.table) - ask.stand_ins
        for at in range(first, first + ask.stand_ins) if given else ():
            answer = (words.of(ask)["what"], words.answer(ask, given[at]))
            found.setdefault(words.whose(ask.of, at), []).append(answer)
    return found
