"""Measuring: deeds side by side in one run, and a phone that asks an app without a network."""

import io
import json
import random
import statistics
import sys
import time

from flask import Flask

from scorer import create_app
from scorer.services.club import invitations
from scorer.services.games.write import write_entry
from tests.serving import Answer
from tests.tables import NAMES, add_phone, begin, new_id, random_facts

SECRET = "only for measuring, never for keeping"
PENALTIES, COUNTERS = "red-nines", "red-nines-1881"


def side_by_side(deeds, times, warm=3):
    """Do all deeds in turn, over and over, so that a busy moment of the machine hits them all.

    The order is turned round each time. Gives the seconds of each, without the first few.
    """
    taken = {name: [] for name in deeds}
    for turn in range(warm + times):
        order = list(deeds.items())
        for name, deed in order if turn % 2 else reversed(order):
            seconds = deed()
            if turn >= warm:
                taken[name].append(seconds)
    return taken


def median(seconds):
    """The middle one, in milliseconds."""
    return statistics.median(seconds) * 1000


def share_of(figures, share):
    """What such a share of them stays below."""
    return sorted(figures)[min(len(figures) - 1, round(len(figures) * share))]


def p95(seconds):
    """What 95 in 100 stay below, in milliseconds."""
    return share_of(seconds, 0.95) * 1000


class Asker:
    """Asks an app as its server would, with a phone's headers, and takes the time."""

    def __init__(self, app, **headers):
        self.app = app
        self.headers = {"HTTP_ACCEPT_ENCODING": "gzip, deflate", **headers}
        self.seconds = 0.0

    def ask(self, method, path, body=b"", **headers):
        """One request, its answer read to the end; its time is in `seconds` afterwards."""
        where, _, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": where,
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "127.0.0.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **self.headers,
            **headers,
        }
        begun = []

        def start(status, head, fault=None):
            begun[:] = [int(status.split()[0]), dict(head)]

        before = time.perf_counter()
        answer = self.app(environ, start)
        read = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        self.seconds = time.perf_counter() - before
        return Answer(*begun, read)

    def timed(self, path, status=200):
        """The seconds it takes to get a page."""
        answer = self.ask("GET", path)
        assert answer.status == status, answer
        return self.seconds


def joined(database, club, folder):
    """The app over this database, asked by a phone that has joined the club."""
    url = database.url.render_as_string(hide_password=False)
    app = create_app(instance=folder, database_url=url, secret_key=SECRET)
    invited = invitations.make_invitation(database, SECRET, club, "manage")
    phone = app.test_client()
    path = f"/join/{invited.link_code}"
    token = Answer(200, {}, phone.get(path).data).token
    assert phone.post(path, data={"csrf_token": token}).status_code == 303
    cookie = phone.get_cookie("scorer")
    assert cookie
    asker = Asker(app, HTTP_COOKIE=f"scorer={cookie.value}")
    plain = asker.ask("GET", "/", HTTP_ACCEPT_ENCODING="identity")
    asker.headers["HTTP_X_CSRFTOKEN"] = plain.token
    return asker


def random_counters(players, dice):
    """Some deal of 1881 that can have happened: every other one is won on a red nine."""
    out = dice.randrange(players)
    hands = [{"cards": dice.randrange(1, 4), "red_nines": 0} for _ in range(players)]
    hands[(out + 1) % players]["red_nines"] = 1
    hands[out] = []
    won = dice.random() < 0.5
    swept = dice.choice((None, out))
    return {"out": out, "on_red_nine": won, "aces_swept_by": swept, "hands": hands}


DEALS = {PENALTIES: random_facts, COUNTERS: random_counters}


def new_game(database, club, players=4, variant=PENALTIES, **rules):
    """A game that has just begun."""
    return begin(database, club, *NAMES[:players], variant=variant, house_rules=rules).id


class Saving:
    """Saves deal after deal through an app, and begins a new game when one is full.

    `prefer` is how much a phone wants to be answered.
    """

    def __init__(self, asker, begin, players=4, variant=PENALTIES, prefer=""):
        self.headers = {"CONTENT_TYPE": "application/json", "HTTP_ACCEPT": "application/json"}
        self.headers["HTTP_PREFER"] = prefer
        self.asker, self.begin, self.dice = asker, begin, random.Random(9)
        self.players, self.deal = players, DEALS[variant]
        self.after = []
        self.game = ""

    def __call__(self):
        if len(self.after) % self.players == 0:
            self.game, self.after = self.begin(), []
        after = self.after[-1] if self.after else None
        content = {"after": after, "facts": self.deal(self.players, self.dice)}
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
    """Saves the deals by the deed alone: no HTTP, no rights, no page."""

    def __init__(self, database, club, begin, *game):
        super().__init__(Asker(Flask("nobody")), begin, *game)
        self.database, self.phone = database, add_phone(database, club, "Deeds")

    def save(self, entry):
        before = time.perf_counter()
        write_entry(self.database, self.phone, self.game, **entry)
        return time.perf_counter() - before


def played(database, club, deals, players=4, variant=PENALTIES, **rules):
    """A game with this many deals in its book."""
    dice, phone = random.Random(deals), add_phone(database, club, "Host")
    game, after = new_game(database, club, players, variant, **rules), None
    for seen in range(deals):
        content = {"after": after, "facts": DEALS[variant](players, dice)}
        after = new_id()
        entry = {"id": after, "seen": seen, "kind": "deal", "content": content}
        write_entry(database, phone, game, **entry)
    return game
