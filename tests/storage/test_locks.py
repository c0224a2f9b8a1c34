"""Locks: a deal waits for nobody, and nobody for another club."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from scorer.rules.entries import Entry, Withdraw
from scorer.rules.errors import Refused
from scorer.services import clock
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.find_night import OWN
from scorer.services.games.read import add_entry, load_game
from scorer.services.games.start import same_again
from scorer.services.games.write import append_entry
from scorer.services.money.ledger import read_ledger, record_payment
from scorer.services.nights import bin
from scorer.services.nights.edit import move_game
from scorer.services.nights.night_list import list_nights
from scorer.services.people.merge import list_persons, merge_people, undo_merge
from scorer.services.projections import check
from scorer.storage.database import open_database
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.unavailable import Unavailable
from tests.services.finished_games import win
from tests.services.imports import second_club
from tests.services.test_ledger import pink
from tests.tables import NAMES, Table, begin, name_player, new_id, random_facts

postgres_only = pytest.mark.parametrize(
    "database", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


@postgres_only
def test_a_deal_is_saved_while_others_hold_its_club(database, club):
    table = begin(database, club)
    with database.writing() as connection:
        assert lock_club(connection, club)
        table.deal()
        assert table.write("end", {"why": "bedtime"}).game_read.sheet.over


@postgres_only
def test_starting_a_game_waits_for_its_own_club_alone(database, club):
    other = second_club(database)
    with database.writing() as connection:
        assert lock_club(connection, other)
        table = begin(database, club)
        table.deal()
        same_again(database, club, table.id, device=None, game_id=new_id())
        with database.writing() as mine:
            mine.execute(text("SET LOCAL lock_timeout = 50"))
            with pytest.raises(Exception, match="lock timeout"):
                lock_club(mine, other)


@postgres_only
@pytest.mark.parametrize("what", ["take_seat", "correct_start", "withdraw"])
def test_whatever_changes_who_sits_there_waits_for_the_club(database, club, what):
    table = begin(database, club)
    table.deal()
    content = {
        "take_seat": {"seat": 0, "player": {"id": None, "name": "Eve"}},
        "correct_start": {"first_dealer": 1},
        "withdraw": {"entry": table.deals[0]},
    }[what]
    with ThreadPoolExecutor(1) as other:
        with database.writing() as connection:
            lock_club(connection, club)
            waiting = other.submit(table.write, what, content)
            with pytest.raises(TimeoutError):
                waiting.result(0.2)
            # The club comes before the game: that one is still free.
            with database.writing(wait=0) as mine:
                assert lock_games(mine, club, [table.id])
        assert waiting.result().game_read.version == 2


@postgres_only
def test_a_game_goes_into_the_bin_with_the_money_it_made_by_then(database, club):
    table = pink(database, club)
    with ThreadPoolExecutor(1) as other:
        with database.writing() as connection:
            before = load_game(connection, club, table.id, lock=True)
            waiting = other.submit(bin.delete, database, club, "game", table.id, device=None)
            with pytest.raises(TimeoutError):
                waiting.result(0.2)
            entry = Entry(before.version + 1, new_id(), Withdraw(table.deals[-1]))
            append_entry(connection, before, add_entry(connection, before, entry), clock.now())
        waiting.result()
    assert read_ledger(database, club).balances == []


THREADS = 16


def test_sixteen_threads_of_mixed_deeds_never_stop_one_another(database, club, soaking):
    other = open_database(database.url.render_as_string(hide_password=False))
    tables = [
        win(database, club, seat, *names) for seat in (0, 1) for names in (NAMES[:4], NAMES[4:8])
    ]

    for_money = pink(database, club)

    def person(mine, dice):
        return dice.choice(list_persons(mine, club)).id

    def night(mine, dice):
        with_games = [night for night in list_nights(mine, club)[0] if night.games]
        if not with_games:  # the others have just thrown all of them away
            raise NotFound("night")
        return dice.choice(with_games)

    def play(mine, dice):
        begin(mine, club, *dice.sample(NAMES, 4), night=dice.choice([None, "new"])).deal()

    def save(mine, dice):
        table = dice.choice(tables)
        here = Table(mine, club, table.id, seen=99, deals=list(table.deals))
        here.correct(table.deals[0], random_facts(4, dice))

    def settle(mine, dice):
        here = Table(mine, club, for_money.id, seen=99, deals=list(for_money.deals))
        here.correct(dice.choice(here.deals), {"out": dice.randrange(4)})
        for due in read_ledger(mine, club).due[:1]:
            record_payment(mine, club, device=None, payment=new_id(), **vars(due))

    def undo(mine, dice):
        table = begin(mine, club, *dice.sample(NAMES, 4))
        table.deal()
        player = {"id": person(mine, dice), "name": None}
        table.write("take_seat", {"seat": 1, "player": player})
        table.undo()

    def become_one(mine, dice):
        name_player(mine, club, name := f"Zoe {dice.randrange(10**6)}")
        table = begin(mine, club, name, *dice.sample(NAMES, 3))
        table.deal()
        zoe = table.read().sheet.sitters[0].player
        merge_people(mine, club, zoe, person(mine, dice))
        if dice.random() < 0.7:
            undo_merge(mine, club, zoe)

    def move(mine, dice):
        game, target = night(mine, dice).games[0].id, dice.choice((night(mine, dice).id, OWN))
        move_game(mine, club, game, target)

    def throw_away(mine, dice):
        gone = night(mine, dice).id
        bin.delete(mine, club, "night", gone, device=None)
        bin.restore(mine, club, "night", gone)
        bin.delete(mine, club, "game", night(mine, dice).games[0].id, device=None)

    deeds = [play, save, settle, undo, become_one, move, throw_away]
    until = time.monotonic() + (60 if soaking else 1)

    def at_random(number):
        """Each thread begins with another deed, so that all of them are done."""
        dice, mine = random.Random(number), (database, other)[number % 2]
        deed = deeds[number % len(deeds)]
        while True:
            try:
                deed(mine, dice)
            except (Refused, Conflict, NotFound, InTheBin):
                pass  # somebody else was there before
            except Unavailable as fault:
                # On SQLite sixteen are a crowd; a deadlock is told in the same way.
                if not database.is_sqlite or fault.code != "busy":
                    raise
            if time.monotonic() > until:
                return
            deed = dice.choice(deeds)

    try:
        with ThreadPoolExecutor(THREADS) as threads:
            for done in [threads.submit(at_random, number) for number in range(THREADS)]:
                done.result()
    finally:
        other.close()
    assert check(database) == []
