"""Records: what they may say, what is refused, and where the fault is said to lie."""

import copy
import json

import pytest

from scorer.rules.errors import BadRecord, Refused
from scorer.rules.fold import read_strictly
from scorer.rules.record import parse, read_record
from scorer.rules.sheet_json import sheet_as_json

DEAL = {"out": 0, "hands": [[], ["K", "Q", "3"], ["A", "9r"], {"points": 25, "red_nines": 0}]}
RECORD = {
    "format": "scorer-game/1",
    "variant": "red-nines",
    "players": ["Ann", "Ben", "Cat", "Dan"],
    "deals": [DEAL],
}


def judged(record):
    read = read_record(record)
    return sheet_as_json(read_strictly(read.start, read.entries))


def refusal(record):
    with pytest.raises(Refused) as fault:
        judged(record)
    return fault.value.code, fault.value.deal, fault.value.seat


def changed(**keys):
    return {**copy.deepcopy(RECORD), **keys}


def with_deal(**keys):
    return changed(deals=[copy.deepcopy(DEAL), {**copy.deepcopy(DEAL), **keys}])


def test_the_record_of_the_design_is_scored():
    deal = judged(RECORD)["deals"][0]
    assert deal["scores"] == deal["totals"] == [0, 28, 58, 25]
    assert (deal["dealer"], deal["eldest"], deal["pools"]) == (0, 1, {})


def test_a_record_without_deals_is_valid():
    result = judged(changed(deals=[]))
    assert result == {
        "deals": [],
        "totals": [0, 0, 0, 0],
        "pools": {},
        "over": False,
        "winners": [],
    }


def test_the_winners_hand_may_be_nothing_null_or_zeros():
    for hand in ([], None, {"points": 0, "red_nines": 0}):
        assert judged(with_deal(hands=[hand, *DEAL["hands"][1:]]))["totals"] == [0, 56, 116, 50]


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"format": "scorer-game/2"}, "unknown_format"),
        ({"variant": "whist"}, "unknown_variant"),
        ({"variant": ["red-nines"]}, "unknown_variant"),
        ({"edition": 2}, "unknown_edition"),
        ({"edition": True}, "unknown_edition"),
        ({"players": ["Ann", "Ben", "Cat"]}, "number_of_players"),
        ({"players": ["P"] * 13}, "number_of_players"),
        ({"players": "Ann"}, "bad_record_value"),
        ({"players": ["Ann", "Ben", "Cat", " "]}, "player_name"),
        ({"players": ["Ann", "Ben", "Cat", 4]}, "player_name"),
        ({"players": ["Ann", "Ben", "Cat", "D" * 41]}, "name_too_long"),
        ({"carried": [1, 2, 3]}, "carried"),
        ({"carried": [1, 2, 3, 4.5]}, "carried"),
        ({"carried": [1, 2, 3, "4"]}, "carried"),
        ({"first_dealer": 4}, "first_dealer"),
        ({"first_dealer": -1}, "first_dealer"),
        ({"first_dealer": True}, "first_dealer"),
        ({"first_dealer": 1.0}, "first_dealer"),
        ({"house_rules": []}, "house_rules_not_a_list_of_rules"),
        ({"house_rules": {"values": "french"}}, "house_rule_value"),
        ({"house_rules": {"circuits": True}}, "house_rule_value"),
        ({"house_rules": {"jokers": 2}}, "unknown_house_rule"),
        ({"deals": {}}, "bad_record_value"),
        ({"trumps": 1}, "unknown_record_key"),
        ({"ended": "yes"}, "bad_record_value"),
        ({"seats_taken": [{"before_deal": 9, "seat": 0, "player": "Eve"}]}, "bad_record_value"),
        ({"deals": [{"void": True}] * 1001}, "too_many_deals"),
        (
            {"seats_taken": [{"before_deal": 1, "seat": 0, "player": "Eve"}] * 5001},
            "too_many_entries",
        ),
    ],
)
def test_a_fault_of_the_record_itself_names_no_deal(keys, code):
    assert refusal(changed(**keys)) == (code, None, None)


@pytest.mark.parametrize("record", [[], None, "red-nines", 3])
def test_a_record_that_is_no_object_is_refused(record):
    assert refusal(record) == ("not_a_record", None, None)


@pytest.mark.parametrize(
    ("keys", "code", "seat"),
    [
        ({"out": -1}, "no_such_seat", None),
        ({"out": True}, "not_a_seat", None),
        ({"out": None}, "missing", None),
        ({"out": 4}, "no_such_seat", None),
        ({"hands": [[], ["K"], ["A"]]}, "missing_answer", 3),
        ({"hands": [[], ["K"], None, ["A"]]}, "missing_hand", 2),
        ({"hands": [[], ["K"], ["1"], ["A"]]}, "unknown_card", 2),
        ({"hands": [[], ["K"], [9], ["A"]]}, "unknown_card", 2),
        ({"hands": [[], ["K"], ["x"], ["A"]]}, "unknown_card", 2),
        ({"hands": [[], ["K"], {"points": 7.0, "red_nines": 0}, ["A"]]}, "not_a_whole_number", 2),
        ({"hands": [[], ["K"], {"points": True, "red_nines": 0}, ["A"]]}, "not_a_whole_number", 2),
        ({"hands": [[], ["K"], {"points": 7}, ["A"]]}, "missing_in_hand", 2),
        ({"hands": [[], ["K"], {"points": 1.5}, ["A"]]}, "not_a_whole_number", 2),
        ({"hands": [[], ["K"], {"red_nines": -1}, ["A"]]}, "number_out_of_range", 2),
        ({"hands": [[], ["K"], {"points": 1.5, "suit": "red"}, ["A"]]}, "unknown_key", 2),
        ({"hands": [[], ["K"], {"cards": 7, "red_nines": 0}, ["A"]]}, "unknown_key", 2),
        ({"on_red_nine": "no"}, "not_yes_or_no", None),
        ({"void": True}, "void_deal_with_facts", None),
        ({"void": 1}, "not_yes_or_no", None),
        ({"dealer": 7}, "no_such_seat", None),
        ({"aces_swept_by": 1}, "unknown_key", None),
    ],
)
def test_a_fault_inside_a_deal_names_that_deal(keys, code, seat):
    assert refusal(with_deal(**keys)) == (code, 2, seat)


@pytest.mark.parametrize(
    ("deals", "fault"),
    [
        ([DEAL, 7], ("not_a_deal", 2)),
        ([DEAL, None], ("not_a_deal", 2)),
        ([DEAL, {**DEAL, "out": -1}, 7], ("no_such_seat", 2)),
        ([DEAL] * 5, ("game_is_over", 5)),
    ],
)
def test_the_first_faulty_deal_is_named(deals, fault):
    assert refusal(changed(deals=deals)) == (*fault, None)
    assert judged(changed(deals=[DEAL] * 4))["over"] is True


def test_the_deals_of_a_record_have_to_be_what_its_entries_say():
    def entry(facts):
        return {"id": "a", "kind": "deal", "content": {"after": None, "facts": facts}}

    assert judged(changed(entries=[entry(DEAL)]))["totals"] == [0, 28, 58, 25]
    deal = {**DEAL, "hands": [[], ["K"], ["A"], ["2"]]}
    assert refusal(changed(entries=[entry(deal)])) == ("deals_differ", None, None)


@pytest.mark.parametrize("kind", [[], {}, None, 3, "gift"])
def test_an_entry_of_no_known_kind_is_refused(kind):
    entries = [{"id": "a", "kind": kind, "content": {}}]
    assert refusal(changed(entries=entries)) == ("unknown_entry_kind", None, None)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"{", "bad_json"),
        (b"", "bad_json"),
        (b'{"a": NaN}', "bad_json"),
        (b'{"a": -Infinity}', "bad_json"),
        (b"[" * 100_000, "too_deep"),
        (b"[" * 101 + b"]" * 101, "too_deep"),
        (b'{"a":' * 101 + b"1" + b"}" * 101, "too_deep"),
        (b"[" * 99 + b'"' + b'\\"' * 1_000_000, "bad_json"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "bad_json"),
        (b'{"a": 1, "a": 2}', "repeated_key"),
        (b"\xff\xfe{}", "not_utf8"),
        (b" " * 4_000_001, "too_large"),
    ],
)
def test_bytes_that_are_no_json_are_refused(data, code):
    with pytest.raises(BadRecord) as fault:
        parse(data)
    assert fault.value.code == code
    assert fault.value.message


def test_brackets_in_a_name_are_no_depth():
    name = "[" * 101 + '"{'
    assert parse(json.dumps({"name": name}).encode()) == {"name": name}


def test_a_byte_order_mark_is_forgiven():
    assert parse(b"\xef\xbb\xbf{}") == {}
