"""What goes by the kind of a game: nights, persons, records, and rows that are kept of it."""

import pytest
from sqlalchemy import select

from scorer.services.games.offered import played_lately
from scorer.services.games.read import read_game
from scorer.services.games.start import same_again
from scorer.services.nights import bin
from scorer.services.statistics.highlights import read_best_ever
from scorer.services.statistics.kinds import read_kinds
from scorer.services.statistics.person import read_person
from scorer.storage.schema import feats, games, highlights, pairs
from tests.services.finished_games import player, win
from tests.services.plain_recount import agree
from tests.tables import begin, new_id

GOLF = {"title": "Golf", "length": "deals", "deals": 2}
WHIST = {**GOLF, "title": "Whist", "wins": "highest", "sides": "two"}


def play(database, club, rules, *deals):
    """A game of points."""
    table = begin(database, club, variant="points", house_rules=rules)
    table.score(*({"points": numbers} for numbers in deals))
    return table


def kinds_of(database, game):
    """The kinds that are kept of the only game there is, in every table."""
    with database.reading() as connection:
        kept = {connection.scalar(select(games.c.kind).where(games.c.id == game))}
        kept |= set(connection.scalars(select(highlights.c.kind)))
        kept |= set(connection.scalars(select(feats.c.kind).where(feats.c.times > 0)))
        kept |= set(connection.scalars(select(pairs.c.kind).where(pairs.c.deals > 0)))
    return {str(kind) for kind in kept}


def test_a_corrected_title_makes_a_game_of_another_kind(database, club):
    table = play(database, club, GOLF, [5, 6, 7, 8], [0, 26, 0, 0])
    assert kinds_of(database, table.id) == {"points/penalties/golf"}
    table.write("correct_start", {"house_rules": {**GOLF, "title": "Black Lady"}})
    assert kinds_of(database, table.id) == {"points/penalties/blacklady"}
    ann = read_person(database, club, player(database, "Ann"))
    assert [kind.title for kind in ann.kinds.values()] == ["Black Lady"]
    agree(database, club)
    table.undo()
    assert kinds_of(database, table.id) == {"points/penalties/golf"}
    agree(database, club)


def test_a_title_that_was_corrected_is_offered_again(database, club):
    table = play(database, club, GOLF, [5, 6, 7, 8])
    corrected = {**GOLF, "title": "Black Lady", "deals": 3}
    table.write("correct_start", {"house_rules": corrected})
    (played,) = played_lately(database, club)
    assert (played.kind.title, played.house_rules) == ("Black Lady", corrected)
    again = same_again(database, club, table.id, device=None, game_id=new_id())
    assert read_game(database, club, again).sheet.start.rules.title == "Black Lady"
    table.undo()
    assert {one.kind.title for one in played_lately(database, club)} == {"Black Lady", "Golf"}


@pytest.mark.every_database
def test_a_person_is_told_of_each_kind_by_its_last_title(database, club, fake_clock):
    play(database, club, GOLF, [5, 6, 7, 8], [0, 26, 0, 0])
    fake_clock.advance(minutes=1)
    play(database, club, {**GOLF, "title": "GOLF"}, [5, 6, 7, 8], [0, 26, 0, 0])
    gone = play(database, club, {**GOLF, "title": "hearts"}, [5, 6, 7, 8])
    bin.delete(database, club, "game", gone.id, device=None)
    play(database, club, {**GOLF, "wins": "highest"}, [5, 6, 7, 8], [0, 26, 0, 0])
    win(database, club, 0)
    ann = read_person(database, club, player(database, "Ann"))
    titles = {ann.kinds[key].title + f" {tally.games}" for key, tally in ann.by_kind.items()}
    assert titles == {"GOLF 2", "Golf 1", "Red Nines 1"}
    assert [game.kind.title for game in ann.form] == ["Golf", "GOLF", "Golf", "Red Nines"]
    # So is it offered, once.
    offered = [one.kind.title for one in played_lately(database, club)]
    assert sorted(offered) == ["GOLF", "Golf", "Red Nines"]
    agree(database, club)


def test_records_are_told_of_each_kind_by_itself(database, club):
    far = play(database, club, GOLF, [5, 16, 17, 18], [0, 26, 0, 0])
    close = play(database, club, GOLF, [5, 6, 7, 8], [0, 0, 0, 0])
    other = play(database, club, {**GOLF, "title": ""}, [5, 36, 37, 38], [0, 0, 0, 0])
    with database.reading() as connection:
        records = read_best_ever(connection, club, read_kinds(connection, club))
    closest = [record for record in records if record.feat == "closest_finish"]
    assert {(record.kind.title, record.game, record.number) for record in closest} == {
        ("Golf", close.id, 1),
        ("Points", other.id, 31),
    }
    assert far.id not in {record.game for record in closest}
