"""Measuring: deeds side by side in one run, and a phone that asks an app without a network."""

import json
import random
import statistics
import time

from flask import Flask
from werkzeug.test import create_environ

from scorer import create_app
from scorer.services.games.write import write_entry
from tests.joined import as_header, join
from tests.played_club import counters
from tests.serving import Answer
from tests.tables import NAMES, add_phone, begin, new_id, random_facts

SECRET = "only for measuring, never for keeping"
COUNTERS = "red-nines-1881"


def side_by_side(deeds, times, warm=3):
    """Do all deeds in turn, over and over, so that a busy moment of the machine hits them all.

    The order is turned round each time. Gives the median of each in milliseconds, without the
    first few.
    """
    taken = {name: [] for name in deeds}
    for turn in range(warm + times):
        order = list(deeds.items())
        for name, deed in order if turn % 2 else reversed(order):
            seconds = deed()
            if turn >= warm:
                taken[name].append(seconds)
    return {name: median(seconds) for name, seconds in taken.items()}


def median(seconds):
    """The middle one, in milliseconds."""
    return statistics.median(seconds) * 1000


class Asker:
    """Asks an app as its server would, with a phone's headers, and takes the time."""

    def __init__(self, app, **headers):
        self.app = app
        self.headers = {"HTTP_ACCEPT_ENCODING": "gzip, deflate", **headers}
        self.seconds = self.worked = 0.0

    def ask(self, method, path, body=b"", **headers):
        """One request; `seconds` has the time until its answer was read, without what is behind.

        `worked` has that of this thread alone, which a busy machine leaves as it is.
        """
        environ = create_environ(path, "http://127.0.0.1/", method=method, data=body)
        environ |= {"REMOTE_ADDR": "127.0.0.1", **self.headers, **headers}
        begun = []

        def start(status, head, fault=None):
            begun[:] = [int(status.split()[0]), dict(head)]

        before, worked_before = time.perf_counter(), time.thread_time()
        answer = self.app(environ, start)
        read = b"".join(answer)
        self.worked = time.thread_time() - worked_before
        self.seconds = time.perf_counter() - before
        if hasattr(answer, "close"):
            answer.close()
        return Answer(*begun, read)


def joined(database, club, folder):
    """The app over this database, asked by a phone that has joined the club and manages it."""
    url = database.url.render_as_string(hide_password=False)
    app = create_app(instance=folder, database_url=url, secret_key=SECRET)
    asker = Asker(app, HTTP_COOKIE=as_header(join(app, club, "manage", "Phone")))
    plain = asker.ask("GET", "/", HTTP_ACCEPT_ENCODING="identity")
    asker.headers["HTTP_X_CSRFTOKEN"] = plain.token
    return asker


class Polling:
    """Asks an app for news of a game until there is none."""

    def __init__(self, asker, game):
        self.asker, self.path = asker, f"/games/{game}/news"
        self.known = {"HTTP_ACCEPT": "application/json"}
        self.known["HTTP_IF_NONE_MATCH"] = asker.ask("GET", self.path, **self.known).headers["ETag"]

    def __call__(self):
        answer = self.asker.ask("GET", self.path, **self.known)
        assert answer.status == 304, answer
        return self.asker.seconds

    def work(self):
        """Ask once more; the seconds that this thread has worked."""
        self()
        return self.asker.worked


class Answering:
    """Phones round a table, of which one after the other enters its hand; then all ask for news."""

    def __init__(self, app, table):
        self.game, self.turn, self.tags = table["game"], 0, {}
        self.phones = [
            Asker(app, HTTP_COOKIE=cookies, HTTP_X_CSRFTOKEN=token)
            for cookies, token in table["phones"]
        ]
        self.write("out", -1, 0, 0)

    def __call__(self):
        """The seconds that the thread has worked for a write and all that is asked after it."""
        # Never the last one, which would make a deal.
        seat = 1 + self.turn % (len(self.phones) - 2)
        hand = {"points": 2 + self.turn % 20, "red_nines": 0}
        return self.write("hands", seat, hand, seat) + sum(map(self.poll, range(len(self.phones))))

    def write(self, key, place, value, seat):
        """Answer from the phone of a seat, which says what it shows."""
        self.turn += 1
        content = {"after": None, "set": [[key, place, value]], "clear": [], "replace": []}
        body = json.dumps({**content, "id": new_id(), "turn": self.turn, "finish": None}).encode()
        return self._ask(seat, "POST", "answers", body, CONTENT_TYPE="application/json")

    def poll(self, seat):
        """Ask for news from the phone of a seat."""
        return self._ask(seat, "GET", "news")

    def _ask(self, seat, method, what, body=b"", **headers):
        phone, known = self.phones[seat], self.tags.get(seat, "")
        headers |= {"HTTP_ACCEPT": "application/json", "HTTP_IF_NONE_MATCH": known}
        answer = phone.ask(method, f"/games/{self.game}/{what}", body, **headers)
        assert answer.status in (200, 304), answer
        self.tags[seat] = answer.headers["ETag"]
        return phone.worked


class Saving:
    """Saves deal after deal of four through an app, and begins a new game when one is full.

    `prefer` is how much a phone wants to be answered.
    """

    def __init__(self, asker, database, club, prefer=""):
        self.headers = {"CONTENT_TYPE": "application/json", "HTTP_ACCEPT": "application/json"}
        self.headers["HTTP_PREFER"] = prefer
        self.asker, self.database, self.club = asker, database, club
        self.dice, self.after, self.game = random.Random(9), [], ""

    def __call__(self):
        if len(self.after) % 4 == 0:
            self.game, self.after = begin(self.database, self.club).id, []
        after = self.after[-1] if self.after else None
        content = {"after": after, "facts": random_facts(4, self.dice)}
        entry = {"id": new_id(), "seen": len(self.after), "kind": "deal", "content": content}
        seconds = self.save(entry)
        self.after.append(entry["id"])
        return seconds

    def save(self, entry):
        """Save one entry; the seconds until it was answered."""
        body = json.dumps(entry).encode()
        path = f"/games/{self.game}/entries"
        answer = self.asker.ask("POST", path, body, **self.headers)
        assert answer.status == 200, answer
        return self.asker.seconds


class Deeds(Saving):
    """Saves the deals by the service alone: no HTTP, no page."""

    def __init__(self, database, club):
        super().__init__(Asker(Flask("nobody")), database, club)
        self.phone = add_phone(database, club, "Deeds")

    def save(self, entry):
        before = time.perf_counter()
        write_entry(self.database, self.phone, self.game, **entry)
        return time.perf_counter() - before


def played(database, club, deals, **other):
    """A game of four with this many deals in its book, as it reads."""
    table, dice = begin(database, club, *NAMES[:4], **other), random.Random(deals)
    for deal in range(deals):
        table.score(counters(min(deal, 1)) if other else random_facts(4, dice))
    return table.read()
