"""A book that is read on entry by entry reads as it does from scratch, whatever it says twice."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.entries import Entry, Sitter, parse_body
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet, reading_on
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.rules.variants import newest_variants
from scorer.services.demo_deals import deal

Book = tuple[Entry, ...]
ENTRIES = 25
PLAYERS = {"ninety-nine": 3, "oxford-whist": 3}
# Longer games than usual, so that there is room for many entries.
RULES = {"ninety-nine": {"target": 1000}, "nine-five": {"target": 500}}
DEEDS = {
    "missing": 45,
    "answer": 2,
    "deal": 14,
    "correct": 6,
    "withdraw": 20,
    "decide": 6,
    "start": 2,
}
# What somebody wrote who had not seen the last ones.
UNSEEN = (0, 0, 0, 1, 3, 6, 9)
# How often somebody says what the cards were.
TRUE = 0.9
# How often a hand is told that fits by itself, but not together with another such one.
MANY_KINGS = 0.1


class Table:
    """A table whose phones say at random what happened; the cards are the same for all."""

    def __init__(self, variant: str, seed: int) -> None:
        self.seed, self.dice, self.players = seed, random.Random(seed), PLAYERS.get(variant, 4)
        sitters = tuple(Sitter(f"p{seat}", f"P{seat}") for seat in range(self.players))
        self.start = Start(variant, sitters, house_rules=RULES.get(variant, {}))
        self.empty = read_sheet(self.start, ())
        self.book: Book = ()

    def books(self) -> Iterator[Book]:
        """The book with each entry that could be written, as it is when that is new."""
        for step in range(ENTRIES):
            seen = max(0, len(self.book) - self.dice.choice(UNSEEN))
            said = self.say(self.book[:seen])
            if said is None:
                continue
            kind, content = said
            with suppress(Refused):
                body = parse_body(kind, content)
                entry = Entry(len(self.book) + 1, f"e{step}", body, seen, stored=False)
                read_sheet(self.start, (*self.book, entry))
                yield (*self.book, entry)
                self.book = (*self.book, replace(entry, stored=True))

    def say(self, seen: Book) -> tuple[str, dict[str, Any]] | None:
        """What a phone says that has seen so much, if it finds anything to say."""
        sheet = read_sheet(self.start, seen)
        deed = self.dice.choices(list(DEEDS), list(DEEDS.values()))[0]
        after = sheet.last_deal
        if deed == "deal":
            if sheet.deals and self.dice.random() < 1 - TRUE:
                after = self.dice.choice(sheet.deals).id
            return deed, {"after": after, "facts": self.facts(after)}
        if deed == "correct":
            names = [one.id for one in sheet.deals]
            facts = self.facts(after)
            content = {"deal": self.dice.choice(names or [""]), "facts": facts}
            return ("correct_deal", content) if names else None
        if deed == "withdraw":
            names = [entry.name for entry in seen[-12:]]
            return (deed, self.withdrawal(self.dice.choice(names), sheet)) if names else None
        if deed == "decide":
            names = [name for one in sheet.undecided for name in told_of(one)]
            return (deed, {"entry": self.dice.choice(names)}) if names else None
        if deed == "start":
            return "correct_start", {"first_dealer": self.dice.randrange(self.players)}
        missing = sheet.opening.missing if sheet.opening and deed == "missing" else None
        answers = [
            {"after": after, "key": key, "seat": seat, "value": value}
            for key, seat, value in self.truths(self.facts(after))
            if missing is None or (key, seat) in missing
        ]
        return ("answer", self.dice.choice(answers)) if answers else None

    def withdrawal(self, name: str, sheet: Sheet) -> dict[str, Any]:
        """Part of a deal by now, an answer is taken back with all of it."""
        whole = next((one for one in sheet.deals if name in one.answers), None)
        return {"entry": whole.id, "whole": True} if whole else {"entry": name}

    def facts(self, after: str | None) -> dict[str, Any]:
        """What the cards were of the deal that follows this one, or somebody's error."""
        true = self.dice.random() < TRUE
        dice = random.Random(f"{self.seed} {after}") if true else self.dice
        made = deal(self.empty, [1.0] * self.players, dice)
        assert made is not None
        return made

    def truths(self, facts: dict[str, Any]) -> Iterator[tuple[str, int | None, Any]]:
        """The same as answers, by ask and seat."""
        for ask in self.empty.start.asks:
            within = facts.get(ask.group, {}) if ask.group else facts
            if not ask.asked or (ask.key not in within and not ask.required):
                continue
            told = within.get(ask.key)
            if ask.many or ask.of == "deal":
                yield from (
                    (ask.key, None, value) for value in (told or () if ask.many else [told])
                )
                continue
            for at, value in enumerate(told or ()):
                if ask.kind == "hands" and self.dice.random() < MANY_KINGS:
                    yield ask.key, at, ["K"] * 3
                elif not (ask.but and facts.get(ask.but) == at):
                    yield ask.key, at, value


def told_of(one: Any) -> list[str]:
    """What could be chosen of a deal that is open."""
    answers = [name for question in one.open_questions for name in question.entries]
    return [one.id, *(rival.id for rival in one.rivals), *answers]


def comparable(sheet: Sheet) -> tuple[str, Sheet]:
    """A sheet that equals another one that says the same: no two faults are equal."""
    if sheet.opening is None:
        return "", sheet
    plain = replace(sheet, opening=replace(sheet.opening, fault=None))
    return repr(sheet.opening.fault), plain


@pytest.mark.parametrize("variant", sorted(newest_variants()))
def test_a_book_that_is_read_on_reads_as_it_does_from_scratch(variant: str, soaking: bool) -> None:
    for seed in range(400 if soaking else 4):
        table, last = Table(variant, seed), None
        for book in table.books():
            with reading_on(last) as reading:
                read_on = read_sheet(table.start, book)
            last = reading[0]
            stored = (*book[:-1], replace(book[-1], stored=True))
            from_scratch = read_sheet(table.start, stored)
            assert comparable(read_on) == comparable(from_scratch), f"seed {seed}"
