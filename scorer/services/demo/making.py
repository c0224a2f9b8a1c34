"""A club with a past that nobody lived through: to look around in, and to measure with.

Everything goes through the same services as at a table, with the clock set back.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete

from scorer.rules.variants import newest_variants
from scorer.services import clock
from scorer.services.club.clubs import make_club
from scorer.services.demo.deals import deal
from scorer.services.games import scoring
from scorer.services.games.reading import GameRead, read_game
from scorer.services.games.starting import start_game
from scorer.services.ids import new_id
from scorer.services.people.players import name_player
from scorer.storage.columns import metadata
from scorer.storage.database import Database
from scorer.storage.models import clubs
from scorer.storage.progress import watched

NAME = "Made-up club"
PEOPLE = ("Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Leo").split()
# What is played, how often, and by which house rules.
GAMES: tuple[tuple[str, int, Mapping[str, Any]], ...] = (
    ("red-nines", 5, {}),
    ("red-nines", 1, {"values": "american"}),
    ("red-nines-1881", 3, {"counter_value": {"counters": 2, "pays": 1}}),
    ("pink-nines", 1, {"per_card": 1, "counter_value": {"counters": 1, "pays": 1}}),
)
STOPPED_EARLY = 0.05
CORRECTED = 0.08
TAKEN_BACK = 0.04
A_DEAL = timedelta(minutes=9)


@dataclass(frozen=True)
class MadeUp:
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
    games: int = 0


def make_up(database: Database, nights: int, seed: int = 9) -> MadeUp:
    """Fill a new club with so many nights, the last one yesterday.

    Where that is interrupted or fails, nothing of the club is left.
    """
    dice = random.Random(seed)  # noqa: S311 - these are dice, not secrets
    first = clock.now() - timedelta(days=1)
    evenings = _evenings(first, nights, dice)
    # Made today: the oldest club is the one that the terminal invites to.
    past = _Past(database, make_club(database, NAME, "EUR"), dice)
    try:
        with clock.set_to(evenings[0]):
            for name in PEOPLE:
                player = name_player(database, past.club, name)
                past.people.append({"id": player.id, "name": name})
                past.strengths[player.id] = dice.uniform(0.8, 1.3)
        for evening in watched(evenings):
            _night(past, evening)
    except BaseException:
        _remove(database, past.club)
        raise
    return MadeUp(past.club, past.games)


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
    came = past.dice.sample(past.people, past.dice.randint(4, 7))
    now = evening
    for _ in range(past.dice.choices((1, 2, 3, 4), (3, 4, 2, 1))[0]):
        weights = [one[1] for one in GAMES]
        variant, _, rules = past.dice.choices(GAMES, weights)[0]
        most = newest_variants()[variant].players[-1]
        now = _game(past, variant, rules, came[:most], now) + timedelta(minutes=5)
        past.dice.shuffle(came)


def _game(
    past: _Past,
    variant: str,
    rules: Mapping[str, Any],
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
            variant=variant,
            players=people,
            first_dealer=past.dice.randrange(len(people)),
            house_rules=rules,
        )
        read = read_game(past.database, past.club, game)
    past.games += 1
    while not read.sheet.over:
        now += past.dice.uniform(0.7, 1.5) * A_DEAL
        with clock.set_to(now):
            read = _next(past, read)
    return now


def _next(past: _Past, read: GameRead) -> GameRead:
    """The next deal, now and then corrected or taken back; or the end, where it got late."""
    dice, sheet = past.dice, read.sheet
    strengths = [past.strengths[one.player] for one in sheet.sitters]
    if sheet.played and dice.random() < STOPPED_EARLY / len(strengths):
        return _write(past, read, "end", {"why": "it got late"})
    told = {"after": sheet.last_deal, "facts": deal(sheet, strengths, dice)}
    read = _write(past, read, "deal", told)
    if dice.random() < CORRECTED:
        again = deal(sheet, strengths, dice)
        last = read.sheet.deals[-1].id
        read = _write(past, read, "correct_deal", {"deal": last, "facts": again})
    elif dice.random() < TAKEN_BACK:
        read = _write(past, read, "withdraw", {"entry": read.entries[-1].name})
    return read


def _write(past: _Past, read: GameRead, kind: str, content: Mapping[str, Any]) -> GameRead:
    saved = scoring.write(
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
