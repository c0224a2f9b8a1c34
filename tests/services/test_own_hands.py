"""Everybody writes their own hand: what comes twice, late or together, and what is withheld."""

import json
from typing import Any

import pytest

from scorer.commands.check import check_projections
from scorer.rules.entries import WITHHELD, Answer
from scorer.rules.errors import BadEntry
from scorer.rules.record import read_record
from scorer.services.club import invitations
from scorer.services.club.join import join_club
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.exchange.export import export_game
from scorer.services.games.read import GameRead
from scorer.services.games.score import Saved
from scorer.services.games.withhold import withhold
from scorer.storage.database import Database
from tests.tables import Table, begin, facts, new_id

pytestmark = pytest.mark.every_database
SECRET = "a secret only for tests"


def points(held: int) -> dict[str, int]:
    return {"points": held, "red_nines": 0}


def answer(table: Table, key: str, seat: int | None, value: Any, **other: Any) -> Saved:
    """A phone answers one ask of the deal in play."""
    content = {"after": table.read().sheet.last_deal, "key": key, "seat": seat, "value": value}
    return table.write("answer", content, **other)


def whole(table: Table, out: int = 0, *held: int) -> None:
    """Who is out is said, and then everybody's hand comes in."""
    answer(table, "out", None, out)
    seats = [seat for seat in range(4) if seat != out]
    after = table.read().sheet.last_deal
    for seat, number in zip(seats, held or (7, 23, 32), strict=True):
        content = {"after": after, "key": "hands", "seat": seat, "value": points(number)}
        table.write("answer", content)


def test_a_deal_is_scored_with_the_last_hand_and_undone_as_one(table: Table) -> None:
    whole(table)
    read = table.read()
    assert read.sheet.totals == (0, 7, 23, 32)
    table.undo()
    read = table.read()
    assert (read.sheet.deals, read.version) == ((), 5)
    table.redo()
    assert table.read().sheet.totals == (0, 7, 23, 32)
    table.undo()
    whole(table, 1, 5, 6, 8)
    assert table.read().sheet.totals == (5, 0, 6, 8)


def test_an_answer_sent_again_is_the_same_and_another_of_its_name_is_not(table: Table) -> None:
    name = new_id()
    answer(table, "hands", 1, points(7), name=name)
    assert answer(table, "hands", 1, points(7), name=name, seen=0).repeated
    with pytest.raises(Conflict, match="name"):
        answer(table, "hands", 1, points(8), name=name)


def test_a_hand_for_a_deal_that_its_writer_has_seen_scored_is_not_written(table: Table) -> None:
    table.deal()
    content = {"after": None, "key": "hands", "seat": 1, "value": points(7)}
    with pytest.raises(WrittenSince):
        table.write("answer", content)
    table.undo()
    whole(table)
    with pytest.raises(WrittenSince):
        table.write("answer", content)


def test_a_hand_stays_hidden_though_the_deal_before_is_put_back(table: Table) -> None:
    first = table.deal().game_read.sheet.last_deal
    taken_back = new_id()
    table.write("withdraw", {"entry": first}, name=taken_back)
    anew = new_id()
    table.write("deal", {"after": None, "facts": facts(0, 7, 23, 30)}, name=anew)
    answer(table, "hands", 1, points(11))
    for entry in (anew, taken_back):
        table.write("withdraw", {"entry": entry})
    read = withhold(table.database, table.read(), None)
    assert [deal.id for deal in read.sheet.deals] == [first]
    told = [entry.body.content() for entry in read.entries if isinstance(entry.body, Answer)]
    assert ["value" in content for content in told] == [False]


@pytest.mark.parametrize("kind", ["answer", "withdraw"])
def test_only_the_book_says_what_goes_together(table: Table, kind: str) -> None:
    whole(table)
    first = table.read().entries[0].name
    whole(table, 1, 5, 6, 8)
    content: dict[str, Any] = {"entry": first, "whole": True}
    if kind == "answer":
        content = {"after": None, "key": "hands", "seat": 3, "value": points(9), "with": first}
    with pytest.raises(BadEntry):
        table.write(kind, content)


def values_of(read: GameRead) -> list[Any]:
    """What was answered, as this phone sees it, in the book and on the sheet."""
    bodies = [entry.body for entry in read.entries]
    told = [body.value for body in bodies if isinstance(body, Answer)]
    opening = read.sheet.opening
    assert opening is not None
    hidden = [one.value is WITHHELD for one in opening.answered]
    assert hidden == [value is WITHHELD for value in told]
    return told


def phone_of(database: Database, club: str) -> str:
    """A phone that has joined the club."""
    made = invitations.make_invitation(database, SECRET, club, "score")
    return join_club(database, made, "")[0].id


def test_only_who_wrote_it_sees_a_hand_before_all_are_in(
    database: Database, club: str, table: Table
) -> None:
    mine, other = (phone_of(database, club) for _ in range(2))
    answer(table, "out", None, 0, device=mine)
    saved = answer(table, "hands", 1, points(23), device=mine)
    assert values_of(saved.game_read) == [0, WITHHELD]
    read = table.read()
    assert values_of(withhold(database, read, mine)) == [0, points(23)]
    for device in (other, None):
        assert values_of(withhold(database, read, device)) == [0, WITHHELD]
    # Neither does an export tell it, and it can be read again.
    record = json.loads(export_game(database, club, table.id))
    assert [entry["content"].get("value") for entry in record["entries"]] == [0, None]
    assert read_record(record).entries[1].body.content().keys() == {"after", "key", "seat"}
    answer(table, "hands", 2, points(5), device=other)
    answer(table, "hands", 3, points(6), device=other)
    read = withhold(database, table.read(), None)
    assert read.sheet.totals == (0, 23, 5, 6)
    assert all(entry.body.content()["value"] is not None for entry in read.entries)
    # What was shown once and then undone is no secret, but the hands that come instead are.
    table.undo()
    answer(table, "hands", 1, points(9), device=mine)
    read = withhold(database, table.read(), other)
    told = [entry.body.content().get("value") for entry in read.entries]
    assert told[1] == points(23)
    assert told[-1] is None


def test_a_game_that_ends_in_the_middle_of_a_deal_tells_no_hands_of_it(
    database: Database, club: str, table: Table
) -> None:
    whole(table)
    answer(table, "out", None, 1)
    answer(table, "hands", 2, points(23))
    ended = table.write("end", {"why": "late"})
    assert ended.game_read.sheet.over
    for read in (ended.game_read, withhold(database, table.read(), None)):
        told = [entry.body.content() for entry in read.entries]
        # All of the first deal, and of the second who was out.
        values = [content["value"] is not None for content in told if "value" in content]
        assert values == [True] * 5
        assert "value" not in told[5]
    record = json.loads(export_game(database, club, table.id))
    assert "value" not in record["entries"][5]["content"]
    table.undo()
    assert withhold(database, table.read(), None).sheet.opening.answered[-1].value is WITHHELD


def test_a_deal_of_answers_comes_back_from_a_file_as_it_was(
    database: Database, club: str, table: Table
) -> None:
    whole(table)
    whole(table)
    table.undo()
    record = read_record(json.loads(export_game(database, club, table.id)))
    assert record.sheet is not None
    read = table.read().sheet
    assert [(deal.id, deal.lines) for deal in record.sheet.deals] == [
        (deal.id, deal.lines) for deal in read.deals
    ]
    assert check_projections(database) == 0


def test_a_red_nine_is_not_said_of_whoever_is_out_next(table: Table) -> None:
    answer(table, "out", None, 1)
    out = table.read().entries[-1].name
    answer(table, "on_red_nine", None, True)
    table.write("withdraw", {"entry": out})
    name = new_id()
    answer(table, "out", None, 2, name=name)
    opening = table.read().sheet.opening
    assert opening is not None
    assert [told.value for told in opening.answered] == [2, False]
    assert answer(table, "out", None, 2, name=name).repeated
    table.write("withdraw", {"entry": name})
    opening = table.read().sheet.opening
    assert opening is not None
    assert [told.value for told in opening.answered] == [True]


def test_two_who_say_at_once_that_somebody_is_out_have_said_it_once(table: Table) -> None:
    first = answer(table, "out", None, 1)
    again = answer(table, "out", None, 1, seen=0)
    assert (again.number, again.repeated, again.version) == (first.number, True, 1)
    table.undo()
    assert said(table) == []
    # Taken back and said anew it is said once more.
    answer(table, "out", None, 1, seen=0)
    assert said(table) == [1]


def said(table: Table) -> list[Any]:
    """What is answered of the deal in play."""
    opening = table.read().sheet.opening
    return [] if opening is None else [one.value for one in opening.answered]


def test_no_guess_at_a_bid_that_is_hidden_tells_whether_it_is_right(
    database: Database, club: str
) -> None:
    table = begin(database, club, "Ann", "Ben", "Cat", variant="ninety-nine")
    bid = new_id()
    answer(table, "bids", 0, 4, name=bid)
    answers = set()
    for guess in (2, 4, 6):
        guessed = new_id()
        answer(table, "bids", 0, guess, name=guessed, seen=0)
        shown = withhold(database, table.read(), None).sheet.opening
        assert shown is not None
        for chosen in (bid, guessed):
            with pytest.raises(Conflict, match="nothing_to_decide"):
                table.write("decide", {"entry": chosen})
        answers.add((shown.open_questions, shown.missing, shown.fault))
        table.write("withdraw", {"entry": guessed})
    assert len(answers) == 1
    # Once all is told, what differs is asked about.
    other = new_id()
    answer(table, "bids", 0, 6, name=other, seen=0)
    for seat in (1, 2):
        answer(table, "bids", seat, 3)
    table.write("answers", {"after": None, "facts": {"tricks": [3, 3, 3]}})
    (deal,) = withhold(database, table.read(), None).sheet.deals
    assert [one.entries for one in deal.open_questions] == [(bid, other)]
    table.write("decide", {"entry": other})
