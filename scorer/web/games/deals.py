"""The pages of a deal: scoring it, correcting it, and why it cost what it cost."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.answers import AnswerWords, is_answered
from scorer.rules.asks import Choice, Hands, Number, Side
from scorer.rules.book import sort_entries
from scorer.rules.entries import WITHHELD, CorrectDeal, Deal
from scorer.rules.errors import Refused
from scorer.rules.own_answers import asks_to_correct
from scorer.rules.sheet import Opening, Sheet, SheetDeal
from scorer.rules.table import Table
from scorer.rules.text import trump_of
from scorer.rules.types import Next
from scorer.rules.words import WORDS, reason, working
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.games.read import GameRead
from scorer.services.ids import new_id
from scorer.web.access import deal_here, device_here, game_here, may
from scorer.web.drawn_cards import draw_hand
from scorer.web.errors import says, sentence_of
from scorer.web.forms import sent_name, sent_seen, write_sent
from scorer.web.games.conflict_view import conflict_sentence
from scorer.web.games.counters_view import pool_views, score_format
from scorer.web.games.deal_form import DealForm, retype
from scorer.web.games.games import back_to
from scorer.web.games.preview import changes_by
from scorer.web.games.typed_answers import facts_noted, typed_for, typed_in
from scorer.web.names import in_a_sentence, shown_names

deals = Blueprint("deals", __name__)


@deals.route("/games/<id:game>/deals/new", methods=["GET", "POST"])
def new(game: str) -> ResponseReturnValue:
    """Score a deal: the next one, or a forgotten one after `after`."""
    read = game_here(game, "score")
    after = request.values.get("after")
    if after is None:
        after = read.sheet.last_deal or ""
    page = page_of_new(read, after)
    form = deal_form(read, page, typed_in(request.form))
    if request.method == "POST" and request.form.get("more"):
        return deal_page(read, form, page)
    if request.method == "POST":
        facts = form.facts()
        if not request.form.get("look"):
            return _write(read, form, page, "deal", {"after": after or None, "facts": facts})
        _look(read, form, page, Deal(after or None, facts))
    elif read.sheet.over or read.sheet.waits:
        return back_to(game)
    else:
        asks = read.sheet.start.asks
        form.typed.update(
            {ask.key: request.args[ask.key] for ask in asks if ask.key in request.args}
        )
        if read.sheet.opening and after == (read.sheet.last_deal or ""):
            form.typed.update(typed_for(asks, facts_noted(asks, told_of_deal(read.sheet.opening))))
    return deal_page(read, form, page)


@deals.route("/games/<id:game>/deals/<id:deal>/correct", methods=["GET", "POST"])
def correct(game: str, deal: str) -> ResponseReturnValue:
    """Correct a deal."""
    read = game_here(game, "score")
    row = deal_here(read, deal)
    typed = typed_in(request.form)
    if request.method == "GET":
        typed = typed_for(read.sheet.start.asks, row.record)
    page: dict[str, Any] = {"deal": row, "number": row.number}
    form = deal_form(read, page, typed)
    if request.method == "POST" and not request.form.get("more"):
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
    sheet, names = read.sheet, shown_names(row.sitters, read.names)
    words = AnswerWords(sheet.start, names, draw_hand)
    write, scores = score_format(read), row.scores
    in_sentences = AnswerWords(sheet.start, [in_a_sentence(name) for name in names]).sides
    rows = []
    for side in sheet.start.sides_in_order:
        lines = [line for line in row.lines if line.side == side]
        sentences = [reason(line.key, line.numbers, in_sentences) for line in lines]
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
                    piece for line in lines if (piece := working(line.key, line.numbers))
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
    """Whether this phone may say something of its own seat again, and nothing else."""
    seat = device_here().seat
    is_last = deal.id == sheet.last_deal and may("play") and not may("score")
    return is_last and seat is not None and bool(asks_to_correct(sheet.start, deal, seat))


def _answers_of_deal(words: AnswerWords, deal: SheetDeal) -> list[tuple[str, str]]:
    """What was answered of the whole deal, as far as its lines do not say it anyhow."""
    return [
        (WORDS["asks"][ask.key]["what"], words.answer(ask, answer))
        for ask in words.start.asks
        if ask.of == "deal" and isinstance(ask, Number | Choice | Side)
        if is_answered(ask, answer := deal.facts.answers.get(ask.key))
    ]


def _answers_of_side(words: AnswerWords, deal: SheetDeal, side: int) -> list[tuple[str, str]]:
    """What a side and its seats answered; of hands the cards, since lines tell their sums."""
    answers = []
    for ask in words.start.asks:
        given = deal.facts.answers.get(ask.key) or ()
        if ask.of == "deal" or ask.many:
            continue
        seats = words.start.seats_of(side) if ask.of == "seat" else (side,)
        for at in (at for at in seats if at < len(given)):
            title, answer = WORDS["asks"][ask.key]["what"], given[at]
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
    """What was trump, as a sentence; "" where there is none, or an answer says it."""
    trump = trump_of(sheet, deal)
    said = any(answer == trump for _, answer in answers)
    return "" if trump is None or said else str(WORDS["trumps"][trump]["says"])


def _answers_of_stand_ins(words: AnswerWords, deal: SheetDeal) -> dict[str, list[tuple[str, str]]]:
    """What was answered for those who do not sit there, such as a dummy, by their names."""
    found: dict[str, list[tuple[str, str]]] = {}
    for ask in words.start.asks:
        given = deal.facts.answers.get(ask.key) or ()
        first = ask.number_of_answers(deal.table) - ask.stand_ins
        for at in range(first, first + ask.stand_ins) if given else ():
            answer = (WORDS["asks"][ask.key]["what"], words.answer(ask, given[at]))
            found.setdefault(words.whose(ask.of, at), []).append(answer)
    return found


def told_of_deal(opening: Opening) -> dict[str, Any]:
    """What was noted of the deal in play, and what else was answered of it that all may see."""
    answered = {
        answer.key: answer.value
        for answer in opening.answered
        if answer.seat is None and answer.value is not WITHHELD
    }
    return answered | dict(opening.noted)


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


def deal_form(read: GameRead, page: dict[str, Any], typed: dict[str, str]) -> DealForm:
    """The form of a deal, as people sit there; `page` says of which one it is."""
    start, deal = read.sheet.start, page["deal"]
    sitters = deal.sitters if deal is not None else read.sheet.sitters
    return DealForm(
        start=start,
        table=_table(read, page),
        names=shown_names(sitters, read.names),
        typed=typed,
        noted=deal.record if deal is not None else {},
    )


def _table(read: GameRead, page: dict[str, Any]) -> Table:
    """Who deals and who plays in the deal of a form."""
    start, deal, follows = read.sheet.start, page["deal"], page.get("follows")
    if deal is not None:
        return deal.table  # type: ignore[no-any-return]
    if follows is None:
        carry = start.carry
        after = start.variant.after(start.table(start.first_dealer), None, carry, 0)
    else:
        carry, after = follows.carry, follows.follows
    if isinstance(after, Next):
        return start.table(after.dealer, carry)
    return start.table(start.first_dealer)


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
        return back_to(read.id, same=saved.same_number)
    except Refused as fault:
        form.note(fault, page["number"])
        return deal_page(read, form, page)
    except Conflict as fault:
        return _conflict(game_here(read.id, "score"), form, page, content, fault)


def _conflict(
    now: GameRead, form: DealForm, page: dict[str, Any], content: dict[str, Any], fault: Conflict
) -> ResponseReturnValue:
    """The page on which somebody decides; whoever saves again has seen what stands there now."""
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
        retype(form, key, now.sheet.opening.noted)
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
        "asks": WORDS["variants"][read.variant]["asks"],
        "name": sent_name() if posted else new_id(),
        "seen": sent_seen() if posted else read.version,
        "changes": None,
        "save": "Save",
        **page,
    }
    return render_template("deals/form.html", **context), status
