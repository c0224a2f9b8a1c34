"""Entries as the phone's modules write them."""

import json

import pytest

from tests.tables import facts, new_id


def test_an_entry_is_answered_with_the_new_sheet_and_its_data(phone, table):
    answer = phone.write(table.id, "deal", {"after": None, "facts": facts(0, 7, 23, 32)}, 0)
    assert answer.status_code == 200
    saved = answer.json
    assert (saved["number"], saved["version"], saved["repeated"]) == (1, 1, False)
    assert saved["html"].strip().startswith('<section id="sheet"')
    assert saved["data"]["totals"] == [0, 7, 23, 32]
    assert saved["data"]["undo"] == {"entry": saved["data"]["deals"][0]["id"], "kind": "deal"}
    assert "words" not in saved["data"]


def test_an_impossible_deal_names_its_seat(phone, table):
    hands = [[], ["A"] * 5, ["2"], ["3"]]
    answer = phone.write(table.id, "deal", {"after": None, "facts": {"out": 0, "hands": hands}}, 0)
    assert answer.status_code == 422
    error = answer.json["error"]
    assert (error["code"], error["deal"], error["seat"]) == ("too_many_of_rank", 1, 1)
    assert error["message"] == "Five aces, but this pack has four."


# Always the same: tests that run side by side have to agree on their names.
AN_ID = "749277eb-9f4c-4e6c-bb76-6b7d3215ff9c"
GOOD = {"id": "", "seen": 0, "kind": "end", "content": {"why": "late"}}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        json.dumps({**GOOD, "id": "x"}).encode(),
        json.dumps({**GOOD, "id": AN_ID.upper()}).encode(),
        json.dumps({**GOOD, "id": AN_ID, "seen": -1}).encode(),
        json.dumps({**GOOD, "id": AN_ID, "seen": True}).encode(),
        json.dumps({**GOOD, "id": AN_ID, "seen": "1"}).encode(),
        json.dumps({**GOOD, "id": AN_ID, "content": []}).encode(),
        json.dumps({**GOOD, "id": AN_ID, "more": 1}).encode(),
        json.dumps({**GOOD, "id": AN_ID, "seen": float("nan")}).encode(),
        json.dumps({**GOOD, "id": AN_ID}).replace('"seen"', '"seen": 0, "seen"').encode(),
    ],
)
def test_what_is_no_entry_is_answered_in_json(phone, table, body):
    answer = phone.client.post(
        f"/games/{table.id}/entries",
        data=body,
        content_type="application/json",
        headers={"X-CSRFToken": phone.token},
    )
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "bad"
    assert table.read().version == 0


def test_a_body_that_is_too_long_is_refused_in_json(phone, table):
    answer = phone.write(table.id, "end", {"why": "x" * 70_000}, 0)
    assert answer.status_code == 413
    assert answer.json["error"]["code"] == "too_large"


def test_a_body_that_is_not_json_is_refused(phone, table):
    assert phone.post(f"/games/{table.id}/entries", id="x").status_code == 415


def test_a_write_without_a_token_gets_a_fresh_one(phone, table):
    phone.get("/join")
    entry = {"id": new_id(), "seen": 0, "kind": "end", "content": {"why": "late"}}
    address = f"/games/{table.id}/entries"
    answer = phone.client.post(address, json=entry, headers={"X-CSRFToken": "wrong"})
    assert answer.status_code == 400
    error = answer.json["error"]
    assert error["code"] == "csrf"
    again = phone.client.post(address, json=entry, headers={"X-CSRFToken": error["token"]})
    assert again.status_code == 200
