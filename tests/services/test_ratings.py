"""Ratings: kept from game to game, and the same however the games came to be what they are."""

import random
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sqlalchemy import delete, insert, select, update

from scorer.rules.errors import Refused
from scorer.services.errors import Conflict, InTheBin
from scorer.services.people.merging import merge_people, undo_merge
from scorer.services.statistics import rating_model, ratings
from scorer.services.statistics.rating_model import Finish, Rating, chances, percents, rate_game
from scorer.storage.database import Database
from scorer.storage.honours import rated, rating_marks
from scorer.storage.honours import ratings as kept
from scorer.storage.models import clubs, games, players, results
from tests.examples import examples
from tests.services.keeping import keep_up, notice
from tests.tables import NAMES, NoButton, Statements, Table, begin, new_id, people, random_facts


def everything(database: Database, club: str) -> tuple[Any, ...]:
    """All ratings there are and the marks, as they are kept."""
    with database.reading() as connection:
        return tuple(
            sorted(map(tuple, connection.execute(select(table).where(table.c.club == club))))
            for table in (rated, kept, rating_marks)
        )


def recounted(database: Database, club: str) -> dict[str, Rating]:
    """Everybody's rating, worked out from the results alone in one go."""
    found: dict[str, Rating] = {}
    with database.reading() as connection:
        wanted = select(games).where(
            games.c.club == club, games.c.over.is_(True), games.c.deleted_at.is_(None)
        )
        for game in connection.execute(wanted.order_by(games.c.started_at, games.c.id)):
            rows = connection.execute(
                select(results).where(results.c.game == game.id, results.c.deals > 0)
            )
            places = {row.person: Finish(row.place, row.won) for row in rows}
            people = sorted(places)
            before = [found.get(one, Rating()) for one in people]
            after = rate_game(before, [places[one] for one in people])
            found.update(zip(people, after, strict=True))
    return found


def now_kept(database: Database, club: str) -> dict[str, Rating]:
    with database.reading() as connection:
        rows = connection.execute(select(kept).where(kept.c.club == club))
        return {row.person: Rating(row.mu, row.sigma, row.games, row.wins) for row in rows}


def play(table: Table, *outs: int) -> Table:
    for out in outs or (0, 0, 1, 2):
        table.deal(out)
    return table


def test_who_wins_is_rated_higher_and_who_loses_lower(database: Database, club: str) -> None:
    table = play(begin(database, club), 0, 0, 0, 0)
    keep_up(database, club, table.id)
    sitters = table.read().sheet.sitters
    found = now_kept(database, club)
    mus = [found[one.player].mu for one in sitters]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] > rating_model.MU > mus[-1]
    assert [found[one.player].wins for one in sitters] == [1, 0, 0, 0]
    assert {one.games for one in found.values()} == {1}


def test_level_places_are_rated_alike() -> None:
    first, second, _third = rate_game(
        [Rating()] * 3, [Finish(1, True), Finish(1, False), Finish(3, False)]
    )
    first = Rating(first.mu, first.sigma, first.games)
    assert first == second
    assert second.mu > rating_model.MU


def test_a_game_that_was_not_finished_or_not_played_is_not_rated(
    database: Database, club: str
) -> None:
    open_one, stopped = begin(database, club), begin(database, club)
    open_one.deal()
    stopped.write("end", {"why": "late", "leftover": None})
    keep_up(database, club, open_one.id, stopped.id)
    assert everything(database, club) == ([], [], [])


def test_only_what_changes_a_place_has_games_rated_again(database: Database, club: str) -> None:
    first, second = (play(begin(database, club), 0, 0, 0, 0) for _ in range(2))
    keep_up(database, club, first.id, second.id)
    before = everything(database, club)
    first.write("correct_deal", {"deal": first.deals[0], "facts": random_facts_out_0()})
    notice(database, club, first.id, second.id)
    assert everything(database, club) == before
    first.undo()
    first.undo()
    notice(database, club, first.id)
    assert everything(database, club)[2] != []
    keep_up(database, club)
    assert everything(database, club) != before
    assert now_kept(database, club) == recounted(database, club)


def random_facts_out_0() -> dict[str, Any]:
    return {"out": 0, "hands": [[], *({"points": one, "red_nines": 0} for one in (8, 24, 33))]}


def test_ratings_are_worked_out_from_the_earliest_change_a_few_games_at_a_time(
    database: Database, club: str
) -> None:
    tables = [play(begin(database, club), 0, at % 4, 1, at % 3) for at in range(7)]
    notice(database, club, *(table.id for table in reversed(tables)))
    more = True
    steps = 0
    while more:
        with database.writing() as connection:
            more = ratings.catch_up_ratings(connection, club, most=2)
            assert ratings.is_behind(connection, club) == more
        steps += 1
    assert steps == 4
    assert now_kept(database, club) == recounted(database, club)
    with database.writing() as connection:
        connection.execute(
            update(games).where(games.c.id == tables[2].id).values(deleted_at=games.c.started_at)
        )
    notice(database, club, tables[2].id)
    with database.reading() as connection:
        mark = connection.execute(select(rating_marks)).one()
    assert mark.game == tables[2].id
    keep_up(database, club, most=3)
    assert now_kept(database, club) == recounted(database, club)
    assert {one.games for one in now_kept(database, club).values()} == {6}


def test_who_is_in_no_game_any_more_has_no_rating(database: Database, club: str) -> None:
    table = play(begin(database, club))
    keep_up(database, club, table.id)
    with database.writing() as connection:
        connection.execute(update(games).values(deleted_at=games.c.started_at))
    keep_up(database, club, table.id)
    assert everything(database, club) == ([], [], [])


def test_rating_takes_as_many_statements_for_many_games_as_for_few(
    database: Database, club: str
) -> None:
    sent = []
    for many in (1, 8):
        tables = [play(begin(database, club)) for _ in range(many)]
        notice(database, club, *(table.id for table in tables))
        with Statements(database) as statements:
            keep_up(database, club)
        sent.append(statements.count)
    assert sent[0] == sent[1]


@settings(
    max_examples=examples(12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(deeds=some.lists(some.sampled_from("ggggcuxbmnk"), max_size=14), seed=some.integers(0, 99))
def test_after_any_deeds_the_ratings_are_those_of_a_recount(
    database: Database, deeds: list[str], seed: int
) -> None:
    club = another_club(database)
    dice, played, merges = random.Random(seed), [], []
    for deed in ("g", *deeds, "k"):
        try:
            do(database, club, deed, dice, played, merges)
        except (Refused, Conflict, NoButton):
            continue
    for table in played:
        keep_up(database, club, table.id, most=2)
    assert now_kept(database, club) == recounted(database, club)
    before = everything(database, club)
    with database.writing() as connection:
        connection.execute(delete(rated).where(rated.c.club == club))
        connection.execute(delete(kept).where(kept.c.club == club))
        ratings.rate_anew(connection, club)
    keep_up(database, club, most=3)
    assert everything(database, club) == before


def another_club(database: Database) -> str:
    """A club of its own for each example."""
    row = {"id": new_id(), "name": "Theirs", "time_zone": "UTC", "currency": ""}
    with database.writing() as connection:
        connection.execute(insert(clubs), {**row, "made_at": datetime.now(UTC)})
    return row["id"]


def do(
    database: Database,
    club: str,
    deed: str,
    dice: random.Random,
    played: list[Table],
    merges: list[str],
) -> None:
    """A game, a correction, an undo, the bin and back, a merge, its undo, or catching up."""
    table = dice.choice(played) if played else None
    match deed:
        case "g":
            names = dice.sample(NAMES[:7], 4)
            table = begin(database, club, players=people(*names))
            played.append(table)
            for _ in range(dice.choice((2, 4, 4))):
                after = table.deals[-1] if table.deals else None
                table.write("deal", {"after": after, "facts": random_facts(4, dice)})
        case "c":
            deal = {"deal": dice.choice(table.deals), "facts": random_facts(4, dice)}
            with suppress(InTheBin):
                table.write("correct_deal", deal)
        case "u":
            with suppress(InTheBin):
                table.undo()
        case "x" | "b":
            when = games.c.started_at if deed == "x" else None
            with database.writing() as connection:
                connection.execute(
                    update(games).where(games.c.id == table.id).values(deleted_at=when)
                )
        case "m":
            with database.reading() as connection:
                mine = select(players.c.id).where(players.c.club == club)
                two = dice.sample(sorted(connection.scalars(mine)), 2)
            merges.append(merge_people(database, club, *two, device=None))
        case "n" if merges:
            undo_merge(database, club, merges.pop())
        case "k":
            keep_up(database, club, *(one.id for one in played), most=2)


def test_chances_are_of_winning_one_game_and_sum_to_a_hundred() -> None:
    even = chances([Rating()] * 5)
    assert even == pytest.approx([0.2] * 5)
    better, worse, unknown = chances([Rating(40, 2), Rating(10, 2), Rating(25, 8)])
    assert better > unknown > worse
    assert percents(even) == (20,) * 5
    assert percents(chances([Rating()] * 7)) == (15, 15, 14, 14, 14, 14, 14)
    assert chances([Rating(40, 2)]) == (1.0,)


@given(some.lists(some.floats(0.001, 1), min_size=1, max_size=12))
def test_percents_sum_to_a_hundred_and_are_nearly_exact(shares: list[float]) -> None:
    found = percents(shares)
    assert sum(found) == 100
    for share, percent in zip(shares, found, strict=True):
        assert abs(100 * share / sum(shares) - percent) < 1


def test_two_players_by_themselves_have_the_chances_of_the_normal_distribution() -> None:
    from statistics import NormalDist

    one, other = Rating(30, 3), Rating(25, 5)
    apart = NormalDist(5, (9 + 25 + 2 * rating_model.BETA**2) ** 0.5)
    assert chances([one, other])[0] == pytest.approx(1 - apart.cdf(0), abs=1e-4)


def test_a_game_begun_in_another_club_moves_no_mark(database: Database, club: str) -> None:
    table = play(begin(database, club))
    notice(database, club, table.id)
    with database.reading() as connection:
        assert not ratings.is_behind(connection, new_id())
