"""A club with a past that nobody lived through: nights of every game, all of which could be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete

from scorer.rules.house_rules import read_house_rules
from scorer.rules.variants import newest_variants
from scorer.services import clock
from scorer.services.club.clubs import make_club
from scorer.services.demo_deals import deal
from scorer.services.games import score
from scorer.services.games.read import GameRead, read_game
from scorer.services.games.start import start_game
from scorer.services.ids import new_id
from scorer.services.people.players import name_player
from scorer.storage.database import Database
from scorer.storage.schema import clubs, metadata

PEOPLE = ("Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Leo").split()
STOPPED_EARLY = 0.05
# A game that would go on for ever is stopped here.
MOST_DEALS = 40
CORRECTED = 0.08
TAKEN_BACK = 0.04
A_DEAL = timedelta(minutes=9)


@dataclass(frozen=True)
class Recipe:
    """A game that is played, how often beside others, by which house rules, and by how many.

    Where `seats` is None, as many play as can.
    """

    variant: str
    weight: int = 1
    rules: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None

    @property
    def name(self) -> str:
        """What tells recipes apart."""
        return f"{self.variant} {dict(self.rules)} {self.seats}"


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
    Recipe("points", 2, {"title": "Hearts", "length": "target", "adds_to": 26}, 4),
    Recipe(
        *("points", 1),
        {"title": "Canasta", "wins": "highest", "length": "target", "target": 5000, "sides": "two"},
        4,
    ),
    Recipe(
        *("points", 1),
        {"title": "Rummy", "wins": "highest", "length": "target", "winner": "takes_all"},
        5,
    ),
)


@dataclass(frozen=True)
class Demo:
    """A club with a past, and how many games it has."""

    club: str
    games: int


@dataclass
class _Past:
    """The people, the dice and what was done so far."""

    database: Database
    club: str
    dice: random.Random
    people: list[dict[str, str]] = field(default_factory=list)
    strengths: dict[str, float] = field(default_factory=dict)
    played: Counter[str] = field(default_factory=Counter)


def make_demo(
    database: Database, nights: int, seed: int = 9, stop: Callable[[], None] = lambda: None
) -> Demo:
    """Fill a new club with so many nights, the last one yesterday.

    `stop` is called after each night and may raise. Where it does, or anything else fails,
    nothing of the club is left.
    """
    dice = random.Random(seed)  # noqa: S311 - these are dice, not secrets
    first = clock.now() - timedelta(days=1)
    evenings = _evenings(first, nights, dice)
    # Made today: the oldest club is the one that the terminal invites to.
    past = _Past(database, make_club(database, "Made-up club", "EUR"), dice)
    try:
        with clock.set_to(evenings[0]):
            for name in PEOPLE:
                player = name_player(database, past.club, name)
                past.people.append({"id": player.id, "name": name})
                past.strengths[player.id] = dice.uniform(0.8, 1.3)
        for evening in evenings:
            _night(past, evening)
            stop()
    except BaseException:
        _remove(database, past.club)
        raise
    return Demo(past.club, past.played.total())


def _remove(database: Database, club: str) -> None:
    """Remove a club that was half made up, with all that is in it."""
    with database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            if "club" in table.c:
                connection.execute(delete(table).where(table.c.club == club))
        connection.execute(delete(clubs).where(clubs.c.id == club))


def _evenings(last: datetime, nights: int, dice: random.Random) -> list[datetime]:
    """When they met, the oldest first: about twice a week at first, or more often in a hurry."""
    evening = last.replace(hour=18, minute=0, second=0, microsecond=0)
    evenings = []
    for _ in range(nights):
        evenings.append(evening + timedelta(minutes=dice.randrange(150)))
        evening -= timedelta(days=dice.choice((1, 2, 3, 4, 7)) if nights < 1000 else 1)
    return evenings[::-1]


def _night(past: _Past, evening: datetime) -> None:
    people = past.dice.sample(past.people, past.dice.randint(4, 7))
    now = evening
    for _ in range(past.dice.choices((1, 2, 3, 4), (3, 4, 2, 1))[0]):
        recipe = _next_recipe(past, len(people))
        past.played[recipe.name] += 1
        seats = _seats_for(recipe, len(people))
        now = _game(past, recipe, people[:seats], now) + timedelta(minutes=5)
        past.dice.shuffle(people)


def _next_recipe(past: _Past, people: int) -> Recipe:
    """What these people play next: what was played the least, for how often it should be."""
    known = {recipe.variant for recipe in RECIPES}
    variants = newest_variants()
    recipes = [recipe for recipe in RECIPES if recipe.variant in variants]
    recipes += [Recipe(key) for key in variants if key not in known]
    return min(
        (recipe for recipe in recipes if _seats_for(recipe, people)),
        key=lambda recipe: (past.played[recipe.name] + past.dice.random()) / recipe.weight,
    )


def _seats_for(recipe: Recipe, people: int) -> int:
    """How many of these people can play this together; 0 for none."""
    if recipe.seats is not None:
        return recipe.seats if recipe.seats <= people else 0
    variant = newest_variants()[recipe.variant]
    house_rules = read_house_rules(variant.rules, recipe.rules)
    numbers = (n for n in variant.players if n <= people)
    return max((n for n in numbers if variant.fits(n, house_rules) is None), default=0)


def _game(
    past: _Past,
    recipe: Recipe,
    people: Sequence[Mapping[str, Any]],
    now: datetime,
) -> datetime:
    """One game from its start to its end; says when it ended."""
    game = new_id()
    with clock.set_to(now):
        start_game(
            past.database,
            past.club,
            device=None,
            game_id=game,
            variant=recipe.variant,
            players=people,
            first_dealer=past.dice.randrange(len(people)),
            house_rules=recipe.rules,
        )
        read = read_game(past.database, past.club, game)
    while not read.sheet.over:
        now += past.dice.uniform(0.7, 1.5) * A_DEAL
        with clock.set_to(now):
            read = _next(past, read)
    return now


def _next(past: _Past, read: GameRead) -> GameRead:
    """The next deal, now and then corrected or taken back; or the end, where it got late."""
    dice, sheet = past.dice, read.sheet
    strengths = [past.strengths[sitter.player] for sitter in sheet.sitters]
    stopped = sheet.played and dice.random() < STOPPED_EARLY / len(strengths)
    facts = None
    if not stopped and sheet.played < MOST_DEALS:
        facts = deal(sheet, strengths, dice)
    if facts is None:
        return _write(past, read, "end", {"why": "it got late"})
    read = _write(past, read, "deal", {"after": sheet.last_deal, "facts": facts})
    if dice.random() < CORRECTED:
        corrected = deal(sheet, strengths, dice)
        if corrected is not None:
            last = read.sheet.deals[-1].id
            read = _write(past, read, "correct_deal", {"deal": last, "facts": corrected})
    elif dice.random() < TAKEN_BACK:
        read = _write(past, read, "withdraw", {"entry": read.entries[-1].name})
    return read


def _write(past: _Past, read: GameRead, kind: str, content: Mapping[str, Any]) -> GameRead:
    saved = score.write(
        past.database,
        past.club,
        read.id,
        device=None,
        name=new_id(),
        seen=read.version,
        kind=kind,
        content=content,
    )
    return saved.game_read
