"""What the phone's modules are given about games of counters, and the words they say."""

import json
import re
from pathlib import Path

from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.record import read_record
from scorer.rules.words import WORDS
from scorer.storage.database import Database
from scorer.web.games.game_page import data_of_deals, game_data
from scorer.web.games.sheet_view import SheetView
from scorer.web.phone_words import words_of_game, words_of_page
from tests.tables import Table, begin

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
PHRASE = re.compile(r"\bphrase\(([^,;]*)")
EXAMPLES = Path(__file__).parents[1] / "rules" / "worked_examples"


def test_what_was_bought_behind_the_end_is_told_the_phone_after_its_deal(
    database: Database, club: str, made_up_game: str
) -> None:
    rules = {"gleb": "counters", "spod": 0, "stoom": 20}
    # Ben gets four a deal.
    told = {"vex": [7] * 3, "plu": [2, 2, 3], "quim": {"ith": 1, "orm": None}, "bra": [0] * 3}
    told["fle"] = [True] * 3
    table = begin(database, club, "Ann", "Ben", "Cat", variant=made_up_game, house_rules=rules)
    for _ in range(3):
        table.write("deal", {"after": table.deals[-1] if table.deals else None, "facts": told})
    table.write("buy", {"after": table.deals[-1], "seat": 0, "counters": 20})
    assert not table.read().sheet.over
    table.write("correct_start", {"house_rules": {**rules, "stoom": 5}})
    assert len(table.read().sheet.behind_the_end) == 1
    view = SheetView(table.read())
    data = game_data(view, "score", None) | data_of_deals(view)
    assert [deal["id"] for deal in data["behind_the_end"]] == [table.deals[2]]
    assert [(move["after"], move["lines"][0]["points"]) for move in data["moves"]] == [
        (table.deals[2], 20)
    ]


def test_the_phone_has_words_for_every_line_and_none_of_other_games() -> None:
    read = 0
    for file in sorted(EXAMPLES.glob("*.json")):
        if file.name.endswith(".expects.json"):
            continue
        try:
            record = read_record(json.loads(file.read_text(encoding="utf-8")))
            sheet = read_sheet(record.start, record.entries)
        except Refused:
            continue
        start, read = sheet.start, read + 1
        words = words_of_game(start, with_pad=True)
        lines = {line.key for deal in sheet.deals for line in deal.lines}
        assert lines <= set(words["reasons"]), file.name
        tables = set(re.findall(r"\{\w+\|(\w+)\}", json.dumps(words)))
        assert tables <= {*words, "names"}, file.name
        assert ("buys" in words["reasons"]) == (start.unit == "counters")
        assert ("one_point" in words["errors"]) == any(ask.kind == "hands" for ask in start.asks)
        own = WORDS["variants"][start.variant.key].get("reasons", {}).keys()
        for other in WORDS["variants"].values():
            assert not (other.get("reasons", {}).keys() - own) & set(words["reasons"]), file.name
    assert read > 20


def phrases_in(*scripts: str) -> set[str]:
    """The keys of what these scripts say by themselves."""
    files = [file for script in scripts for file in SCRIPTS.glob(script)]
    assert files
    said = [PHRASE.findall(file.read_text("utf-8")) for file in files]
    return {key for told in said for call in told for key in re.findall(r'"([a-z_]+)"', call)}


def phrases_of(*parts: dict[str, list[str]]) -> set[str]:
    return {key for part in parts for key in part.get("phrases", ())}


def test_scripts_are_given_what_they_say_by_themselves() -> None:
    lists = WORDS["for_the_phone"]
    kinds, pages, always = lists["kinds"], lists["pages"], lists["every_game"]
    assert phrases_in("game.js", "live.js", "why.js") == phrases_of(always)
    of_setup = phrases_in("setup.js", "setup/*.js", "rule-fields.js")
    assert of_setup <= phrases_of(pages["setup"])
    assert phrases_in("rule-fields.js") == phrases_of(pages["rule_fields"])
    of_own = phrases_in("own.js", "reveal.js", "told.js")
    # A hand is asked of a seat on the pad, and only where phones hold seats.
    of_own_pad = phrases_in("pad/own.js")
    assert of_own <= phrases_of(pages["own"], lists["pad"], always)
    assert phrases_of(pages["own"]) <= of_own | of_own_pad
    every_part = (always, lists["pad"], *kinds.values(), *lists["units"].values())
    assert of_own_pad <= phrases_of(*every_part, pages["own"])
    others = [f"pad/{file.name}" for file in (SCRIPTS / "pad").glob("*.js") if file.stem != "own"]
    assert phrases_in(*others) <= phrases_of(*every_part)
    for file in (SCRIPTS / "pad" / "widgets").glob("*.js"):
        # Only numbers are told to be the same.
        own = kinds.get("number" if file.stem == "same" else file.stem, {})
        said = phrases_in(f"pad/widgets/{file.name}")
        assert said <= phrases_of(own), file.name


def test_every_phrase_is_said_somewhere_and_given_to_a_page() -> None:
    lists = WORDS["for_the_phone"]
    every_part = (lists["every_game"], lists["pad"], *lists["pages"].values())
    assert phrases_of(*every_part, *lists["kinds"].values(), *lists["units"].values()) == set(
        WORDS["phrases"]
    )
    scripts = "".join(file.read_text("utf-8") for file in SCRIPTS.rglob("*.js"))
    assert set(WORDS["phrases"]) <= set(re.findall(r'"([a-z_]+)"', scripts))


def test_whoever_only_watches_is_given_reasons_and_no_words_of_the_pad(table: Table) -> None:
    words = words_of_game(table.read().sheet.start, with_pad=False)
    assert {"asks", "errors", "keys", "what"}.isdisjoint(words)
    assert phrases_of(WORDS["for_the_phone"]["every_game"]) == words["phrases"].keys()
    assert all(reason.keys() == {"says"} for reason in words["reasons"].values())


def test_the_pad_has_the_errors_it_finds_and_tables_for_its_words(table: Table) -> None:
    words = words_of_game(table.read().sheet.start, with_pad=True)
    assert {"missing", "too_many_of_rank"} <= words["errors"].keys()
    assert words["ranks"]["A"] == "aces"
    assert words["phrases"].keys() > {"save", "blank_hand", "nobody"}
    assert words["phrases"].keys().isdisjoint({"before_sharing", "rest_to", "tap_to_move"})


def test_a_page_without_a_game_has_words_of_its_own() -> None:
    words = words_of_page("setup")
    assert words["count"]["5"] == "five"
    assert words.keys() == {"count", "language", "phrases"}
    assert words_of_page("rule_fields")["phrases"].keys() == {"field_full"}
