"""Phones write, correct, undo, redo, take seats and answer in any order, with any delay.

What is sent may arrive twice, since its answer was lost, and is decided by what its phone has seen.
"""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from scorer.rules.entries import Deal, changed_answers
from scorer.rules.errors import Refused
from scorer.rules.fold import to_redo, to_undo
from scorer.services.club.devices import Device
from scorer.services.errors import AnswerReplaces, Conflict, DealIsThere
from scorer.services.games.answers import set_answers
from scorer.services.games.read import GameRead
from scorer.services.games.write import write_entry
from scorer.services.projections import check
from tests.examples import examples
from tests.rules.books import numbers_of, plain_numbers
from tests.tables import Table, begin, new_id, people, random_facts

DEEDS = "dddcccuurtpaaaaaaaaa"


@dataclass
class Phone:
    """A phone at a seat, with the game as it has seen it last."""

    table: Table
    device: Device
    seat: int
    dice: random.Random
    shown: GameRead
    saved: set[str] = field(default_factory=set)
    waiting: list[dict[str, Any]] = field(default_factory=list)

    def look(self):
        self.shown = self.table.read()

    def do(self):
        """Write something by what is shown, which may be old."""
        entry = self._entry(self.dice.choice(DEEDS))
        if entry is not None:
            self.waiting.append({"id": new_id(), "seen": self.shown.version, **entry})

    def _entry(self, deed):
        sheet, entries, dice = self.shown.sheet, self.shown.entries, self.dice
        deals = [*sheet.deals, *sheet.behind_the_end]
        if deed == "d" and not sheet.over and not self.shown.answers:
            content = {"after": sheet.last_deal, "facts": random_facts(4, dice)}
            return {"kind": "deal", "content": content}
        if deed == "c" and deals:
            deal = dice.choice(deals)
            changed = changed_answers(deal.record, random_facts(4, dice))
            one = dict([dice.choice([*changed.items()])])
            return {"kind": "correct", "content": {"deal": deal.id, "set": one}}
        if deed in "ur" and (entry := (to_undo if deed == "u" else to_redo)(entries)):
            return {"kind": "withdraw", "content": {"entry": entry.id}}
        if deed == "t":
            player = people(dice.choice(("Ann", "Eve", "Fay")))[0]
            return {"kind": "take_seat", "content": {"seat": dice.randrange(4), "player": player}}
        if deed == "p":
            content = {"side": dice.randrange(4), "points": dice.randint(-9, 9), "why": "late"}
            return {"kind": "adjust", "content": content}
        if deed == "a" and (in_play := self.shown.in_play):
            held = {"points": dice.randint(2, 40), "red_nines": 0}
            out = (
                [("out", -1, dice.randrange(4))] if in_play.values.get(("out", -1)) is None else []
            )
            answers = out or [("hands", self.seat, held)]
            return {"deal": in_play.opening.number, "answers": answers}
        return None

    def send(self):
        """Send the oldest thing that waits, perhaps twice; what is refused is dropped."""
        if not self.waiting:
            return
        entry = self.waiting[0]
        if "answers" in entry:
            self._answer({key: entry[key] for key in entry if key != "seen"})
        elif self._write(entry):
            self.saved.add(entry["id"])
        if self.dice.random() < 0.8:
            self.waiting.pop(0)

    def _write(self, entry):
        try:
            write_entry(self.table.database, self.device, self.table.id, **entry)
        except Refused:
            return entry["id"] in self.saved
        except Conflict as conflict:
            assert conflict.kind != "id_taken"
            assert conflict.entries or conflict.kind == "redo_over"
            if conflict.kind == "written_since":
                assert all(
                    one.device != self.device.id and one.number > entry["seen"]
                    for one in conflict.entries
                )
            if conflict.kind != "written_since" or self.dice.random() < 0.5:
                return False
            self.look()
            return self._write({**entry, "seen": self.shown.version})
        return True

    def _answer(self, entry):
        before = self.table.read()
        try:
            saved = set_answers(self.table.database, self.device, self.table.id, **entry)
        except (Refused, DealIsThere):
            return
        except AnswerReplaces as asked:
            assert all(row.device != self.device.id for row in asked.answers)
            if self.dice.random() < 0.5:
                self._answer({**entry, "replace": True})
            return
        # A saved answer is a row, in a deal of the book, or was in one that was written with it.
        read = self.table.read()
        for ask, place, value in entry["answers"]:
            rows = {(row.ask, row.place): row.value for row in read.answers}
            deals = {deal.number: deal.record for deal in read.sheet.deals}
            told = deals.get(entry["deal"], {}).get(ask)
            in_deal = told[place] if isinstance(told, list) else told
            assert saved.repeated or value in (rows.get((ask, place)), in_deal)
        if read.version > before.version:
            assert before.in_play is not None
            [new] = read.entries[before.version :]
            assert isinstance(new.body, Deal) and new.id == entry["id"]
            rows = [(row.ask, row.place, row.value) for row in before.answers]
            told = {(ask, place): value for ask, place, value in [*rows, *entry["answers"]]}
            assert new.body.facts["out"] == told["out", -1]
            assert all(
                new.body.facts["hands"][at] == told["hands", at]
                for at in range(4)
                if at != told["out", -1]
            )


@pytest.mark.every_database
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(examples(4)))
@pytest.mark.parametrize("phones", [2, 3])
def test_whatever_was_saved_is_in_the_book_and_the_sheet_is_a_plain_reading_of_it(
    database, club, phones, seed
):
    dice = random.Random(f"{seed} {phones}")
    table = begin(database, club)
    shown = table.read()
    all_phones = [Phone(table, table.seat_phone(seat), seat, dice, shown) for seat in range(phones)]
    # Nobody types the hand of the fourth seat, so somebody types two.
    all_phones.append(Phone(table, table.phone, 3, dice, shown))
    for _ in range(60):
        phone = dice.choice(all_phones)
        dice.choice((phone.do, phone.do, phone.send, phone.send, phone.look))()
    for phone in all_phones:
        while phone.waiting:
            phone.send()
    read = table.read()
    assert plain_numbers(read.start, list(read.entries)) == numbers_of(read.sheet)
    assert [entry.number for entry in read.entries] == list(range(1, read.version + 1))
    written = {entry.id: entry.device for entry in read.entries}
    for phone in all_phones:
        assert all(written.get(id) == phone.device.id for id in phone.saved)
    assert check(database) == []
