"""The pack is the referee: what hands can lie on the table together.

Nothing here is in a source: it follows from which cards a game's pack has and from that play stops
at the first player out. Shared by all games whose deal ends when one player has no cards left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorer.rules.asks import Hand
from scorer.rules.cards import RED_NINE, UNKNOWN, Pack, rank_of
from scorer.rules.errors import ImpossibleDeal


def check_hands(hands: Sequence[Hand], out: int, on_red_nine: bool, pack: Pack) -> None:
    """Raise ImpossibleDeal where these hands cannot be what was left when `out` went out."""
    for seat, hand in enumerate(hands):
        if seat == out:
            if not hand.empty:
                raise ImpossibleDeal("winner_has_cards", seat=seat)
        else:
            _check_one(hand, seat, pack)
    _check_red_nines(hands, on_red_nine, pack)
    _check_ranks(hands, pack)


def _check_one(hand: Hand, seat: int, pack: Pack) -> None:
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


def _check_red_nines(hands: Sequence[Hand], on_red_nine: bool, pack: Pack) -> None:
    held, left = 0, pack.red_nines - on_red_nine
    for seat, hand in enumerate(hands):
        held += hand.red_nines
        if held > left:
            code = "too_many_red_nines_after_out" if on_red_nine else "too_many_red_nines"
            raise ImpossibleDeal(code, seat=seat, held=held, red_nines=pack.red_nines)


def _check_ranks(hands: Sequence[Hand], pack: Pack) -> None:
    held: Counter[str] = Counter()
    for seat, hand in enumerate(hands):
        for card in hand.cards or ():
            if card == UNKNOWN:
                continue
            rank = rank_of(card)
            copies = pack.copies_of_rank(rank)
            if copies == 0:
                raise ImpossibleDeal("rank_not_in_pack", seat=seat, rank=rank)
            held[card] += 1
            of_rank = sum(n for one, n in held.items() if rank_of(one) == rank)
            if of_rank > copies:
                raise ImpossibleDeal(
                    "too_many_of_rank", seat=seat, held=of_rank, rank=rank, copies=copies
                )
            if card != RED_NINE and held[card] > pack.copies[card]:
                raise ImpossibleDeal(
                    "too_many_black_nines",
                    seat=seat,
                    held=held[card],
                    black_nines=pack.black_nines,
                )
