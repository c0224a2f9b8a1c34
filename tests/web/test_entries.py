"""Entries as the phone's modules write them."""

import json

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


GOOD = {"id": new_id(), "seen": 0, "kind": "end", "content": {"why": "late"}}
BAD = [
    *(b"", b"{", b"[]", b"null", b'"text"', b"\xff\xfe", b"[" * 30_000),
    b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    *(
        json.dumps(GOOD | change).encode()
        for change in (
            *({"id": "x"}, {"id": f"A{GOOD['id'][1:].upper()}"}, {"content": []}, {"more": 1}),
            *({"seen": seen} for seen in (-1, True, "1", float("nan"))),
        )
    ),
    json.dumps(GOOD).replace('"seen"', '"seen": 0, "seen"').encode(),
]


def test_what_is_no_entry_is_answered_in_json(phone, table):
    address, headers = f"/games/{table.id}/entries", {"X-CSRFToken": phone.token}
    for body in BAD:
        sent = {"data": body, "content_type": "application/json", "headers": headers}
        answer = phone.client.post(address, **sent)
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "bad"), body[:99]
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
