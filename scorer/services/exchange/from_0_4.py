"""Convert records of version 0.4: drop the book, keep purchases and loans."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from scorer.rules.entries import Buy, Lend
from scorer.rules.errors import BadRecord
from scorer.rules.words import WORDS

FIELDS = {Buy.kind: "bought", Lend.kind: "lent"}
# The whole book of 0.4, which is not read.
LEFT_OUT = ("entries", "began")
Record: TypeAlias = Mapping[str, Any]


def title_of(raw: Record) -> str:
    """A game as people know it: "Red Nines · 2025-05-03"."""
    title = WORDS["variants"].get(str(raw.get("variant")), {}).get("title", "")
    return " · ".join(filter(None, (title, str(raw.get("started_at", ""))[:10])))


def read_0_4(raw: Record) -> Record:
    """The record without its book, with what was bought and lent; raises BadRecord."""
    plain = {key: value for key, value in raw.items() if key not in LEFT_OUT}
    try:
        return plain | _moved(raw["entries"], len(raw["deals"]))
    except (KeyError, TypeError, AttributeError, ValueError):
        raise BadRecord("not_placed") from None


def _moved(entries: Sequence[Record], deals: int) -> dict[str, list[Record]]:
    gone: set[str] = set()
    for entry in reversed(entries):
        if entry["kind"] == "withdraw" and entry["name"] not in gone:
            gone |= {entry["content"]["entry"], *entry["content"].get("also", ())}
    forerunners: list[str | None] = []
    number_of: dict[str | None, int] = {None: 0}
    moved: dict[str, list[Record]] = {}
    for entry in entries:
        if entry["name"] in gone:
            continue
        if entry["kind"] in ("deal", "answer"):
            after = entry["content"]["after"]
            if after not in forerunners:
                forerunners.append(after)
            number_of[entry["name"]] = forerunners.index(after) + 1
        elif entry["kind"] in FIELDS:
            content = dict(entry["content"])
            number = number_of[content.pop("after")]
            # Behind the end it moved nothing.
            if number <= deals:
                item = {"before_deal": number + 1, **content}
                moved.setdefault(FIELDS[entry["kind"]], []).append(item)
    return moved
