"""Out at the target: who reaches it plays no more, and the last who is left wins."""

from collections.abc import Iterator

from scorer.rules.asks import Facts
from scorer.rules.table import Table, clockwise_from
from scorer.rules.types import Carry, Line, Next, Over, Shown, Unit
from scorer.rules.variant import next_dealer

FEWEST_LEFT = 2


def sides_in(table: Table, carry: Carry) -> tuple[int, ...]:
    """The sides that have not reached the target."""
    totals, target = carry.totals, table.rules.target
    return tuple(side for side in table.sides_in_order if totals[side] < target)


def seats_out(table: Table, carry: Carry) -> tuple[int, ...]:
    """Who is out; after penalties by which too few are left, the next deal is for all."""
    left = sides_in(table, carry)
    if len(left) < FEWEST_LEFT:
        return ()
    return tuple(seat for seat in table.order if table.sides[seat] not in left)


def lines_back_in(table: Table, carry: Carry, *, above: bool, room: int = 0) -> tuple[Line, ...]:
    """The lines with which who is out comes back, level with the highest of those in or one above.

    There are none where so much `room` below the target is not left.
    """
    left = sides_in(table, carry)
    if not left:
        return ()
    total = max(carry.totals[side] for side in left) + above
    return tuple(
        Line(side, total - carry.totals[side], "back_in", {"points": total})
        for side in table.sides_in_order
        if side not in left and total + room < table.rules.target
    )


def after_who_is_out(
    table: Table, facts: Facts | None, carry: Carry, played: int, *, unit: Unit
) -> Next | Over:
    """The next deal, dealt by who is in, or the end once one is left.

    Where nobody is, the best of those win who were dealt to.
    """
    left, totals = sides_in(table, carry), carry.totals
    # Also where too few are left since the last deal.
    if played and len(left) < FEWEST_LEFT:
        dealt = {side: totals[side] for side in sorted(table.dealt_sides)}
        best = min(dealt.values()) if unit == "penalties" else max(dealt.values())
        return Over(left or tuple(side for side in dealt if dealt[side] == best))
    out = seats_out(table, carry)
    seats = clockwise_from(table.order, next_dealer(table, facts))
    dealer = next(seat for seat in seats if seat not in out)
    return Next(dealer, shows=tuple(_shows(table, left)))


def _shows(table: Table, left: tuple[int, ...]) -> Iterator[Shown]:
    target = table.rules.target
    for side in table.sides_in_order:
        if side not in left:
            yield Shown("out_at", side, {"points": target})
    yield Shown("goes_out_at", None, {"points": target})
