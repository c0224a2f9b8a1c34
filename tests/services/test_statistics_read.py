"""What is read of the statistics: a person under all names, and whether leading helps."""

import random
from datetime import date
from typing import Any

import pytest

from scorer.rules.results import Pair
from scorer.rules.words import WORDS
from scorer.services.errors import NotFound
from scorer.services.nights.edit import Description, edit_night
from scorer.services.people.merge import merge_people
from scorer.services.statistics import person as persons
from scorer.services.statistics.club import read_beside_luck
from scorer.services.statistics.person import FeatSum, Tally, read_person
from scorer.storage.database import Database
from tests.services.finished_games import player, win
from tests.tables import Statements, begin, new_id


def test_a_person_is_read_under_all_his_names(database: Database, club: str) -> None:
    win(database, club, 0)
    win(database, club, 1, "Eve", "Ben", "Cat", "Dan")
    ann, eve = player(database, "Ann"), player(database, "Eve")
    merge_people(database, club, eve, ann, device=None)
    for one in (ann, eve):
        person = read_person(database, club, one)
        assert (person.id, person.name, person.other_names) == (ann, "Ann", ("Eve",))
        assert person.whole == Tally(
            games=2,
            wins=1,
            deals=8,
            feats={"went_out": FeatSum(4), "caught": FeatSum(4)},
            **apart(person),
        )
        assert [(beside.name, beside.together.deals) for beside in person.companions] == [
            ("Ben", 8),
            ("Cat", 8),
            ("Dan", 8),
        ]
        assert person.companions[0].together == Pair(
            deals=8, better=4, worse=4, games=2, ahead=1, behind=1, feats=4, cost=20
        )
        assert list(person.by_kind) == ["red-nines"]
        assert [game.place for game in person.form] == [1, 2]


def apart(person: Any) -> dict[str, int]:
    return {"score": 20, "apart": person.whole.apart}


def test_leading_is_counted_by_the_number_of_players(database: Database, club: str) -> None:
    win(database, club, 1)
    # Ann deals first, so Ben leads first; then Cat, Dan and Ann.
    with database.reading() as connection:
        (found,) = read_beside_luck(connection, club)
    assert (found.kind.key, found.deals, found.made, found.even) == ("red-nines", 4, 25, 25)


@pytest.mark.every_database
@pytest.mark.parametrize(("summed", "number"), [("sum", 28), ("largest", 8), ("smallest", 6)])
def test_the_numbers_of_a_feat_come_together_as_its_words_say(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch, summed: str, number: int
) -> None:
    """In whatever years it was done; of what no page tells, nothing is summed up."""
    words = {**WORDS["feats"]["caught"], "summed": summed, "person": {"says": "{number}"}}
    monkeypatch.setitem(WORDS["feats"], "caught", words)
    for points, year in ((6, 2019), (8, 2020)):
        table = begin(database, club)
        for _ in range(2):
            table.deal(0, points, 6, 7)
        described = Description(day=date(year, 1, 1), name="", place="", note="")
        edit_night(database, club, table.read().night, described)
    ben = read_person(database, club, player(database, "Ben"))
    assert ben.whole.feat("caught") == FeatSum(4, number)
    ann = read_person(database, club, player(database, "Ann"))
    assert ann.whole.feats == {"went_out": FeatSum(4, 0)}


@pytest.mark.parametrize("wrong", ["", "x", "\0", "' OR 1=1"])
def test_nobody_is_not_found(database: Database, club: str, wrong: str) -> None:
    for one in (wrong, new_id()):
        with pytest.raises(NotFound):
            read_person(database, club, one)
        with pytest.raises(NotFound):
            persons.form_of(database, club, one)


def test_another_clubs_people_are_not_found(database: Database, club: str) -> None:
    win(database, club, 0)
    with pytest.raises(NotFound):
        read_person(database, new_id(), player(database, "Ann"))


def test_a_person_takes_five_queries_however_much_was_played(database: Database, club: str) -> None:
    counts = []
    for more in (1, 12):
        for _ in range(more):
            win(database, club, 0, "Ann", *random.sample(("Ben", "Cat", "Dan", "Eve", "Fay"), 3))
        ann = player(database, "Ann")
        read_person(database, club, ann)
        with Statements(database) as sent:
            read_person(database, club, ann)
        counts.append(sent.count)
    assert counts == [5, 5]
