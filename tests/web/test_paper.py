"""The sheet on paper says all that happened."""

import re

import pytest

from tests.tables import facts
from tests.web.counters import begin_counters, cards


def test_the_paper_says_every_deal_the_totals_and_who_won(phone, table):
    for out in (0, 0, 1, 2):
        table.deal(out)
    phone.get(f"/games/{table.id}/paper")
    for said in (
        "4 of 4 deals",
        "1 out 7 23 32 2 out 7 23 32 3 7 out 23 32 4 7 23 out 32",
        "Total 14 37 69 128",
        "Ann won",
        "1st Ann 14 2nd Ben 37 3rd Cat 69 4th Dan 128",
        "Usual rules.",
    ):
        assert said in phone.page.text
    assert re.search(r"<title>Red Nines, \w+ \d+ \w+ \d{4}</title>", phone.page.html)


def test_the_paper_shows_who_went_out_on_a_red_nine(phone, table):
    table.score({**facts(0, 7, 23, 32), "on_red_nine": True})
    table.deal(0)
    assert "1 out 9 on a red nine 14 46 64 2 out 7 23 32" in phone.read(f"/games/{table.id}/paper")


def test_the_paper_says_who_sat_down_and_what_was_void(phone, database, club):
    table = begin_counters(database, club)
    table.score(cards(1, 3, 2, 1), {"void": True})
    table.take_seat(2, "Zoe")
    table.score(cards(1, 3, 2, 1))
    phone.get(f"/games/{table.id}/paper")
    for said in ("Before deal 3: Zoe sits down for Cat.", "void", "Start 36 36 36 36"):
        assert said in phone.page.text


def test_the_columns_of_the_paper_add_up(phone, database, club):
    table = begin_counters(database, club)
    table.score({"void": True})
    table.write("buy", {"seat": 1, "counters": 20})
    table.score(cards(1, 3, 2, 1))
    lent = {"lender": 1, "seat": 0, "counters": 10}
    table.write("lend", lent)
    table.write("end", {"why": "stopped"})
    html = phone.get(f"/games/{table.id}/paper").text
    rows = {}
    for row in re.findall(r"(?s)<tr[^>]*>(.*?)</tr>", html)[1:]:
        label, *cells = (
            re.sub(r"<[^>]*>", "", one).strip().replace("−", "-").replace("·", "0")
            for one in re.findall(r"(?s)<t[hd][^>]*>(.*?)</t[hd]>", row)
        )
        rows[label] = [sum(map(int, re.findall(r"-?\d+", one))) for one in cells[:4]]
    assert list(rows)[-5:-2] == ["2", "Lent", "Total"]
    assert "1 void" in rows
    parts = [rows[one] for one in ("Start", "1 void", "Bought", "2", "Lent")]
    assert [sum(column) for column in zip(*parts, strict=True)] == rows["Total"]


@pytest.mark.parametrize(
    ("variant", "title"),
    [
        ("red-nines-1881", "Loans given back, and what was left in the pools"),
        ("pink-nines", "Loans given back"),
    ],
)
def test_sheet_and_paper_lead_from_the_totals_to_the_result(phone, database, club, variant, title):
    table = begin_counters(database, club, variant=variant)
    deals = [cards(out, 1, 2, 3) if variant == "red-nines-1881" else {"out": 1} for out in (0, 0)]
    table.score(*deals)
    table.write("lend", {"seat": 2, "lender": 0, "counters": 4})
    assert re.search("Total [^A-Z]*Tap a number", phone.read(f"/games/{table.id}"))
    assert re.search("Total [^A-Z]*As it stands", phone.read(f"/games/{table.id}/paper"))
    table.write("end", {"why": "it got late", "leftover": "as_it_stands"})
    sheet = table.read().sheet
    pools = [str(amount) for amount in sheet.carry.pools.values()]
    assert sheet.settled is not None
    gone = [now - had for now, had in zip(sheet.settled, sheet.totals, strict=True)]
    assert any(gone)
    nothing = " ".join("0" for _ in pools)
    rows = [
        f"Total {' '.join([*map(str, sheet.totals), *pools])}",
        "Settled",
        f"{' '.join(f'{one:+d}' if one else '·' for one in gone)} {nothing}",
        f"End {' '.join(map(str, sheet.settled))} {nothing}",
    ]
    for path in ("", "/paper"):
        assert " ".join(rows).replace("-", "−") in phone.read(f"/games/{table.id}{path}")
    assert re.search(f"{title} (Shared|Gave|Was given)", phone.page.text)
