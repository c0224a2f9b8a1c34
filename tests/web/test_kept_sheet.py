"""Most of a sheet is kept from one entry to the next, and reads as if it were painted anew."""

import random
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from scorer.services.demo import Recipe
from scorer.web.games.kept_reads import MOST_HANDS, KeptReads
from scorer.web.games.so_far import is_for_all
from scorer.web.security import leave_tokens_out
from tests.rules.test_answers_one_by_one import answers_of
from tests.tables import NAMES, Table, begin
from tests.web.conftest import NewPhone, Seated
from tests.web.counters import cards
from tests.web.phones import Phone
from tests.web.test_every_game import EVERY_GAME, next_deal, seats_of
from tests.web.test_news import ask

TOKENS = r'name="csrf_token" value="([^"]*)"'
# Forms of each painting are called otherwise.
NEW_NAMES = re.compile(r'(?<=name="(?:name|game)" value=")[^"]+')


def forget(app: Flask) -> None:
    """Keep nothing of what was painted and read so far."""
    app.extensions["news"]._bodies.clear()
    app.extensions["reads"]._kept.clear()


def painted(phone: Phone, table: Table) -> tuple[str, Any]:
    answer = ask(phone, table).json
    return NEW_NAMES.sub("", answer["html"]), answer["data"]


def moments_of(table: Table, dice: random.Random) -> Iterator[None]:
    """A game as it goes on: answered one by one, told whole, corrected, taken back."""
    for played in range(4):
        sheet = table.read().sheet
        if sheet.over:
            break
        facts, after = next_deal(sheet, dice), sheet.last_deal
        if played == 1:
            table.write("deal", {"after": after, "facts": facts})
            yield
            continue
        for body in answers_of(sheet, facts, after):
            said = {"after": after, "key": body.key, "seat": body.seat, "value": body.value}
            table.write("answer", said)
            yield
    deals = table.read().sheet.deals
    table.write("correct_deal", {"deal": deals[0].id, "facts": next_deal(table.read().sheet, dice)})
    yield
    for _ in range(3):
        table.undo()
        yield


@pytest.mark.parametrize("recipe", EVERY_GAME)
def test_what_is_kept_reads_as_if_it_were_painted_anew(
    app: Flask, joined: NewPhone, table: Table, seated: Seated, recipe: Recipe
) -> None:
    dice, host, watcher = random.Random(7), joined("score"), joined("watch")
    names, rules = NAMES[: seats_of(recipe)], dict(recipe.rules)
    table = begin(table.database, table.club, *names, variant=recipe.variant, house_rules=rules)
    for moment, _ in enumerate(moments_of(table, dice)):
        told = painted(host, table), painted(watcher, table)
        there = app.extensions["reads"]._kept.copy()
        forget(app)
        assert (painted(host, table), painted(watcher, table)) == told, moment
        app.extensions["reads"]._kept = there


def test_what_many_are_shown_has_no_token_and_a_page_its_own(
    joined: NewPhone, circuit: Table
) -> None:
    phones = joined("score"), joined("score")
    bought = {"after": None, "seat": 1, "counters": 20}
    told = [phones[0].write(circuit.id, "buy", bought, 0).json]
    deal = {"after": None, "facts": cards(0, 3, 4, 5)}
    # The second says just what the first has said, which is one deal under two names.
    told += [phone.write(circuit.id, "deal", deal, 1).json for phone in phones]
    assert [one["version"] for one in told] == [1, 2, 3]
    told += [ask(phone, circuit).json | {"version": 3} for phone in phones]
    for one in told:
        assert set(re.findall(TOKENS, one["html"])) == {""}
        # What was bought stands among the deals with its Undo, which says what was seen.
        assert "data-take-back" in one["html"]
        assert set(re.findall(r'name="seen" value="(\d+)"', one["html"])) == {str(one["version"])}
    pages = [phone.get(f"/games/{circuit.id}").text for phone in phones]
    first, second = (set(re.findall(TOKENS, page)) for page in pages)
    assert len(first) == len(second) == 1
    assert "" not in first | second
    assert first != second


def test_nothing_with_a_token_or_the_name_of_an_entry_is_kept(
    app: Flask, phone: Phone, table: Table
) -> None:
    with app.test_request_context():
        assert is_for_all("<p>")
        assert not is_for_all('<form><input name="page">')
        leave_tokens_out()
        assert is_for_all('<form><input name="page">')
        assert not is_for_all('<form><input name="name">')
    table.deal()
    game = f"/games/{table.id}"
    names = [set(re.findall(r'name="name" value="([^"]*)"', phone.get(game).text)) for _ in "12"]
    assert names[0]
    assert not names[0] & names[1]


def test_no_more_is_kept_of_all_games_than_there_is_room_for() -> None:
    kept = KeptReads()
    reader = SimpleNamespace(sitters=range(12), deals=range(36), book=SimpleNamespace(entries=()))
    games = [("club", str(number)) for number in range(MOST_HANDS // (36 * 12) + 2)]
    for game in games:
        kept.keep(game)
        kept.keep(game, reader=reader)
        # The same one again takes no more room.
        kept.keep(game, reader=reader)
    found = [game for game in games if kept.find(game).reader is not None]
    assert found == games[2:]
    # A short game still takes some, and the newest is kept however long it is.
    kept.keep(("club", "long"), reader=SimpleNamespace(**{**vars(reader), "deals": range(9_999)}))
    assert kept.find(games[-1]).reader is None
    assert kept.find(("club", "long")).reader is not None
