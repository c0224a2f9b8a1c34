"""What is read of the statistics: a person under all names, and whether leading helps."""

from datetime import date

import pytest

from scorer.rules.words import WORDS
from scorer.services.errors import NotFound
from scorer.services.nights.edit import Description, edit_night
from scorer.services.statistics import person as persons
from scorer.services.statistics.person import FeatSum, read_person
from tests.services.finished_games import player, win
from tests.tables import begin, new_id


@pytest.mark.every_database
@pytest.mark.parametrize(("summed", "number"), [("sum", 28), ("largest", 8), ("smallest", 6)])
def test_the_numbers_of_a_feat_come_together_as_its_words_say(
    database, club, monkeypatch, summed, number
):
    """In whatever years it was done; of what no page tells, nothing is summed up."""
    words = {**WORDS["feats"]["caught"], "summed": summed, "person": {"says": "{number}"}}
    monkeypatch.setitem(WORDS["feats"], "caught", words)
    for points, year in ((6, 2019), (8, 2020)):
        table = begin(database, club)
        for _ in range(2):
            table.deal(0, points, 6, 7)
        described = Description(day=date(year, 1, 1), name="", place="", note="")
        edit_night(database, club, table.night, described)
    ben = read_person(database, club, player(database, "Ben"))
    assert ben.whole.feat("caught") == FeatSum(4, number)
    ann = read_person(database, club, player(database, "Ann"))
    assert ann.whole.feats == {"went_out": FeatSum(4, 0)}


@pytest.mark.parametrize("wrong", ["", "x", "\0", "' OR 1=1"])
def test_nobody_is_not_found(database, club, wrong):
    for one in (wrong, new_id()):
        with pytest.raises(NotFound):
            read_person(database, club, one)
        with pytest.raises(NotFound):
            persons.form_of(database, club, one)


def test_another_clubs_people_are_not_found(database, club):
    win(database, club, 0)
    with pytest.raises(NotFound):
        read_person(database, new_id(), player(database, "Ann"))
