"""Long books: what a page of them costs goes by what it shows."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from scorer.rules import sheet_reader
from scorer.rules.entries import Entry
from scorer.rules.errors import Refused
from scorer.rules.fold import SheetHistory, read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.services.errors import Conflict
from scorer.storage.database import Database
from scorer.web.games.book_view import entry_views
from tests.tables import Table, begin, facts
from tests.web.counters import begin_counters, cards
from tests.web.phones import Phone


def plain_parts(start: Start, entries: Sequence[Entry], end: int) -> Sheet | None:
    """A part of a book, read by itself."""
    try:
        return read_sheet(start, entries[:end])
    except Refused:
        return None


def scored(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the deals that are scored from here on."""
    counted: Counter[str] = Counter()
    score_deal = sheet_reader.score_deal

    def count(*said: Any) -> Any:
        counted["deals"] += 1
        return score_deal(*said)

    monkeypatch.setattr(sheet_reader, "score_deal", count)
    return counted


def corrected(table: Table, deals: int) -> None:
    """Score so many deals, and correct each of them."""
    for _ in range(deals):
        table.deal()
    for deal in table.deals:
        table.write("correct_deal", {"deal": deal, "facts": facts(1, 7, 23, 32)})


def test_telling_entries_scores_each_deal_once_and_not_once_an_entry(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(database, club, house_rules={"circuits": 3})
    corrected(table, 12)
    game = table.read()
    counted = scored(monkeypatch)
    entry_views(game, 1, 12)
    assert counted["deals"] == 12
    counted.clear()
    # The last correction is of the last deal: whatever was played before is read already.
    entry_views(game, 24, 24)
    assert counted["deals"] == 12 + 1


@pytest.mark.parametrize("seed", [1, 7])
def test_a_part_reads_the_same_whatever_was_read_before(
    database: Database, club: str, seed: int
) -> None:
    dice = random.Random(seed)
    table = begin_counters(database, club, "Ann", "Ben", "Cat", "Dan", circuits=3)
    for turn in range(60):
        after = dice.choice([None, *table.deals])
        last = table.read().sheet.last_deal
        hands = cards(dice.randrange(4), *(dice.randrange(1, 5) for _ in range(3)))
        content: dict[str, tuple[str, dict[str, Any]]] = {
            "deal": ("deal", {"after": last, "facts": dice.choice([hands, {"void": True}])}),
            "forgotten": ("deal", {"after": after, "facts": hands}),
            "correct": ("correct_deal", {"deal": after, "facts": hands}),
            "sit": (
                "take_seat",
                {"after": after, "seat": turn % 4, "player": {"id": None, "name": f"P{turn}"}},
            ),
            "buy": ("buy", {"after": last, "seat": turn % 4, "counters": 36}),
            "lend": ("lend", {"after": last, "seat": turn % 4, "lender": -turn % 4, "counters": 1}),
            "answers": ("answers", {"after": last, "facts": {"aces_swept_by": turn % 4}}),
            "start": ("correct_start", {"first_dealer": turn % 4}),
        }
        deed = dice.choice([*content, "deal", "undo", "undo"])
        try:
            if deed == "undo":
                entries = [entry.name for entry in table.read().entries]
                table.write("withdraw", {"entry": dice.choice(entries)})
            else:
                table.write(*content[deed])
        except (Refused, Conflict, IndexError):
            continue
    game = table.read()
    assert len(game.entries) > 25
    for step in (1, 3):
        parts = SheetHistory(game.start, game.entries)
        for end in range(0, len(game.entries) + 1, step):
            assert told(parts.sheet(end)) == told(plain_parts(game.start, game.entries, end))


def told(sheet: Sheet | None) -> Any:
    """All of a sheet but the scores that deals had before their corrections."""
    if sheet is None:
        return None
    deals = [{**vars(deal), "earlier": ()} for deal in sheet.deals]
    return {**vars(sheet), "deals": deals}


def test_the_book_has_pages(phone: Phone, table: Table) -> None:
    table.deal()
    for turn in range(99):
        told = {"deal": table.deals[0], "facts": facts(0, turn % 5 + 2, 23, 32)}
        table.write("correct_deal", told)
    book, seen = f"/games/{table.id}/book", []
    phone.get(book)
    for shown in ((100, 71), (70, 41), (40, 11), (10, 1)):
        numbers = [int(one) for one in re.findall(r'id="entry-(\d+)"', phone.page.html)]
        assert (numbers[0], numbers[-1]) == shown
        assert f'reversed start="{shown[0]}"' in phone.page.html
        seen += numbers
        older = [link for link in phone.page.links if "before=" in link]
        assert (book in phone.page.links) == (shown[0] != 100)
        if older:
            phone.get(older[0])
    assert seen == list(range(100, 0, -1))
    assert not older


@pytest.mark.parametrize("before", ["x", "-1", "99999", "٣"])
def test_nonsense_about_the_page_shows_the_newest(phone: Phone, table: Table, before: str) -> None:
    table.deal()
    phone.get(f"/games/{table.id}/book", query_string={"before": before})
    assert "scored deal 1" in phone.page.text
    assert "Newest" not in phone.page.text


def test_before_the_first_entry_there_is_nothing_older(phone: Phone, table: Table) -> None:
    table.deal()
    for before in ("0", "1"):
        phone.get(f"/games/{table.id}/book?before={before}")
        assert "There is nothing older." in phone.page.text
