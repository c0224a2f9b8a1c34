"""Sentences about counters: who swept, bought, lent, and what a deal changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorer.rules.entries import MOST_SEATS, Buy, Entry, Lend, Note
from scorer.rules.loans import Loans, Moved
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.variant import BANK, IN_VOID_DEAL, Line
from scorer.rules.words import WORDS, reason, say
from scorer.services.games import GameRead
from scorer.web.names import in_a_sentence

LEVEL = "level_the_dealing"


def points(number: int) -> str:
    """A number of points with a real minus sign."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """What was won or lost: "+9", "−2" or "0"."""
    return f"+{number}" if number > 0 else points(number)


def score_of(game: GameRead) -> Callable[[int], str]:
    """How the scores of a game are written: counters with their sign, penalties as they are."""
    return str if game.sheet.start.variant.lowest_wins else signed


def tell_counters(entry: Entry, sheet: Sheet | None, names: Sequence[str]) -> str:
    """What was noted in play, bought or lent, by an entry that this sheet has read."""
    said = entry.said
    if isinstance(said, Note):
        told = [
            say(WORDS["in_play"][key]["says"], {"name": _called(seat, names)})
            for key, seat in said.facts.items()
            if key in WORDS["in_play"] and isinstance(seat, int)
        ]
        return " and ".join(told) or "nothing was noted after all"
    if not isinstance(said, Buy | Lend):
        return ""
    known = (one for one in (sheet.moved if sheet else ()) if one.id == entry.name)
    # A part of the book that makes no sense by itself cannot tell what was owed before.
    return tell_moved(next(known, None) or Moved(entry.name, said, Loans().move(said)), names)


def tell_moved(moved: Moved, names: Sequence[str]) -> str:
    """Counters bought or lent: "Ben bought 36 counters", "Dan gave Cat back 4"."""
    gave = [line for line in moved.lines if line.points < 0 or line.pool == BANK]
    told = " and ".join(_says(line, names) for line in gave)
    return f"{_called(gave[0].seat, names)} {told}"


def given_up(deal: DealRead, names: Sequence[str]) -> str:
    """Who gives back what, since a deal in which it was noted is void; empty where nobody does."""
    lines = [line for line in deal.lines if line.key.endswith(IN_VOID_DEAL)]
    return "; ".join(f"{_called(line.seat, names)} {_says(line, names)}" for line in lines)


def left_by_void(deal: DealRead, game: GameRead, names: Sequence[str]) -> list[str]:
    """What becomes of counters, since a deal is void: what stays, and what is given back."""
    stays = WORDS["variants"][game.variant].get("void_leaves", "")
    told = (stays if any(deal.carry.pools.values()) else "", given_up(deal, names))
    return [one for one in told if one]


def asked_late(deal: DealRead, sheet: Sheet) -> dict[str, str]:
    """What may have been forgotten in a deal: asks of play that nobody answered, in words."""
    if deal.facts.void:
        return {}
    answers = deal.facts.answers
    asks = [ask for ask in sheet.start.variant.asks if ask.in_play and answers[ask.key] is None]
    return {ask.key: WORDS["in_play"][ask.key]["late"] for ask in asks}


def _says(line: Line, names: Sequence[str]) -> str:
    """Why a line was written, in the middle of a sentence."""
    told = reason(line.key, line.numbers, [_called(seat, names) for seat in range(MOST_SEATS)])
    return f"{told[:1].lower()}{told[1:]}"


def _called(seat: int, names: Sequence[str]) -> str:
    return in_a_sentence(names[seat]) if seat < len(names) else f"seat {seat + 1}"
