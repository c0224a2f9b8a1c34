"""What was answered is in the book, though the server is killed in the middle of writing."""

import random
import threading
import time
from http.client import HTTPException

import pytest

from scorer.services.games import start
from tests.durability.house import send
from tests.serving import PATIENCE
from tests.tables import begin, new_id, random_facts

PHONES = 4


class Writer(threading.Thread):
    """A phone that scores a deal and then corrects it over and over, until nobody answers."""

    def __init__(self, house, game, seed):
        super().__init__(daemon=True)
        self.phone, self.game, self.dice = house.phone.copy(), game, random.Random(seed)
        self.deal, self.version = "", 0
        self.answered = {}
        self.waiting = None
        self.refused = []

    def next_entry(self):
        facts = random_facts(4, self.dice)
        kind, content = "correct", {"deal": self.deal, "set": facts}
        if not self.deal:
            kind, content = "deal", {"after": None, "facts": facts}
        return {"id": new_id(), "seen": self.version, "kind": kind, "content": content}

    def send(self, entry):
        """Send an entry; it waits until it is answered."""
        self.waiting = entry
        answer = send(self.phone, self.game, entry)
        if answer.status != 200:
            self.refused.append(answer.text)
            raise ConnectionError("refused")
        saved = answer.json
        self.answered[entry["id"]] = (saved["number"], entry)
        self.waiting, self.version = None, saved["version"]
        self.deal = self.deal or entry["id"]
        return saved

    def run(self):
        try:
            while True:
                self.send(self.next_entry())
        except (OSError, HTTPException):
            pass
        finally:
            self.phone.close()


def kill_while_writing(house, writers, after):
    """Kill the server some time after the first answer; those who have not had theirs."""
    for writer in writers:
        writer.start()
    until = time.monotonic() + PATIENCE
    while not any(writer.answered for writer in writers) and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(after)
    house.server.kill()
    house.phone.close()
    for writer in writers:
        writer.join(timeout=60)
        assert not writer.is_alive()
        assert not writer.refused
    house.wait_for_the_last_words()
    return [writer for writer in writers if writer.waiting]


@pytest.mark.timeout(0)
def test_every_answered_entry_is_in_the_book_after_kill_9(house, soaking, measured, monkeypatch):
    dice, turns = random.Random(9), 50 if soaking else 1
    monkeypatch.setattr(start, "MAX_GAMES", turns * PHONES)  # all are of the same night
    answered = unanswered = arrived = 0
    for turn in range(turns):
        games = [begin(house.database, house.club).id for _ in range(PHONES)]
        writers = [Writer(house, game, turn * PHONES + at) for at, game in enumerate(games)]
        cut_off = kill_while_writing(house, writers, dice.uniform(0.05, 0.6))
        house.server.start()
        for writer in writers:
            book = house.check_numbers(writer.game)
            for name, (number, entry) in writer.answered.items():
                assert book[name].number == number
                assert (book[name].kind, book[name].content) == (entry["kind"], entry["content"])
            unknown = set(book) - set(writer.answered)
            assert unknown <= {writer.waiting["id"]} if writer.waiting else not unknown
            arrived += len(unknown)
            house.check_pages(writer.game)
        answered += sum(len(writer.answered) for writer in writers)
        unanswered += len(cut_off)
        for writer in cut_off:
            # What was not answered is sent again, and is there once.
            entry = writer.waiting
            assert entry
            was_there = entry["id"] in house.book(writer.game)
            saved = writer.send(entry)
            assert saved["repeated"] is was_there
            assert saved["number"] == len(house.check_numbers(writer.game))
            writer.phone.close()
    house.check_results()
    on = "SQLite" if house.database.is_sqlite else "PostgreSQL"
    measured(
        f"Entries answered and then lost in {turn + 1} kills of the server while four phones "
        f"write, {on}",
        "0",
        f"{answered} answered; of {unanswered} on their way {arrived} were in the book, and "
        "were not written twice when they were sent again",
    )
    assert answered
