"""What a phone gets at rest to begin games from without signal."""

import gzip
import json
import re
from html import unescape
from typing import Any

import pytest

from scorer.rules.house_rules import read_house_rules
from scorer.rules.variants import newest_variants
from scorer.services.games.start import same_again
from scorer.services.games.unstarted import UNSTARTED
from scorer.storage.database import Database
from scorer.web.games.unstarted import FIRST_NAME
from tests.tables import NAMES, Table, all_games, begin, new_id
from tests.web.phones import Phone

# Each button of a sheet sends a name of its own.
OWN = re.compile(r'(name="name" value=")[^"]*')
# What stands on a page around its sheet.
PARTS = (re.compile(r"<head>.*<title>", re.DOTALL), re.compile(r"<dialog.*</dialog>", re.DOTALL))
PARTS += (re.compile('"words">.*'), re.compile("<link .*|<script .*src.*"))
# Of eight people; those with counters say most.
MOST_BYTES = 1_500


@pytest.mark.parametrize("variant", newest_variants())
def test_it_is_what_the_next_game_shows_when_it_begins(
    phone: Phone, database: Database, club: str, variant: str
) -> None:
    kind = newest_variants()[variant]
    rules = read_house_rules(kind.rules, {})
    fitting = [many for many in kind.players if kind.fits(many, rules) is None]
    many = max(seats for seats in fitting if seats <= 8)
    old = begin(database, club, *NAMES[:many], variant=variant, first_dealer=1)
    lean = phone.get(f"/games/{old.id}/next-sheet")
    assert "patterns" not in lean.json
    assert len(gzip.compress(lean.data)) < MOST_BYTES
    old.write("correct_start", {"order": [*range(1, many), 0]})
    told = phone.get(f"/games/{old.id}/next-sheet").json
    assert len(all_games(database, club)) == 1
    new = same_again(database, club, old.id, device=None, game_id=new_id())
    painted = json.loads(phone.get(f"/games/{new}/patterns").text.replace(new, UNSTARTED))
    assert pieces(painted) == pieces(told["patterns"])
    shown = phone.get(f"/games/{new}/news").json
    phone.get(f"/games/{new}")
    title = re.search("<title>(.*?)</title>", phone.answer.text)
    assert len(told["dealers"]) == many
    assert title and title[1].startswith(told["title"])
    data = {**told["data"], **told["dealers"][shown["data"]["first_dealer"]]}
    put = data["next"].pop("put", "")
    assert put in unescape(shown["html"])
    assert bool(put) == (data["unit"] == "counters")
    assert data == {**shown["data"], "game": UNSTARTED, "tag": ""}


def pieces(patterns: dict[str, Any]) -> dict[str, Any]:
    """What the phone paints by; the button of the next game has a name of its own each time."""
    return {**patterns, "over": re.sub(r'(name="game" value=")[^"]*', r"\1", patterns["over"])}


@pytest.mark.parametrize("variant", newest_variants())
def test_a_new_game_looks_as_it_will_with_the_names_of_whoever_plays(
    phone: Phone, database: Database, club: str, variant: str
) -> None:
    kind = newest_variants()[variant]
    many = kind.players[0]
    told = phone.get(f"/games/new/page?variant={variant}&players={many}").json
    assert len(all_games(database, club)) == 0
    assert told["sheets"][0]["html"] in told["page"]
    assert told["patterns"]["on"].count(FIRST_NAME)
    new = begin(database, club, *NAMES[:many], variant=variant, first_dealer=1).id
    shown = phone.get(f"/games/{new}/news").json
    sheet = json.dumps([told["sheets"][1], told["page"]], ensure_ascii=False)
    for seat, name in enumerate(NAMES[:many]):
        sheet = sheet.replace(chr(ord(FIRST_NAME) + seat), name)
    sheet, page = json.loads(sheet)
    for told_seat, seat in zip(sheet["data"]["seats"], shown["data"]["seats"], strict=True):
        told_seat["player"] = seat["player"]
    assert sheet["data"] == {**shown["data"], "game": UNSTARTED, "tag": ""}
    html = shown["html"].replace(new, UNSTARTED)
    assert OWN.sub(r"\1", sheet["html"]) == OWN.sub(r"\1", html)
    whole = phone.get(f"/games/{new}").text
    for part in PARTS:
        assert part.findall(page) == part.findall(whole)


def test_house_rules_are_those_of_the_form(phone: Phone) -> None:
    chosen = "variant=red-nines&players=4&rule-circuits=2"
    told = phone.get(f"/games/new/page?{chosen}").json
    assert told["sheets"][0]["title"].startswith("Deal 1 of 8")


@pytest.mark.parametrize(
    "chosen",
    ["", "variant=no-game&players=4", "variant=red-nines&players=1", "variant=red-nines"],
)
def test_what_cannot_begin_has_no_page(phone: Phone, chosen: str) -> None:
    assert phone.get(f"/games/new/page?{chosen}").status_code == 404


def test_whoever_has_taken_over_a_seat_goes_on_in_it(phone: Phone, table: Table) -> None:
    table.deal(1)
    table.write("take_seat", {"seat": 2, "player": {"name": "Zoe"}, "after": table.deals[0]})
    told = phone.get(f"/games/{table.id}/next-sheet")
    seats = [seat["name"] for seat in told.json["data"]["seats"]]
    assert seats == ["Ann", "Ben", "Zoe", "Dan"]
    assert "Cat" not in told.text


def test_whoever_only_watches_begins_nothing(watcher: Phone, table: Table) -> None:
    assert watcher.get(f"/games/{table.id}/next-sheet").status_code == 403
