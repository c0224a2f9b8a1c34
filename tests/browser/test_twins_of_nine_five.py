"""Nine-Five on the phone and in Python: rare ends on purpose, and what is known so far."""

import random
from itertools import product
from typing import Any

from playwright.sync_api import Page

from scorer.rules.asks import read_facts
from scorer.rules.entries import Sitter
from scorer.rules.start import Start, resolve_start
from scorer.rules.variant import Over
from scorer.rules.variants.nine_five import VARIANT, WORTH
from tests.browser.twins import Played, compare, evaluate, phone_page, sheet_of, table_on_the_phone

__all__ = ["phone_page"]

TABLES = [(4, "two"), (6, "two"), (6, "three")]
SO_FAR = """async ([url, variant, asked]) => {
  const { soFar } = await import(`${url}/rules/${variant}.js`);
  return asked.map(({ told, table }) => soFar(told, table));
}"""


def start_of(
    players: int, sides: str, carried: tuple[int, ...] | None = None, **rules: Any
) -> Start:
    sitters = tuple(Sitter(f"player-{seat}", f"Player {seat}") for seat in range(players))
    return Start("nine-five", sitters, 0, {**rules, "sides": sides}, carried=carried)


def told_deal(dice: random.Random, players: int, sides: int) -> dict[str, Any]:
    """Some deal; all passed, reneges, high bids and sides that take all of it on purpose."""
    kind = dice.random()
    if kind < 0.1:
        return {"void": True}
    if kind < 0.2:
        return {"passed": True}
    if kind < 0.35:
        return {"major_renege": dice.randrange(sides)}
    sweeps = dice.randrange(sides) if dice.random() < 0.3 else None
    taken = {key: dice.randrange(sides) if sweeps is None else sweeps for key in WORTH}
    for key in ("jack", "game", "nine", "five"):
        if dice.random() < 0.25:
            taken[key] = None
    told = {"bidder": dice.randrange(players), "bid": dice.randint(9, 18), "taken": taken}
    if dice.random() < 0.3:
        told["minor_renege"] = dice.randrange(sides)
    if dice.random() < 0.5:
        told["trump"] = dice.choice("CDHS")
    return told


def test_ends_of_every_kind_are_the_same_on_the_phone(phone_page: Page) -> None:
    dice, played = random.Random(95), list[Played]()
    seen = {"bidders win": 0, "plays on": 0, "highest": 0, "floor": 0, "after a renege": 0}
    ways = product(TABLES, ("bidders", "highest"), ("allowed", "floor"), ("all", "bid_only"))
    for (players, named), both_out, below_zero, overtricks in [*ways] * 15:
        sides = 3 if named == "three" else 2
        # Near the target, so that several come to it in one deal, and level.
        near = dice.randint(20, 24)
        carried = tuple(dice.choice([near, near, dice.randint(0, 24)]) for _ in range(sides))
        rules = {"both_out": both_out, "below_zero": below_zero, "overtricks": overtricks}
        start = start_of(players, named, carried, target=25, **rules)
        told = [told_deal(dice, players, sides) for _ in range(6)]
        played.append((start, told, []))
        for deal in sheet_of(start, told, []).deals:
            totals = sorted(deal.carry.totals)
            best = totals[-1]
            if isinstance(deal.follows, Over):
                seen["bidders win"] += bool(deal.follows.shows)
                seen["highest"] += totals[-2] >= 25 and not deal.follows.shows
                seen["after a renege"] += "major_renege" in deal.record
            else:
                seen["plays on"] += best >= 25
            seen["floor"] += any(line.key == "not_below_zero" for line in deal.lines)
    assert min(seen.values()) > 1, seen
    compare(phone_page, VARIANT, played)


def test_what_is_known_so_far_holds_whatever_comes(phone_page: Page) -> None:
    """Made and set stay so in every way to complete a deal; with “needs” both can still be."""
    start = resolve_start(start_of(4, "two"))
    table = start.table(0)
    ways = {key: (0, 1) if key in ("high", "low") else (0, 1, None) for key in WORTH}
    shown = table_on_the_phone(table)
    asked, completed = [], []
    for bid, known in product((9, 10, 14, 18), range(len(WORTH) + 1)):
        for said in product(*(ways[key] for key in list(WORTH)[::-1][:known])):
            taken = dict(zip(list(WORTH)[::-1], said, strict=False))
            open_keys = [key for key in WORTH if key not in taken]
            asked.append({"told": {"bidder": 2, "bid": bid, "taken": taken}, "table": shown})
            completed.append([{**taken, **dict.fromkeys(open_keys, side)} for side in (0, 1)])
    found = evaluate(phone_page, SO_FAR, VARIANT, asked)
    keys = set()
    for one, ends, phone in zip(asked, completed, found, strict=True):
        # The bidders take all that is open, or nothing of it: what lies between lies between.
        results = set()
        for taken in ends:
            facts = read_facts(start.asks, {**one["told"], "taken": taken}, table)
            lines = VARIANT.score(facts, table, start.carry).lines
            results.add("set" if lines[0].key == "set" else "made")
        wanted = results.pop() if len(results) == 1 else "needs"
        assert phone["key"] == wanted, one["told"]
        keys.add(wanted)
    assert keys == {"made", "set", "needs"}


def test_nothing_is_known_so_far_without_a_bid(phone_page: Page) -> None:
    table = table_on_the_phone(resolve_start(start_of(4, "two")).table(0))
    told: list[dict[str, Any]] = [
        {"passed": True},
        {"major_renege": 0},
        {"bidder": 1, "taken": {}},
        {"bid": 9, "taken": {"high": 1}},
    ]
    asked = [{"told": one, "table": table} for one in told]
    assert evaluate(phone_page, SO_FAR, VARIANT, asked) == [None] * len(told)
