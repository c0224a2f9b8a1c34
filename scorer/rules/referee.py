"""The pack is the referee: what hands can lie on the table together.

Nothing here is in a source: it follows from the cards of the pack and from that play stops at the
first player out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from scorer.rules.asks import Hand
from scorer.rules.cards import RED_NINE, UNKNOWN, Pack, rank_of
from scorer.rules.errors import ImpossibleDeal


def check_hands(hands: Sequence[Hand], out: int, on_red_nine: bool, pack: Pack) -> None:
    """Raise ImpossibleDeal where these hands cannot be what was left when the seat out went out."""
    for seat, hand in enumerate(hands):
        if seat != out:
            _check_hand(hand, seat, pack)
        elif not hand.empty:
            raise ImpossibleDeal("winner_has_cards", seat=seat)
    held, left = 0, pack.red_nines - on_red_nine
    for seat, hand in enumerate(hands):
        held += hand.red_nines
        if held > left:
            code = "too_many_red_nines_after_out" if on_red_nine else "too_many_red_nines"
            raise ImpossibleDeal(code, seat=seat, held=held, red_nines=pack.red_nines)
    _check_ranks(hands, pack)


def _check_hand(hand: Hand, seat: int, pack: Pack) -> None:
    if hand.cards is None and hand.points is None and hand.count is None:
        raise ImpossibleDeal("missing_hand", seat=seat)
    if hand.empty:
        raise ImpossibleDeal("no_cards", seat=seat)
    if hand.count is not None and hand.count > pack.hand:
        raise ImpossibleDeal("too_many_cards", seat=seat, held=hand.count, dealt=pack.hand)
    if hand.red_nines > pack.hand:
        raise ImpossibleDeal("too_many_cards", seat=seat, held=hand.red_nines, dealt=pack.hand)
    if hand.count is not None and hand.red_nines > hand.count:
        raise ImpossibleDeal(
            "more_red_nines_than_cards", seat=seat, red_nines=hand.red_nines, held=hand.count
        )


def _check_ranks(hands: Sequence[Hand], pack: Pack) -> None:
    held: Counter[str] = Counter()
    of_rank: Counter[str] = Counter()
    for seat, hand in enumerate(hands):
        for card in hand.cards or ():
            if card == UNKNOWN:
                continue
            rank = rank_of(card)
            copies = pack.copies_of_rank(rank)
            if copies == 0:
                raise ImpossibleDeal("rank_not_in_pack", seat=seat, rank=rank)
            held[card] += 1
            of_rank[rank] += 1
            if of_rank[rank] > copies:
                raise ImpossibleDeal(
                    "too_many_of_rank", seat=seat, held=of_rank[rank], rank=rank, copies=copies
                )
            if card != RED_NINE and held[card] > pack.copies[card]:
                raise ImpossibleDeal(
                    "too_many_black_nines",
                    seat=seat,
                    held=held[card],
                    black_nines=pack.black_nines,
                )


NINE = 9


@cache
def _dearest_of(cards: tuple[tuple[int, int], ...], room: int) -> int:
    """The dearest sum of at most `room` of these (value, copies) pairs, dearest first."""
    total = 0
    for value, copies in cards:
        taken = min(copies, room)
        total += taken * value
        room -= taken
    return total


def _by_value(left: Mapping[str, int], values: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    copies: Counter[int] = Counter()
    for card, n in left.items():
        if card != RED_NINE:
            copies[values[card]] += n
    return tuple(sorted(copies.items(), reverse=True))


def check_sums(hands: Sequence[Hand], values: Mapping[str, int], pack: Pack) -> None:
    """Raise ImpossibleDeal where a sum, or all sums together, cannot have been held."""
    whole = _by_value(pack.copies, values)
    sums: list[tuple[int, int]] = []
    for seat, hand in enumerate(hands):
        if hand.points is None or hand.empty:
            continue
        plain, room = hand.points - NINE * hand.red_nines, pack.hand - hand.red_nines
        _check_sum(seat, hand, whole, room)
        sums.append((plain, room))
    cards = [card for hand in hands for card in hand.cards or ()]
    left = _by_value(Counter(pack.copies) - Counter(cards), values) if cards else whole
    total, all_room = 0, 0
    for plain, room in sorted(sums, reverse=True):
        total, all_room = total + plain, all_room + room
        if total > _dearest_of(left, all_room):
            raise ImpossibleDeal("dearer_than_the_pack", points=total)


def _check_sum(seat: int, hand: Hand, whole: tuple[tuple[int, int], ...], room: int) -> None:
    points, least = hand.points or 0, NINE * hand.red_nines
    if points < least:
        code = "less_than_its_red_nine" if hand.red_nines == 1 else "less_than_its_red_nines"
        raise ImpossibleDeal(code, seat=seat, points=points, red_nines=hand.red_nines, least=least)
    # By a table's own values a card may count 1.
    if points == least + 1 and all(value != 1 for value, _ in whole):
        code = "one_point_beside_red_nines" if hand.red_nines else "one_point"
        raise ImpossibleDeal(code, seat=seat, points=points, red_nines=hand.red_nines)
    dearest = least + _dearest_of(whole, room)
    if points > dearest:
        raise ImpossibleDeal(
            "dearer_than_any_hand",
            seat=seat,
            points=points,
            red_nines=hand.red_nines,
            dearest=dearest,
        )
