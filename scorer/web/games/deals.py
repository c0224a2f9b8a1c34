"""The pages of a deal: scoring it, correcting it, and why it cost what it cost."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.entries import CorrectDeal, Deal, changed_answers
from scorer.rules.errors import Refused
from scorer.rules.fold import score_deal
from scorer.rules.in_play import asks_to_correct
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.access import deal_here, device_here, game_here, may
from scorer.web.formats import upper_first
from scorer.web.forms import sent_id, sent_seen
from scorer.web.games.book_view import doubts_in_words
from scorer.web.games.counter_view import pool_views
from scorer.web.games.deal_form import DealForm
from scorer.web.games.entries import back_to, write_sent
from scorer.web.games.own_answers import answers_as_data
from scorer.web.games.preview import NOT_WRITTEN, sheet_with
from scorer.web.games.sheet_view import (
    SheetView,
    rows_of_deal,
    stand_ins_of,
    void_in_words,
)
from scorer.web.names import shown_names

deals = Blueprint("deals", __name__)


@deals.route("/games/<id:game>/deals/new", methods=["GET", "POST"])
def new(game: str) -> ResponseReturnValue:
    """Score a deal: the next one, or a forgotten one that was played before another."""
    read = game_here(game, "score")
    named = request.values.get("before", "")
    before = deal_here(read, named) if named else None
    if before is None and read.sheet.over and request.method == "GET":
        return back_to(game)
    table = before.table if before else read.sheet.table
    names = shown_names(read.sheet.sitters, read.names)
    known = {} if before else _facts_seen(read)
    carry = before.before if before else read.sheet.carry
    form = DealForm(read.sheet.start, table, carry, names, known, request.args)
    number = before.number if before else len(read.sheet.deals) + 1
    after = request.form.get("after", read.sheet.after or "")

    def body_of(facts: dict[str, Any]) -> Deal:
        return Deal(facts, after or None, before.id if before else None)

    return _form_page(read, form, body_of, before=before, number=number, after=after)


@deals.route("/games/<id:game>/deals/<id:deal>/correct", methods=["GET", "POST"])
def correct(game: str, deal: str) -> ResponseReturnValue:
    """Correct a deal."""
    read = game_here(game, "score")
    row, start = deal_here(read, deal), read.sheet.start
    names = shown_names(row.sitters, read.names)
    known = {} if row.facts.unread else row.record
    form = DealForm(start, row.table, row.before, names, known, {})

    def body_of(facts: dict[str, Any]) -> CorrectDeal:
        now = score_deal(start, facts, row.table, row.before).record
        return CorrectDeal(deal, changed_answers(row.record, now))

    return _form_page(read, form, body_of, deal=row, number=row.number)


def _form_page(
    read: GameRead,
    form: DealForm,
    body_of: Callable[[dict[str, Any]], Deal | CorrectDeal],
    **page: Any,
) -> ResponseReturnValue:
    """Write the deal that a form sent, or show the form; `page` tells which deal it is."""
    doubts: list[str] = []
    if form.validate():
        try:
            body = body_of(form.facts())
            doubts = [] if request.form.get("sure") else _doubts(read, body, form.words.names)
            if not doubts:
                if not isinstance(body, CorrectDeal) or body.answers:
                    write_sent(read.id, body.kind, body.content())
                return back_to(read.id)
            form.status = 422
        except Refused as fault:
            form.add_refusal(fault, page["number"])
    html = render_template(
        "deals/form.html",
        game=read,
        form=form,
        asks={ask.key: form.words.of(ask) for ask in form.table.asks},
        id=sent_id(),
        seen=sent_seen() if request.method == "POST" else read.version,
        doubts=doubts,
        **page,
    )
    return html, form.status


def _doubts(read: GameRead, body: Deal | CorrectDeal, names: Sequence[str]) -> list[str]:
    try:
        sheet = sheet_with(read, body)
    except Refused:  # which is shown when it is written
        return []
    deal = sheet.find_deal(body.deal if isinstance(body, CorrectDeal) else NOT_WRITTEN)
    return doubts_in_words(read.sheet.start, deal.remarks, names) if deal else []


def _facts_seen(read: GameRead) -> dict[str, Any]:
    deal, device = read.in_play, device_here().id
    if deal is None:
        return {}
    seen = [answer for answer in deal.answers.values() if deal.is_shown(answer, device)]
    return answers_as_data(deal, seen)


@deals.get("/games/<id:game>/deals/<id:deal>")
def show(game: str, deal: str) -> str:
    """Every line of a deal in words."""
    read = game_here(game)
    row, view = deal_here(read, deal), SheetView(read)
    start, words = view.start, view.words_at(row)
    head = ", ".join(part.text for part in words.parts(row.facts))
    if row.facts.void:
        head = upper_first(void_in_words(row, start))
    trump, seat = read.sheet.trump_of(row), device_here().seat
    is_own = row.id == read.sheet.last_deal and may("play") and not may("score")
    return render_template(
        "deals/deal.html",
        game=read,
        deal=row,
        rows=rows_of_deal(row, words),
        head=f"{head}." if head else "",
        stand_ins=stand_ins_of(row, words),
        fault=view.faults[row.id][1] if row.id in view.faults else "",
        # Where the answers do not say it.
        trump=WORDS["trumps"][trump]["says"] if trump and trump not in head else "",
        names=view.names_at(row),
        unit=start.unit,
        pools=pool_views(read.variant, row.carry.pools),
        corrects_own=is_own and seat is not None and bool(asks_to_correct(row, seat)),
    )
