"""Sixteen threads write and send again: no gaps, nothing twice, nothing lost."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from sqlalchemy import select

from scorer.services.errors import Conflict
from scorer.services.games.write import write_entry
from scorer.services.projections import check
from scorer.storage.database import open_database
from scorer.storage.schema import entries
from scorer.storage.unavailable import Unavailable
from tests.tables import add_phone, all_games, begin, new_id, people, random_facts

THREADS = 16


def all_at_once(deeds):
    """Let as many threads as there are deeds begin at the same moment."""
    ready = threading.Barrier(len(deeds))

    def do(deed):
        ready.wait()
        return deed()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return [done.result() for done in [threads.submit(do, deed) for deed in deeds]]


def send(write):
    """Write as a phone does: on a machine so busy that a lock took too long, once more."""
    while True:
        try:
            return write()
        except Unavailable as fault:
            assert fault.code == "busy"


def stored(database, table):
    wanted = select(entries.c.number, entries.c.id).where(entries.c.game == table.id)
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(wanted.order_by(entries.c.number))]


def test_sixteen_threads_write_and_resend_the_same_entries(database, club, soaking):
    """Half of the threads share a connection pool with the other half's rivals."""
    dice = random.Random(9)
    entries_each, games = (50, 3) if soaking else (5, 2)
    other = open_database(database.url.render_as_string(hide_password=False))
    tables = [begin(database, club, "Ann", "Ben", "Cat", "Dan") for _ in range(games)]
    phone = tables[0].phone
    # Corrections of the first deal can be written in any order, and any number of them.
    for table in tables:
        table.deal()
    sent_entries = [
        (table, new_id(), {"deal": table.deals[0], "set": random_facts(4, dice)})
        for table in tables
        for _ in range(entries_each)
    ]
    answers = {name: [] for _, name, _ in sent_entries}
    lock = threading.Lock()

    def writer(number):
        mine = sent_entries * 2  # each thread sends everything, and everything again
        random.Random(number).shuffle(mine)

        def write():
            for table, name, content in mine:
                saved = send(
                    partial(
                        write_entry,
                        database if number % 2 else other,
                        phone,
                        table.id,
                        id=name,
                        seen=1_000_000,
                        kind="correct",
                        content=content,
                    )
                )
                with lock:
                    answers[name].append((saved.number, saved.repeated))

        return write

    try:
        all_at_once([writer(number) for number in range(THREADS)])
    finally:
        other.close()
    for table in tables:
        names = {name for mine, name, _ in sent_entries if mine is table}
        book = stored(database, table)
        assert [number for number, _ in book] == list(range(1, entries_each + 2))
        assert {name for _, name in book[1:]} == names
        assert table.read().version == entries_each + 1
        for number, name in book[1:]:
            assert {told for told, _ in answers[name]} == {number}
            assert len(answers[name]) == 2 * THREADS
            assert sum(not repeated for _, repeated in answers[name]) == 1
    assert check(database) == []


def test_of_sixteen_phones_that_score_at_once_one_writes(database, table):
    dice = random.Random(2)
    phones = [add_phone(database, table.club, f"Phone {at}") for at in range(THREADS)]

    def writer(phone):
        def write():
            content = {"after": None, "facts": random_facts(4, dice)}
            entry = {"id": new_id(), "seen": 0, "kind": "deal", "content": content}
            try:
                write_entry(database, phone, table.id, **entry)
            except Conflict as conflict:
                return conflict.code
            return "saved"

        return write

    written = all_at_once([writer(phone) for phone in phones])
    assert written.count("saved") == 1
    assert set(written) <= {"saved", "other_deal", "same_deal"}
    assert len(table.read().sheet.deals) == table.read().version == 1
    assert check(database) == []


def test_phones_that_answer_at_once_and_again_make_one_deal(database, club, soaking):
    """Each answer is sent twice, as by a phone that heard nothing of the first time."""
    dice = random.Random(4)

    def play(table):
        phones = [table.seat_phone(seat) for seat in range(4)]
        table.answer(("out", -1, 0))
        held = [{"points": points, "red_nines": 0} for points in (0, 7, 20, 23)]

        def answer(seat):
            own = {"device": phones[seat], "id": new_id(), "after": None}
            return partial(send, partial(table.answer, ("hands", seat, held[seat]), **own))

        senders = [answer(seat) for seat in (1, 2, 3)]
        twice = senders * 2
        dice.shuffle(twice)
        saved = all_at_once(twice)
        assert {one.number for one in saved if not one.repeated} == {0, 1}
        assert sum(one.number == 1 and not one.repeated for one in saved) == 1
        read = table.read()
        assert (read.version, read.sheet.totals, read.answers) == (1, (0, 7, 20, 23), ())

    for at in range(100 if soaking else 4):
        play(begin(database, club, *(f"{name} {at}" for name in ("Ann", "Ben", "Cat", "Dan"))))
    assert check(database) == []


def test_a_game_started_by_sixteen_threads_is_started_once(database, club):
    from scorer.services.games.start import NewGame, start_game
    from scorer.services.nights.front import read_front

    game = new_id()
    names = people("Ann", "Ben", "Cat", "Dan")
    new_game = NewGame(id=game, device=None, variant="red-nines", players=names)
    deed = partial(start_game, database, club, new_game)
    assert set(all_at_once([deed] * THREADS)) == {game}
    (line,) = all_games(database, club)
    assert [seat.name for seat in line.seats] == ["Ann", "Ben", "Cat", "Dan"]
    assert len(read_front(database, club).in_progress) == 1


def test_of_sixteen_that_want_the_same_again_all_get_one_game(database, table):
    from scorer.services.games.start import same_again

    table.play_out()
    again = partial(same_again, database, table.club, table.id, device=None)
    (game,) = set(all_at_once([partial(again, game_id=new_id()) for _ in range(THREADS)]))
    assert table.read().followed_by == game
