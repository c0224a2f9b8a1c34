"""Deals that could have happened: dealt from the pack of each game, won by whoever plays well.

A game that is not known here is answered by the kinds of what it asks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from sqlalchemy import delete

from scorer.rules.asks import Ask, Choice, Flag, Hands, Number, Seat, Side
from scorer.rules.cards import RED_NINE, Pack
from scorer.rules.errors import Refused
from scorer.rules.fold import score_deal
from scorer.rules.house_rules import read_house_rules
from scorer.rules.sheet import Opening, Sheet
from scorer.rules.table import Table
from scorer.rules.variants import newest_variants
from scorer.services import clock
from scorer.services.club.clubs import make_club
from scorer.services.games import score
from scorer.services.games.read import GameRead, read_game
from scorer.services.games.start import start_game
from scorer.services.ids import new_id
from scorer.services.people.players import name_player
from scorer.storage.database import Database
from scorer.storage.progress import watched
from scorer.storage.schema import clubs, metadata

# How often the last card laid is a red nine, where one is free to be.
ON_RED_NINE = 0.12
ACES_SWEPT = 0.25
TIRED_OF_CARDS = 0.5
# How often a flag is up, or an answer that may be left out is given, where nothing is known of it.
RARELY, OFTEN = 0.1, 0.5
# Numbers that have no limits to speak of are seldom larger.
LARGEST = 30
# So often a deal is made up anew that its game refuses.
TRIES = 400


def deal(sheet: Sheet, strengths: Sequence[float], dice: random.Random) -> dict[str, Any] | None:
    """The facts of the next deal of this sheet; `strengths` has one number a seat.

    None where none was found that the game takes.
    """
    opening = sheet.opening
    if opening is None:
        raise ValueError("the game is over")
    if sheet.start.variant.key in {key for key, *_ in GAMES}:
        return _deal_gone_out(sheet, opening, strengths, dice)
    before = sheet.carry
    for _ in range(TRIES):
        facts = _answers(sheet.start.asks, opening.table, dice)
        try:
            score_deal(sheet.start, facts, opening.table, before)
        except Refused:
            continue
        return facts
    return None


def _answers(asks: Sequence[Ask[Any]], table: Table, dice: random.Random) -> dict[str, Any]:
    """An answer to each of these asks, as a record keeps it; what excludes others comes first."""
    facts: dict[str, Any] = {}
    given: dict[str, Any] = {}
    excluding = {key for ask in asks for key in ask.unless}
    for ask in sorted(asks, key=lambda ask: ask.key not in excluding):
        if not ask.asked or any(_excludes(given.get(key)) for key in ask.unless):
            continue
        answer = given[ask.key] = _answer(ask, table, given, dice)
        if ask.group:
            facts.setdefault(ask.group, {})[ask.key] = answer
        else:
            facts[ask.key] = answer
    return facts


def _excludes(answer: Any) -> bool:
    """Whether an answer is one; the seat 0 is."""
    return answer is not None and answer is not False and answer != []


def _answer(ask: Ask[Any], table: Table, given: Mapping[str, Any], dice: random.Random) -> Any:
    """An answer of the deal, or of each who gives one."""
    if ask.many:
        return [_one_answer(ask, table, dice) for _ in range(dice.randrange(3))]
    if ask.of == "deal":
        return _one_or_none(ask, table, dice)
    answering = [
        at
        for at in range(ask.number_of_answers(table))
        if at != given.get(ask.but or "")
        and (ask.of == "side" or at >= table.players or at in table.plays)
    ]
    answers = [[] if isinstance(ask, Hands) else ask.nothing] * ask.number_of_answers(table)
    for at in answering:
        answers[at] = _one_or_none(ask, table, dice)
    if isinstance(ask, Number) and ask.sum is not None and answering:
        for at, number in zip(answering, _parts_of(ask.sum, len(answering), dice), strict=True):
            answers[at] = number
    return answers


def _one_or_none(ask: Ask[Any], table: Table, dice: random.Random) -> Any:
    if isinstance(ask, Flag):
        return dice.random() < RARELY
    if not ask.required and dice.random() > OFTEN:
        return None
    return _one_answer(ask, table, dice)


def _one_answer(ask: Ask[Any], table: Table, dice: random.Random) -> Any:
    match ask:
        case Seat():
            return dice.choice(table.plays)
        case Side():
            return dice.randrange(table.number_of_sides)
        case Choice():
            return dice.choice(ask.values)
        case Number():
            return dice.randint(max(ask.least, 0), min(ask.most, LARGEST))
        case Hands():
            return sorted(dice.choices(sorted(table.cards.copies), k=dice.randint(1, 5)))
    return True


def _parts_of(whole: int, parts: int, dice: random.Random) -> list[int]:
    """So many numbers that come to this one, from nought on where it is not below it."""
    sign = -1 if whole < 0 else 1
    cuts = [0, *sorted(dice.randint(0, abs(whole)) for _ in range(parts - 1)), abs(whole)]
    return [sign * (end - start) for start, end in pairwise(cuts)]


def _deal_gone_out(
    sheet: Sheet, opening: Opening, strengths: Sequence[float], dice: random.Random
) -> dict[str, Any]:
    """A deal that somebody went out of, with the hands of all others."""
    order = opening.table.order
    # Who plays well goes out more often, and it helps to lead; but mostly it is luck.
    chances = [strengths[seat] * (1.15 if seat == opening.table.eldest else 1.0) for seat in order]
    facts: dict[str, Any] = {"out": dice.choices(order, chances)[0]}
    asked = {ask.key: ask for ask in sheet.start.asks if ask.asked}
    if "on_red_nine" in asked and dice.random() < ON_RED_NINE:
        facts["on_red_nine"] = True
    if "aces_swept_by" in asked and dice.random() < ACES_SWEPT:
        facts["aces_swept_by"] = dice.choice(order)
    hands = _hands(opening.table.cards, facts, strengths, dice)
    ask = asked.get("hands")
    if not isinstance(ask, Hands):
        return facts
    noted = dice.random() < TIRED_OF_CARDS or ask.counted == "points"
    facts["hands"] = [
        hand if noted or not hand else {"cards": len(hand), "red_nines": hand.count(RED_NINE)}
        for hand in hands
    ]
    return facts


def _hands(
    pack: Pack, facts: dict[str, Any], strengths: Sequence[float], dice: random.Random
) -> list[list[str]]:
    """What everybody holds when one goes out, drawn from what the pack has left."""
    swept = facts.get("aces_swept_by")
    left = [card for card, copies in pack.copies.items() for _ in range(copies)]
    if facts.get("on_red_nine"):
        left.remove(RED_NINE)
    if swept is not None:
        left.remove("A")
        left.remove("A")
    dice.shuffle(left)
    hands: list[list[str]] = []
    for seat, strength in enumerate(strengths):
        most = pack.hand - 2 if seat == swept else pack.hand
        held = 0
        if seat != facts["out"]:
            # A few cards mostly, fewer for who plays well.
            drawn = dice.triangular(1, most + 1, 1 + (most / 4) / strength)
            held = max(1, min(most, int(drawn)))
        hands.append([left.pop() for _ in range(held)])
    return hands


NAME = "Made-up club"
PEOPLE = ("Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Leo").split()
# What is played, how often, and by which house rules.
GAMES: tuple[tuple[str, int, Mapping[str, Any]], ...] = (
    ("red-nines", 5, {}),
    ("red-nines", 1, {"values": "american"}),
    ("red-nines-1881", 3, {"counter_value": {"counters": 2, "pays": 1}}),
    ("pink-nines", 1, {"per_card": 1, "counter_value": {"counters": 1, "pays": 1}}),
)
# Every other game is played now and then, by its usual rules.
WEIGHT_OF_OTHERS = 1
STOPPED_EARLY = 0.05
# A game that would go on for ever is stopped here.
MOST_DEALS = 40
CORRECTED = 0.08
TAKEN_BACK = 0.04
A_DEAL = timedelta(minutes=9)


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
    games: int = 0


def make_demo(database: Database, nights: int, seed: int = 9) -> Demo:
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
        for evening in watched("Made up", evenings, "nights"):
            _night(past, evening)
    except BaseException:
        _remove(database, past.club)
        raise
    return Demo(past.club, past.games)


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
        games = [*GAMES, *((key, WEIGHT_OF_OTHERS, {}) for key in _others())]
        games = [game for game in games if _seats_for(game[0], game[2], len(people))]
        variant, _, rules = past.dice.choices(games, [weight for _, weight, _ in games])[0]
        table = people[: _seats_for(variant, rules, len(people))]
        now = _game(past, variant, rules, table, now) + timedelta(minutes=5)
        past.dice.shuffle(people)


def _others() -> list[str]:
    """The games that are not known here."""
    known = {key for key, *_ in GAMES}
    return [key for key in newest_variants() if key not in known]


def _seats_for(key: str, rules: Mapping[str, Any], people: int) -> int:
    """How many of these people can play this together, as many as possible; 0 for none."""
    variant = newest_variants()[key]
    house_rules = read_house_rules(variant.rules, rules)
    numbers = (n for n in variant.players if n <= people)
    return max((n for n in numbers if variant.fits(n, house_rules) is None), default=0)


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
