"""The plain form of a deal: the same deal through it and through the pad's JSON, in every game."""

import json
import random
import re
from dataclasses import fields
from itertools import product
from pathlib import Path

import pytest

from scorer.rules.house_rules import read_house_rules
from scorer.rules.variants import newest_variants
from scorer.services.demo_deals import deal
from tests.examples import SOAKING
from tests.made_up_game import added
from tests.tables import NAMES, begin

pytestmark = pytest.mark.usefixtures("made_up_game")

EXAMPLES = Path(__file__).parents[1] / "rules" / "worked_examples"
# The second one is told by sums.
DEALS = 2
FIELDS = ("input", "select")
# What the form sends that is no answer.
OTHER = {"csrf_token", "id", "seen", "fields", "after", "dealer", "void"}


def values_of(rule):
    """The values of a house rule that may change what is asked."""
    options, default = rule.metadata["options"], rule.default
    if isinstance(options, tuple):
        return options
    return (default, 1)


def chosen_rules(variant):
    """The house rules with one of them changed, and with two where both are needed for a form."""
    every = [(rule.name, value) for rule in fields(variant.rules) for value in values_of(rule)]
    others = every if SOAKING else [("winner", "takes_all")] * (variant.key == "points")
    for pair in product([None, *others], every):
        yield dict(filter(None, pair))


def every_form():
    """A table for each form of a deal: each set of asks that house rules and players make."""
    forms = {}
    for variant in newest_variants().values():
        for players, chosen in product(variant.players, chosen_rules(variant)):
            try:
                rules = read_house_rules(variant.rules, chosen)
            except ValueError:
                continue
            if variant.fits(players, rules) is None and not variant.at_odds(rules):
                by_sides = max(variant.sides(players, rules)) + 1 < players
                asks = variant.asks(players, rules)
                # In the short run numbers alone make no other form.
                asked = repr(asks) if SOAKING else re.sub(r"\d+", "", repr(asks))
                forms.setdefault((asked, by_sides), (variant.key, players, chosen))
    return forms.values()


with added():
    EVERY_FORM = [
        pytest.param(*form, id=f"{form[0]}-{form[1]}-{'-'.join(map(str, form[2].values()))}")
        for form in every_form()
    ]


def typed_for(asks, facts):
    """What is typed into the fields of the form for a deal of these facts."""
    typed = {}
    for ask in asks:
        answer = (facts.get(ask.group) or {} if ask.group else facts).get(ask.key)
        answers = {ask.key: answer}
        if ask.of != "deal":
            answers = {f"{ask.key}-{at}": each for at, each in enumerate(answer or ())}
        for name, each in answers.items():
            typed |= typed_in(ask, name, each, is_deal=ask.group in facts)
    return typed


def typed_in(ask, name, answer, *, is_deal):
    """What is typed for one answer."""
    if ask.kind == "hands":
        if isinstance(answer, dict):
            return {name: str(answer[ask.counted]), f"{name}-red_nines": str(answer["red_nines"])}
        return {f"{name}-cards": " ".join("red 9" if card == "9r" else card for card in answer)}
    if answer is None or answer == ask.nothing:
        # In a group of answers, that it was nobody has to be said.
        return {name: "none" if is_deal and not ask.required and ask.kind != "number" else ""}
    if isinstance(answer, list):
        return {name: " ".join(answer)}
    return {name: "1" if answer is True else str(answer)}


def with_sums(asks, facts):
    """The same deal, where hands are known by their sums alone."""
    hands = {ask.key: ask.counted for ask in asks if ask.kind == "hands" and ask.key in facts}
    return facts | {
        key: [hand and {counted: 4, "red_nines": 0} for hand in facts[key]]
        for key, counted in hands.items()
    }


@pytest.mark.soak
@pytest.mark.parametrize(("variant", "players", "rules"), EVERY_FORM)
def test_a_deal_is_the_same_by_the_form_and_by_the_pad(
    phone, database, club, variant, players, rules
):
    names, dice = NAMES[:players], random.Random(players)
    plain, pad = (
        begin(database, club, *names, variant=variant, house_rules=rules) for _ in range(2)
    )
    while (sheet := plain.read().sheet).opening and len(sheet.deals) < DEALS:
        asks = [ask for ask in sheet.start.asks if ask.asked]
        first, second = (deal(sheet, [1] * players, dice) for _ in range(2))
        if sheet.deals:
            first = with_sums(asks, first)
        other = pad.read()
        content = {"after": other.sheet.last_deal, "facts": first}
        written = phone.write(pad.id, "deal", content, other.version)
        typed = typed_for(asks, first)
        phone.get(f"/games/{plain.id}/deals/new")
        names = [
            str(said["name"]) for tag, said in phone.page.tags if tag in FIELDS and "name" in said
        ]
        # What depends on an answer is asked once that is sent.
        asked = {ask.key for ask in sheet.table.asks if ask.asked and not ask.of_nobody}
        assert {name.partition("-")[0] for name in names} - OTHER == asked
        answer = phone.send(f"/games/{plain.id}/deals/new", **typed, sure="1")
        assert (answer.status_code, written.status_code) == (303, 200), phone.page.text
        check_same(plain, pad)
        id = plain.read().sheet.last_deal
        address = f"/games/{plain.id}/deals/{id}/correct"
        shown = phone.open_form(address)
        assert {name: text for name, text in typed.items() if text} == {
            name: shown[name][0] for name, text in typed.items() if text
        }
        corrected = {**dict.fromkeys(typed, ""), **typed_for(asks, second)}
        assert phone.send(address, **corrected, sure="1").status_code == 303, phone.page.text
        pad.correct(pad.read().sheet.last_deal, second)
        check_same(plain, pad)


def refused_records():
    """The worked examples of a deal that cannot be, which the form has fields for."""
    for file in sorted(EXAMPLES.glob("*.expects.json")):
        error = json.loads(file.read_text(encoding="utf-8")).get("error")
        if error and error["code"] not in ("unknown_key", "game_is_over"):
            record = file.with_name(file.name.replace(".expects", "")).read_text(encoding="utf-8")
            yield json.loads(record), error["deal"]


def test_a_deal_that_cannot_be_is_refused_by_both(phone, database, club):
    for record, number in refused_records():
        begun = {"variant": record["variant"], "house_rules": record.get("house_rules", {})}
        game = begin(database, club, *record["players"], **begun)
        game.score(*record["deals"][: number - 1])
        facts, read = record["deals"][number - 1], game.read()
        content = {"after": read.sheet.last_deal, "facts": facts}
        by_pad = phone.write(game.id, "deal", content, read.version)
        typed = typed_for(read.sheet.start.asks, facts)
        by_form = phone.fill(f"/games/{game.id}/deals/new", **typed, sure="1")
        assert (by_form.status_code, by_pad.status_code) == (422, 422), facts
        assert by_pad.json["error"]["message"] in phone.page.text


def check_same(plain, pad):
    """Both games have the same deals and totals."""
    plain, pad = plain.read().sheet, pad.read().sheet
    assert [it.record for it in plain.deals] == [it.record for it in pad.deals]
    assert plain.totals == pad.totals
