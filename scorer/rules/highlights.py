"""Highlights: what is told of a game afterwards, found on its sheet.

Each says how remarkable it is by its `standing`: the smaller, the more remarkable, within one
kind and one game. Points and counters are never compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.asks import Hand
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.variant import BANK, Carry

DEAREST_HAND = "dearest_hand"
RED_NINES_HELD = "red_nines_held"
OUT_ON_RED_NINE = "out_on_red_nine"
SWEEP = "sweep"
CLOSEST_FINISH = "closest_finish"
COMEBACK = "comeback"
KINDS = (DEAREST_HAND, RED_NINES_HELD, OUT_ON_RED_NINE, SWEEP, CLOSEST_FINISH, COMEBACK)

SEVERAL = 2
# More than any hand costs, so that the number of red nines comes first.
DEARER_THAN_ANY = 10_000_000
# What is worth telling of an evening; a record is told whatever it is.
NEAR = {True: 10, False: 3}
FAR = {True: 20, False: 10}
MOST_OF_A_KIND = {RED_NINES_HELD: 3}
LENDING = frozenset({"lends", "is_lent"})


@dataclass(frozen=True)
class Highlight:
    """Something remarkable: of a deal, or of the whole game where `deal` is 0.

    `player` is the id of whom it is told, and `numbers` what its sentence needs.
    """

    kind: str
    seat: int
    player: str
    standing: int
    deal: int = 0
    numbers: Mapping[str, Any] = field(default_factory=dict)


def highlights_of(sheet: Sheet) -> tuple[Highlight, ...]:
    """What is remarkable in a game, as far as it was played."""
    found: defaultdict[str, list[Highlight]] = defaultdict(list)
    for deal in sheet.deals:
        if not deal.facts.void:
            for one in _of_deal(sheet, deal):
                found[one.kind].append(one)
    for kind in (DEAREST_HAND, SWEEP):
        found[kind] = sorted(found[kind], key=lambda one: one.standing)[:1]
    told = [one for kind in KINDS for one in found[kind]]
    if sheet.over and sheet.winners:
        told += [*_finish(sheet), *_comeback(sheet)]
    return tuple(told)


def worth_telling(lowest_wins: bool, one: Highlight) -> bool:
    """Whether this is worth telling of an evening, though it may be far from a record."""
    if one.kind == CLOSEST_FINISH:
        return one.standing <= NEAR[lowest_wins]
    return one.kind != COMEBACK or -one.standing >= FAR[lowest_wins]


def _of_deal(sheet: Sheet, deal: DealRead) -> Iterator[Highlight]:
    hands: Sequence[Hand] = deal.facts.answers.get("hands") or ()
    for seat, hand in enumerate(hands):
        cost = _cost(sheet, deal, seat)
        numbers = {
            "cost": cost,
            "cards": None if hand.cards is None else list(hand.cards),
            "red_nines": hand.red_nines,
        }
        if cost > 0:
            yield _in(deal, DEAREST_HAND, seat, -cost, numbers)
        if hand.red_nines >= SEVERAL:
            standing = -(hand.red_nines * DEARER_THAN_ANY + cost)
            yield _in(deal, RED_NINES_HELD, seat, standing, numbers)
    out = deal.facts.answers.get("out")
    if deal.facts.answers.get("on_red_nine") and isinstance(out, int):
        gained = _gained(sheet, deal, out)
        yield _in(deal, OUT_ON_RED_NINE, out, -gained, {"amount": gained})
    yield from _sweeps(deal)


def _in(
    deal: DealRead, kind: str, seat: int, standing: int, numbers: Mapping[str, Any]
) -> Highlight:
    return Highlight(kind, seat, deal.sitters[seat].player, standing, deal.number, numbers)


def _cost(sheet: Sheet, deal: DealRead, seat: int) -> int:
    """What a hand cost: its penalty, or what was paid for it by the card."""
    if sheet.start.variant.lowest_wins:
        return deal.scores[seat]
    paid = [one for one in deal.lines if one.seat == seat and one.key.startswith("pays_")]
    return -sum(one.points for one in paid)


def _gained(sheet: Sheet, deal: DealRead, out: int) -> int:
    """What going out was worth: what the others were given, or what was won by it."""
    if sheet.start.variant.lowest_wins:
        return sum(deal.scores) - deal.scores[out]
    won = [one for one in deal.lines if one.seat == out and one.pool != BANK]
    return sum(one.points for one in won if one.points > 0 and one.key not in LENDING)


def _sweeps(deal: DealRead) -> Iterator[Highlight]:
    """What each seat swept, unless it took only what was paid in for this very deal."""
    swept: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for line in deal.lines:
        if line.pool is None or not line.key.startswith("sweeps_") or line.points <= 0:
            continue
        # Where there is a single pool, somebody takes it in every deal.
        if len(deal.carry.pools) > 1 or deal.before.pools.get(line.pool):
            swept[line.seat][line.pool] = line.points
    for seat, pools in swept.items():
        amount = sum(pools.values())
        yield _in(deal, SWEEP, seat, -amount, {"amount": amount, "pools": sorted(pools)})


def _ahead(sheet: Sheet, carry: Carry) -> tuple[int, ...]:
    """How each seat stands, the more the better, without what was bought."""
    sign = -1 if sheet.start.variant.lowest_wins else 1
    return tuple(sign * (now - put) for now, put in zip(carry.totals, carry.bought, strict=True))


def _finish(sheet: Sheet) -> Iterator[Highlight]:
    """How close the end was, of a game that was not stopped early."""
    if sheet.ended is not None:
        return
    best, second, *_ = sorted(_ahead(sheet, sheet.carry.after(sheet.closing)), reverse=True)
    winners = [sheet.sitters[seat].player for seat in sheet.winners]
    numbers = {"gap": best - second, "winners": winners}
    seat = sheet.winners[0]
    yield Highlight(CLOSEST_FINISH, seat, winners[0], best - second, numbers=numbers)


def _comeback(sheet: Sheet) -> Iterator[Highlight]:
    """How far behind a winner had once been."""
    behind = [
        (max(ahead) - ahead[seat], -deal.number, -seat)
        for deal in sheet.deals[:-1]
        for ahead in [_ahead(sheet, deal.carry)]
        for seat in sheet.winners
    ]
    if behind and max(behind)[0] > 0:
        gap, deal, seat = max(behind)
        numbers: dict[str, Any] = {"gap": gap, "after": -deal}
        if len(sheet.winners) > 1:
            numbers["winners"] = [sheet.sitters[winner].player for winner in sheet.winners]
        yield Highlight(COMEBACK, -seat, sheet.sitters[-seat].player, -gap, numbers=numbers)
