"""What the phone's modules are given about games of counters, and the words they say."""

import json
import re
from pathlib import Path

from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.record import read_record
from scorer.rules.words import WORDS
from scorer.storage.database import Database
from scorer.web.games.game_page import game_data, words_for_the_phone
from scorer.web.games.sheet_view import SheetView
from tests.tables import begin
from tests.web.counters import begin_counters, cards, play

EXAMPLES = Path(__file__).parents[1] / "rules" / "worked_examples"


def test_the_data_block_of_a_game_of_counters_says_what_moves(
    database: Database, club: str
) -> None:
    table = begin_counters(database, club)
    play(table, cards(1, 3, 2, 1))
    deal = table.deals[0]
    table.write("lend", {"after": deal, "seat": 0, "lender": 2, "counters": 5})
    table.write("note", {"after": deal, "facts": {"aces_swept_by": 3}})
    data = game_data(SheetView(table.read()), "score", with_words=True)
    swept = {"key": "aces_swept_by", "kind": "seat", "required": False, "when": "during"}
    assert data["asks"][0] == swept
    assert (data["unit"], data["has_void_deals"]) == ("counters", True)
    assert data["pool_names"] == {"red_nine": "Red Nine pool", "red_ace": "Red Ace pool"}
    assert data["deals"][0]["pools"] == {"red_nine": 6, "red_ace": 3}
    assert data["deals"][0]["bought"] == [0, 0, 0, 0]
    assert data["deals"][0]["lines"][0]["pool"] == "red_nine"
    assert data["next"]["pools"] == {"red_nine": 12, "red_ace": 0}
    assert data["next"]["noted"] == {"aces_swept_by": 3}
    assert sum(data["next"]["totals"]) == 144 - 12
    assert [one["after"] for one in data["moves"]] == [deal]
    assert [line["points"] for line in data["moves"][0]["lines"]] == [-5, 5]
    assert data["undo"] == {"entry": table.read().entries[-1].name, "kind": "note"}


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
    data = game_data(SheetView(table.read()), "score", with_words=False)
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
        words = words_for_the_phone(start)
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
