"""What one phone has told it knows, however old the page it tells more on; but no deal."""

import json
from typing import Any

import pytest

from scorer.rules.record import read_record
from scorer.services.errors import WrittenSince
from scorer.services.exchange.export import export_game
from scorer.services.games.score import ANSWERS
from scorer.services.projections import check
from scorer.storage.database import Database
from tests.services.test_own_hands import phone_of as join
from tests.services.test_own_hands import points
from tests.tables import Table, facts, new_id

pytestmark = pytest.mark.every_database
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


def test_what_others_have_told_between_is_still_asked_about(
    table: Table, mine: str, other: str
) -> None:
    first = new_id()
    tell(table, mine, DAN, 39, name=first)
    asked, mid = new_id(), new_id()
    tell(table, other, DAN, 35, name=asked)
    assert questions(table) == [[first, asked]]
    tell(table, mine, DAN, 37, name=mid)
    assert questions(table) == [[mid, asked]]
    # Who comes to say the same as the other has settled it.
    tell(table, mine, DAN, 35)
    assert questions(table) == []
    tell(table, mine, DAN, 36, name=(last := new_id()))
    assert questions(table) == [[last, asked]]


def test_what_was_told_first_by_another_counts_beside_the_later_of_one_phone(
    table: Table, mine: str, other: str
) -> None:
    names = [new_id() for _ in range(4)]
    told = ((other, 35), (mine, 39), (mine, 37), (mine, 35))
    asked: list[list[list[str]]] = []
    for name, (device, held) in zip(names, told, strict=True):
        tell(table, device, DAN, held, name=name)
        asked.append(questions(table))
    assert asked == [[], [[names[0], names[1]]], [[names[0], names[2]]], []]


def test_who_is_out_is_said_anew_by_one_phone_with_what_goes_with_it(
    table: Table, mine: str
) -> None:
    for told in ({"out": ANN, "on_red_nine": True}, {"out": BEN}):
        table.write(ANSWERS, {"after": None, "facts": told}, device=mine, seen=0)
    opening = table.read().sheet.opening
    assert opening is not None
    assert [one.value for one in opening.answered] == [BEN, False]
    assert questions(table) == []


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


def test_a_whole_deal_that_somebody_has_corrected_since_is_not_lost_to_another_of_its_phone(
    table: Table, mine: str, other: str
) -> None:
    first, second = new_id(), new_id()
    score(table, mine, 7, 23, 32, name=first)
    table.write("correct_deal", {"deal": first, "facts": facts(0, 7, 23, 33)}, device=other, seen=1)
    score(table, mine, 7, 23, 28, name=second)
    assert (dans(table), questions(table)) == ([33], [[first, second]])


def test_a_whole_deal_takes_the_place_of_what_its_phone_has_answered(
    table: Table, mine: str, other: str
) -> None:
    table.write("answer", {"after": None, "key": "out", "seat": None, "value": ANN}, device=mine)
    for seat, held in ((BEN, 7), (CAT, 24)):
        tell(table, mine, seat, held)
    score(table, mine, 7, 23, 32)
    assert (dans(table), questions(table)) == ([32], [])
    # What made a deal is compared, and so is what another phone has said unseen.
    table.undo()
    tell(table, mine, DAN, 39)
    score(table, mine, 7, 24, 32)
    assert (dans(table), [len(asked) for asked in questions(table)]) == ([39], [2])
    table.undo()
    table.undo()
    tell(table, mine, CAT, 23)
    tell(table, other, DAN, 39)
    score(table, mine, 7, 23, 32)
    assert (dans(table), [len(asked) for asked in questions(table)]) == ([39], [2])
    assert check(table.database) == []


def test_a_hand_of_a_phone_that_has_told_the_whole_deal_is_corrected_there(
    table: Table, mine: str, other: str
) -> None:
    score(table, mine, 7, 23, 32)
    with pytest.raises(WrittenSince):
        tell(table, mine, DAN, 39)
    tell(table, other, DAN, 39)
    assert len(questions(table)) == 1


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


def test_what_a_phone_says_that_it_knows_is_not_taken_from_it(
    table: Table, mine: str, other: str
) -> None:
    tell(table, other, DAN, 39)
    content = {"after": None, "key": "hands", "seat": DAN, "value": points(37), "known": [1]}
    name = new_id()
    for repeated in (False, True):
        saved = table.write("answer", content, device=mine, seen=0, name=name)
        assert saved.repeated is repeated
    assert len(questions(table)) == 1


def test_an_answer_sent_again_is_the_same_though_its_phone_has_told_otherwise_before(
    table: Table, mine: str
) -> None:
    tell(table, mine, DAN, 39)
    name = new_id()
    assert not tell(table, mine, DAN, 37, name=name).repeated
    assert tell(table, mine, DAN, 37, name=name).repeated
