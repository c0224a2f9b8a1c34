"""A game under one entry more: before it is written, and under each other value of a rule."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from scorer.rules.answer_words import side_names
from scorer.rules.entries import (
    Body,
    ChangeTable,
    CorrectDeal,
    CorrectStart,
    End,
    Entry,
)
from scorer.rules.errors import Refused
from scorer.rules.fold import check_newest
from scorer.rules.house_rules import has_effect, write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.types import SheetDeal
from scorer.rules.words import WORDS, fill, list_names
from scorer.services.games.read import GameRead
from scorer.web.access import game_here
from scorer.web.errors import sentence_of
from scorer.web.games.sheet_view import game_context
from scorer.web.names import listed, shown_names

what_if = Blueprint("what_if", __name__)
NOT_WRITTEN = "not-written-yet"


def changes_by(game: GameRead, body: Body) -> dict[str, Any]:
    """The changes by one more entry, side by side and pool by pool; raises Refused."""
    now, then = game.sheet, sheet_with(game, body)
    titles = WORDS["variants"][game.variant].get("pools", {})
    names = side_names(then.start, shown_names(then.sitters, game.names))
    before, after = now.now, then.now
    # Before the first deal there may be fewer sides than then.
    totals = dict(enumerate(before.totals))
    sides = [
        (names[side], totals.get(side, 0), after.totals[side]) for side in then.table.sides_in_order
    ]
    pools = [
        (titles.get(pool, pool), before.pools.get(pool, 0), amount)
        for pool, amount in after.pools.items()
    ]
    sentences = about_the_end(now, then)
    if then.winners and then.winners != now.winners:
        sentences.append(f"Then {listed([names[side] for side in then.winners])} won.")
    return {"rows": [*sides, *pools], "sentences": sentences}


def about_the_end(now: Sheet, then: Sheet) -> list[str]:
    """Sentences about deals at the end of a game, where an entry or another rule moves it."""
    was_behind = {deal.id for deal in now.behind_the_end}
    is_behind = {deal.id for deal in then.behind_the_end}
    sentences = []
    if gone := [deal for deal in then.behind_the_end if deal.id not in was_behind]:
        verb = "is" if len(gone) == 1 else "are"
        sentences.append(f"{_numbers(gone)} {verb} then after the end.")
    if back := [deal for deal in then.deals if deal.id in was_behind - is_behind]:
        verb = "counts" if len(back) == 1 else "count"
        sentences.append(f"{_numbers(back)} then {verb} again.")
    if now.over and not then.over:
        sentences.append("Then the game goes on.")
    return sentences


def _numbers(deals: Sequence[SheetDeal]) -> str:
    numbers = list_names([str(deal.number) for deal in deals])
    return f"Deal{'s' if len(deals) > 1 else ''} {numbers}"


def sheet_with(game: GameRead, *bodies: Body) -> Sheet:
    """The sheet as it would read with entries more; raises Refused where one is not written."""
    book = game.book
    for number, body in enumerate(bodies, game.version + 1):
        book = book.add(Entry(number, NOT_WRITTEN, body))
    check_newest(game.sheet, book.sheet, book.entries)
    return book.sheet


def parse_change(change: Mapping[str, Any]) -> ChangeTable:
    """A change of the table that is not written yet; raises Refused."""
    joins = [{**join, "player": dict(join["player"])} for join in change["joins"]]
    for at, join in enumerate(joins):
        # Somebody new has no id yet.
        join["player"]["id"] = join["player"].get("id") or f"new-{at}"
    return ChangeTable.read({**change, "joins": joins}, ChangeTable.kind)


def sheet_at_table(game: GameRead, change: Mapping[str, Any]) -> Sheet:
    """The sheet as it would read once other people sit at the table; raises Refused."""
    return sheet_with(game, parse_change(change))


def about_the_table(now: Sheet, then: Sheet, names: Sequence[str]) -> list[str]:
    """What comes of other people at the table: the end, the deals to come, who owes counters."""
    words, sentences = WORDS["table"], list[str]()
    if then.over:
        return [words["ends_game"]]
    if then.left is not None and then.left != now.left:
        sentences.append(fill(words["deals_to_come"], {"many": then.left}))
    for loan in now.loans:
        if loan.seat not in then.table.order:
            who = {"name": names[loan.seat], "lender": names[loan.lender]}
            sentences.append(fill(words["owes"], {**who, "counters": loan.counters}))
    return sentences


def endings(game: GameRead) -> list[dict[str, Any]]:
    """The ways to stop now with who would win; one where what becomes of the pools is the same."""
    ways, rules = ways_to_end(game), game.sheet.start.rules
    if game.sheet.over:
        return []
    sheets = {leftover: sheet_with(game, End(leftover=leftover)) for leftover in ways or (None,)}
    closings = [sheet.closing for sheet in sheets.values()]
    if all(closing == closings[0] for closing in closings):
        sheets = dict(list(sheets.items())[:1])
    return [
        {
            "leftover": leftover,
            "title": ways[leftover]["title"] if leftover else "",
            # A piece is a text, or one that goes by the value of a house rule.
            "explanation": "".join(
                piece if isinstance(piece, str) else piece[str(getattr(rules, piece["rule"]))]
                for piece in (ways[leftover]["says"] if leftover else ())
            ),
            "held": sheet.held,
            "buys": sheet.now.bought_since(game.sheet.carry),
            "wins": _would_win(sheet, game),
            "counts": sheet.finished,
        }
        for leftover, sheet in sheets.items()
    ]


def _would_win(sheet: Sheet, game: GameRead) -> str:
    names = side_names(sheet.start, shown_names(sheet.sitters, game.names))
    who = listed([names[side] for side in sheet.winners]) or "Nobody"
    return f"{who} would {'share the win' if len(sheet.winners) > 1 else 'win'}."


def ways_to_end(game: GameRead) -> dict[str, Any]:
    """The words of a game for each way to stop it; none where it offers no choice."""
    ways: dict[str, Any] = WORDS["variants"][game.variant].get("endings", {}).get("ways", {})
    return ways


@what_if.get("/games/<id:game>/what-if")
def show(game: str) -> str:
    """The game under each other value of a rule, by what that changes; 404 without its deals."""
    read = game_here(game)
    if read.sheet.only_totals:
        raise NotFound
    context = game_context(read)
    answers: dict[str, list[str]] = {"winner": [], "scores": [], "nothing": [], "unknown": []}
    for rule, value in _alternatives(read.sheet.start):
        changes, sentence = _answer(read, rule, value, context["sheet"].side_names)
        answers[changes].append(sentence)
    return render_template("games/what-if.html", answers=answers, **context)


def _alternatives(start: ResolvedStart) -> Iterator[tuple[str, Any]]:
    for rule in fields(start.variant.rules):
        options = rule.metadata["options"]
        if rule.metadata["other_game"] or not isinstance(options, tuple):
            continue
        values, players = vars(start.rules), len(start.order)
        matters = has_effect(start.variant.rules, rule.name, values, players)
        for value in options if matters else ():
            tried = replace(start.rules, **{rule.name: value})
            is_other = tried != start.rules and not start.variant.at_odds(tried)
            # Without a condition nobody could guess the other numbers that it needs.
            if is_other and _condition(start.variant.key, rule.name, value):
                yield rule.name, value


def _without_answers(sheet: Sheet, rule: str, value: Any) -> Iterator[CorrectDeal]:
    """Leave out of each deal what the game does not ask under another value of a rule."""
    start, players = sheet.start, len(sheet.start.order)
    tried = replace(start.rules, **{rule: value})
    now, then = (
        {ask.group or ask.key for ask in start.variant.asks(players, rules)}
        for rules in (start.rules, tried)
    )
    for deal in sheet.deals:
        if unasked := deal.record.keys() & (now - then):
            yield CorrectDeal(deal.id, dict.fromkeys(unasked))


def _condition(variant: str, rule: str, value: Any) -> str:
    return str(WORDS["variants"][variant]["house_rules"][rule]["if"][str(value)])


def _answer(read: GameRead, rule: str, value: Any, names: Sequence[str]) -> tuple[str, str]:
    now, condition = read.sheet, _condition(read.variant, rule, value)
    tried = {**write_house_rules(now.start.rules), rule: value}
    try:
        then = sheet_with(
            read, *_without_answers(now, rule, value), CorrectStart(house_rules=tried)
        )
        for fault in then.refused.values():
            raise fault
    except Refused as fault:
        deal = "" if fault.deal is None else f"Deal {fault.deal}: "
        return "unknown", f"{condition}: no result. {deal}{sentence_of(fault)}"
    # Who won, or is in front where it is not over.
    best, was_best = (
        it.winners if it.over else it.standing.leaders if it.played else () for it in (then, now)
    )
    is_same = best == was_best
    if is_same and then.standing == now.standing:
        return "nothing", f"{condition[:1].lower()}{condition[1:]}"
    who, several = listed([names[side] for side in best]) or "nobody", len(best) > 1
    would = "would still" if is_same else "would"
    if then.over:
        outcome = f"{who} {would} have won{' together' if several else ''}."
    else:
        outcome = f"{who} {would} be {'level ' if several else ''}in front."
    sentences = [f"{condition}, {outcome}", *about_the_end(now, then)]
    return "scores" if is_same else "winner", " ".join(sentences)
