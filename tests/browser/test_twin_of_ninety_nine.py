"""Ninety-Nine on the phone and in Python: rare deals made on purpose, under all house rules."""

import random
from itertools import product
from typing import Any

from playwright.sync_api import Page

from scorer.rules.entries import Sitter
from scorer.rules.start import Start
from scorer.rules.variants.ninety_nine import OF_SUIT, TRICKS, TURN_UPS
from scorer.rules.variants.ninety_nine import VARIANT as NINETY_NINE
from tests.browser.twins import (
    CHECK,
    Played,
    check_on_the_phone,
    compare,
    evaluate,
    fault_of,
    phone_page,
    sheet_of,
    until_over,
)

__all__ = ["phone_page"]

SUITS = tuple(OF_SUIT)
LENGTHS = ({"length": "target"}, {"length": "deals", "deals": 3}, {"length": "match"})
EVERY_RULE = [
    {**length, "game_bonus": bonus, "nought_or_ten": or_ten, "two_declare": declare}
    for length, bonus, or_ten, declare in product(
        LENGTHS, ("if_made", "always"), (False, True), ("both", "own_only")
    )
]


def start_of(dice: random.Random, players: int, rules: dict[str, Any]) -> Start:
    sitters = tuple(Sitter(f"player-{seat}", f"Player {seat}") for seat in range(players))
    return Start("ninety-nine", sitters, dice.randrange(players), rules)


def shared_out(dice: random.Random, total: int, hands: int) -> list[int]:
    """The tricks of a deal; now and then one hand takes them all."""
    if dice.random() < 0.25:
        tricks = [total, *[0] * (hands - 1)]
        dice.shuffle(tricks)
        return tricks
    cuts = sorted(dice.randrange(total + 1) for _ in range(hands - 1))
    return [end - begin for begin, end in zip([0, *cuts], [*cuts, total], strict=True)]


def bid(dice: random.Random, tricks: int, *, known: bool) -> int | list[str] | None:
    """A bid: made as often as not, by its number or its suits, or never shown."""
    if not known and dice.random() < 0.2:
        return None
    if dice.random() < 0.4:
        return dice.choices(SUITS, k=3)
    if tricks == TRICKS[4] or dice.random() < 0.1:
        return 0
    return min(tricks, 9) if dice.random() < 0.6 else dice.randrange(10)


def told_deal(dice: random.Random, players: int, rules: dict[str, Any]) -> dict[str, Any]:
    """A deal that can have happened, with premiums and jokers made likely."""
    hands = max(players, 3)
    tricks = shared_out(dice, TRICKS[players], hands)
    bids = [bid(dice, taken, known=at >= players) for at, taken in enumerate(tricks)]
    told: dict[str, Any] = {"bids": bids, "tricks": tricks}
    if rules.get("version") == "classic":
        told["turn_up"] = dice.choice(TURN_UPS)
        held = [at for at, cards in enumerate(bids) if isinstance(cards, list)]
        if held and told["turn_up"] != "JOKER" and dice.random() < 0.7:
            bids[dice.choice(held)] = [*dice.choices(SUITS, k=2), "JOKER"]
    if dice.random() < 0.6:
        premiums: list[str | None] = [None] * players
        for seat in dice.sample(range(players), dice.choice([1, 2]) if players == 2 else 1):
            premiums[seat] = "declared" if players == 2 else dice.choice(["declared", "revealed"])
        told["premiums"] = premiums
    return told


def test_rare_deals_score_on_the_phone_as_in_python(phone_page: Page, soaking: bool) -> None:
    """Both declare, nobody makes it, all do, ten tricks by nought, jokers, shared bonuses."""
    seen: set[str] = set()
    for seed in range(20 if soaking else 1):
        dice = random.Random(seed)
        played: list[Played] = []
        tables = [*product((2, 3, 4), EVERY_RULE), *((3, rules) for rules in EVERY_RULE)]
        for at, (players, chosen) in enumerate(tables):
            is_classic = at >= 3 * len(EVERY_RULE)
            rules = {**chosen, "version": "classic"} if is_classic else chosen
            start = start_of(dice, players, rules)
            told = [
                {"void": True} if dice.random() < 0.05 else told_deal(dice, players, rules)
                for _ in range(6)
            ]
            played.append((start, [facts for facts in told if fault_of_any(start, facts)], []))
        played = [(start, until_over(start, told), []) for start, told, _ in played if told]
        compare(phone_page, NINETY_NINE, played)
        for start, told, _ in played:
            sheet = sheet_of(start, told, [])
            seen |= {line.key for deal in sheet.deals for line in deal.lines}
            seen |= {shown.key for deal in sheet.deals for shown in deal.follows.shows}
    assert seen >= {
        *("tricks", "tricks_of_failed", "tricks_only", "made", "game_bonus"),
        *("declared_and_made", "revealed_and_made"),
        *("declared_and_failed", "revealed_and_failed"),
        *("needs", "bonuses", "why_trump", "nobody_made_it", "no_trump_yet"),
        *("bonuses_and_points", "has_bonuses_wins"),
    }


def fault_of_any(start: Start, facts: dict[str, Any]) -> bool:
    """Whether a deal can have happened: suits drawn at random may be too many of one."""
    return bool(facts.get("void")) or fault_of(start, facts) is None


def test_the_end_of_a_match_is_told_alike(phone_page: Page) -> None:
    """One or several have three bonuses, and one or several win."""
    wins = {"bids": [9, None, None], "tricks": [9, 0, 0], "premiums": ["revealed", None, None]}
    both = {"bids": [3, 3, None], "tricks": [3, 3, 3]}
    last = {"bids": [0, 0, None], "tricks": [0, 0, 9]}
    played: list[Played] = []
    for told in (
        [wins, wins] * 3,
        [both] * 5 * 3,
        [*[both] * 4, wins, *[both] * 4, wins, *[both] * 4, wins],
        [*[both] * 5, *[both] * 5, *[both] * 3, last, last, last],
    ):
        start = start_of(random.Random(1), 3, {"length": "match", "game_bonus": "always"})
        deals = until_over(start, told)
        assert sheet_of(start, deals, []).over
        played.append((start, deals, []))
    compare(phone_page, NINETY_NINE, played)
    ends = [sheet_of(start, told, []).deals[-1].follows.shows[-1].key for start, told, _ in played]
    assert {"bonuses_and_points", "share_bonuses_and_points"} <= set(ends)


def spoiled(dice: random.Random, told: dict[str, Any], players: int) -> dict[str, Any]:
    """The deal with one thing said wrongly."""
    seat = dice.randrange(players)
    match dice.choice(["tricks", "premiums", "joker", "suits"]):
        case "tricks":
            tricks = list(told["tricks"])
            tricks[seat] = (tricks[seat] + dice.choice([1, 2])) % 10
            return {**told, "tricks": tricks}
        case "premiums":
            return {**told, "premiums": [dice.choice(["declared", "revealed"])] * players}
        case "joker" if "turn_up" in told:
            bids = [["C", "D", "JOKER"] for _ in told["bids"]]
            return {**told, "bids": bids, "turn_up": dice.choice(["JOKER", "QS"])}
    return {**told, "bids": [["C", "C", "C"] for _ in told["bids"]], **turned("turn_up" in told)}


def turned(is_classic: bool) -> dict[str, str]:
    """A club that makes one more of them."""
    return {"turn_up": "QC"} if is_classic else {}


def test_impossible_deals_are_refused_alike(phone_page: Page) -> None:
    dice = random.Random(9)
    starts, asked = [], []
    for players, is_classic in ((2, False), (3, False), (4, False), (3, True)):
        rules = {"version": "classic"} if is_classic else {}
        for _ in range(60):
            start = start_of(dice, players, rules)
            told = spoiled(dice, told_deal(dice, players, rules), players)
            starts.append(start)
            asked.append(check_on_the_phone(start, told))
    codes = set()
    found = evaluate(phone_page, CHECK, NINETY_NINE, asked)
    for start, sent, phone in zip(starts, asked, found, strict=True):
        python = fault_of(start, sent["told"])
        shown = phone and {key: phone[key] for key in ("code", "message", "seat") if key in phone}
        if shown and shown.get("seat", 0) is None:
            del shown["seat"]
        assert shown == python, sent["told"]
        codes.add(python and python["code"])
    assert codes >= {
        "tricks_add_up",
        "no_reveal_for_two",
        "two_premiums",
        "joker_turned_up",
        "two_jokers",
        "too_many_of_suit",
    }
