"""JSON of a shape that no phone sends is refused by a sentence, whatever field it is in."""

import pytest

from scorer.rules.entries import KINDS
from tests.examples import SOAKING
from tests.tables import begin, facts, new_id

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("unlimited")]
BEN = 1
# What no field is, or not all of them are.
ODD = [
    *([], ["x"], [{}], [None], {}, {"x": 1}, "", "x" * 300, None, True, 0, -1, 99, 10**30, 1.5),
    *("\x00", "\ud83c\udca1", "00000000-0000-0000-0000-000000000000"),
]
HAND = {"points": 7, "red_nines": 0}
WHOLE = facts(0, 7, 23, 32)
ANSWER = ["hands", BEN, HAND]
SOUND = {
    "deal": {"after": None, "facts": WHOLE, "before": None},
    "correct": {"deal": None, "set": {**WHOLE, "hands": {"1": HAND}}},
    "withdraw": {"entry": None},
    "take_seat": {"seat": BEN, "player": {"id": None, "name": "Eve"}, "before": None},
    "change_table": {
        "after": None,
        "seats": [0, 1, 2, 3, 4],
        "joins": [{"seat": 4, "player": {"id": None, "name": "Eve"}, "total": 0}],
    },
    "buy": {"seat": BEN, "counters": 3, "before": None},
    "lend": {"seat": BEN, "lender": 2, "counters": 3, "before": None},
    "adjust": {"side": BEN, "points": 3, "why": "looked", "before": None},
    "correct_start": {
        "order": [0, 1, 2, 3],
        "players": [{"id": None, "name": name} for name in ("Ann", "Ben", "Cat", "Dan")],
        "first_dealer": 0,
        "house_rules": {"circuits": 2},
    },
    "end": {"why": "late", "leftover": None},
    "totals": {"totals": [1, 2, 3, 4]},
}
# What a phone that only plays may write at all.
PLAYS = ("withdraw", "correct")


def odd_values(at):
    """What a field is not; in the short run every second, and its neighbour has the others."""
    return ODD if SOAKING else ODD[at % 2 :: 2]


def broken(content):
    """The content with each field, and each field in a field, as it cannot be, or left out."""
    for at, (key, value) in enumerate(content.items()):
        yield {name: one for name, one in content.items() if name != key}
        yield from ({**content, key: odd} for odd in odd_values(at))
        if isinstance(value, dict) and value:
            yield from ({**content, key: inner} for inner in broken(value))
        if isinstance(value, list) and value:
            yield from ({**content, key: [odd, *value[1:]]} for odd in odd_values(at + 1))
            yield {**content, key: value * 30}
    yield {**content, "more": 1}


def test_every_kind_of_entry_is_tried():
    assert SOUND.keys() == KINDS.keys()


@pytest.mark.parametrize(
    ("right", "kind"), [*(("score", kind) for kind in SOUND), *(("play", kind) for kind in PLAYS)]
)
def test_no_shape_breaks_a_write(phone, seated, database, club, table, right, kind):
    phone = phone if right == "score" else seated(BEN)
    table.deal()
    named = {"deal": table.deals[0], "entry": table.deals[0]}
    sound = {key: named.get(key, value) for key, value in SOUND[kind].items()}
    for content in broken(sound):
        status = phone.write(table.id, kind, content, 10**6).status_code
        assert status in (200, 403, 409, 422), (status, content)


SENT = {
    "after": None,
    "id": "749277eb-9f4c-4e6c-bb76-6b7d3215ff9c",
    "set": [["out", -1, 2], ANSWER],
    "clear": [["on_red_nine", -1]],
    "replace": [["hands", 1, "x", 1]],
    "turn": 2**62,
    "finish": None,
}
BIDS = {**SENT, "set": [["bids", BEN, ["C", "D", "D"]], ["premiums", BEN, "declared"]], "clear": []}


@pytest.mark.parametrize(("right", "variant"), [("score", "red-nines"), ("play", "ninety-nine")])
def test_no_shape_breaks_answers(phone, seated, database, table, right, variant):
    phone, sent = phone if right == "score" else seated(BEN), SENT
    if variant == "ninety-nine":
        table, sent = begin(database, table.club, *"ABC", variant=variant), BIDS
    for body in broken(sent):
        status = phone.post_json(f"/games/{table.id}/answers", body).status_code
        assert status in (200, 400, 403, 404, 409, 422), (status, body)


TEXTS = ["", "x", "0", "1", "-1", "99", "9" * 400, "1e9", "²", "\x00", "<b>", "1+" * 50, new_id()]
FORMS = {
    "entries": {"entries": "[]"},
    "undo": {"entry": "x"},
    "redo": {"entry": "x"},
    "deals/new": {"after": "", "out": "0", "hands-1": "7", "hands-2": "8", "hands-3": "9"},
}


@pytest.mark.parametrize("page", FORMS)
def test_no_plain_form_breaks(phone, table, page):
    table.answer(("out", -1, 2))
    known = {"id": new_id(), "seen": "0"}
    sound = {**known, **FORMS[page]}
    for field in sound:
        for text in (None, *TEXTS):
            sent = {**sound, "id": new_id(), field: text}
            sent = {key: value for key, value in sent.items() if value is not None}
            status = phone.post(f"/games/{table.id}/{page}", **sent).status_code
            assert status in (200, 303, 400, 403, 404, 409, 415, 422), (status, sent)
