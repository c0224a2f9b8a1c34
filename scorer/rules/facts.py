"""The facts of a deal: an answer to each ask, read from a record and written to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from scorer.rules.asks import ABSENT, Ask
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.table import Table

T = TypeVar("T")


@dataclass(frozen=True)
class Facts:
    """What was said of one deal, an answer to each ask. A void deal has no answers."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    void: bool = False

    def __getitem__(self, ask: Ask[T]) -> T:
        return cast(T, self.answers[ask.key])


def read_facts(asks: Iterable[Ask[Any]], raw: Mapping[str, Any], table: Table) -> Facts:
    """The facts of a deal as a record gives them, without the dealer.

    Raises ImpossibleDeal where an answer has not the shape its ask wants.
    """
    said = {key: value for key, value in raw.items() if key not in ("void", "dealer")}
    asks = tuple(asks)
    if raw.get("void", False) is True:
        if said:
            raise ImpossibleDeal("void_deal_with_facts")
        return Facts(void=True)
    if raw.get("void", False) is not False:
        raise ImpossibleDeal("not_yes_or_no", what="void")
    keys = {ask.key for ask in asks}
    for key in said:
        if key not in keys:
            raise ImpossibleDeal("unknown_key", unknown=str(key)[:40])
    return Facts({ask.key: ask.read(said.get(ask.key, ABSENT), table) for ask in asks})


def write_facts(asks: Iterable[Ask[Any]], facts: Facts) -> dict[str, Any]:
    """The facts as a record keeps them, defaults left out."""
    if facts.void:
        return {"void": True}
    return {ask.key: ask.write(facts[ask]) for ask in asks if ask.remember(facts[ask])}
