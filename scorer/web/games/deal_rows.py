"""Versions of a deal in columns: their answers and scores, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from scorer.rules.answers import NOTHING, AnswerWords, is_answered
from scorer.rules.asks import Ask, Flag, Hands
from scorer.rules.types import SheetDeal
from scorer.services.games.read import GameRead
from scorer.web.games.counters_view import score_format

# Between answers, of which some are drawn.
COMMA = Markup(", ")


@dataclass(frozen=True)
class Row:
    """One seat or one question: its answers in each version of a deal, and its scores there."""

    title: str
    says: tuple[str, ...]
    scores: tuple[str, ...] = ()
    is_question: bool = False

    @property
    def differs(self) -> bool:
        """Whether the versions are not the same here."""
        return len(set(self.says)) > 1 or len(set(self.scores)) > 1


def deal_rows(read: GameRead, versions: Sequence[SheetDeal], words: AnswerWords) -> Iterator[Row]:
    """The answers and scores of each version of a deal."""
    start, names = read.sheet.start, words.names
    if any(deal.facts.void for deal in versions):
        voids = tuple("void" if deal.facts.void else "played" for deal in versions)
        yield Row("the deal", voids, is_question=True)
    yield Row("dealer", tuple(names[deal.table.dealer] for deal in versions), is_question=True)
    for ask in start.asks:
        if ask.asked and ask.of == "deal":
            answers = [
                NOTHING if deal.facts.void else words.answer(ask, deal.facts.answers[ask.key])
                for deal in versions
            ]
            yield Row(str(words.of(ask)["what"]), tuple(answers), is_question=True)
    of_seats, of_sides = (_answers_of_each(of, versions, words) for of in ("seat", "side"))
    # The answers of a seat stand with its score where it plays for itself.
    alone = {} if start.by_sides else of_seats
    stand_ins = {at: says for at, says in of_seats.items() if at not in range(len(names))}
    for seat, says in of_seats.items():
        if seat not in stand_ins and not alone:
            yield Row(names[seat], tuple(says))
    write, nothing = score_format(read), [Markup()] * len(versions)
    for side in start.sides_in_order:
        held = zip(alone.get(side, nothing), of_sides.get(side, nothing), strict=True)
        answers = [COMMA.join(filter(None, pair)) for pair in held]
        scores = tuple(write(deal.scores[side]) for deal in versions)
        yield Row(words.sides[side], tuple(answers), scores)
    for at, says in stand_ins.items():
        yield Row(words.whose("seat", at), tuple(says))


def _answers_of_each(
    of: str, versions: Sequence[SheetDeal], words: AnswerWords
) -> dict[int, list[Markup]]:
    """The answers of each seat or side in each version, clockwise, stand-ins last."""
    found: dict[int, list[list[str]]] = {}
    for ask in words.start.asks:
        if not ask.asked or ask.of != of:
            continue
        for which, deal in enumerate(versions):
            for at, answer in enumerate(deal.facts.answers.get(ask.key) or ()):
                if isinstance(ask, Hands) or is_answered(ask, answer):
                    answers = found.setdefault(at, [[] for _ in versions])
                    answers[which].append(_of_each(words, ask, answer))
    order = [*(words.start.order if of == "seat" else words.start.sides_in_order), *sorted(found)]
    return {
        at: [COMMA.join(answers) for answers in found[at]]
        for at in dict.fromkeys(order)
        if at in found
    }


def _of_each(words: AnswerWords, ask: Ask[Any], answer: Any) -> str:
    """An answer of one seat or side, in the middle of a sentence; of a flag what is so."""
    what = str(words.of(ask)["what"])
    return what if isinstance(ask, Flag) else words.of_each(ask, answer)
