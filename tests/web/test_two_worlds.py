"""Two worlds: whatever another club does on the server, a club's phones get the same answers."""

import random
import re
import uuid
from contextlib import contextmanager
from shutil import copyfile

import pytest
from sqlalchemy import delete, insert, select

from scorer import create_app
from scorer.services.club import clubs, devices, invitations, share_links
from scorer.services.exchange.export import export_zip
from scorer.services.nights import bin
from scorer.services.nights.night_list import list_nights
from scorer.settings import DATABASE_FILE
from scorer.storage import schema
from tests.joined import join
from tests.services.imports import import_file, whole
from tests.tables import Table, begin, make_club, name_player
from tests.web.conftest import SECRET
from tests.web.phones import Phone
from tests.web.test_door import every_address

# What differs between two answers to the same request: the token of forms, and signatures.
CHANGING = re.compile(r'(csrf[-_]token\\*" (?:content|value)=\\*")[^"\\]*')
# What a cookie holds and when it ends.
COOKIE = re.compile(r"=[^;]*|expires=[^;]*", re.IGNORECASE)

# The other club does something between so many answers.
EVERY = 4
# What keeps score reads nothing that what manages the club does not.
READERS = ("manage", "watch", "removed", "guest", "stranger")


class Ids:
    """Ids that come out the same in both worlds, apart for each club."""

    def __init__(self):
        self.dice = {True: random.Random(1), False: random.Random(2)}
        self.first = True

    def __call__(self):
        return uuid.UUID(int=self.dice[self.first].getrandbits(128), version=4)


class World:
    """A server with a club and its phones, and, where it is shared, with another club."""

    def __init__(self, folder, fake_clock, ids):
        self.app = create_app(instance=folder, secret_key=SECRET)
        self.database = self.app.extensions["scorer"]["database"]
        self.clock, self.ids = fake_clock, ids
        self.club = clubs.first_club(self.database)
        self.answers = []
        self.other = None
        self.turn = 0

    def play(self):
        """A game that goes on, another that is over, and phones of every right."""
        names = ("manage", "score", "watch", "removed")
        self.phones = {name: Phone(self.app) for name in (*names, "guest", "stranger")}
        for name in names:
            right = "score" if name == "removed" else name
            self.phones[name].keep(join(self.app, self.club, right, name.title()))
        self.over = begin(self.database, self.club).play_out()
        self.table = begin(self.database, self.club)
        self.table.deal()
        self.night = self.table.night
        listed = {it.name: it for it in devices.list_devices(self.database, self.club)}
        host = listed["Manage"]
        code = invitations.show_table(self.database, SECRET, host, self.night).link_code
        guest = self.phones["guest"]
        guest.get(f"/join/{code}")
        assert guest.send(f"/join/{code}", seat="1").status_code == 303
        devices.revoke_device(self.database, self.club, listed["Removed"].id)
        self.invitation = invitations.make_invitation(self.database, SECRET, self.club)
        self.made = str(uuid.uuid4())

    def copy_club(self):
        """Another club that has all that this one has, under the same ids."""
        self.other = make_club(self.database, "The others")
        with self.database.writing() as connection:
            for table in schema.metadata.sorted_tables:
                if "club" in table.c:
                    rows = connection.execute(select(table).where(table.c.club == self.club))
                    copies = [{**row._mapping, "club": self.other} for row in rows]
                    for copy in copies if table is schema.devices else ():
                        copy["token_hash"] = copy["token_hash"][::-1]
                    if copies:
                        connection.execute(insert(table), copies)
        begin(self.database, self.other)
        import_file(self.database, self.other, whole(export_zip(self.database, self.other, None)))

    @contextmanager
    def elsewhere(self):
        """What the other club does takes neither time nor ids of this one."""
        at, self.ids.first = self.clock.at, False
        yield
        self.clock.at, self.ids.first = at, True

    def disturb(self):
        """Now and then the other club does what clubs do, one thing after the other."""
        self.turn += 1
        if self.other is not None and self.turn % EVERY == 0:
            with self.elsewhere():
                deeds = self.deeds()
                deeds[self.turn // EVERY % len(deeds)]()

    def deeds(self):
        database, other = self.database, self.other
        theirs = Table(database, other, self.table.id, seen=self.table.seen)
        phone = next(it for it in devices.list_devices(database, other) if it.right == "score")
        theirs.device = phone

        def score():
            theirs.deals = [deal.id for deal in theirs.read().sheet.deals]
            theirs.seen = theirs.read().version
            theirs.deal(self.turn % 4) if len(theirs.deals) < 3 else theirs.undo()

        return (
            score,
            lambda: (
                theirs.answer(["hands", 2, {"points": 7, "red_nines": 0}])
                if not theirs.read().answers
                else None
            ),
            lambda: name_player(database, other, f"New {self.turn}"),
            lambda: list_nights(database, other, words="Ann"),
            lambda: clubs.set_currency(database, other, ("EUR", "USD")[self.turn % 2]),
            lambda: devices.edit_device(database, other, phone.id, f"Renamed {self.turn}"),
            lambda: invitations.make_invitation(database, SECRET, other),
            lambda: bin.delete(database, other, "game", self.over.id, device=None),
            lambda: bin.restore(database, other, "game", self.over.id),
        )

    def note(self, phone, answer, address):
        """Keep an answer, without what may differ."""
        headers = [
            (name, COOKIE.sub("", value) if name == "Set-Cookie" else value)
            for name, value in answer.headers
            if name not in ("Date", "Content-Length")
        ]
        body = CHANGING.sub(r"\1", answer.get_data().decode("latin-1"))
        self.answers.append((phone, address, answer.status_code, sorted(headers), body))
        self.disturb()

    def remove_other(self):
        """The other club is removed, row by row."""
        if self.other is not None:
            with self.elsewhere(), self.database.writing() as connection:
                for table in reversed(schema.metadata.sorted_tables):
                    if "club" in table.c:
                        connection.execute(delete(table).where(table.c.club == self.other))
                others = schema.clubs.c.id == self.other
                connection.execute(delete(schema.clubs).where(others))
            self.other = None

    def ask(self, name, address, **fields):
        """A page, or the answer to what was sent, as this phone gets it."""
        phone = self.phones[name]
        self.note(name, phone.post(address, **fields) if fields else phone.get(address), address)

    def read_all(self, names, *more):
        """Every page of the app, as these phones get it."""
        pages = {it for _, it in every_address(self.app, self.table)}
        over = f"/games/{self.over.id}"
        more = (over, f"{over}/book", "/join", "/rules/", "/nights/?q=Ann", "/nowhere", *more)
        for address in (*sorted(pages), *more):
            for name in names:
                self.ask(name, address)

    def write(self):
        """What phones of the club write, one after the other."""
        game = f"/games/{self.table.id}"
        facts = {"out": 1, "hands": [{"points": 7, "red_nines": 0}, [], *[{"points": 8}] * 2]}
        deal = {"after": self.table.deals[-1], "facts": facts}
        for name in self.phones:
            answer = self.phones[name].write(self.table.id, "deal", deal, self.table.seen)
            self.note(name, answer, "deal")
            hand = ["hands", 1, {"points": 9, "red_nines": 0}]
            self.note(name, self.phones[name].answers(self.table.id, hand), "answers")
            self.ask(name, f"{game}/share", x="")
            self.ask(name, f"/nights/{self.night}/share", x="")
            self.ask(name, "/club/currency", currency="GBP")
            self.ask(name, "/club/invitations", right="watch", invitation=self.made)
            self.ask(name, f"/games/{self.over.id}/delete", x="")
            self.ask(name, f"/games/{self.over.id}/restore", x="")
            self.ask(name, "/join", code="AAAA-AAAA")
            self.ask(name, "/join", code=self.invitation.short_code)
        night = ("night", self.night)
        shared = share_links.find_live_share(self.database, SECRET, self.club, *night)
        assert shared is not None
        return f"/shared/{shared.code}"


@pytest.fixture
def worlds(tmp_path, prepared_file, fake_clock, monkeypatch):
    """The same server twice, the second time with another club of the same ids."""
    lived, start = [], fake_clock.at
    for shared in (False, True):
        folder = tmp_path / str(shared)
        folder.mkdir()
        copyfile(prepared_file, folder / DATABASE_FILE)
        ids = Ids()
        monkeypatch.setattr(uuid, "uuid4", ids)
        fake_clock.at = start
        world = World(folder, fake_clock, ids)
        world.play()
        if shared:
            with world.elsewhere():
                world.copy_club()
        link = world.write()
        world.read_all(READERS, link)
        world.remove_other()
        world.read_all(("manage", "stranger"), link)
        world.database.close()
        lived.append(world)
    return lived


def test_another_club_changes_no_answer(worlds):
    alone, shared = worlds
    assert len(alone.answers) > 500
    assert {200, 303, 401, 403, 404} <= {status for _, _, status, *_ in alone.answers}
    differ = [
        f"{mine[:3]} {theirs[2]} {[pair for pair in pairs(mine, theirs) if pair[0] != pair[1]][:2]}"
        for mine, theirs in zip(alone.answers, shared.answers, strict=True)
        if mine != theirs
    ]
    assert not differ, "\n".join(differ)


def pairs(mine, theirs):
    """The headers and the lines of two answers, two and two."""
    return zip((*mine[3], *mine[4].split("\n")), (*theirs[3], *theirs[4].split("\n")), strict=False)
