"""What is read of the statistics: a person under all names, and whether leading helps."""

from datetime import date

import pytest

from scorer.rules.words import WORDS
from scorer.services.nights.edit import Description, edit_night
from scorer.services.statistics.person import FeatSum, read_person
from tests.services.finished_games import player
from tests.tables import begin


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
