"""Tables to play at in tests: prepared databases, a club, people, games and deals."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from shutil import copyfile

import pytest
from sqlalchemy import event, insert, text, update

from scorer.rules.entries import changed_answers
from scorer.rules.fold import to_undo
from scorer.services import clock
from scorer.services.club import clubs
from scorer.services.club.devices import Device, load_device
from scorer.services.games.answers import set_answers
from scorer.services.games.read import load_game, read_game
from scorer.services.games.seats_held import hold_seat
from scorer.services.games.start import NewGame, start_game
from scorer.services.games.write import write_entry
from scorer.services.nights.edit import Description, edit_night
from scorer.services.nights.night_list import list_nights, read_night
from scorer.services.people.players import Player, add_players, parse_name
from scorer.storage.database import Database, open_database
from scorer.storage.locks import lock_club
from scorer.storage.migrate import prepare
from scorer.storage.results import rows_of, save_rows
from scorer.storage.schema import counted_by, devices, dump_json, games, metadata

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Leo")


def new_id():
    """A UUID as a phone makes it."""
    return str(uuid.uuid4())


@pytest.fixture(scope="session")
def prepared_file(tmp_path_factory):
    """A prepared SQLite database to copy."""
    path = tmp_path_factory.mktemp("prepared") / "scorer.sqlite"
    database = open_database(f"sqlite:///{path}")
    prepare(database)
    database.close()
    return path


@pytest.fixture(scope="session")
def prepared_postgres(postgres_cluster):
    """A prepared PostgreSQL database, emptied after each test; its connections are kept."""
    database = open_database(postgres_cluster.url(postgres_cluster.create_database()))
    prepare(database)
    yield database
    database.close()


@pytest.fixture
def database(request, tmp_path):
    """A prepared, empty database: SQLite's unless tests/conftest.py asks for PostgreSQL too."""
    if getattr(request, "param", "sqlite") == "sqlite":
        path = tmp_path / "scorer.sqlite"
        copyfile(request.getfixturevalue("prepared_file"), path)
        database = open_database(f"sqlite:///{path}")
        yield database
        database.close()
        return
    database = request.getfixturevalue("prepared_postgres")
    yield database
    clear(database)


def clear(database):
    """Delete all that people have made."""
    with database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            if table is not counted_by:
                connection.execute(table.delete())


def execute(database, *statements):
    """Run statements of a test's own."""
    with database.writing() as connection:
        for statement in statements:
            connection.execute(text(statement) if isinstance(statement, str) else statement)


@pytest.fixture
def club(database):
    """The first club."""
    return clubs.first_club(database)


def make_club(database, name):
    """Another club."""
    with database.writing() as connection:
        return clubs.add_club(connection, name)


def name_player(database, club, name):
    """Somebody new, though others may have the same name."""
    player = Player(new_id(), parse_name(name))
    row = {"id": player.id, "name": player.name, "made_at": clock.now()}
    with database.writing() as connection:
        lock_club(connection, club)
        add_players(connection, club, [row])
    return player


@dataclass
class FakeClock:
    """A clock that a test can set forward."""

    at: datetime = datetime(2025, 5, 3, 20, 0, tzinfo=UTC)

    def now(self):
        """Another second has passed since it was asked."""
        self.at += timedelta(seconds=1)
        return self.at

    def advance(self, **how_much):
        """Let time pass."""
        self.at += timedelta(**how_much)


@pytest.fixture
def fake_clock(monkeypatch):
    """A clock on the fake_clock that this test sets."""
    fake_clock = FakeClock()
    monkeypatch.setattr(clock, "now", fake_clock.now)
    return fake_clock


def people(*names):
    """People told by name alone."""
    return [{"id": None, "name": name} for name in names]


def facts(out, *points, red_nines=()):
    """A deal: who went out, then what the others held, from seat 0 on."""
    nines = iter(red_nines or (0,) * len(points))
    hands = [{"points": held, "red_nines": next(nines)} for held in points]
    hands.insert(out, [])
    return {"out": out, "hands": hands}


def random_facts(players, dice):
    """Some deal that can have happened."""
    return facts(dice.randrange(players), *(dice.randrange(2, 40) for _ in range(players - 1)))


class NoButton(Exception):
    """The sheet does not offer this now."""


def add_phone(database, club, name, right="score", night=None):
    """A phone that has joined the club, or the night of a game."""
    now, id = clock.now(), new_id()
    row = {"id": id, "club": club, "name": name, "right": right, "token_hash": id, "night": night}
    moments = {"made_at": now, "seen_at": now}
    with database.writing() as connection:
        connection.execute(insert(devices), {**row, **moments})
        return load_device(connection, club, id)


@dataclass
class Table:
    """A game that a test plays from one phone, which joins with the first entry it writes."""

    database: Database
    club: str
    id: str
    device: Device | None = None
    seen: int = 0
    deals: list[str] = field(default_factory=list)
    turn: int = 0

    @property
    def phone(self):
        """The phone that keeps the score."""
        if self.device is None:
            self.device = add_phone(self.database, self.club, "Host")
        return self.device

    def seat_phone(self, seat, right="score"):
        """Another phone, which holds a seat."""
        night = self.night
        phone = add_phone(self.database, self.club, f"Phone {seat}", right, night)
        assert hold_seat(self.database, phone, self.id, seat)
        return phone

    def write(self, kind, content, **other):
        """Write an entry, having seen all that this phone was answered."""
        phone = other.pop("device", None) or self.phone
        entry = {"id": new_id(), "seen": self.seen, "kind": kind, "content": content, **other}
        saved = write_entry(self.database, phone, self.id, **entry)
        if phone == self.device:
            self.seen = saved.game_read.version
        if kind == "deal" and "before" not in content and not saved.repeated:
            self.deals.append(entry["id"])
        return saved

    def answer(self, *answers, **other):
        """Answer the deal in play."""
        phone, read = other.pop("device", None) or self.phone, self.read()
        if other.get("replace"):
            other["replace"] = [answer.key for answer in read.answers]
        self.turn += 1
        sent = {"after": read.sheet.last_deal, "id": new_id(), "turn": self.turn, **other}
        return set_answers(self.database, phone, self.id, answers=answers, **sent)

    def score(self, *deals, **other):
        """Score the next deals, each told by its facts."""
        saved = None
        for facts in deals:
            after = self.deals[-1] if self.deals else None
            saved = self.write("deal", {"after": after, "facts": facts}, **other)
        return saved

    def deal(self, out=0, *points, **other):
        """Score the next deal."""
        return self.score(facts(out, *(points or (7, 23, 32))), **other)

    def play_out(self, out=0, *points):
        """Score the same deal until the game is over."""
        while not self.deal(out, *points).game_read.sheet.over:
            pass
        return self

    def correct(self, deal, facts, **other):
        """Correct a deal, so that it has these facts."""
        sheet = self.read().sheet
        [known] = [one for one in (*sheet.deals, *sheet.behind_the_end) if one.id == deal]
        content = {"deal": deal, "set": changed_answers(known.record, facts)}
        return self.write("correct", content, **other)

    def undo(self):
        """Take back what the sheet's button of that name would."""
        entry = to_undo(self.read().entries)
        if entry is not None and entry.id in self.deals:
            self.deals.remove(entry.id)
        return self._withdraw(entry)

    def redo(self):
        """Restore what the sheet's button of that name would."""
        saved = self._withdraw(self.read().redo)
        self.deals = [deal.id for deal in saved.game_read.sheet.deals]
        return saved

    def _withdraw(self, entry):
        if entry is None:
            raise NoButton
        return self.write("withdraw", {"entry": entry.id})

    def take_seat(self, seat, name, **more):
        """Somebody who is told by name takes a seat."""
        return self.write("take_seat", {"seat": seat, "player": people(name)[0], **more})

    def change(self, seats, *joins, **more):
        """From the next deal on these sit there; `joins` are (seat, name, total)."""
        joining = [
            {"seat": seat, "player": people(name)[0], "total": total} for seat, name, total in joins
        ]
        content = {"seats": seats, "joins": joining, "after": self.read().sheet.after}
        return self.write("change_table", content, **more)

    def describe_night(self, **said):
        """Say of its night when and where it was, or what it was called; its id."""
        night = read_night(self.database, self.club, self.night)
        known = {key: getattr(night, key) for key in ("day", "name", "place", "note")}
        edit_night(self.database, self.club, night.id, Description(**{**known, **said}))
        return night.id

    def read(self):
        """The game as it stands."""
        return read_game(self.database, self.club, self.id)

    @property
    def night(self):
        """The id of its night."""
        return self.read().night


def begin(database, club, *names, first_dealer=0, carried=None, **other):
    """A game that has just begun, of four unless others are named; `carried` is of old games."""
    game_values = {
        "device": None,
        "id": new_id(),
        "variant": "red-nines",
        "players": people(*(names or NAMES[:4])),
        "first_dealer": first_dealer,
        **other,
    }
    game = start_game(database, club, NewGame(**game_values))
    if carried:
        with database.writing() as connection:
            old = update(games).where(games.c.club == club, games.c.id == game)
            connection.execute(old.values(carried=dump_json(carried)))
            read = load_game(connection, club, game)
            save_rows(connection, read.row, rows_of(read.sheet, read.day.year), anew=True)
    return Table(database, club, game)


@pytest.fixture
def table(database, club):
    """Four people who have just sat down; Ann deals."""
    return begin(database, club)


class Statements:
    """Counts the statements that a database is sent."""

    def __init__(self, database):
        self.database = database
        self.texts = []

    def _note(self, connection, cursor, statement, *rest):
        self.texts.append(statement)

    def __enter__(self):
        for engine in self.database.engines:
            event.listen(engine, "before_cursor_execute", self._note)
        return self

    def __exit__(self, *fault):
        for engine in self.database.engines:
            event.remove(engine, "before_cursor_execute", self._note)

    @property
    def count(self):
        """How many there were."""
        return len(self.texts)


def all_games(database, club):
    """All games of a club, the one begun last first."""
    found = [game for night in list_nights(database, club, limit=10_000)[0] for game in night.games]
    return sorted(found, key=lambda line: (line.started_at, line.id), reverse=True)
