"""Nothing grows with the past: no page, no write, no file of a night, no check of a game."""

import io
import json
from collections import Counter
from urllib.parse import urlencode

import pytest

from scorer.services.club import clubs
from scorer.services.club.share_links import find_live_share
from scorer.services.exchange.imports import preview_import
from scorer.services.games.read import read_game
from scorer.services.money.ledger import read_ledger
from scorer.services.projections import check, problems_of, read_books, rebuild
from scorer.storage.database import open_database
from tests.benchmarks.effort import Effort
from tests.benchmarks.measuring import COUNTERS, SECRET, joined, played
from tests.benchmarks.past import add_past
from tests.services.imports import second_club
from tests.tables import add_phone, begin, facts, name_player, new_id

# From so many nights on every list on a page is full: that of places is one of 300 nights.
FEW, MORE, MANY = 300, 1_000, 3_000
# What grows takes eight steps for each night at least, or a row.
STEPS_A_NIGHT, ROWS_A_NIGHT = 1, 0.5
MOST_STATEMENTS = 10
# A file of all games there ever were is as long as they are. The others are no pages.
LEFT_OUT = ("/club/records.zip", "/club/table.csv", "/static", "/join/<code>")
# Of what goes through all games: sorting takes a little more for each of many.
EACH_MORE = 1.2


class House:
    """A club with a past, a phone that manages it, and what it took to answer that phone."""

    def __init__(self, database, folder):
        self.database, self.club = database, clubs.first_club(database)
        self.phone = joined(database, self.club, folder)
        self.effort = Effort(self.phone.app.extensions["scorer"]["database"])
        self.zoe = {"id": name_player(database, self.club, "Zoe").id, "name": "Zoe"}
        self.other = add_phone(database, self.club, "Other").id
        paid = {"counter_value": {"counters": 2, "pays": 1}}
        self.model = played(database, self.club, 4, variant=COUNTERS, house_rules=paid)
        self.past = []

    def grow(self, to):
        """Let so many nights lie in the past."""
        new = add_past(self.database, self.club, self.model, to - len(self.past))
        self.past = [*new, *self.past]

    def measure(self):
        """Ask for every page, write everything, and check a game: what each took, by its name."""
        self.counted = {}
        self.game = played(self.database, self.club, 2).id
        self.look()
        self.write_in_a_game()
        self.write_elsewhere()
        with self.effort.counting(), self.effort.database.reading() as connection:
            [read] = read_books(connection, self.club, [self.past[7][1]], Counter())
            assert list(problems_of(connection, *read)) == []
        self.counted["check of a game"] = self.effort.count
        return self.counted

    def go_through_all(self):
        """What takes every game: for each deed its steps a game, and its statements."""
        mine, files = self.effort.database, {}

        def fetch(name):
            files[name] = self.phone.ask("GET", f"/club/{name}").body

        deeds = {
            "check": lambda: check(mine),
            "rebuild": lambda: rebuild(mine),
            "the zip of the club": lambda: fetch("records.zip"),
            "its CSV": lambda: fetch("table.csv"),
            "the preview of its import": lambda: preview_import(
                mine, second_club(mine), io.BytesIO(files["records.zip"])
            ),
        }
        taken = {}
        for name, deed in deeds.items():
            with self.effort.counting():
                deed()
            taken[name] = self.effort.count / len(self.past), self.effort.statements
        return taken

    def ask(self, name, method, path, body=b"", **headers):
        with self.effort.counting():
            answer = self.phone.ask(method, path, body, **headers)
        assert answer.status < 400, (name, answer.status, answer.body[-500:])
        self.counted[name] = self.effort.count
        return answer

    def post(self, name, path, json_body=None, /, **form):
        """Send a form, or JSON."""
        kind, body = "application/x-www-form-urlencoded", urlencode(form)
        if json_body is not None:
            kind, body = "application/json", json.dumps(json_body)
        return self.ask(f"{name} (written)", "POST", path, body.encode(), CONTENT_TYPE=kind)

    def look(self):
        """Ask for every page there is, of the game that goes on and of one in the past."""
        night, finished = self.past[5]
        self.post("a share", f"/nights/{night}/share")
        share = find_live_share(self.database, SECRET, self.club, "night", night)
        invited = self.post("an invitation", "/club/invitations", right="watch")
        values = {
            "night": night,
            "player": self.model.sheet.sitters[0].player,
            "seat": 0,
            "variant": self.model.variant,
            "code": share.code,
            "invitation": invited.headers["Location"].rpartition("/")[2],
        }
        urls = self.phone.app.url_map.bind("127.0.0.1")
        paths, games = {"/nights/ found": "/nights/?q=ann"}, (finished, self.game)
        deals = {it: read_game(self.database, self.club, it).sheet.deals[0].id for it in games}
        for rule in self.phone.app.url_map.iter_rules():
            if "GET" not in rule.methods or rule.rule.startswith(LEFT_OUT):
                continue
            for game in games if "game" in rule.arguments else (finished,):
                if game == finished or "code" not in rule.arguments:
                    known = {**values, "game": game, "deal": deals[game]}
                    named = {name: known[name] for name in rule.arguments}
                    is_past = game == finished and "game" in named
                    # A chart of a night is of one kind of game.
                    path = urls.build(rule.endpoint, named | {"of": self.model.row.kind})
                    paths[f"{rule.rule}{' of a game in the past' if is_past else ''}"] = path
        for name, path in paths.items():
            # A game that goes on has no picture.
            if f"/{self.game}/picture" not in path:
                self.ask(name, "GET", path)

    def write(self, kind, content):
        """Write an entry as the phone's modules do; its id."""
        version = read_game(self.database, self.club, self.game).version
        entry = {"id": new_id(), "seen": version, "kind": kind, "content": content}
        self.post(kind, f"/games/{self.game}/entries", entry)
        return entry["id"]

    def write_in_a_game(self):
        """Write each kind of entry, undo and redo, answers, seats, and the game that goes on."""
        page, deals = (
            f"/games/{self.game}",
            read_game(self.database, self.club, self.game).sheet.deals,
        )
        after = self.write("deal", {"after": deals[-1].id, "facts": facts(0, 7, 23, 32)})
        out = {"after": after, "id": new_id(), "turn": 1, "set": [["out", -1, 1]]}
        out |= {"clear": [], "replace": [], "finish": None}
        self.post("an answer", f"{page}/answers", out)
        undone = self.write("withdraw", {"entry": after})
        self.write("withdraw", {"entry": undone})
        hand = {"points": 9, "red_nines": 0}
        seat = next(at for at, hand in enumerate(deals[0].record["hands"]) if hand)
        self.write("correct", {"deal": deals[0].id, "set": {"hands": {str(seat): hand}}})
        self.write("take_seat", {"seat": 1, "player": self.zoe})
        self.write("adjust", {"side": 1, "points": 5, "why": "late"})
        self.write("correct_start", {"first_dealer": 1})
        self.write("end", {"why": "late"})
        self.post("a seat held", f"{page}/seats/2/hold")
        self.post("a seat freed", f"{page}/seats/2/free")
        self.post("same again", f"{page}/again", game=(following := new_id()))
        self.post("its start undone", f"/games/{following}/undo-start")
        self.post("a deleted game", f"{page}/delete")
        self.post("a restored game", f"{page}/restore")

    def write_elsewhere(self):
        """Write what the rooms round the game do."""
        night, _ = self.past[6]
        day = {"day": "2020-05-03", "name": "Spring", "place": "", "note": ""}
        self.post("a described night", f"/nights/{night}/edit", **day)
        self.post("a deleted night", f"/nights/{night}/delete")
        self.post("a restored night", f"/nights/{night}/restore")
        new = begin(self.database, self.club).id
        self.post("a moved game", f"/games/{new}/night", night=night)
        due = read_ledger(self.database, self.club).due[0]
        paid = {"payment": new_id(), "payer": due.payer, "payee": due.payee, "amount": 1}
        self.post("a payment", "/settle-up", **paid)
        self.post("its undo", f"/settle-up/{paid['payment']}/undo")
        self.post("a currency", "/club/currency", currency="EUR")
        self.post("a time zone", "/club/time-zone", zone="Europe/Berlin")
        self.post("a named phone", f"/club/devices/{self.other}", name="Other")
        self.post("a named person", f"/players/{due.payer}/rename", name="Zed")


@pytest.fixture
def house(database, tmp_path):
    url = database.url
    if not database.is_sqlite:
        # A table, or all of a club, is read as a whole only where no index can serve, however small
        # it is: for a page on a disk PostgreSQL would rather go past seven rows than look for one.
        options = "-c enable_seqscan=off -c random_page_cost=1"
        url = url.update_query_dict({"options": options})
    with_indexes = open_database(url.render_as_string(hide_password=False))
    house = House(with_indexes, tmp_path)
    yield house
    house.effort.database.close()
    with_indexes.close()


def test_nothing_grows_with_the_past(house, database, soaking, measured):
    most = MANY if soaking else MORE
    house.grow(FEW)
    house.measure()  # what it writes is there from then on
    few = house.measure()
    house.grow(most)
    many = house.measure()
    added = {name: (many[name] - few[name]) / (most - FEW) for name in few}
    least = STEPS_A_NIGHT if database.is_sqlite else ROWS_A_NIGHT
    grown = {name: each for name, each in added.items() if each > least}
    what = "Steps of SQLite’s machine" if database.is_sqlite else "Rows that PostgreSQL reads"
    listed = ", ".join(f"{name} {each:.0f} a night" for name, each in sorted(grown.items()))
    measured(
        f"{what} with {most:,} nights against {FEW}",
        f"the same for {len(few) - len(grown)} of {len(few)} pages and writes",
        f"grows: {listed or 'nothing'}; {of_writes(few, many)}",
    )
    assert not grown


@pytest.mark.benchmark
@pytest.mark.every_database
def test_what_goes_through_all_games_takes_the_same_for_each(house, database, measured):
    house.grow(FEW)
    few = house.go_through_all()
    house.grow(MANY)
    many = house.go_through_all()
    unit = "steps" if database.is_sqlite else "rows"
    listed = (
        f"{name} {few[name][0]:,.0f} and {each:,.0f} ({statements:,} statements)"
        for name, (each, statements) in many.items()
    )
    measured(
        f"For each of {MANY:,} games against {FEW}, {database.url.get_backend_name()}",
        "the same",
        f"{unit} a game: {', '.join(listed)}",
    )
    for name, (each, _) in many.items():
        assert each <= EACH_MORE * few[name][0] + STEPS_A_NIGHT, name


def of_writes(few, many):
    """What a saved deal, a correction, an undo and a check of one game take."""
    names = ("deal (written)", "correct (written)", "withdraw (written)", "check of a game")
    return ", ".join(f"{name} {few[name]:,} and {many[name]:,}" for name in names)


@pytest.mark.benchmark
@pytest.mark.every_database
def test_pages_of_people_take_as_long_as_ever(house, database, soaking, measured):
    paths = ("/players/", f"/players/{house.model.sheet.sitters[0].player}")
    fastest, statements = [], []
    for nights in (30, MANY if soaking else FEW):
        house.grow(nights)
        for path in paths:
            with house.effort.counting():
                house.phone.ask("GET", path)
            statements.append(house.effort.statements)
            fastest.append(min(seconds_of(house.phone, path) for _ in range(100)))
    players, person = (many / few for few, many in zip(fastest[:2], fastest[2:], strict=True))
    measured(
        f"Players with {nights:,} nights against 30, {database.engine.dialect.name}",
        f"{players:.2f}×",
        f"a player’s page {person:.2f}×; {statements[0]} and {statements[1]} statements",
    )
    assert max(statements) <= MOST_STATEMENTS


def seconds_of(phone, path):
    """How long a page takes."""
    phone.ask("GET", path)
    return phone.seconds
