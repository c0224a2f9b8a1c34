"""The pages of a deal: scoring it, correcting it, and why it cost what it cost."""

from collections.abc import Callable, Iterator, Sequence
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
from scorer.rules.types import Carry, SheetDeal
from scorer.rules.words import WORDS, reason, working
from scorer.services.games.read import GameRead
from scorer.web.access import deal_here, device_here, game_here, may
from scorer.web.drawn_cards import draw_hand
from scorer.web.forms import sent_id, sent_seen
from scorer.web.games.book_view import doubts_in_words, find_deal, sheet_at
from scorer.web.games.counters import pool_views, score_format
from scorer.web.games.deal_form import DealForm
from scorer.web.games.entries import back_to, write_sent
from scorer.web.games.in_play import answers_as_data
from scorer.web.games.preview import changes_by
from scorer.web.games.sheet_view import SheetView
from scorer.web.names import isolate_rtl, shown_names

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
    after = request.form.get("after", read.sheet.last_deal or "")
    names = shown_names(read.sheet.sitters, read.names)
    known = {} if before else _facts_seen(read)
    form = DealForm(read.sheet.start, table, names, known, request.args)
    number = before.number if before else len(read.sheet.deals) + 1
    carry = before.before if before else read.sheet.carry

    def body_of(facts: dict[str, Any]) -> Deal:
        return Deal(facts, after or None, before.id if before else None)

    return _form_page(read, form, body_of, carry, before=before, number=number, after=after)


@deals.route("/games/<id:game>/deals/<id:deal>/correct", methods=["GET", "POST"])
def correct(game: str, deal: str) -> ResponseReturnValue:
    """Correct a deal."""
    read = game_here(game, "score")
    row, start = deal_here(read, deal), read.sheet.start
    names = shown_names(row.sitters, read.names)
    form = DealForm(start, row.table, names, row.record, {})

    def body_of(facts: dict[str, Any]) -> CorrectDeal:
        now = score_deal(start, facts, row.table, row.before).record
        return CorrectDeal(deal, changed_answers(_as_shown(read, row).record, now))

    return _form_page(read, form, body_of, row.before, deal=row, number=row.number)


def _form_page(
    read: GameRead,
    form: DealForm,
    body_of: Callable[[dict[str, Any]], Deal | CorrectDeal],
    carry: Carry,
    **page: Any,
) -> ResponseReturnValue:
    """Write the deal that a form sent, or show the form; `page` tells which deal it is."""
    changes, doubts = None, list[str]()
    if form.validate():
        try:
            facts = form.facts()
            body = body_of(facts)
            if request.form.get("look"):
                changes = changes_by(read, body)
            elif not form.sure and (doubts := _doubts(form, facts, carry)):
                form.status = 422
            else:
                if not isinstance(body, CorrectDeal) or body.answers:
                    write_sent(read.id, body.kind, body.content())
                return back_to(read.id)
        except Refused as fault:
            form.add_refusal(fault, page["number"])
    html = render_template(
        "deals/form.html",
        game=read,
        form=form,
        asks={ask.key: form.words.of(ask) for ask in form.start.asks},
        id=sent_id(),
        seen=sent_seen() if request.method == "POST" else read.version,
        changes=changes,
        doubts=doubts,
        **page,
    )
    return html, form.status


def _doubts(form: DealForm, facts: dict[str, Any], carry: Carry) -> list[str]:
    """The remarks on a deal that is possible but unlikely, as on the pad."""
    start, names = form.start, form.words.names
    try:
        scored = score_deal(start, facts, form.table, carry)
    except Refused:  # which is shown when it is written
        return []
    if scored.facts.void:
        return []
    return doubts_in_words(start, start.variant.remarks(scored.facts, scored.table, carry), names)


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


@deals.get("/games/<id:game>/deals/<id:deal>")
def show(game: str, deal: str) -> str:
    """Every line of a deal in words."""
    read = game_here(game)
    row = deal_here(read, deal)
    sheet, view = read.sheet, SheetView(read)
    names, notes = view.names_of(row.sitters), view.notes_of(row)
    words = AnswerWords(sheet.start, names, draw_hand)
    write, scores, reasons = score_format(read), row.scores, sheet.start.words("reasons")
    in_sentences = AnswerWords(sheet.start, [isolate_rtl(name) for name in names]).sides
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
                "note": "" if row.facts.void else notes[side],
                "answers": list(_answers_at(words, row, sheet.start.seats_of(side), (side,))),
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
        dealt_again=notes[0] if row.facts.void else "",
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
        if ask.of == "deal" and isinstance(ask, Number | Choice | Side) and not ask.group
        if is_answered(ask, answer := deal.facts.answers.get(ask.key))
    ]


def _answers_at(
    words: AnswerWords, deal: SheetDeal, seats: Sequence[int], sides: Sequence[int] = ()
) -> Iterator[tuple[str, str]]:
    """The answers of these seats and sides; of hands the cards, since lines tell their sums."""
    for ask in words.start.asks:
        values = deal.facts.answers.get(ask.key) or ()
        places = {"seat": seats, "side": sides}.get(ask.of, ())
        for place in (place for place in places if place < len(values)):
            title, answer = str(words.of(ask)["what"]), values[place]
            if isinstance(ask, Hands):
                if not answer.cards:
                    continue
                title = "held"
            if len(places) > 1:
                title = f"{isolate_rtl(words.names[place])}, {title}"
            if is_answered(ask, answer):
                yield title, words.answer(ask, answer)


def _answers_of_stand_ins(words: AnswerWords, deal: SheetDeal) -> dict[str, list[tuple[str, str]]]:
    """The answers for those who do not sit there, such as a dummy, by their names."""
    found: dict[str, list[tuple[str, str]]] = {}
    for of, sitting in (("seat", words.names), ("side", words.sides)):
        most = max((ask.stand_ins for ask in words.start.asks if ask.of == of), default=0)
        for place in range(len(sitting), len(sitting) + most):
            seats, sides = ((place,), ()) if of == "seat" else ((), (place,))
            if answers := list(_answers_at(words, deal, seats, sides)):
                found.setdefault(words.whose(of, place), []).extend(answers)
    return found


def _trump_of(sheet: Sheet, deal: SheetDeal, answers: list[tuple[str, str]]) -> str:
    """The trump as a sentence; "" where there is none, or an answer says it."""
    trump = sheet.trump_of(deal)
    is_there = any(answer == trump for _, answer in answers)
    return "" if trump is None or is_there else str(WORDS["trumps"][trump]["says"])
