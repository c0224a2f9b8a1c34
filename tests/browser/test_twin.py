"""The phone's rules and Python's, side by side in real Chromium: same lines, faults and words."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Page

from scorer.rules.cards import CARDS, RED_NINE
from scorer.rules.entries import Sitter
from scorer.rules.numbers import write_number
from scorer.rules.start import Start, resolve_start
from scorer.rules.variant import Variant
from scorer.rules.variants import every_variant
from scorer.rules.variants.red_nines import VARIANT as RED_NINES
from scorer.rules.variants.red_nines import card_values
from scorer.rules.words import fill
from tests.browser.twins import (
    CHECK,
    MODULES,
    Played,
    check_on_the_phone,
    compare,
    evaluate,
    fault_of,
    phone_page,
    sheet_of,
    until_over,
)
from tests.examples import examples
from tests.made_up_game import TWIN, added
from tests.rules.every_game import EVERY_GAME, Game
from tests.rules.moving_ends import Unit, every_unit

__all__ = ["phone_page"]

EVERY_RULE = [
    dict(zip(("values", "red_nine_doubling", "out_on_red_nine"), chosen, strict=True))
    for chosen in product(
        ("standard", "american"),
        ("each", "at_most_four", "per_nine"),
        ("multiplies", "highest_only"),
    )
]
TIES = ("shared", "last_deal", "most_out")


def test_every_game_has_its_twin_on_the_phone() -> None:
    for key, edition in every_variant():
        name = f"{key}.js" if edition == 1 else f"{key}-{edition}.js"
        assert name == TWIN.name or (MODULES / "rules" / name).is_file()


@pytest.fixture(autouse=True, scope="module")
def _made_up() -> Iterator[None]:
    with added():
        yield


@pytest.mark.soak
@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_phone_reads_random_games_as_python_does(phone_page: Page, game: Game) -> None:
    @settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
    @given(game.played(most_deals=5))
    def side_by_side(played: tuple[Variant, Start, list[dict[str, Any]]]) -> None:
        variant, start, told = played
        # Told again until the game is over, and beyond: what lies behind the end counts nowhere.
        compare(phone_page, variant, [(start, until_over(start, told), [])])

    side_by_side()


@every_unit
def test_an_end_moves_on_the_phone_as_in_python(phone_page: Page, unit: Unit) -> None:
    slow, quick = unit.slow, unit.quick
    corrected = [
        [slow, quick, slow, slow],
        [quick, quick, slow, slow],
        [quick, slow, slow, quick, slow],
    ]
    sheets = [sheet_of(unit.start, told, []) for told in corrected]
    assert [len(sheet.behind_the_end) for sheet in sheets] == [0, 2, 1]
    variant = sheets[0].start.variant
    compare(phone_page, variant, [(unit.start, told, []) for told in corrected])


def dealt(dice: random.Random, players: int) -> list[list[str]]:
    """The pack dealt out, 13 each; now and then somebody gets all the red nines."""
    pack = RED_NINES.pack(players, None)
    cards = [card for card in CARDS for _ in range(pack.copies[card])]
    dice.shuffle(cards)
    if dice.random() < 0.3:
        cards.sort(key=lambda card: card != RED_NINE)
    first = dice.randrange(players)
    whole = [cards[at : at + pack.hand] for at in range(0, len(cards), pack.hand)]
    return whole[first:] + whole[:first]


def told_deal(dice: random.Random, players: int, values: dict[str, int]) -> dict[str, Any]:
    """A deal that can have happened; many red nines, and nothing but red nines, on purpose."""
    out = dice.randrange(players)
    hands: list[Any] = []
    for seat, cards in enumerate(dealt(dice, players)):
        nines = [card for card in cards if card == RED_NINE]
        held = dice.sample(cards, dice.choice([1, 2, 3, 5, 8, 13]))
        if nines and dice.random() < 0.6:
            others = [card for card in cards if card != RED_NINE]
            held = nines + others[: dice.choice([0, 0, 1, 2, 4])]
        in_cards = dice.random() < 0.4
        red_nines = held.count(RED_NINE)
        total = {"points": sum(values[card] for card in held), "red_nines": red_nines}
        hands.append([] if seat == out else held if in_cards else total)
    told: dict[str, Any] = {"out": out, "hands": hands}
    held_by_others = sum(
        hand.count(RED_NINE) if isinstance(hand, list) else hand["red_nines"] for hand in hands
    )
    if held_by_others < (players + 1) // 2 and dice.random() < 0.5:
        told["on_red_nine"] = True
    if dice.random() < 0.1:
        told["dealer"] = dice.randrange(players)
    return told


def random_start(dice: random.Random, players: int, rules: dict[str, Any]) -> Start:
    order = tuple(dice.sample(range(players), players)) if dice.random() < 0.3 else None
    carried = tuple(dice.randrange(-50, 300) for _ in range(players))
    return Start(
        "red-nines",
        tuple(Sitter(f"player-{seat}", f"Player {seat}") for seat in range(players)),
        dice.randrange(players),
        rules,
        order=order,
        carried=carried if dice.random() < 0.3 else None,
    )


def test_two_thousand_deals_of_red_nines_under_all_house_rules(
    phone_page: Page, soaking: bool
) -> None:
    for seed in range(50 if soaking else 1):
        dice = random.Random(seed)
        played: list[Played] = []
        for players, rules in product(range(4, 13), EVERY_RULE * 2):
            # With one circuit a few of the deals lie behind the end.
            others = {"circuits": dice.choice([1, 3, 3]), "ties": dice.choice(TIES)}
            start = random_start(dice, players, {**rules, **others})
            values = card_values(resolve_start(start).rules)
            told = [
                {"void": True} if dice.random() < 0.03 else told_deal(dice, players, values)
                for _ in range(10)
            ]
            played.append((start, told, []))
        assert sum(len(told) for _, told, _ in played) >= 2_000
        compare(phone_page, RED_NINES, played)


def spoiled(dice: random.Random, told: dict[str, Any], players: int) -> dict[str, Any]:
    """The deal with one thing said wrongly."""
    seat = dice.randrange(players)
    hands = list(told["hands"])
    hands[seat] = dice.choice(
        [
            [],
            {"points": 0, "red_nines": 0},
            {"points": 1, "red_nines": 0},
            {"points": dice.randrange(60), "red_nines": dice.randrange(8)},
            {"points": dice.choice([10, 19, 28]), "red_nines": dice.randrange(1, 4)},
            {"points": dice.randrange(120, 260), "red_nines": dice.randrange(3)},
            {"points": dice.randrange(100_000), "red_nines": dice.choice([0, 14, 20])},
            dice.choices(CARDS, k=dice.randrange(1, 17)),
            ["A"] * dice.randrange(1, 14),
            ["9"] * dice.randrange(1, 14),
            [RED_NINE] * dice.randrange(1, 14),
        ]
    )
    dear = {"points": 180, "red_nines": 0}
    if dice.random() < 0.1:
        hands = [[] if seat == told["out"] else dear for seat in range(players)]
    return {**told, "hands": hands, "on_red_nine": dice.random() < 0.3}


def test_the_phone_refuses_impossible_deals_with_the_same_words(phone_page: Page) -> None:
    dice = random.Random(9)
    starts, asked = [], []
    for players, rules, _ in product(range(4, 13), EVERY_RULE, range(10)):
        start = random_start(dice, players, rules)
        told = told_deal(dice, players, card_values(resolve_start(start).rules))
        told.pop("dealer", None)
        starts.append(start)
        asked.append(check_on_the_phone(start, spoiled(dice, told, players)))
    codes = set()
    found = evaluate(phone_page, CHECK, RED_NINES, asked)
    for start, one, phone in zip(starts, asked, found, strict=True):
        python = fault_of(start, one["told"])
        shown = phone and {key: phone[key] for key in ("code", "message", "seat") if key in phone}
        assert shown == python, one["told"]
        codes.add(python and python["code"])
    assert codes == {
        None,
        "winner_has_cards",
        "no_cards",
        "too_many_cards",
        "too_many_red_nines",
        "too_many_red_nines_after_out",
        "too_many_of_rank",
        "too_many_black_nines",
        "one_point",
        "one_point_beside_red_nines",
        "less_than_its_red_nine",
        "less_than_its_red_nines",
        "dearer_than_any_hand",
        "dearer_than_the_pack",
    }


def test_the_phone_writes_numbers_in_a_sentence_as_python_does(phone_page: Page) -> None:
    numbers = [0, -5, 5000, -9999, 10_000, -100_000, 1_234_567]
    script = """async ([url, _, numbers]) => {
      const { say } = await import(`${url}/words.js`);
      return numbers.map((number) => say({}, "{number}", { number }));
    }"""
    assert evaluate(phone_page, script, RED_NINES, numbers) == [*map(write_number, numbers)]


def test_the_phone_fills_in_plural_forms_and_lists_as_python_does(phone_page: Page) -> None:
    names = ["Ann", "Ben", "$& {} Cat"]
    by_cards = {
        "by": "cards",
        "0": "nothing",
        "one": "{name}: {cards|cards_in_hand}{red_nines|nines_in_hand}",
        "other": "{} of {cards|count}{red_nines|nines_in_hand}",
    }
    told = [
        ({**by_cards}, {"name": "$& Ann", "cards": cards, "red_nines": nines})
        for cards in (0, 1, -1, 2, 5, 40, 12_000)
        for nines in (0, 1, 2)
    ]
    lists = [0, [0], [2, 0], [0, 1, 2]]
    told += [("{to|names} won {times|times}", {"to": to, "times": 1}) for to in lists]
    script = """async ([url, _, told, words]) => {
      const { fill } = await import(`${url}/words.js`);
      return told.map(([template, numbers, names]) => fill(words, template, numbers, names));
    }"""
    with_names = [(template, numbers, names) for template, numbers in told]
    said = [fill(template, numbers, names) for template, numbers in told]
    assert evaluate(phone_page, script, RED_NINES, with_names) == said
    assert {"nothing", "$& Ann: 1 card, 2 red nines", "$& {} Cat and Ann won once"} <= {*said}
