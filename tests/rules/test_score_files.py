"""`score` on the command line: one line a file, faults named, never a traceback."""

import json
from pathlib import Path

import pytest

from scorer.score_files import main

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
    assert main(paths, as_json=True) == 2
    told = capsys.readouterr()
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [sorted(line)[0] for line in lines] == ["deals", "error", "error", "deals"]
    assert lines[0] == lines[3]
    error = lines[1]["error"]
    assert (error["deal"], error["seat"], error["code"]) == (2, 2, "unknown_card")
    assert lines[2]["error"]["deal"] is None
    complaints = told.err.splitlines()
    assert len(complaints) == 2
    assert complaints[0].startswith(f"{paths[1]}, deal 2, Cat: ")


def test_good_records_exit_with_nought(files, capsys):
    assert main(files(a=GOOD), as_json=True) == 0
    assert capsys.readouterr().err == ""


def test_people_get_a_table_with_the_working(files, capsys):
    assert main(files(a=GOOD, b=GOOD), as_json=False) == 0
    told = capsys.readouterr().out
    assert told.count("Red Nines\n") == 2
    assert "Cat +29: a red nine in the hand doubles it: ×2 = 58" in told
    assert "Deal 2 of 4 comes next." in told


def test_an_impossible_record_exits_with_two_for_people_as_well(files, capsys):
    assert main(files(a=b"[]"), as_json=False) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["nothing-here.json", ".", "\0"])
def test_a_file_that_cannot_be_read_is_named(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([name], as_json=True) == 2
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 1
    assert json.loads(told.out)["error"]["deal"] is None


def test_names_cannot_break_the_line_or_steer_the_terminal(files, capsys):
    players = ["Ann\nBen", "\x1b[31mBen", "Cat", "\u202eDan"]
    assert main(files(a={**GOOD, "players": players, "deals": [7]}), as_json=True) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    main(files(a={**GOOD, "players": players}), as_json=False)
    assert "\x1b" not in capsys.readouterr().out


def test_standard_input_is_a_dash(monkeypatch, capsys):
    import io

    class Input:
        buffer = io.BytesIO(json.dumps(GOOD).encode())

    monkeypatch.setattr("sys.stdin", Input)
    assert main(["-"], as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == [0, 13, 58, 2]


def test_a_game_of_counters_says_line_by_line_how_the_pools_were_shared(capsys):
    example = Path(__file__).with_name("worked_examples") / "red-nines-1881-stopped.json"
    assert main([str(example)], as_json=False) == 0
    told = capsys.readouterr().out
    assert "in the end" in told
    assert "In the end\n  Eve +1: shared what was left in the pools: 1\n" in told
