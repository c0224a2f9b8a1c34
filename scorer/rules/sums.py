"""Whether hands told only as sums can have come out of the pack.

A sum hides its cards, but the pack still limits it: the dearest hand depends on its red
nines, and all hands together have to be made of one pack, which is thirteen cards a player
(s0, s1, s2). `plain` below is a hand's sum without its red nines, `room` how many other cards it
can hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from scorer.rules.asks import Hand
from scorer.rules.cards import RED_NINE, Pack
from scorer.rules.errors import ImpossibleDeal

NINE = 9
# Beyond this many tries the search stops and the deal is let through: only a proof refuses.
PATIENCE = 20_000


@cache
def _dearest_of(cards: tuple[tuple[int, int], ...], room: int) -> int:
    """The dearest sum of at most `room` of these (value, copies) pairs, dearest first."""
    total = 0
    for value, copies in cards:
        taken = min(copies, room)
        total += taken * value
        room -= taken
    return total


def _by_value(left: Counter[str], values: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    copies: Counter[int] = Counter()
    for card, n in left.items():
        if card != RED_NINE:
            copies[values[card]] += n
    return tuple(sorted(copies.items(), reverse=True))


def check_sums(hands: Sequence[Hand], values: Mapping[str, int], pack: Pack) -> None:
    """Raise ImpossibleDeal where a sum, or all sums together, cannot have been held."""
    known = [card for hand in hands for card in hand.cards or ()]
    whole = _by_value(Counter(pack.copies), values)
    asked: list[tuple[int, int]] = []
    for seat, hand in enumerate(hands):
        if hand.points is None or hand.empty:
            continue
        plain, room = hand.points - NINE * hand.red_nines, pack.hand - hand.red_nines
        _check_sum(seat, hand, plain, NINE * hand.red_nines + _dearest_of(whole, room))
        asked.append((plain, room))
    _check_together(asked, _by_value(pack.without(known), values))


def _check_sum(seat: int, hand: Hand, plain: int, dearest: int) -> None:
    if plain < 0:
        code = "less_than_its_red_nine" if hand.red_nines == 1 else "less_than_its_red_nines"
        least = NINE * hand.red_nines
        raise ImpossibleDeal(
            code, seat=seat, points=hand.points, red_nines=hand.red_nines, least=least
        )
    if plain == 1:
        code = "one_point_beside_red_nines" if hand.red_nines else "one_point"
        raise ImpossibleDeal(code, seat=seat, points=hand.points, red_nines=hand.red_nines)
    if (hand.points or 0) > dearest:
        raise ImpossibleDeal(
            "dearer_than_any_hand",
            seat=seat,
            points=hand.points,
            red_nines=hand.red_nines,
            dearest=dearest,
        )


def _check_together(asked: Sequence[tuple[int, int]], left: tuple[tuple[int, int], ...]) -> None:
    total = room = 0
    for plain, slots in sorted(asked, reverse=True):
        total, room = total + plain, room + slots
        if total > _dearest_of(left, room):
            raise ImpossibleDeal("dearer_than_the_pack", points=total)
    if not _can_be_dealt(tuple(sorted(asked)), left):
        raise ImpossibleDeal("sums_not_in_pack")


# A book is read over and over, and most of its deals are the same as the time before.
@lru_cache(maxsize=4096)
def _can_be_dealt(asked: tuple[tuple[int, int], ...], pack: tuple[tuple[int, int], ...]) -> bool:
    """Whether every sum can be laid out of what is left; True when the search gives up."""
    tries = PATIENCE
    left = dict(pack)
    values = sorted(left, reverse=True)

    def ways(plain: int, room: int, at: int) -> Iterator[None]:
        """Take cards for one sum out of `left`, pausing at each way that fits."""
        nonlocal tries
        tries -= 1
        if plain == 0:
            yield
            return
        if room == 0 or at == len(values) or tries < 0:
            return
        value = values[at]
        for taken in range(min(left[value], plain // value, room), -1, -1):
            left[value] -= taken
            yield from ways(plain - taken * value, room - taken, at + 1)
            left[value] += taken

    def lay(which: int) -> bool:
        if which == len(asked):
            return True
        plain, room = asked[which]
        return any(lay(which + 1) for _ in ways(plain, room, 0))

    return lay(0) or tries < 0
