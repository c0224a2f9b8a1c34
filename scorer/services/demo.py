"""A club with a past that nobody lived through: nights of every game, all of which could be."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from traceback import clear_frames
from typing import Any

from sqlalchemy import delete

from scorer.rules.entries import (
    Body,
    ChangeTable,
    CorrectDeal,
    Deal,
    End,
    Entry,
    Withdraw,
    changed_answers,
)
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.variants import newest_variants
from scorer.services import clock
from scorer.services.club.clubs import make_club
from scorer.services.demo_deals import deal
from scorer.services.games.read import read_game
from scorer.services.games.start import NewGame, start_game
from scorer.services.ids import new_id
from scorer.services.people.players import name_player
from scorer.services.ratings import mark_due, rate_due
from scorer.services.rows import load_game_row
from scorer.storage.book import add_entries, entry_row
from scorer.storage.database import Database
from scorer.storage.results import change_counts, rows_of, save_rows
from scorer.storage.schema import clubs, metadata

PEOPLE = ("Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Leo").split()
# How often a game is stopped, and a deal corrected or withdrawn.
STOPPED, LEFT, CORRECTED, WITHDRAWN = 0.01, 0.03, 0.08, 0.04
# A game that would go on for ever is stopped here.
MAX_DEALS = 40


@dataclass(frozen=True)
class Recipe:
    """A game of the demo: how often among others, by which rules, by how many (None: by all)."""

    variant: str
    weight: int = 1
    rules: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seats: int | None = None


RECIPES = (
    Recipe("red-nines", 5),
    Recipe("red-nines", 1, {"values": "american"}),
    Recipe("red-nines-1881", 3, {"counter_value": {"counters": 2, "pays": 1}}),
    Recipe("pink-nines", 1, {"per_card": 1, "counter_value": {"counters": 1, "pays": 1}}),
    Recipe("ninety-nine", 3, seats=3),
    Recipe("ninety-nine", 1, {"length": "match"}, 4),
    Recipe("ninety-nine", 1, {"length": "deals"}, 2),
    Recipe("ninety-nine", 1, {"version": "classic", "length": "deals"}, 3),
    Recipe("oxford-whist", 2),
    Recipe("nine-five", 3),
    Recipe("points", 2, {"title": "Hearts", "length": "target", "adds_to": [26]}, 4),
    Recipe(
        "points", 1, {"title": "Canasta", "wins": "highest", "length": "deals", "sides": "two"}, 4
    ),
    Recipe("points", 1, {"title": "Rummy", "length": "target", "winner": "takes_all"}, 5),
)


def make_demo(database: Database, nights: int, seed: int = 9) -> tuple[str, int]:
    """Fill a new club with nights up to yesterday: its id, and how many games it has.

    Nothing is left of it where that is stopped.
    """
    dice = random.Random(seed)  # noqa: S311 - these are dice, not secrets
    evening = (clock.now() - timedelta(days=1)).replace(hour=18, minute=0, second=0, microsecond=0)
    evenings = []
    for _ in range(nights):
        evenings.append(evening + timedelta(minutes=dice.randrange(150)))
        evening -= timedelta(days=dice.choice((1, 2, 3, 4, 7)) if nights < 1000 else 1)
    # Made today: the oldest club is the one that the terminal invites to.
    club = make_club(database, "Made-up club", "EUR")
    strengths: dict[str, float] = {}
    people = []
    played: Counter[Recipe] = Counter()
    try:
        with clock.set_to(evenings[-1]):
            for name in PEOPLE:
                player = name_player(database, club, name)
                people.append({"id": player.id, "name": name})
                strengths[player.id] = dice.uniform(0.8, 1.3)
        for now in reversed(evenings):
            tonight = dice.sample(people, dice.randint(4, 7))
            for _ in range(dice.choices((1, 2, 3, 4), (3, 4, 2, 1))[0]):
                recipe = _next_recipe(played, len(tonight), dice)
                played[recipe] += 1
                seats = tonight[: _seats_for(recipe, len(tonight))]
                now = _play(database, club, recipe, seats, strengths, now, dice)
                dice.shuffle(tonight)
    except BaseException as stop:
        # A statement that Ctrl-C stopped keeps the file locked as long as its traceback holds it.
        clear_frames(stop.__traceback__)
        _remove(database, club)
        raise
    rate_due(database, club)
    return club, played.total()


def _remove(database: Database, club: str) -> None:
    with database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            if "club" in table.c:
                connection.execute(delete(table).where(table.c.club == club))
        connection.execute(delete(clubs).where(clubs.c.id == club))


def _next_recipe(played: Mapping[Recipe, int], people: int, dice: random.Random) -> Recipe:
    known = {recipe.variant for recipe in RECIPES}
    variants = newest_variants()
    recipes = [recipe for recipe in RECIPES if recipe.variant in variants]
    recipes += [Recipe(key) for key in variants if key not in known]
    fitting = [recipe for recipe in recipes if _seats_for(recipe, people)]
    return min(fitting, key=lambda recipe: (played[recipe] + dice.random()) / recipe.weight)


def _seats_for(recipe: Recipe, people: int) -> int:
    if recipe.seats is not None:
        return recipe.seats if recipe.seats <= people else 0
    numbers = newest_variants()[recipe.variant].players
    return max((number for number in numbers if number <= people), default=0)


def _play(
    database: Database,
    club: str,
    recipe: Recipe,
    people: Sequence[Mapping[str, Any]],
    strengths: Mapping[str, float],
    now: datetime,
    dice: random.Random,
) -> datetime:
    game = new_id()
    with clock.set_to(now):
        new_game = NewGame(
            id=game,
            device=None,
            variant=recipe.variant,
            players=people,
            first_dealer=dice.randrange(len(people)),
            house_rules=recipe.rules,
        )
        start_game(database, club, new_game)
    read = read_game(database, club, game)
    entries: list[Entry] = []
    times: list[datetime] = []

    def write(body: Body) -> Sheet:
        entries.append(Entry(len(entries) + 1, new_id(), body))
        times.append(now)
        return read_sheet(read.book.start, entries)

    sheet = read.sheet
    while not sheet.over:
        now += timedelta(minutes=9) * dice.uniform(0.7, 1.5)
        before = sheet
        playing = [strengths[sitter.player] for sitter in sheet.sitters]
        stopped = sheet.played and (sheet.played >= MAX_DEALS or dice.random() < STOPPED)
        seats = sheet.table.order
        if len(seats) - 1 in sheet.start.changes_to and dice.random() < LEFT:
            goes = dice.choice(seats)
            stays = tuple(seat for seat in seats if seat != goes)
            sheet = write(ChangeTable(stays, (), sheet.after))
            continue
        facts = None if stopped else deal(sheet, playing, dice)
        if facts is None:
            sheet = write(End())
            continue
        sheet = write(Deal(facts, sheet.after))
        if dice.random() < CORRECTED and (corrected := deal(before, playing, dice)):
            newest = sheet.deals[-1]
            sheet = write(CorrectDeal(newest.id, changed_answers(newest.record, corrected)))
        elif dice.random() < WITHDRAWN:
            sheet = write(Withdraw(entries[-1].id))
    with database.writing() as connection:
        row = load_game_row(connection, club, game, lock=True)
        add_entries(connection, row, list(map(entry_row, entries, times)))
        rows = rows_of(sheet, read.day.year)
        save_rows(connection, row, rows)
        change_counts(connection, club, rows.counts)
        mark_due(connection, club, row.started_at)
    return now + timedelta(minutes=5)
