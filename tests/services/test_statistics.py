"""Statistics are what was played, at every look: nothing is counted later, nothing is written."""

from datetime import date

import pytest
from sqlalchemy import select

from scorer.rules.words import WORDS
from scorer.services.projections import check, rebuild
from scorer.services.ratings import rate_due
from scorer.services.statistics.person import FeatSum, read_person
from scorer.storage.schema import entries
from tests.services.finished_games import player, win
from tests.services.plain_recount import agree
from tests.storage.test_many_writers import all_at_once
from tests.tables import begin, execute


@pytest.mark.every_database
def test_statistics_are_true_while_several_tables_save(database, club):
    tables = [begin(database, club) for _ in range(4)]
    ann = player(database, "Ann")

    def play(table):
        seen = []
        for _ in range(4):
            table.deal(0, 5, 6, 7)
            seen.append(read_person(database, club, ann).whole.deals)
        return seen

    seen = all_at_once([lambda table=table: play(table) for table in tables])
    assert all(each == sorted(each) for each in seen)
    assert max(each[-1] for each in seen) == 16
    assert read_person(database, club, ann).whole.games == 4
    agree(database, club)


SPOILT = [
    ("UPDATE tallies SET apart = 9", "the sums in tallies"),
    ("DELETE FROM pairs WHERE better = 4", "the sums in pairs"),
    ("UPDATE feats SET times = 7 WHERE key = 'caught'", "the sums in feats"),
    ("DELETE FROM highlights", "its rows of highlights"),
    ("UPDATE ratings SET streak = 7", "the ratings are not those"),
    ("UPDATE results SET finished = NOT finished WHERE seat = 2", "its rows of results"),
    ("DELETE FROM results WHERE seat = 1", "its rows of results"),
    ("UPDATE games SET over = NOT over", "over is"),
    ("UPDATE games SET last_at = '2001-01-01 00:00:00'", "last_at is 2001"),
    ("UPDATE results SET person = game WHERE seat = 3", "seat 3 is another person's"),
    ("INSERT INTO balances SELECT club, id, 7 FROM players", "the sums in balances"),
]


def test_copies_that_were_spoilt_are_found_and_made_anew(database, club):
    win(database, club, 0)
    rate_due(database, club)
    assert check(database) == []
    for spoilt, problem in SPOILT:
        execute(database, spoilt)
        assert any(problem in one for one in check(database)), spoilt
        rebuild(database)
        agree(database, club)
    with database.reading() as connection:
        assert connection.execute(select(entries)).all()


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
        table.describe_night(day=date(year, 1, 1))
    ben = read_person(database, club, player(database, "Ben"))
    assert ben.whole.feat("caught") == FeatSum(4, number)
    ann = read_person(database, club, player(database, "Ann"))
    assert ann.whole.feats.keys() == {"went_out"}
    assert ann.whole.feat("went_out") == FeatSum(4, 0)
