"""Made-up deals that could have happened, with those who play well at an advantage."""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from scorer.rules.asks import Ask, Choice, Flag, Hands, Number, Seat, Side
from scorer.rules.errors import Refused
from scorer.rules.fold import score_deal
from scorer.rules.seating import deal_table
from scorer.rules.sheet import Sheet
from scorer.rules.table import Table

Facts = dict[str, Any]
# How often a flag is up or what excludes other asks happens, and other answers that may be missing.
RARELY, SOMETIMES, MOSTLY = 0.05, 0.25, 0.8
# Numbers that have no limits to speak of are seldom larger.
LARGEST = 30
# What is counted by taps is seldom more.
MOST_COUNTED = 2
# The cards that a loser is caught with.
FEWEST_CARDS, MAX_CARDS = 1, 4
# So often a deal is made up anew that its game refuses.
TRIES = 400


def deal(sheet: Sheet, strengths: Sequence[float], dice: random.Random) -> Facts | None:
    """The facts of the next deal of this sheet, by a strength for each seat; None for none."""
    if sheet.opening is None:
        raise ValueError("the game is over")
    for _ in range(TRIES):
        facts = MadeUpDeal(sheet, sheet.opening.table, strengths, dice).facts
        try:
            score_deal(sheet.start, facts, sheet.opening.table, sheet.carry)
        except Refused:
            continue
        return facts
    return None


class MadeUpDeal:
    """The `facts` of a deal, which its game may refuse."""

    def __init__(
        self,
        sheet: Sheet,
        table: Table,
        strengths: Sequence[float],
        dice: random.Random,
    ) -> None:
        self.table, self.strengths, self.dice = table, strengths, dice
        asks = sheet.start.usual_table(table).asks
        self.excluding = {key for ask in asks for key in ask.unless}
        copies = table.pack.copies if table.pack else {}
        self.pack = [card for card, number in copies.items() for _ in range(number)]
        dice.shuffle(self.pack)
        self.answers: Facts = {}
        self.facts: Facts = {}
        usual = {ask.key: ask for ask in asks}
        for key in sorted(usual, key=lambda key: self._order(usual[key])):
            # What is answered so far says what this deal asks.
            self.table = deal_table(sheet.start.variant, table, sheet.carry, self.facts)
            ask = next(ask for ask in self.table.asks if ask.key == key)
            excluded = any(usual[it].is_answered(self.answers.get(it)) for it in ask.unless)
            if ask.asked and not ask.of_nobody and not excluded:
                answer = self.answers[key] = self._answer(ask)
                (self.facts.setdefault(ask.group, {}) if ask.group else self.facts)[key] = answer

    def _order(self, ask: Ask[Any]) -> tuple[bool, bool]:
        return ask.key not in self.excluding, isinstance(ask, Number) and ask.same_as is not None

    def _answer(self, ask: Ask[Any]) -> Any:
        if ask.of == "deal":
            return self._of_one(ask, 0)
        answers: list[Any] = [None] * ask.number_of_answers(self.table)
        for at in ask.places(self.table):
            answers[at] = [] if isinstance(ask, Hands) else ask.nothing
        out = self.answers.get(ask.but or "")
        answering = [at for at in ask.places(self.table) if at != out]
        if isinstance(ask, Number) and ask.sum is not None and answering:
            for at, share in zip(answering, self._shares(ask.sum, len(answering)), strict=True):
                answers[at] = share
        else:
            for at in answering:
                answers[at] = self._of_one(ask, at)
        return answers

    def _shares(self, total: int, number: int) -> list[int]:
        cuts = sorted(self.dice.randint(0, abs(total)) for _ in range(number - 1))
        sign = -1 if total < 0 else 1
        return [sign * (end - start) for start, end in pairwise([0, *cuts, abs(total)])]

    def _of_one(self, ask: Ask[Any], at: int) -> Any:
        chance = 1.0
        if isinstance(ask, Flag) or ask.key in self.excluding:
            chance = RARELY
        elif not ask.required:
            chance = MOSTLY if ask.group or isinstance(ask, Number) else SOMETIMES
        if self.dice.random() > chance:
            return ask.nothing
        match ask:
            case Seat():
                strengths = [self.strengths[seat] for seat in self.table.dealt]
                return self.dice.choices(self.table.dealt, strengths)[0]
            case Side():
                return self.dice.choice(self.table.sides_in_order)
            case Choice():
                return self.dice.choice(ask.values)
            case Hands():
                held = self.dice.randint(FEWEST_CARDS, MAX_CARDS)
                return [self.pack.pop() for _ in range(min(held, len(self.pack)))]
            case Number():
                return self._number(ask, at)
        return True

    def _number(self, ask: Number, at: int) -> Any:
        if ask.cards and self.dice.random() < SOMETIMES:
            return self.dice.choices(sorted(ask.cards), k=ask.card_count)
        if ask.same_as in self.answers and self.dice.random() < MOSTLY:
            return self.answers[ask.same_as][at]
        # Small ones are more likely.
        limits = max(ask.least, 0), min(ask.most, MOST_COUNTED if ask.counted else LARGEST)
        number = min(self.dice.randint(*limits), self.dice.randint(*limits))
        return number - number % (ask.step or 1)
