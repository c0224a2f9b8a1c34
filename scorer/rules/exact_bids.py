"""The asks that games share in which each seat bids its exact number of tricks by three cards."""

from collections.abc import Sequence

from scorer.rules.asks import Number
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.types import Line

# What each suit among the three cards of a bid stands for (s3, PS).
OF_SUIT = {"C": 3, "H": 2, "S": 1, "D": 0}
SUITS = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds"}
CARDS_OF_A_BID = 3
MAX_BID = 9
TAKEN = Number("tricks", of="seat", by="seat")
BID = Number(
    "bids",
    of="seat",
    most=MAX_BID,
    cards=OF_SUIT,
    card_count=CARDS_OF_A_BID,
    same_as="tricks",
    required=False,
    when="before",
    by="seat",
    shown="when_complete",
)


def bid_of(bid: int | Sequence[str] | None, joker: int = 0) -> int | None:
    """The number of a bid, where a card that is of no suit counts so much (s3)."""
    if bid is None or isinstance(bid, int):
        return bid
    return sum(OF_SUIT.get(card, joker) for card in bid)


def line_of_tricks(seat: int, tricks: int, bid: int | None, *, made: bool) -> Line:
    """The line for the tricks of a seat, whether it made its bid, missed it, or noted none."""
    key = "tricks" if made else "tricks_only" if bid is None else "tricks_of_failed"
    return Line(seat, tricks, key, {"tricks": tricks, "bid": -1 if bid is None else bid})


def check_tricks(tricks: Sequence[int], due: int) -> None:
    """Refuse tricks that are not all that were played."""
    if sum(tricks) != due:
        raise ImpossibleDeal("tricks_add_up", tricks=sum(tricks), due=due)
