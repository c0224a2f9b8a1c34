"""What one phone has told it knows, however old the page it tells more on; but no deal."""

import json
from typing import Any

import pytest

from scorer.rules.record import read_record
from scorer.services.exchange.export import export_game
from scorer.services.projections import check
from scorer.storage.database import Database
from tests.services.test_own_hands import phone_of as join
from tests.services.test_own_hands import points
from tests.tables import Table, facts, new_id

ANN, BEN, CAT, DAN = range(4)


@pytest.fixture
def mine(database: Database, club: str) -> str:
    return join(database, club)


@pytest.fixture
def other(database: Database, club: str) -> str:
    return join(database, club)


def tell(table: Table, device: str, seat: int, held: int, **said: Any) -> Any:
    """A phone that has seen nothing of the deal tells a hand of deal 1."""
    content = {"after": None, "key": "hands", "seat": seat, "value": points(held)}
    return table.write("answer", content, **{"device": device, "seen": 0, **said})


def score(table: Table, device: str, *held: int, **said: Any) -> Any:
    """A phone that has seen nothing saves deal 1 as a whole."""
    content = {"after": None, "facts": facts(0, *held)}
    return table.write("deal", content, **{"device": device, "seen": 0, **said})


def questions(table: Table) -> list[list[str]]:
    """The names of the entries between which somebody has to decide."""
    sheet = table.read().sheet
    opening = sheet.opening.open_questions if sheet.opening else ()
    told = [one for deal in sheet.deals for one in deal.open_questions]
    rivals = [
        [deal.id, *(rival.id for rival in deal.rivals)] for deal in sheet.deals if deal.rivals
    ]
    return [*(list(one.entries) for one in (*opening, *told)), *rivals]


def dans(table: Table) -> list[int]:
    """What Dan got in each deal."""
    return [deal.scores[DAN] for deal in table.read().sheet.deals]


def test_the_later_hand_of_one_phone_takes_the_place_of_its_earlier_one(
    table: Table, mine: str, other: str
) -> None:
    table.write("answer", {"after": None, "key": "out", "seat": None, "value": ANN}, device=other)
    for seat, held in ((BEN, 7), (CAT, 23)):
        tell(table, other, seat, held)
    for held in (39, 37, 37, 38, 37):
        tell(table, mine, DAN, held, seen=1)
        assert (dans(table), questions(table)) == ([held], [])
    assert check(table.database) == []
    # An export tells it too, and is read alike.
    record = json.loads(export_game(table.database, table.club, table.id))
    assert record["entries"][-1]["content"]["known"] == [4, 5, 6, 7]
    assert read_record(record).sheet == table.read().sheet
    # Undo of the last leaves the deal of before, as long as anything of it stands.
    table.undo()
    assert dans(table) == []


def test_a_deal_for_a_place_that_is_taken_is_asked_about_though_its_own_phone_took_it(
    table: Table, mine: str
) -> None:
    first, second, same = new_id(), new_id(), new_id()
    score(table, mine, 7, 23, 32, name=first)
    table.deal(1, 5, 6, 7, device=mine)
    # As on a page of before both.
    score(table, mine, 7, 23, 28, name=second)
    assert (dans(table), questions(table)) == ([32, 7], [[first, second]])
    # The same is the same deal, and what its phone says next may follow it.
    saved = score(table, mine, 7, 23, 32, name=same)
    assert (saved.same_number, saved.repeated) == (1, False)
    table.write("deal", {"after": same, "facts": facts(1, 5, 6, 7)}, device=mine, seen=0)
    assert (dans(table), questions(table)) == ([32, 7], [[first, second]])
    assert check(table.database) == []
    table.write("decide", {"entry": second}, device=mine)
    assert (dans(table), questions(table)) == ([28, 7], [])


def test_the_later_correction_of_one_phone_takes_the_place_of_its_earlier_one(
    table: Table, mine: str, other: str
) -> None:
    deal = new_id()
    score(table, other, 7, 23, 32, name=deal)

    def correct(device: str, *held: int) -> Any:
        content = {"deal": deal, "facts": facts(0, *held)}
        return table.write("correct_deal", content, device=device, seen=1)

    correct(mine, 7, 23, 39)
    correct(other, 8, 23, 32)
    correct(mine, 7, 23, 37)
    assert (table.read().sheet.totals, questions(table)) == ((0, 8, 23, 37), [])
    correct(mine, 7, 23, 37)
    assert (table.read().sheet.totals, questions(table)) == ((0, 8, 23, 37), [])
    correct(other, 7, 23, 38)
    assert len(questions(table)) == 1
    assert check(table.database) == []
