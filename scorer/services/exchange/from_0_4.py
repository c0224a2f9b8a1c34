"""Records of version 0.4, read as plain ones: its books had entries of other kinds.

Start, deals, seats, end and totals stand in the plain fields of the record as well. Counters that
were bought or lent stand in the book alone: each named the deal that it followed, as did each deal
and each answer, and by that chain they are placed. The history of answers, decisions and
corrections is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scorer.rules.entries import Buy, Lend
from scorer.rules.errors import BadRecord
from scorer.rules.words import WORDS

FIELDS = {Buy.kind: "bought", Lend.kind: "lent"}
# The whole book of 0.4, which is not read.
LEFT_OUT = ("entries", "began")
Record: TypeAlias = Mapping[str, Any]


@dataclass(eq=False)
class _Place:
    """All that was written of one deal, perhaps by two phones: whole deals, or answers."""

    names: set[str] = field(default_factory=set)
    deals: dict[str, int] = field(default_factory=dict)

    def counts(self, withdrawn: set[str]) -> bool:
        """Whether anything written of it was not withdrawn."""
        return bool((set(self.deals) or self.names) - withdrawn)


def title_of(raw: Record) -> str:
    """A game as people know it: "Red Nines · 2025-05-03"."""
    title = WORDS["variants"].get(str(raw.get("variant")), {}).get("title", "")
    return " · ".join(filter(None, (title, str(raw.get("started_at", ""))[:10])))


def read_0_4(raw: Record) -> Record:
    """The record without its book, with what was bought and lent; raises BadRecord."""
    plain = {key: value for key, value in raw.items() if key not in LEFT_OUT}
    try:
        moved = [entry for entry in raw["entries"] if entry.get("kind") in FIELDS]
        return plain | _between_deals(raw["entries"], moved, len(raw["deals"])) if moved else plain
    except (KeyError, TypeError, AttributeError):
        raise BadRecord("not_placed") from None


def _between_deals(
    entries: Sequence[Record], moved: Sequence[Record], deals: int
) -> dict[str, list[Record]]:
    """The purchases and loans, by the number of the deal that came next."""
    gone = _withdrawn(entries)
    order, places = _in_order(entries)
    played = {
        place: sum(earlier.counts(gone) for earlier in order[: at + 1])
        for at, place in enumerate(order)
    }
    if max(played.values(), default=0) < deals:
        raise BadRecord("not_placed")
    fields: dict[str, list[Record]] = {}
    for entry in moved:
        content = dict(entry["content"])
        after = content.pop("after")
        number = 0 if after is None else played[places[after]]
        # Behind the end it moved nothing.
        if entry["name"] not in gone and number <= deals:
            item = {"before_deal": number + 1, **content}
            fields.setdefault(FIELDS[entry["kind"]], []).append(item)
    return fields


def _in_order(entries: Sequence[Record]) -> tuple[list[_Place], dict[str, _Place]]:
    """The entries of each deal, in the order of play, and by their names.

    A deal stands right behind the one that it names as its forerunner. Answers to the deal behind
    the same one, and deals whose writer had not seen each other's, are of one deal.
    """
    order: list[_Place] = []
    places: dict[str, _Place] = {}
    of_after: dict[str | None, _Place] = {}
    apart = {
        entry["content"]["entry"]
        for entry in entries
        if entry["kind"] == "decide" and entry["content"].get("apart")
    }
    for number, entry in enumerate(entries, start=1):
        if entry["kind"] not in ("deal", "answer"):
            continue
        name, after = entry["name"], entry["content"]["after"]
        is_deal, known = entry["kind"] == "deal", of_after.get(after)
        seen = entry.get("seen", number - 1)
        joins = known is not None and name not in apart
        if is_deal and known is not None and known.deals:
            joins = joins and seen < min(known.deals.values())
        if not joins or known is None:
            before = known if name in apart else None if after is None else places[after]
            at = 0 if before is None else order.index(before) + 1
            known = _Place()
            order.insert(at, known)
            if name not in apart:
                of_after[after] = known
        known.names.add(name)
        if is_deal:
            known.deals[name] = number
        places[name] = known
    return order, places


def _withdrawn(entries: Sequence[Record]) -> set[str]:
    """The names of the entries that do not count."""
    gone: set[str] = set()
    answers = [entry for entry in entries if entry["kind"] == "answer"]
    after = {answer["name"]: answer["content"]["after"] for answer in answers}
    for at in range(len(entries) - 1, -1, -1):
        entry, content = entries[at], entries[at]["content"]
        if entry["kind"] != "withdraw" or entry["name"] in gone:
            continue
        named = {content["entry"], *content.get("also", ())}
        gone |= named
        if content.get("whole"):
            chains = {after[name] for name in named if name in after}
            earlier = {written["name"] for written in entries[:at]}
            gone |= {name for name in after if name in earlier and after[name] in chains}
    return gone | {a["name"] for a in answers if a["content"].get("with") in gone}
