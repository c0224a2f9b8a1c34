"""A club with a past that nobody lived through: nights of every game, all of which could be."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from scorer.progress import progress
from scorer.rules.entries import (
    Body,
    ChangeTable,
    CorrectDeal,
    Deal,
    End,
    Entry,
    Sitter,
    Withdraw,
    changed_answers,
)
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.rules.variants import newest_variants
from scorer.services import clock
from scorer.services.club.clubs import add_club
from scorer.services.demo_deals import deal
from scorer.services.exchange.import_file import ImportFile, night_row
from scorer.services.exchange.imports import write_import
from scorer.services.exchange.plan import Plan
from scorer.services.ids import new_id
from scorer.storage.book import entry_row
from scorer.storage.database import Database
from scorer.storage.games import NewGameRows
from scorer.storage.results import rows_of

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
    Recipe("hearts", 2, seats=4),
    Recipe("canasta", 1, seats=4),
    Recipe("rummy", 1, {"how": "pool", "target": 101}, 5),
)


def make_demo(database: Database, nights: int, seed: int = 9) -> tuple[str, int]:
    """Fill a new club with nights up to yesterday: its id, and how many games it has."""
    dice = random.Random(seed)  # noqa: S311 - these are dice, not secrets
    evening = (clock.now() - timedelta(days=1)).replace(hour=18, minute=0, second=0, microsecond=0)
    evenings = []
    for _ in range(nights):
        evenings.append(evening + timedelta(minutes=dice.randrange(150)))
        evening -= timedelta(days=dice.choice((1, 2, 3, 4, 7)) if nights < 1000 else 1)
    people = [Sitter(new_id(), name) for name in PEOPLE]
    strengths = {sitter.player: dice.uniform(0.8, 1.3) for sitter in people}
    plan, games, played = Plan(ImportFile()), list[NewGameRows](), Counter[Recipe]()
    plan.people = [
        {"id": sitter.player, "name": sitter.name, "made_at": evenings[-1]} for sitter in people
    ]
    club, zone = new_id(), clock.zone_of(clock.local_zone())
    for now in progress(reversed(evenings), "Making up nights", nights):
        night, tonight = new_id(), dice.sample(people, dice.randint(4, 7))
        plan.nights[night] = night_row(night, now, now.astimezone(zone).date())
        for _ in range(dice.choices((1, 2, 3, 4), (3, 4, 2, 1))[0]):
            recipe = _next_recipe(played, len(tonight), dice)
            played[recipe] += 1
            seats = tonight[: _seats_for(recipe, len(tonight))]
            row = {"club": club, "id": new_id(), "night": night, "started_at": now}
            games.append(_play(recipe, seats, strengths, row, dice))
            now = games[-1].book[-1]["written_at"] + timedelta(minutes=5)
            dice.shuffle(tonight)
    with database.writing() as connection:
        add_club(connection, "Made-up club", "EUR", id=club)
        write_import(connection, club, plan, games)
    return club, len(games)


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
    recipe: Recipe,
    people: Sequence[Sitter],
    strengths: Mapping[str, float],
    row: Mapping[str, Any],
    dice: random.Random,
) -> NewGameRows:
    start = Start(
        variant=recipe.variant,
        sitters=tuple(people),
        first_dealer=dice.randrange(len(people)),
        house_rules=recipe.rules,
        edition=newest_variants()[recipe.variant].edition,
    )
    now: datetime = row["started_at"]
    entries: list[Entry] = []
    book: list[Mapping[str, Any]] = []

    def write(body: Body) -> Sheet:
        entries.append(Entry(len(entries) + 1, new_id(), body))
        book.append(entry_row(entries[-1], now))
        return read_sheet(start, entries)

    sheet = read_sheet(start, ())
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
    return NewGameRows(start, row, book, rows_of(sheet, now.year))
