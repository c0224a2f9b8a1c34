"""A deal as a plain form, built from what the variant asks; for phones without JavaScript too.

Fields: an ask's own key, or for hands `points-0` (or `count-0`), `red_nines-0` and `cards-0`
for each seat. A hand is told by its cards or its sum, never by both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.asks import Ask, HandsAsk, SeatAsk, SeatOrNobodyAsk, YesNoAsk
from scorer.rules.cards import CARDS, RED_NINE, UNKNOWN, Pack, write_hand
from scorer.rules.digits import as_sent, whole
from scorer.rules.entries import MOST_SEATS
from scorer.rules.errors import Refused
from scorer.rules.table import left_of
from scorer.rules.variant import Variant

LONGEST_FIELD = 200
LARGEST_HELD = 999_999
CARD_NAMES = {card.upper(): card for card in CARDS} | {UNKNOWN.upper(): UNKNOWN, "9R": "9r"}


@dataclass
class DealForm:
    """What is asked about one deal, what was typed, and what is wrong with it.

    `errors` holds a sentence for each field, and under "form" for the whole; a seat's hand is
    the field "hand-<seat>". `noted` are the facts of a deal that is told again.
    """

    variant: Variant
    order: tuple[int, ...]
    names: tuple[str, ...]
    pack: Pack
    rules: Any = None
    typed: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    noted: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asks(self) -> tuple[Ask[Any], ...]:
        """What is asked under these house rules, in order."""
        return self.variant.asked(self.rules)

    @property
    def hands_order(self) -> tuple[int, ...]:
        """The seats as their hands are asked: clockwise, whoever went out last."""
        out = self._seat_typed("out")
        if out is None:
            return self.order
        at = self.order.index(left_of(self.order, out))
        return self.order[at:] + self.order[:at]

    def out(self, seat: int) -> bool:
        """Whether this seat was said to have gone out."""
        return self._seat_typed("out") == seat

    def value(self, key: str) -> str:
        """What was typed in a field."""
        return self.typed.get(key, "")

    def _seat_typed(self, key: str) -> int | None:
        seat = as_sent(self.typed.get(key, ""), MOST_SEATS)
        return seat if seat in self.order else None

    def facts(self) -> dict[str, Any]:
        """The facts as a record says them; what cannot be read is noted in `errors`."""
        if self.variant.has_void_deals and self.value("void"):
            return self._with_dealer({"void": True})
        facts: dict[str, Any] = {}
        for ask in self.asks:
            if isinstance(ask, SeatAsk | SeatOrNobodyAsk):
                facts[ask.key] = self._seat_typed(ask.key)
                if isinstance(ask, SeatAsk) and facts[ask.key] is None:
                    self.errors[ask.key] = "Say who went out."
            elif isinstance(ask, YesNoAsk):
                facts[ask.key] = bool(self.value(ask.key))
            elif isinstance(ask, HandsAsk):
                facts[ask.key] = [self._hand(ask, seat) for seat in range(len(self.order))]
        return self._with_dealer({**self._kept(facts), **facts})

    def _kept(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """What was noted though nothing depends on it: kept with the winner it is about."""
        if self.noted.get("out") != facts.get("out"):
            return {}
        idle = {ask.key for ask in self.variant.asks} - {ask.key for ask in self.asks}
        return {key: answer for key, answer in self.noted.items() if key in idle}

    def _with_dealer(self, facts: dict[str, Any]) -> dict[str, Any]:
        dealer = self._seat_typed("dealer")
        return facts if dealer is None else {**facts, "dealer": dealer}

    def _hand(self, ask: HandsAsk, seat: int) -> Any:
        written = self.value(f"cards-{seat}").replace(",", " ").split()
        if written and (self.value(held_field(ask, seat)) or self._nines_contradict(seat, written)):
            self.errors[f"hand-{seat}"] = "Write the sum or the cards of this hand, not both."
            return None
        if written:
            return [CARD_NAMES.get(card.upper(), card) for card in written]
        held, nines = self.value(held_field(ask, seat)), self.value(f"red_nines-{seat}") or "0"
        if not held and nines == "0":
            return [] if self.out(seat) else None
        numbers = [whole(held, LARGEST_HELD), whole(nines, LARGEST_HELD)]
        if None in numbers:
            what = "how many points they count" if ask.by == "points" else "how many cards"
            self.errors[f"hand-{seat}"] = f"Write {what}, in digits only."
            return None
        return {ask.by: numbers[0], "red_nines": numbers[1]}

    def _nines_contradict(self, seat: int, written: list[str]) -> bool:
        """Whether red nines were chosen beside cards that hold another number of them."""
        chosen = self.value(f"red_nines-{seat}") or "0"
        return chosen not in ("0", str(sum(card.lower() == RED_NINE for card in written)))

    def note(self, fault: Refused, number: int) -> None:
        """Put a refusal beside the field it is about."""
        sentence = f"{fault.message}."
        if fault.deal is not None and fault.deal != number:
            self.errors["form"] = f"Deal {fault.deal} would be impossible then: {sentence.lower()}"
        elif fault.seat is not None and fault.seat < len(self.order):
            self.errors.setdefault(f"hand-{fault.seat}", sentence)
        else:
            self.errors.setdefault("form", sentence)


def held_field(ask: HandsAsk, seat: int) -> str:
    """What the field for the sum of a hand is called."""
    return f"{'points' if ask.by == 'points' else 'count'}-{seat}"


def typed_in(form: Mapping[str, str]) -> dict[str, str]:
    """What a form sent, trimmed and not longer than anybody would type."""
    return {key: value.strip()[:LONGEST_FIELD] for key, value in form.items()}


def typed_for(variant: Variant, told: Mapping[str, Any]) -> dict[str, str]:
    """What would have to be typed for a deal that was told already."""
    typed: dict[str, str] = {"void": "1"} if told.get("void") else {}
    if told.get("dealer") is not None:
        typed["dealer"] = str(told["dealer"])
    for ask in variant.asks:
        answer = told.get(ask.key)
        if isinstance(ask, HandsAsk):
            for seat, hand in enumerate(answer or ()):
                typed.update(_typed_hand(ask, seat, hand))
        elif answer is True:
            typed[ask.key] = "1"
        elif answer is not None and answer is not False:
            typed[ask.key] = str(answer)
    return typed


def _typed_hand(ask: HandsAsk, seat: int, hand: Any) -> dict[str, str]:
    if isinstance(hand, Mapping):
        return {
            held_field(ask, seat): str(hand[ask.by]),
            f"red_nines-{seat}": str(hand["red_nines"]),
        }
    return {f"cards-{seat}": write_hand(hand)} if hand else {}
