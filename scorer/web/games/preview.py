"""What an entry would change, before it is written."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.rules.entries import Body, Deal, End, Entry
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.names import shown_names

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
    """The total of a seat, or what lies in a pool, before and after."""

    title: str
    before: int
    after: int

    @property
    def changed(self) -> bool:
        """Whether there is any difference."""
        return self.before != self.after


@dataclass(frozen=True)
class Payment:
    """So many counters from one place to another: a person, a pool or the bank."""

    giver: str
    taker: str
    amount: int


@dataclass(frozen=True)
class Changes:
    """What an entry would change; `caption` says what the numbers are, `seats` go clockwise.

    `payments` are what a new deal moves, in the order it happens, where counters are played for.
    """

    caption: str
    seats: tuple[Change, ...]
    pools: tuple[Change, ...]
    payments: tuple[Payment, ...] = ()


def changes_by(game: GameRead, body: Body) -> Changes:
    """What one entry more would change; raises Refused where it cannot be.

    Totals are shared out where the game is over both before and after.
    """
    now, then = game.sheet, sheet_with(game, body)
    titles = WORDS["variants"][game.variant].get("pools", {})
    names = shown_names(now.sitters, game.names)
    settled = now.settled is not None and then.settled is not None
    before, after = (now.now, then.now) if settled else (now.carry, then.carry)
    is_new = isinstance(body, Deal)
    sharing = ", before sharing" if then.closing or (now.closing and not is_new) else ""
    if is_new:
        caption = f"Before and after deal {len(now.deals) + 1}{sharing}"
    elif settled:
        caption = "What everybody holds in the end"
    else:
        caption = f"After deal {len(now.deals)}{sharing}"
    return Changes(
        caption,
        tuple(
            Change(names[seat], before.totals[seat], after.totals[seat])
            for seat in then.start.order
        ),
        tuple(
            Change(titles.get(pool, pool), before.pools.get(pool, 0), amount)
            for pool, amount in after.pools.items()
        ),
        _payments(game, then) if is_new else (),
    )


def _payments(game: GameRead, then: Sheet) -> tuple[Payment, ...]:
    """What the new deal of this sheet moves, from where to where."""
    if then.start.variant.lowest_wins:
        return ()
    deal = next(row for row in then.deals if row.id == NOT_WRITTEN)
    names = shown_names(deal.sitters, game.names)
    titles = WORDS["variants"][game.variant].get("pools", {})
    payments = []
    for line in deal.lines:
        if line.points and "from" not in line.numbers:
            seat, to = names[line.seat], line.numbers.get("to")
            other = titles.get(line.pool, "bank") if to is None else names[to]
            giver, taker = (other, seat) if line.points > 0 else (seat, other)
            payments.append(Payment(giver, taker, abs(line.points)))
    return tuple(payments)


def sheet_with(game: GameRead, body: Body) -> Sheet:
    """The sheet as it would read with one entry more; raises Refused where it cannot be."""
    entry = Entry(len(game.entries) + 1, NOT_WRITTEN, body, seen=game.version)
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
    sheets = {leftover: sheet_with(game, End(STOPPED, leftover)) for leftover in LEFTOVERS}
    closings = [sheet.closing for sheet in sheets.values()]
    if closings.count(closings[0]) == len(closings):
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
