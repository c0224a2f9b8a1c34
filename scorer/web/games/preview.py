"""What a correction would change, before it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.rules.entries import Body, End, Entry
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.variant import Carry
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead

NOT_WRITTEN = "not-written-yet"
STOPPED = "stopped"
# What can become of the pools when a game of counters stops early, and what that means.
LEFTOVERS = {"as_it_stands": "As it stands", "level_the_dealing": "Level the dealing"}
LEVELS_FIRST = "Whoever dealt less often first pays a full dress for each deal that was spared"
# By the house rule about pools that are still full.
EVEN_WHERE = {
    "top_up": ", even where topping up the pools would have cost less",
    "when_empty": ", even where the pools were not empty and no dress was due",
}
# By the house rule about it.
POOLS = {
    "share": "What is left in the pools is shared equally.",
    "last_winner": "The winner of the last deal takes what is left in the pools.",
}


@dataclass(frozen=True)
class Change:
    """One seat's total before and after."""

    seat: int
    before: int
    after: int

    @property
    def changed(self) -> bool:
        """Whether there is any difference."""
        return self.before != self.after


def sheet_if(game: GameRead, said: Body) -> Sheet:
    """The sheet as it would read with one entry more; raises Refused where it cannot be."""
    entry = Entry(len(game.entries) + 1, NOT_WRITTEN, said, seen=game.version)
    return read_sheet(game.start, [*game.entries, entry])


@dataclass(frozen=True)
class Ending:
    """One way to deal with what is left in the pools, and what each seat would hold then."""

    leftover: str
    title: str
    says: str
    held: tuple[int, ...]


def endings(game: GameRead) -> tuple[Ending, ...]:
    """The ways to stop now, where there is a choice that makes a difference."""
    if game.sheet.start.variant.lowest_wins or game.sheet.over:
        return ()
    sheets = {leftover: sheet_if(game, End(STOPPED, leftover)) for leftover in LEFTOVERS}
    first, *others = [sheet.closing for sheet in sheets.values()]
    if all(other == first for other in others):
        return ()
    rules = game.sheet.start.rules
    pools = POOLS.get(rules.leftover, "")
    levels = f"{LEVELS_FIRST}{EVEN_WHERE.get(rules.dress, '')}."
    return tuple(
        Ending(
            leftover,
            LEFTOVERS[leftover],
            pools if leftover == "as_it_stands" else f"{levels} {pools}",
            sheet.settled or sheet.totals,
        )
        for leftover, sheet in sheets.items()
    )


def changes(now: Sheet, then: Sheet) -> tuple[Change, ...]:
    """The totals of both sheets, seat by seat, clockwise; shared out where both games are over."""
    before, after = _carries(now, then)
    return tuple(Change(seat, before.totals[seat], after.totals[seat]) for seat in then.start.order)


def what_changes(now: Sheet, then: Sheet) -> str:
    """What the numbers of both sheets are."""
    if _shared(now, then):
        return "What everybody holds in the end"
    sharing = ", before sharing" if now.closing or then.closing else ""
    return f"After deal {len(now.deals)}{sharing}"


def counts_of(now: Sheet, then: Sheet) -> str:
    """What the numbers of both sheets are, where the second has another deal."""
    sharing = ", before sharing" if then.closing else ""
    return f"Before and after deal {len(now.deals) + 1}{sharing}"


@dataclass(frozen=True)
class Handed:
    """So many counters from one place to another: a person, a pool or the bank."""

    giver: str
    taker: str
    amount: int


def handed(then: Sheet, deal: DealRead, names: Sequence[str]) -> tuple[Handed, ...]:
    """What a deal moves, from where to where, in the order it happens."""
    if then.start.variant.lowest_wins:
        return ()
    titles = WORDS["variants"][then.start.variant.key].get("pools", {})
    moves = []
    for line in deal.lines:
        if not line.points or "from" in line.numbers:
            continue
        seat = names[line.seat]
        other = names[line.numbers["to"]] if "to" in line.numbers else titles.get(line.pool, "bank")
        giver, taker = (other, seat) if line.points > 0 else (seat, other)
        moves.append(Handed(giver, taker, abs(line.points)))
    return tuple(moves)


def _shared(now: Sheet, then: Sheet) -> bool:
    return now.settled is not None and then.settled is not None


def _carries(now: Sheet, then: Sheet) -> tuple[Carry, Carry]:
    if _shared(now, then):
        return now.carry.after(now.closing), then.carry.after(then.closing)
    return now.carry, then.carry


def pool_changes(now: Sheet, then: Sheet) -> dict[str, Change]:
    """What lies in each pool in both sheets, by what the pool is called."""
    titles = WORDS["variants"][then.start.variant.key].get("pools", {})
    before, after = _carries(now, then)
    return {
        titles.get(pool, pool): Change(-1, before.pools.get(pool, 0), amount)
        for pool, amount in after.pools.items()
    }
