"""Sentences about counters: who swept, bought, lent, and what a deal changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorer.rules.entries import Buy, Lend, Note
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.words import WORDS, say
from scorer.services.games import GameRead
from scorer.web.names import in_a_sentence

LEVEL = "level_the_dealing"


def signed(number: int) -> str:
    """What was won or lost: "+9", "−2" or "0"."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def score_of(game: GameRead) -> Callable[[int], str]:
    """How the scores of a game are written: counters with their sign, penalties as they are."""
    return str if game.sheet.start.variant.lowest_wins else signed


def tell_counters(said: Note | Buy | Lend, names: Sequence[str]) -> str:
    """What was noted in play, bought or lent."""
    if isinstance(said, Note):
        told = [
            say(WORDS["in_play"][key]["says"], {"name": _called(seat, names)})
            for key, seat in said.facts.items()
            if key in WORDS["in_play"] and isinstance(seat, int)
        ]
        return " and ".join(told) or "nothing was noted after all"
    if isinstance(said, Buy):
        return f"{_called(said.seat, names)} bought {said.counters} counters"
    lender = _called(said.lender, names)
    return f"{_called(said.seat, names)} was lent {said.counters} counters by {lender}"


def asked_late(deal: DealRead, sheet: Sheet) -> dict[str, str]:
    """What may have been forgotten in a deal: asks of play that nobody answered, in words."""
    if deal.facts.void:
        return {}
    answers = deal.facts.answers
    asks = [ask for ask in sheet.start.variant.asks if ask.in_play and answers[ask.key] is None]
    return {ask.key: WORDS["in_play"][ask.key]["late"] for ask in asks}


def _called(seat: int, names: Sequence[str]) -> str:
    return in_a_sentence(names[seat]) if seat < len(names) else f"seat {seat + 1}"
