"""The kinds of things a deal asks, and the facts that answer them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, cast

from scorer.rules.cards import CARDS, RED_NINE, UNKNOWN
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.table import Table

T = TypeVar("T")

MOST_POINTS = 100_000
ABSENT = object()


def always(rules: Any) -> bool:
    """Matter whatever the house rules say."""
    return True


class Ask(ABC, Generic[T]):
    """One question about a deal; `key` is what its answer is called in a record.

    `matters(rules)` tells whether anything depends on the answer under these house rules.
    Where nothing does, nobody is asked and a record may leave the answer out. Those `in_play`
    can be answered while the cards are still being played.
    """

    key: str
    pad: str
    matters: Callable[[Any], bool]
    in_play: bool = False

    @abstractmethod
    def read(self, raw: Any, table: Table) -> T:
        """The answer as a record gives it; raises ImpossibleDeal where it is no answer."""

    def write(self, answer: T) -> Any:
        """The answer as a record keeps it."""
        return answer

    def is_default(self, answer: T) -> bool:
        """Whether a record leaves this answer out."""
        return False

    def same(self, first: T, second: T) -> bool:
        """Whether two answers say the same, however they were written."""
        return first == second


def read_whole(raw: Any, *, what: str, seat: int | None = None) -> int:
    """A whole number, not negative; raises ImpossibleDeal for anything else."""
    if type(raw) is not int:
        raise ImpossibleDeal("not_a_whole_number", seat=seat, what=what)
    if not 0 <= raw <= MOST_POINTS:
        raise ImpossibleDeal("number_out_of_range", seat=seat, what=what)
    return raw


def read_seat(raw: Any, players: int, *, what: str) -> int:
    """A seat at this table; raises ImpossibleDeal for anything else."""
    if type(raw) is not int:
        raise ImpossibleDeal("not_a_seat", what=what)
    if not 0 <= raw < players:
        raise ImpossibleDeal("no_such_seat", what=what, players=players)
    return raw


@dataclass(frozen=True)
class SeatAsk(Ask[int]):
    """The question which seat did this."""

    key: str
    pad: str = "seat"
    matters: Callable[[Any], bool] = always

    def read(self, raw: Any, table: Table) -> int:
        """The seat, which has to be given."""
        if raw is ABSENT or raw is None:
            raise ImpossibleDeal("missing", what=self.key)
        return read_seat(raw, table.players, what=self.key)


@dataclass(frozen=True)
class SeatOrNobodyAsk(Ask[int | None]):
    """The question which seat did this, if any did."""

    key: str
    pad: str = "seat_or_nobody"
    matters: Callable[[Any], bool] = always
    in_play: bool = False

    def read(self, raw: Any, table: Table) -> int | None:
        """The seat, or None for nobody."""
        if raw is ABSENT or raw is None:
            return None
        return read_seat(raw, table.players, what=self.key)

    def is_default(self, answer: int | None) -> bool:
        """Nobody is the default."""
        return answer is None


@dataclass(frozen=True)
class YesNoAsk(Ask[bool]):
    """The question whether this happened: no, unless the record says so."""

    key: str
    pad: str = "yes_no"
    matters: Callable[[Any], bool] = always

    def read(self, raw: Any, table: Table) -> bool:
        """True or False and nothing else."""
        if raw is ABSENT:
            return False
        if type(raw) is not bool:
            raise ImpossibleDeal("not_yes_or_no", what=self.key)
        return raw

    def is_default(self, answer: bool) -> bool:
        """No is the default."""
        return not answer


@dataclass(frozen=True)
class Hand:
    """What a seat held when somebody went out.

    `cards` where they were noted; else `points` (each red nine as 9, before any doubling)
    or `count` (how many cards). `red_nines` is always known.
    """

    red_nines: int = 0
    cards: tuple[str, ...] | None = None
    points: int | None = None
    count: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing was held."""
        return not self.cards and not self.points and not self.count and not self.red_nines

    def same(self, hand: Hand) -> bool:
        """Whether nothing differs that is known of both hands.

        The order of cards does not matter. A sum does not tell which cards make it: whether both
        score the same is compared by the lines of the deal.
        """
        if self.empty or hand.empty:
            return self.empty and hand.empty
        if self.cards is not None and hand.cards is not None:
            return sorted(self.cards) == sorted(hand.cards)
        sums = ((self.points, hand.points), (self.count, hand.count))
        return self.red_nines == hand.red_nines and all(
            mine == theirs for mine, theirs in sums if None not in (mine, theirs)
        )


@dataclass(frozen=True)
class HandsAsk(Ask[tuple[Hand, ...]]):
    """The question what each seat held: cards, or a sum of `points` or of `cards`.

    Red nines among them are asked for where `nines_matter(rules)`.
    """

    by: Literal["points", "cards"]
    key: str = "hands"
    pad: str = "hands"
    matters: Callable[[Any], bool] = always
    nines_matter: Callable[[Any], bool] = always

    def read(self, raw: Any, table: Table) -> tuple[Hand, ...]:
        """One hand a seat; none at all where they do not matter and were left out."""
        if raw is ABSENT or raw is None:
            if self.matters(table.rules):
                raise ImpossibleDeal("missing", what=self.key)
            return ()
        if not isinstance(raw, list | tuple):
            raise ImpossibleDeal("hands_not_a_list")
        if len(raw) > table.players:
            raise ImpossibleDeal("too_many_hands", hands=len(raw), players=table.players)
        hands = tuple(self._read_hand(hand, seat) for seat, hand in enumerate(raw))
        if len(hands) < table.players:
            raise ImpossibleDeal("missing_hand", seat=len(hands))
        return hands

    def _read_hand(self, raw: Any, seat: int) -> Hand:
        if raw is None:
            return Hand()
        if isinstance(raw, list | tuple):
            return self._read_cards(raw, seat)
        if isinstance(raw, Mapping):
            return self._read_sum(raw, seat)
        raise ImpossibleDeal("not_a_hand", seat=seat)

    def _read_cards(self, raw: Iterable[Any], seat: int) -> Hand:
        cards = []
        for card in raw:
            if card == UNKNOWN and self.by == "cards":
                cards.append(UNKNOWN)
            elif isinstance(card, str) and card in CARDS:
                cards.append(card)
            else:
                raise ImpossibleDeal("unknown_card", seat=seat, card=str(card)[:12])
        return Hand(red_nines=cards.count(RED_NINE), cards=tuple(cards), count=len(cards))

    def _read_sum(self, raw: Mapping[str, Any], seat: int) -> Hand:
        for key in raw:
            if key not in (self.by, "red_nines"):
                raise ImpossibleDeal("unknown_key", seat=seat, unknown=str(key)[:40])
        # A wrong number is the likelier mistake, so it is named before a missing one.
        for key in raw:
            read_whole(raw[key], what=key, seat=seat)
        for key in (self.by, "red_nines"):
            if key not in raw:
                raise ImpossibleDeal("missing_in_hand", seat=seat, what=key)
        if self.by == "points":
            return Hand(red_nines=raw["red_nines"], points=raw["points"])
        return Hand(red_nines=raw["red_nines"], count=raw["cards"])

    def write(self, answer: tuple[Hand, ...]) -> Any:
        """One hand a seat; the winner's and every other empty hand is `[]`."""
        hands: list[Any] = []
        for hand in answer:
            if hand.empty or hand.cards is not None:
                hands.append(list(hand.cards or ()))
            else:
                held = hand.points if self.by == "points" else hand.count
                hands.append({self.by: held, "red_nines": hand.red_nines})
        return hands

    def same(self, first: tuple[Hand, ...], second: tuple[Hand, ...]) -> bool:
        """Whether no hand differs."""
        return len(first) == len(second) and all(map(Hand.same, first, second))

    def is_default(self, answer: tuple[Hand, ...]) -> bool:
        """Hands that were left out stay left out."""
        return answer == ()


@dataclass(frozen=True)
class Facts:
    """What is known of one deal, an answer to each ask. A void deal has no answers."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    void: bool = False

    def __getitem__(self, ask: Ask[T]) -> T:
        return cast(T, self.answers[ask.key])


def read_facts(asks: Iterable[Ask[Any]], raw: Mapping[str, Any], table: Table) -> Facts:
    """The facts of a deal as a record gives them, without the dealer.

    Raises ImpossibleDeal where an answer has not the shape its ask wants.
    """
    answers = {key: value for key, value in raw.items() if key not in ("void", "dealer")}
    asks = tuple(asks)
    if raw.get("void", False) is True:
        if answers:
            raise ImpossibleDeal("void_deal_with_facts")
        return Facts(void=True)
    if raw.get("void", False) is not False:
        raise ImpossibleDeal("not_yes_or_no", what="void")
    keys = {ask.key for ask in asks}
    for key in answers:
        if key not in keys:
            raise ImpossibleDeal("unknown_key", unknown=str(key)[:40])
    return Facts({ask.key: ask.read(answers.get(ask.key, ABSENT), table) for ask in asks})


def write_facts(asks: Iterable[Ask[Any]], facts: Facts) -> dict[str, Any]:
    """The facts as a record keeps them, defaults left out."""
    if facts.void:
        return {"void": True}
    return {ask.key: ask.write(facts[ask]) for ask in asks if not ask.is_default(facts[ask])}
