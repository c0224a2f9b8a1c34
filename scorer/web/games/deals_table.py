"""All deals of a game as one table.

A row of the table is a line here: a deal, counters that were bought, a game of a match, a total. It
has a number for each side, clockwise, and for each pool.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from scorer.rules.answer_words import AnswerWords, is_answered
from scorer.rules.sheet import Opening
from scorer.rules.types import BANK, Line, Movement, Next, SheetDeal
from scorer.rules.words import WORDS, fill, say
from scorer.web.formats import points, upper_first
from scorer.web.games.counter_view import sentence_of_movement
from scorer.web.games.sheet_view import SheetView, words_of_shown
from scorer.web.names import isolate_rtl, name_of

TableLine = dict[str, Any]


def deals_table(view: SheetView) -> dict[str, Any]:
    """The table: the deals in `body`, the totals in `foot`, and those `behind` the end.

    A line has its `kind` and a `title`, the `totals` or the `changes` of the sides, and what lies
    in the `pools` then; that of a deal has `cells` by the sides that were there. A "note" has only
    its sentence. The `entry` of a penalty, whose `why` there is, or of a note can be taken back.
    """
    sheet, start, first = view.sheet, view.start, list[TableLine]()
    if view.counters or any(start.carry.totals):
        title = "Start" if view.counters else "Carried"
        first = [{"kind": "brought", "title": title, "totals": start.carry.totals}]
    deals = (*sheet.deals, *sheet.behind_the_end)
    lines = _lines_by_deal(view, deals)
    by_deal, since = lines[: len(sheet.deals)], _moved(sheet.since, view.in_text)
    opening, last = sheet.opening, list(since)
    if opening and (opening.paid or opening.moved):
        last += _begun(view, opening)
    return {
        "first": first,
        "by_deal": by_deal,
        "since": since,
        "last": last,
        "body": [*first, *chain(*by_deal), *last],
        "behind": [line | {"behind": True} for line in chain(*lines[len(sheet.deals) :])],
        "foot": _foot(view),
        # The sentences about seats that were taken, and the number of the deal behind each.
        "seats_taken": [
            (deal.number, line["title"])
            for deal, of_deal in zip(deals, lines, strict=True)
            for line in of_deal
            if line["kind"] == "note" and (not line["entry"] or line.get("is_change"))
        ],
    }


def _lines_by_deal(view: SheetView, deals: Sequence[SheetDeal]) -> list[list[TableLine]]:
    start, lines, game = view.start, list[list[TableLine]](), view.game
    sat, number, began = start.sitters, 1, start.carry.totals
    follows = start.follows
    for at, deal in enumerate(deals):
        words, of_deal, counts = view.words_at(deal), list[TableLine](), at < len(view.sheet.deals)
        taken = [
            f"{isolate_rtl(name_of(now.player, game.name_of(now)))} sits down for "
            f"{isolate_rtl(name_of(then.player, game.name_of(then)))}"
            # Who joins is no one's successor.
            for now, then in zip(deal.sitters, sat, strict=False)
            if not game.same_person(now, then)
        ]
        if taken:
            of_deal.append({"kind": "note", "title": "; ".join(taken), "entry": ""})
        if deal.movements:
            of_deal += _moved(deal.movements, words.sides)
        # What stays in its row of what was shown before it, such as its name.
        shows = follows.shows if counts and not deal.facts.void else ()
        shown = [(words_of_shown(start, it), it) for it in shows]
        named = [
            say(of["says"] if of["in_row"] is True else of["in_row"], it.numbers)
            for of, it in shown
            if "in_row" in of
        ]
        of_deal.append(
            {
                "kind": "deal",
                "deal": deal,
                "pools": list(deal.carry.pools.values()),
                "cells": cells_of(deal, words),
                "words": " · ".join(filter(None, [*named, _answers_in_row(deal, words)])),
            }
        )
        sat, follows, part = deal.sitters, deal.follows, deal.follows.part
        # A game of a match that ended with this deal.
        if counts and part and not (isinstance(follows, Next) and part.number == number):
            totals = [now - then for now, then in zip(deal.carry.totals, began, strict=True)]
            of_deal.append({"kind": "part", "title": f"Game {number}", "totals": totals})
            number, began = part.number, deal.carry.totals
        lines.append(of_deal)
    return lines


def _moved(movements: Sequence[Movement], names: Sequence[str]) -> list[TableLine]:
    lines = list[TableLine]()
    for moved in movements:
        if moved.change is not None:
            note = sentence_of_movement(moved, names)
            lines.append({"kind": "note", "title": note, "entry": moved.id, "is_change": True})
            begin = {join.seat: join.total for join in moved.change.joins if join.total}
            if begin:
                lines.append({"kind": "brought", "title": "Joins", "changes": Counter(begin)})
            continue
        title = upper_first(WORDS["reasons"][moved.lines[-1].key]["short"])
        line = {"kind": "brought", "title": title, "changes": _sums(moved.lines)}
        if moved.why:
            lines.append(line | {"why": moved.why, "entry": moved.id})
        else:
            sentence = sentence_of_movement(moved, names)
            lines += [{"kind": "note", "title": sentence, "entry": moved.id}, line]
    return lines


def _begun(view: SheetView, opening: Opening) -> Iterator[TableLine]:
    """What was paid for the deal in play, and what has moved in it so far."""
    carry = view.sheet.carry
    so_far = f"Deal {opening.number} so far"
    bought = [line for line in opening.paid if line.pool == BANK]
    laid = view.words.variant.get("laid_before", so_far)
    parts = {
        f"Bought for deal {opening.number}": bought,
        fill(laid, {"number": opening.number}): [it for it in opening.paid if it not in bought],
        so_far: opening.moved,
    }
    for title, lines in parts.items():
        carry, changes = carry.after(lines), _sums(lines)
        if any(changes.values()):
            pools = list(carry.pools.values())
            yield {"kind": "begun", "title": title, "changes": changes, "pools": pools}


def _foot(view: SheetView) -> list[TableLine]:
    sheet = view.sheet
    carry, left = sheet.carry if sheet.over else sheet.now, list(sheet.now.pools.values())
    pools = list(carry.pools.values())
    total = {"kind": "total", "title": "Total", "totals": carry.totals, "pools": pools}
    if not sheet.closing:
        return [total]
    changes = _sums(sheet.closing)
    settled = {"kind": "closing", "title": "Settled", "changes": changes, "pools": left}
    end = {"kind": "total", "title": "End", "totals": sheet.now.totals, "pools": left}
    return [total, settled, end]


def _sums(lines: Sequence[Line]) -> Counter[int]:
    """What lines change in all, by side."""
    sums = Counter[int]()
    for line in lines:
        sums[line.side] += line.points
    return sums


def cells_of(deal: SheetDeal, words: AnswerWords) -> dict[int, dict[str, Any]]:
    """By side: its score by play, what it `put_in` and `bought`, its total then, and its marks.

    `mark` is such as for going out, `red_nine` says that it was on one, `earlier` are the scores
    before corrections; `result` is that of a bid, `says` what was called: "declared".
    """
    versions = [*(scores for scores in deal.earlier if scores), deal.scores_of_play]
    put_in, bought = deal.laid.won_since(deal.before), deal.carry.bought_since(deal.before)
    reasons = words.start.words("reasons")
    by_line = ((line.side, reasons[line.key].get("result")) for line in reversed(deal.lines))
    results = {side: result for side, result in by_line if result}
    cells: dict[int, dict[str, Any]] = {
        side: {
            "side": side,
            "score": deal.scores_of_play[side],
            "total": deal.carry.totals[side],
            "put_in": put_in[side],
            "bought": bought[side],
            "mark": "",
            "red_nine": "",
            "word": _word_for_score(deal, side, reasons),
            "result": results.get(side),
            "says": [],
            # Only what a correction has changed.
            "earlier": [was[side] for was, now in pairwise(versions) if was[side] != now[side]],
        }
        for side in deal.table.sides_in_order
    }
    sides = deal.table.sides
    for ask in deal.table.asks:
        answer, of_ask = deal.facts.answers.get(ask.key), words.of(ask)
        names_place = ask.of == "deal" and ask.kind in ("seat", "side")
        if "mark" in of_ask and answer is not None and names_place:
            cells[sides[answer] if ask.kind == "seat" else answer]["mark"] = of_ask["mark"]
        if "red_nine" in of_ask and answer and ask.kind == "flag":
            for part in words.parts(deal.facts):
                if ask.key in part.asks and part.seat is not None:
                    cells[sides[part.seat]]["red_nine"] = of_ask["says"]
        for side, call in enumerate(answer or ()) if "in_cell" in of_ask else ():
            if call is not None and side in cells:
                says = fill(of_ask["in_cell"], {"answer": words.answer(ask, call)})
                cells[side]["says"].append(says)
    return cells


def _answers_in_row(deal: SheetDeal, words: AnswerWords) -> str:
    """The answers of a deal in its row, where they have words for it: "10 Ann · clubs"."""
    texts = []
    for ask in deal.table.asks:
        answer = deal.facts.answers.get(ask.key)
        template = words.of(ask).get("in_row")
        if template and is_answered(ask, answer):
            # Those of all seats or sides are too many.
            says = words.answer(ask, answer, deal.facts.answers) if ask.of == "deal" else ""
            numbers = {**deal.facts.answers, "answer": says}
            texts.append(fill(template, numbers, words.names))
    return " ".join(texts).removeprefix("· ")


def _word_for_score(deal: SheetDeal, side: int, reasons: Mapping[str, Any]) -> str:
    """The text in place of the score of a side: a word, "set −12", or two parts, "23 + 100".

    A word is there where one of its reasons has one and nothing else was scored, so that the
    number adds up. The parts are apart where a reason is a part of the score in its words, such as
    the bonus of a game. Who rests and scores nothing has a dot.
    """
    lines, score = [line for line in deal.lines if line.side == side], deal.scores[side]
    for line in lines:
        template = reasons[line.key].get("in_row")
        if template and line.points == score:
            return fill(template, line.numbers)
    if not score and side not in (deal.table.sides[seat] for seat in deal.table.dealt):
        return "·"
    apart = sum(line.points for line in lines if "of_score" in reasons[line.key])
    return f"{points(score - apart)} + {points(apart)}" if apart > 0 else ""
