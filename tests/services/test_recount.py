"""Statistics agree with a plain recount, whatever was done to games, nights and people."""

import random
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sqlalchemy import select, update

from scorer.rules.errors import Refused
from scorer.rules.fold import next_seat
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.find_night import OWN
from scorer.services.nights import bin
from scorer.services.nights.edit import Description, edit_night, move_game
from scorer.services.nights.night_list import list_nights
from scorer.services.people.merge import merge_people, undo_merge
from scorer.services.projections import rebuild
from scorer.storage.schema import feats, games, highlights, nights, pairs, players, results, tallies
from tests.examples import examples
from tests.made_up_game import KEY
from tests.services.imports import export, files_of, import_file, second_club
from tests.services.plain_recount import agree
from tests.tables import NoButton, all_games, begin, make_club, random_facts
from tests.web.counters import cards

GOLF = {"title": "Golf", "length": "target", "target": 80}
# Three against two.
UNEQUAL = {"plid": "sets", "spod": 0, "stoom": 400, "pelf": 2}
WHIST = {"title": "Whist", "wins": "highest", "length": "deals", "deals": 3, "sides": "two"}
pytestmark = pytest.mark.usefixtures("made_up_game")

# How many play which game, and by which house rules.
GAMES = (
    (4, "red-nines", {}),
    (4, "red-nines", {}),
    (3, "red-nines-1881", {}),
    (3, "red-nines-1881", {"short": "buy_in", "counters": 10}),
    (3, "pink-nines", {}),
    (4, "points", GOLF),
    (4, "points", WHIST),
    (4, "points", {}),
    (5, KEY, {**UNEQUAL, "gleb": "penalties"}),
    (5, KEY, {**UNEQUAL, "gleb": "counters"}),
)


class Evening:
    """A club in which all kinds of things happen."""

    def __init__(self, database, club, seed):
        self.database, self.club, self.dice = database, club, random.Random(seed)
        self.tables = []
        self.merged = []

    def do(self, deed):
        if not self.tables or deed == "g":
            self._begin()
        table = self.dice.choice(self.tables)
        try:
            getattr(self, f"_{deed}")(table)
        except (Refused, Conflict, InTheBin, NoButton, NotFound):
            return

    def _begin(self):
        players, variant, rules = self.dice.choice(GAMES)
        names = self.dice.sample(("Ann", "Ben", "Cat", "Dan", "Eve"), players)
        self.tables.append(
            begin(self.database, self.club, *names, variant=variant, house_rules=rules)
        )

    def _facts(self, sheet, there):
        """What can have happened at such a table, whose seats may have gaps."""
        facts, seats = self._facts_of(sheet, there.players), sorted(there.order)
        if there.by_sides or seats == list(range(len(there.sides))):
            return facts
        for key, answer in facts.items():
            if isinstance(answer, list):
                by_seat = dict(zip(seats, answer, strict=True))
                facts[key] = [by_seat.get(seat) for seat in range(len(there.sides))]
        return facts | ({"out": seats[facts["out"]]} if "out" in facts else {})

    def _facts_of(self, sheet, players):
        if sheet.start.variant.key == "points":
            # Often the same, so that some end level.
            sides = len(sheet.table.sides_in_order) if sheet.table.by_sides else players
            return {"points": [10 * self.dice.randint(-2, 4) for _ in range(sides)]}
        if sheet.start.variant.key == KEY:
            quim, bra = {"ith": self.dice.randrange(2), "orm": None}, self.dice.choice((5, -5))
            return {"vex": [7] * 5, "plu": [1, 2, 2, 2, 0], "quim": quim, "bra": [bra, -bra]}
        if sheet.start.variant.key == "red-nines":
            facts = {**random_facts(players, self.dice), "on_red_nine": self.dice.random() < 0.2}
            if self.dice.random() < 0.4:
                caught = self.dice.choice([it for it in range(players) if it != facts["out"]])
                nines = self.dice.randint(1, 2)
                facts["hands"][caught] = {"points": 9 * nines + 5, "red_nines": nines}
            return facts
        if self.dice.random() < 0.2:
            return {"void": True}
        if sheet.start.variant.key == "pink-nines" and self.dice.random() < 0.5:
            return {"out": self.dice.randrange(players)}
        held = [self.dice.randint(1, 5) for _ in range(players - 1)]
        return cards(self.dice.randrange(players), *held, on_red_nine=self.dice.random() < 0.2)

    def _g(self, table):
        """A game has begun."""

    def _d(self, table):
        sheet = table.read().sheet
        table.write("deal", {"after": sheet.after, "facts": self._facts(sheet, sheet.table)})

    def _p(self, table):
        for _ in range(4):
            self._d(table)

    def _c(self, table):
        sheet = table.read().sheet
        deal = self.dice.choice(sheet.deals or [None])
        if deal is not None:
            table.correct(deal.id, self._facts(sheet, deal.table))

    def _u(self, table):
        table.undo()

    def _r(self, table):
        table.redo()

    def _s(self, table):
        """Say that it was called something else, or won by the others."""
        rules = dict(self.dice.choice([rules for _, game, rules in GAMES if game == "points"]))
        rules["title"] = self.dice.choice(("Golf", "go lf", "Whist", ""))
        table.write("correct_start", {"house_rules": rules})

    def _e(self, table):
        table.write("end", {"why": "late", "leftover": None})

    def _b(self, table):
        table.write("buy", {"seat": 0, "counters": 7})

    def _l(self, table):
        table.write("lend", {"seat": 0, "lender": 1, "counters": 2})

    def _t(self, table):
        before = self.dice.choice([None, *(deal.id for deal in table.read().sheet.deals)])
        table.take_seat(1, self.dice.choice(("Ann", "Eve", "Fay")), before=before)

    def _j(self, table):
        """Somebody joins, or comes back."""
        read = table.read()
        sheet, seats = read.sheet, [*read.sheet.table.order]
        gone = [seat for seat in range(len(sheet.sitters)) if seat not in seats]
        new, total = next_seat(len(sheet.start.sitters), read.entries), max(sheet.joining.values())
        seat = self.dice.choice([*gone, new])
        seats.insert(self.dice.randrange(len(seats)), seat)
        joins = [(new, self.dice.choice(("Ann", "Eve", "Fay")), total)] if seat == new else []
        table.change(seats, *joins)

    def _a(self, table):
        """Somebody leaves."""
        seats = [*table.read().sheet.table.order]
        seats.remove(self.dice.choice(seats))
        table.change(seats)

    def _w(self, table):
        """Only the totals of a game are told."""
        totals = [
            10 * self.dice.randint(0, 4) for _ in range(table.read().sheet.start.number_of_sides)
        ]
        table.write("totals", {"totals": totals})

    def _x(self, table):
        self._change(table, games, games.c.id == table.id)

    def _n(self, table):
        self._change(table, nights, nights.c.id == self._night(table))

    def _night(self, table):
        with self.database.reading() as connection:
            return str(connection.scalar(select(games.c.night).where(games.c.id == table.id)))

    def _change(self, table, of, which):
        """Throw a game or a night into the bin, or bring it back."""
        what = "game" if of is games else "night"
        with self.database.reading() as connection:
            gone = connection.scalar(select(of.c.deleted_at).where(which))
        identity = table.id if of is games else self._night(table)
        if gone is None:
            bin.delete(self.database, self.club, what, identity, device=None)
        elif found := bin.find_deleted(self.database, self.club, identity):
            bin.restore(self.database, self.club, found.kind, found.id)

    def _y(self, table):
        """Say that a night was in another year."""
        day = date(self.dice.choice((2019, 2020)), 5, 3)
        described = Description(day=day, name="", place="", note="")
        edit_night(self.database, self.club, self._night(table), described)

    def _v(self, table):
        """Move a game to another night, or to one of its own."""
        listed = [night.id for night in list_nights(self.database, self.club)[0]]
        move_game(self.database, self.club, table.id, self.dice.choice([*listed, OWN]))

    def _m(self, table):
        """Say that Fay is the same person as Eve, or that she is not."""
        if self.merged:
            undo_merge(self.database, self.club, self.merged.pop())
            return
        with self.database.reading() as connection:
            named = select(players.c.name, players.c.id).where(players.c.club == self.club)
            known = dict(tuple(row) for row in connection.execute(named))
        if {"Eve", "Fay"} <= known.keys():
            merge_people(self.database, self.club, known["Fay"], known["Eve"])
            self.merged.append(known["Fay"])

    def _k(self, table):
        """Somebody looks at the statistics."""
        agree(self.database, self.club)


@pytest.mark.every_database
@pytest.mark.soak
@settings(
    max_examples=examples(3),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    deeds=some.lists(some.sampled_from("gwppppdcureebbllttxxnvvymskkjjaa"), max_size=40),
    seed=some.integers(0, 999),
)
def test_statistics_are_a_plain_recount_whatever_was_done(database, deeds, seed):
    club = make_club(database, "Ours")
    evening = Evening(database, club, seed)
    for deed in deeds:
        evening.do(deed)
    agree(database, club)
    listed = {game.id for game in all_games(database, club)}
    for table in evening.tables:
        assert (table.id in listed) == (bin.find_deleted(database, club, table.id) is None)
    if listed:
        # As a file and back it is the same.
        data, other = export(database, club), second_club(database)
        import_file(database, other, data)
        again = files_of(export(database, other))
        assert {**again, "club.json": b""} == {**files_of(data), "club.json": b""}
        agree(database, other)
    with database.writing() as connection:
        for table in (tallies, pairs, feats, highlights):
            connection.execute(table.delete().where(table.c.club == club))
        mine = results.c.club == club
        connection.execute(update(results).where(mine).values(total=7, finished=True))
    rebuild(database)
    agree(database, club)


def test_statistics_of_long_evenings_are_a_plain_recount(database, club, soaking):
    """Each game often; in the long run so often that all there is to count has happened."""
    evening, often = Evening(database, club, 1), 2 if soaking else 1
    for deeds in ("gpljbappp" * 6 * often, "gwwww" * 3 * often, "ppcsymxjtetpapapp"):
        for deed in deeds:
            evening.do(deed)
        agree(database, club)
