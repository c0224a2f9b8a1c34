"""The counter games on the phone and in Python: the same movements, pools and words."""

import random
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from scorer.rules.cards import CARDS, RED_NINE
from scorer.rules.entries import Buy, Lend, Sitter
from scorer.rules.start import Start, resolve_start
from scorer.rules.variant import Variant
from scorer.rules.variants.pink_nines import VARIANT as PINK_NINES
from scorer.rules.variants.red_nines_1881 import VARIANT as RED_NINES_1881
from tests.browser.twins import (
    CHECK,
    Moves,
    Played,
    check_on_the_phone,
    compare,
    evaluate,
    fault_of,
    phone_page,
    sheet_of,
)

__all__ = ["phone_page"]

# Few counters and dear pools, so that people run out.
EVERY_RULE_OF_1881 = [
    {"dress": dress, "short": short, "counters": counters, **pools}
    for dress, short, counters, pools in product(
        ("add", "top_up", "when_empty"),
        ("owe", "pay_what_you_have", "buy_in"),
        (4, 36),
        ({}, {"red_nine_pool": 11, "red_ace_pool": 0}),
    )
]
EVERY_RULE_OF_PINK_NINES = [
    {"ante": ante, "counters": 7, "per_card": per_card, **nines}
    for ante, per_card, nines in product(
        (0, 3),
        (0, 1, 4),
        [
            {"red_nine_counts_two": two, "out_on_red_nine_doubles": doubles}
            for two, doubles in product((False, True), repeat=2)
        ],
    )
]
WORDS_OF_THE_RARE = {
    "sweeps_red_aces",
    "sweeps_red_nine_pool",
    "buys_in",
    "dresses_red_nine_pool_in_part",
    "dresses_red_ace_pool_in_part",
    "pays_by_the_card_in_part",
    "pays_by_the_card_doubled_in_part",
    "receives_by_the_card_doubled_in_part",
}


def told_deal(dice: random.Random, variant: Variant, start: Start) -> dict[str, Any]:
    """A deal that can have happened; red nines, sweeps and deals of the table's own on purpose."""
    if dice.random() < 0.1:
        return {"void": True}
    players, ready = len(start.sitters), resolve_start(start)
    pack = variant.pack(players, ready.rules)
    cards = [card for card in CARDS for _ in range(pack.copies.get(card, 0))]
    dice.shuffle(cards)
    if dice.random() < 0.4:
        cards.sort(key=lambda card: card != RED_NINE)
    out = dice.randrange(players)
    held = [
        [] if seat == out else [cards.pop(0) for _ in range(dice.randint(1, pack.hand))]
        for seat in range(players)
    ]
    dice.shuffle(held)
    at = held.index([])
    held[at], held[out] = held[out], held[at]
    told: dict[str, Any] = {"out": out}
    may = not getattr(ready.rules, "per_card", 1)
    if not may or dice.random() < 0.5:
        told["hands"] = [hand_told(dice, hand) for hand in held]
    if RED_NINE in cards and dice.random() < 0.6:
        told["on_red_nine"] = True
    aces = sum(hand.count("A") for hand in held)
    able = [seat for seat in range(players) if len(held[seat]) <= pack.hand - 2]
    if variant is RED_NINES_1881 and able and aces <= 2 and dice.random() < 0.6:
        told["aces_swept_by"] = dice.choice(able)
    if dice.random() < 0.1:
        told["dealer"] = dice.randrange(players)
    return told


def hand_told(dice: random.Random, hand: list[str]) -> Any:
    """The hand as cards, some of them not noted, or as a number of cards."""
    if not hand or dice.random() < 0.4:
        return [card if card == RED_NINE or dice.random() < 0.8 else "x" for card in hand]
    return {"cards": len(hand), "red_nines": hand.count(RED_NINE)}


def random_game(dice: random.Random, variant: Variant, players: int, rules: Any) -> Played:
    """A game of up to a dozen deals with counters bought and lent between them."""
    start = Start(
        variant.key,
        tuple(Sitter(f"player-{seat}", f"Player {seat}") for seat in range(players)),
        dice.randrange(players),
        {
            **rules,
            # Some of the games are over before all deals are told.
            "circuits": dice.choice([1, 12 // players + 1]),
            "leftover": dice.choice(["share", "last_winner"]),
        },
        order=tuple(dice.sample(range(players), players)) if dice.random() < 0.3 else None,
    )
    told = [told_deal(dice, variant, start) for _ in range(10)]
    moves: Moves = []
    for at in range(10):
        if dice.random() < 0.2:
            moves.append((at, Buy(None, dice.randrange(players), dice.randint(1, 20))))
        if dice.random() < 0.2:
            seat, lender = dice.sample(range(players), 2)
            moves.append((at, Lend(None, seat, lender, dice.randint(1, 20))))
    return start, told, moves


@pytest.mark.parametrize(
    ("variant", "rules"),
    [(RED_NINES_1881, EVERY_RULE_OF_1881), (PINK_NINES, EVERY_RULE_OF_PINK_NINES)],
    ids=["red-nines-1881", "pink-nines"],
)
def test_two_thousand_deals_under_all_house_rules(
    phone_page: Page, soaking: bool, variant: Variant, rules: list[dict[str, Any]]
) -> None:
    for seed in range(50 if soaking else 1):
        dice = random.Random(seed)
        played = [
            random_game(dice, variant, players, one)
            for players, one in product(variant.players, rules)
        ]
        assert sum(len(told) for _, told, _ in played) >= 2_000
        compare(phone_page, variant, played)
        if variant is RED_NINES_1881:
            read = [sheet_of(*one) for one in played]
            said = {line.key for sheet in read for deal in sheet.deals for line in deal.lines}
            moved = {
                line.key
                for sheet in read
                for deal in sheet.deals
                for one in deal.transfers
                for line in one.lines
            }
            assert moved == {"buys", "lends", "is_lent", "gives_back", "is_given_back"}
            assert said >= WORDS_OF_THE_RARE


def spoiled(dice: random.Random, told: dict[str, Any], players: int, most: int) -> dict[str, Any]:
    """The deal with one thing said wrongly."""
    hands = list(told["hands"])
    hands[dice.randrange(players)] = dice.choice(
        [
            [],
            {"cards": 0, "red_nines": 0},
            {"cards": dice.randrange(16), "red_nines": dice.randrange(4)},
            {"cards": most, "red_nines": 0},
            {"cards": 30, "red_nines": 0},
            ["x"] * dice.randrange(1, most + 2),
            ["A"] * dice.randrange(1, 5),
            ["2"],
            ["9"] * min(3, most),
            ["K"] * dice.randrange(1, 6),
            [RED_NINE] * min(3, most),
        ]
    )
    again = {**told, "hands": hands, "on_red_nine": dice.random() < 0.3}
    if "aces_swept_by" in told:
        again["aces_swept_by"] = dice.randrange(players)
    return again


@pytest.mark.parametrize("variant", [RED_NINES_1881, PINK_NINES], ids=lambda one: one.key)
def test_the_phone_refuses_impossible_deals_of_counter_games_with_the_same_words(
    phone_page: Page, variant: Variant
) -> None:
    dice = random.Random(9)
    starts, asked = [], []
    for players, _ in product(variant.players, range(60)):
        start, deals, _ = random_game(
            dice, variant, players, {"per_card": 1} if variant is PINK_NINES else {}
        )
        told = next(one for one in deals if not one.get("void"))
        told.pop("dealer", None)
        hand = variant.pack(players, resolve_start(start).rules).hand
        starts.append(start)
        asked.append(check_on_the_phone(start, spoiled(dice, told, players, hand)))
    codes = set()
    found = evaluate(phone_page, CHECK, variant, asked)
    for start, one, phone in zip(starts, asked, found, strict=True):
        python = fault_of(start, one["told"])
        shown = phone and {key: phone[key] for key in ("code", "message", "seat") if key in phone}
        assert shown == python, one["told"]
        codes.add(python and python["code"])
    wanted = {
        None,
        "winner_has_cards",
        "no_cards",
        "too_many_cards",
        "more_red_nines_than_cards",
        "too_many_red_nines",
        "too_many_red_nines_after_out",
        "too_many_of_rank",
        "too_many_black_nines",
    }
    if variant is RED_NINES_1881:
        wanted |= {"rank_not_in_pack", "swept_and_held_too_many", "aces_swept_and_held"}
    assert codes >= wanted
