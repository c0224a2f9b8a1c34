"""`score` on the command line: one line a file, faults named, never a traceback."""

import io
import json
from pathlib import Path

import pytest

from scorer.commands.score import print_sheets

EXAMPLES = Path(__file__).with_name("worked_examples")

GOOD = {
    "format": "scorer-game/1",
    "variant": "red-nines",
    "players": ["Ann", "Ben", "Cat", "Dan"],
    "deals": [{"out": 0, "hands": [[], ["K"], ["9r", "A"], ["2"]]}],
}


@pytest.fixture
def files(tmp_path):
    def written(**records):
        paths = []
        for name, record in records.items():
            path = tmp_path / f"{name}.json"
            data = record if isinstance(record, bytes) else json.dumps(record).encode()
            path.write_bytes(data)
            paths.append(str(path))
        return paths

    return written


def test_several_files_give_a_line_each_in_order(files, capsys):
    bad = {**GOOD, "deals": [GOOD["deals"][0], {**GOOD["deals"][0], "hands": [[], ["K"], ["11"]]}]}
    paths = files(a=GOOD, b=bad, c=b"{", d=GOOD)
    assert print_sheets(paths, as_json=True) == 2
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert [sorted(line)[0] for line in lines] == ["deals", "error", "error", "deals"]
    assert lines[0] == lines[3]
    error = lines[1]["error"]
    assert (error["deal"], error["seat"], error["code"]) == (2, 2, "unknown_card")
    assert lines[2]["error"]["deal"] is None
    complaints = printed.err.splitlines()
    assert len(complaints) == 2
    assert complaints[0].startswith(f"{paths[1]}, deal 2, Cat: ")


@pytest.mark.parametrize("name", ["nothing-here.json", ".", "\0"])
def test_a_file_that_cannot_be_read_is_named(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert print_sheets([name], as_json=True) == 2
    printed = capsys.readouterr()
    assert len(printed.err.splitlines()) == 1
    assert json.loads(printed.out)["error"]["deal"] is None


def test_names_cannot_break_the_line_or_steer_the_terminal(files, capsys):
    players = ["Ann\nBen", "\x1b[31mBen", "Cat", "\u202eDan"]
    assert print_sheets(files(a={**GOOD, "players": players, "deals": [7]}), as_json=True) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    print_sheets(files(a={**GOOD, "players": players}), as_json=False)
    assert "\x1b" not in capsys.readouterr().out
    # For people too an impossible record is one line of complaint.
    assert print_sheets(files(a=b"[]"), as_json=False) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


def test_standard_input_is_a_dash(monkeypatch, capsys):
    class Input:
        buffer = io.BytesIO(json.dumps(GOOD).encode())

    monkeypatch.setattr("sys.stdin", Input)
    assert print_sheets(["-"], as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == [0, 13, 58, 2]


def test_the_sharing_of_pools_is_told_line_by_line(capsys):
    example = EXAMPLES / "red-nines-1881-stopped.json"
    assert print_sheets([str(example)], as_json=False) == 0
    printed = capsys.readouterr().out
    assert "in the end" in printed
    rows = [line.split() for line in printed.splitlines()]
    total, end = (next(row for row in rows if row[:1] == [label]) for label in ("total", "in"))
    closing = next(line for line in printed.splitlines() if line.startswith("  closing"))
    moved = [closing[at : at + 8].strip() for at in range(9, len(closing), 8)]
    assert moved == ["+1", "+1", "", "", "+1", "+1", "+1", "+1"]
    assert [int(had) + int(more or 0) for had, more in zip(total[1:], moved, strict=True)] == [
        int(cell) for cell in end[3:]
    ]
    assert "In the end\n  Eve +1: shared what was left: 1\n" in printed


def test_house_rules_are_told_in_the_words_of_the_screen(files, capsys):
    rules = {"values": "american", "circuits": 2}
    assert print_sheets(files(a={**GOOD, "house_rules": rules}, b=GOOD), as_json=False) == 0
    printed = capsys.readouterr().out
    assert (
        "Red Nines\n  Card values: American: J, Q, K 10 each, ace 11\n  How long: everyone deals"
        in printed
    )
    assert "american" not in printed
    # Each file is a sheet, with the working.
    assert "Cat +29: a red nine in the hand doubles it: ×2 = 58" in printed
    assert "Deal 2 of 4 comes next." in printed


OLD = {**GOOD, "variant": "red-nines-1881", "deals": []}


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (
            {"counter_value": {"counters": 0, "pays": True}},
            'The house rule "counter_value" cannot be {"counters": 0, "pays": true}, only null, or '
            '"counters" and "pays" with a whole number from 1 to 1,000,000 each',
        ),
        (
            {"counters": 0},
            'The house rule "counters" cannot be 0, only a whole number from 1 to 1000',
        ),
        (
            {"hand_size": "many"},
            'The house rule "hand_size" cannot be "many", only a whole number from 1 to 14, '
            "or null",
        ),
        (
            {"short": ["owe"]},
            'The house rule "short" cannot be ["owe"], only "owe" or "pay_what_you_have" or '
            '"buy_in"',
        ),
    ],
)
def test_a_wrong_house_rule_is_told_what_it_takes(files, capsys, rules, says):
    assert print_sheets(files(a={**OLD, "house_rules": rules}), as_json=True) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["code"], error["message"]) == ("house_rule_value", says)


def test_people_are_told_the_trump_and_whole_names(files, capsys):
    record = {
        "format": "scorer-game/1",
        "variant": "ninety-nine",
        "players": ["Ann", "Ben", "Cat"],
        "deals": [
            {"bids": [5, 2, None], "tricks": [3, 2, 4], "premiums": ["declared", None, None]},
            {"bids": [3, 2, 4], "tricks": [3, 2, 4]},
        ],
    }
    assert print_sheets(files(a=record), as_json=False) == 0
    printed = capsys.readouterr().out
    assert "Deal 1: Ann dealt · No trump\n" in printed
    assert "  Ben +30: Ann declared and failed: 30\n" in printed
    assert "Deal 2: Ben dealt · Spades are trumps\n" in printed
    assert "Deal 3 comes next. Clubs are trumps." in printed
