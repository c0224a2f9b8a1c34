"""A deal that was written whole, and answers to it whose writers had not seen it, nor it theirs.

What the deal says is compared with them answer by answer, as if it had been answered so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.rules.asks import Ask, Facts
from scorer.rules.entries import Answer, Deal, Entry
from scorer.rules.table import Table

# An ask, and the seat, side or stand-in that it is asked of.
Place = tuple[str, int | None]


def is_unseen(answer: Entry, whole: Entry) -> bool:
    """Whether neither of their writers had seen the other."""
    if answer.number < whole.number:
        return not whole.had_seen(answer)
    return not answer.had_seen(whole)


def answers_of(asks: Sequence[Ask[Any]], facts: Facts, whole: Entry) -> Iterator[Entry]:
    """What a deal that was written whole says, as answers of its name, number and writer."""
    after = whole.body.after if isinstance(whole.body, Deal) else None
    for ask in asks:
        answer = facts.answers.get(ask.key)
        if ask.many or not ask.asked:
            continue
        told = None if answer is None else ask.write(answer)
        places = [(None, told)] if ask.of == "deal" else enumerate(told or ())
        for seat, value in places:
            if value is not None or not ask.required:
                body = Answer(after, ask.key, seat, value, unseen=whole.unseen or None)
                yield Entry(whole.number, whole.name, body, whole.seen, stored=True)


def put_in(
    asks: Sequence[Ask[Any]], record: Mapping[str, Any], answers: Mapping[Place, Any], table: Table
) -> dict[str, Any]:
    """The record of a deal with other answers in the place of some."""
    facts = {key: dict(told) if isinstance(told, dict) else told for key, told in record.items()}
    by_key = {ask.key: ask for ask in asks}
    for (key, seat), value in answers.items():
        ask = by_key[key]
        told = facts.setdefault(ask.group, {}) if ask.group else facts
        if seat is None:
            told[key] = value
        else:
            several = list(told.get(key) or [ask.no_answer] * ask.number_of_answers(table))
            several[seat] = value
            told[key] = several
    return facts
