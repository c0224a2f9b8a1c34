"""One deal: scoring it, correcting it, and reading why it cost what it cost."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.entries import CorrectDeal, Deal
from scorer.rules.errors import Refused
from scorer.rules.sheet import DealRead
from scorer.rules.tellings import sort_entries
from scorer.rules.words import WORDS, reason, working
from scorer.services.errors import Conflict, DealConflict, WrittenSince
from scorer.services.games import GameRead
from scorer.services.ids import new_id
from scorer.web.access import deal_here, game_here
from scorer.web.errors import says, sentence_of
from scorer.web.games.before_after import (
    NOT_WRITTEN,
    changes,
    counts_of,
    handed,
    pool_changes,
    sheet_if,
    what_changes,
)
from scorer.web.games.book_view import Teller
from scorer.web.games.conflict_view import Typed, asked, question_of
from scorer.web.games.counters_view import pools_shown
from scorer.web.games.deal_form import DealForm, typed_for, typed_in
from scorer.web.games.game import back_to
from scorer.web.games.shown import shown
from scorer.web.games.since_view import conflict_sentence
from scorer.web.names import in_a_sentence, shown_names
from scorer.web.sent import sent_name, sent_seen, write_sent

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
        pools=tuple(pools_shown(read.variant, told.carry.pools)),
        scores=Teller(read).scores(told),
        **shown(read),
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
    return render_template("deals/form.html", **{**shown(read), **told, **page}), status


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
