"""What the phone's modules are given about games of counters, and the words they say."""

import json
import re
from pathlib import Path

import pytest

from scorer.rules.errors import ImpossibleDeal, Refused, faults_of
from scorer.rules.fold import read_strictly
from scorer.rules.record import read_record
from scorer.rules.words import WORDS, reason, words_in
from scorer.web.phone_words import words_of_game, words_of_own

EXAMPLES = Path(__file__).parents[1] / "rules" / "worked_examples"


def test_the_phone_has_just_the_words_of_its_game():
    read = 0
    for file in sorted(EXAMPLES.glob("*.json")):
        if file.name.endswith(".expects.json"):
            continue
        try:
            record = read_record(json.loads(file.read_text(encoding="utf-8")))
            sheet = read_strictly(record.start, record.entries)
        except Refused:
            continue
        start, read = sheet.start, read + 1
        words = words_of_game(start, with_pad=True)
        assert words_of_own(start)["asks"].keys() <= words["asks"].keys()
        lines = {line.key for deal in sheet.deals for line in deal.lines}
        assert lines <= set(words["reasons"]), file.name
        tables = set(re.findall(r"\{\w+\|(\w+)\}", json.dumps(words)))
        assert tables <= {*words, "names"}, file.name
        assert ("buys" in words["reasons"]) == (start.unit == "counters")
        has_hands = any(ask.kind == "hands" for ask in start.asks)
        assert ("no_cards" in words["errors"]) == has_hands
        types_sums = has_hands and start.unit != "counters"
        assert ("one_point" in words["errors"]) == types_sums
        own = WORDS["variants"][start.variant.key].get("reasons", {}).keys()
        for other in WORDS["variants"].values():
            assert not (other.get("reasons", {}).keys() - own) & set(words["reasons"]), file.name
    assert read > 20


def test_the_key_of_a_reason_or_an_ask_belongs_to_its_game(monkeypatch):
    other = {"reasons": {"caught": {"says": "took the queen"}}, "what": {"out": "the queen"}}
    monkeypatch.setitem(WORDS["variants"], "nobodys", other)
    for game, caught, missing in (
        ("nobodys", "Took the queen", "The queen: this is missing"),
        ("red-nines", "Caught with 7", "Who went out: this is missing"),
    ):
        assert reason(words_in("reasons", game), "caught", {"points": 7}) == caught
        with pytest.raises(ImpossibleDeal) as fault, faults_of(game):
            raise ImpossibleDeal("missing", what="out")
        assert fault.value.message == missing
    assert "caught" not in words_in("reasons")
    assert reason(words_in("reasons", "nobodys"), "shares_what_is_left", {"amount": 2})
