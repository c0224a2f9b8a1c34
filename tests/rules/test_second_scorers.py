"""Random games, read by the rules and by a second scorer written from their reference alone."""

import json
from contextlib import suppress
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from scorer.rules.errors import BadRecord, Refused
from scorer.rules.fold import read_strictly
from scorer.rules.record import read_record
from scorer.rules.worked_examples import examples_in
from scorer.rules.worked_examples import record_of as worked_example
from tests.examples import examples
from tests.rules.second_scorer import Impossible, SecondScorer, Silent
from tests.rules.strategies import NAMES

FOLDER = Path(__file__).with_name("second_scorers")
WORKED_EXAMPLES = Path(__file__).with_name("worked_examples")
GAMES = examples(17)  # hundreds in the long run


for file in sorted(FOLDER.glob("*.py")):
    import_module(f"tests.rules.{FOLDER.name}.{file.stem}")
SCORERS = {scorer.key: scorer for scorer in SecondScorer.__subclasses__()}
every_game = pytest.mark.parametrize("scorer", SCORERS.values(), ids=SCORERS)


def record_of(key, players, house_rules, deals=(), **more):
    """A record of these deals."""
    return {
        "format": "scorer-game/1",
        "variant": key,
        "players": list(NAMES[:players]),
        "house_rules": house_rules,
        "deals": list(deals),
        **more,
    }


def second_reading(record):
    """What the second scorer makes of a record; the number of a deal that cannot be.

    That is None where somebody cannot come back.
    """
    players, dealer = len(record["players"]), record.get("first_dealer", 0)
    scorer, rules = SCORERS[record["variant"]], record.get("house_rules", {})
    game, read = scorer(players, dealer, **rules), {}
    try:
        for at, deal in enumerate([*record["deals"], None], start=1):
            number = None
            for bought in record.get("bought", ()):
                if bought["before_deal"] == at:
                    game.buy(bought["seat"])
            if deal is not None:
                number = at
                game.deal_from(deal.get("dealer", game.next_dealer()))
                before = [game.dealer, game.dealt(), game.trump_of(deal)]
                scores = game.play(deal)
                read[f"deal {at}"] = [*before, scores, list(game.totals), game.flagged]
    except Impossible:
        return number
    if "ended" in record and game.winners is None:
        game.stop()
    read["winners"] = game.winners or []
    if game.winners is None:
        read["totals"], read["left"] = game.totals, game.left() or None
        read["next"] = [game.next_dealer(), game.dealt(), game.buyers()]
        read["shown"] = game.shown()
    return read


def first_reading(record):
    """What the rules make of it."""
    written = read_record(record)
    try:
        sheet = read_strictly(written.start, written.entries)
    except Refused as fault:
        return fault.deal
    scorer = SCORERS[record["variant"]]
    says_what_is_unlikely = scorer.unlikely is not SecondScorer.unlikely
    read = {
        f"deal {deal.number}": [
            deal.table.dealer,
            sorted(deal.table.dealt),
            sheet.trump_of(deal),
            list(deal.scores),
            list(deal.carry.totals),
            bool(deal.remarks) if deal.facts.known and says_what_is_unlikely else None,
        ]
        for deal in sheet.deals
    }
    read["winners"] = sorted(sheet.winners)
    if sheet.opening:
        table, buyers = sheet.opening.table, [line.side for line in sheet.buy_ins]
        read["totals"], read["left"] = list(sheet.totals), sheet.left
        read["next"] = [table.dealer, sorted(table.dealt), buyers]
        shows = dict(scorer.shows)
        read["shown"] = [
            [it.side, it.numbers[shows[it.key]]] for it in sheet.opening.shows if it.key in shows
        ]
    return read


def assert_read_alike(record):
    """Compare both readings; where they differ, show the shortest record of which that holds."""
    if first_reading(record) == second_reading(record):
        return
    for deals in range(len(record["deals"]) + 1):
        bought = [it for it in record.get("bought", ()) if it["before_deal"] <= deals + 1]
        shorter = {**record, "deals": record["deals"][:deals], "bought": bought}
        if deals < len(record["deals"]):
            shorter.pop("ended", None)
        first, second = first_reading(shorter), second_reading(shorter)
        assert first == second, json.dumps(shorter)


# Random games.


def random_game(scorer, random, players):
    """A game of this kind before its first deal, and its house rules."""
    values = scorer.house_rules(players)
    rules = {rule: random.choice(of) for rule, of in values.items() if random.random() < 0.7}
    dealer = random.randrange(players)
    return scorer(players, dealer, **rules), rules, dealer


def next_deal(game, random):
    """A deal that can be; of several one that leaves the best level, if there is any."""
    if random.random() < 0.08:
        return {"void": True}
    drawn = []
    for _ in range(random.choice([1, 1, 6])):
        after, deal = deepcopy(game), {}
        if random.random() < 0.08:
            deal["dealer"] = random.choice(after.dealers())
            after.deal_from(deal["dealer"])
        deal |= after.draw(random)
        after.play(deal)
        drawn.append((after.totals.count(after.best(after.totals)), deal))
    return max(drawn, key=lambda it: it[0])[1]


def random_record(scorer, random, players):
    """A record of a whole game, of some of its deals, or of one that was stopped."""
    game, rules, dealer = random_game(scorer, random, players)
    deals, bought = [], []
    for number in range(1, 2 + random.choice([1, 3, 10, 60])):
        for seat in game.buyers():
            if random.random() < 0.4 and seat in game.buyers():
                game.buy(seat)
                bought.append({"before_deal": number, "seat": seat})
        if game.winners is not None:
            break
        deals.append(next_deal(game, random))
        game.play(deals[-1])
    record = record_of(scorer.key, players, rules, deals, first_dealer=dealer, bought=bought)
    if game.winners is None and random.random() < 0.3:
        record["ended"] = {}
    return record


def changed(record, random):
    """The beginning of a record with something in its last deal, or a purchase, that may not be."""
    scorer, players = SCORERS[record["variant"]], len(record["players"])
    deals = deepcopy(record["deals"][: random.randint(1, len(record["deals"]))])
    bought = [it for it in record["bought"] if it["before_deal"] <= len(deals)]
    if random.random() < 0.1:
        bought.append({"before_deal": len(deals), "seat": random.randrange(players)})
    elif random.random() < 0.1:
        deals = [*record["deals"], deals[-1]]
    else:
        other = random.choice([players, random.choice(scorer.people)])
        change(deals[-1], random_game(scorer, random, other)[0].draw(random), random)
    return {**record, "deals": deals, "bought": bought}


def change(deal, other, random):
    """Change an answer of a deal, or take it from another deal."""
    key = random.choice(sorted({*deal, *other} - {"dealer", "void"}))
    value = deal.get(key)
    at = random.randrange(len(value)) if isinstance(value, list) else None
    if key not in deal or (key in other and random.random() < 0.2):
        deal[key] = other[key]
    elif random.random() < 0.1:
        deal[key] = None
    elif random.random() < 0.1:
        del deal[key]
    elif isinstance(value, bool):
        deal[key] = not value
    elif isinstance(value, int):
        deal[key] = value + random.choice([-1, 1, 100])
    elif isinstance(value, list) and type(value[at]) is int:
        value[at] += random.choice([-5, -1, 1, 5, 2000])
    elif isinstance(value, list):
        random.shuffle(value)
    else:
        del deal[key]


# The tests.


@every_game
def test_worked_examples_are_read_alike(scorer):
    files = examples_in(WORKED_EXAMPLES, scorer.key)
    assert files
    for file in files:
        assert_read_alike(json.loads(worked_example(file).read_text(encoding="utf-8")))


@every_game
@pytest.mark.soak
def test_random_games_are_read_alike(scorer):
    for number in range(GAMES):
        random = Random(f"{scorer.key} {number}")
        players = scorer.people[number % len(scorer.people)]
        record = random_record(scorer, random, players)
        assert_read_alike(record)
        for _ in range(4):
            with suppress(Silent):
                assert_read_alike(changed(record, random))


@every_game
def test_house_rules_and_players_that_do_not_fit_are_refused(scorer):
    few, many = scorer.people[0] - 1, scorer.people[-1] + 1
    for players, rules in [(few, {}), (many, {}), *scorer.misfits]:
        with pytest.raises(BadRecord):
            read_record(record_of(scorer.key, players, rules))
