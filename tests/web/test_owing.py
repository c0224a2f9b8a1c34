"""What is still to be paid, on the front page."""

import re
from datetime import date, timedelta

import pytest
from sqlalchemy import update

from scorer.services.nights.bin import delete_game
from scorer.storage.database import Database
from scorer.storage.schema import games
from scorer.storage.schema import nights as kept_nights
from tests.tables import Statements, Table, begin
from tests.web.counters import PINK_NINES, begin_counters, play
from tests.web.payments import PENNY, pay, pink_nines_played
from tests.web.phones import Phone


@pytest.fixture
def finished(database: Database, club: str) -> Table:
    """Pink Nines with 10 to the pool, played to the end: Cat won 30 and Ben lost 30."""
    return pink_nines_played(database, club)


def test_the_front_page_names_what_every_table_of_the_last_day_has_to_pay(
    phone: Phone, finished: Table, database: Database, club: str
) -> None:
    phone.get("/")
    assert "Ann, Ben, Cat" not in phone.page.text
    other = begin(
        database, club, "Eve", "Fay", variant=PINK_NINES, house_rules={"ante": 3}, night="new"
    )
    play(other, {"out": 0}, {"out": 0})
    assert other.read().night != finished.read().night
    with Statements(database) as two_tables:
        phone.get("/")
    third = begin(
        database, club, "Gus", "Hal", variant=PINK_NINES, house_rules={"ante": 1}, night="new"
    )
    play(third, {"out": 0}, {"out": 0})
    with Statements(database) as three_tables:
        phone.get("/")
    assert two_tables.count == three_tables.count
    assert "Eve, Fay: Fay → pays Eve 6 counters" in phone.page.text.replace("→pays", "→ pays")
    assert "Ann, Ben, Cat: Ben → pays Cat 15 coins" in phone.page.text.replace("→pays", "→ pays")
    for table in (other, finished):
        assert f"/nights/{table.read().night}#paying" in phone.page.links
    night = other.read().night
    phone.get(f"/nights/{night}")
    pay(phone, night)
    phone.get("/")
    assert f"/nights/{night}#paying" not in phone.page.links
    assert f"/nights/{finished.read().night}#paying" in phone.page.links


def test_what_was_not_paid_the_day_before_is_not_shown_for_ever(
    phone: Phone, finished: Table, database: Database, club: str
) -> None:
    long_ago = finished.read().last_at - timedelta(days=2)
    with database.writing() as connection:
        connection.execute(update(games).where(games.c.club == club).values(last_at=long_ago))
    phone.get("/")
    assert "To pay" in phone.page.text
    other = begin_counters(database, club, "Eve", "Fay", variant=PINK_NINES, ante=3)
    play(other, {"out": 0}, {"out": 0})
    phone.get("/")
    assert f"/nights/{other.read().night}#paying" in phone.page.links
    assert f"/nights/{finished.read().night}#paying" not in phone.page.links


def test_older_nights_that_are_not_paid_up_are_named_on_the_front_page(
    phone: Phone, finished: Table, database: Database, club: str
) -> None:
    nights = [finished.read().night]
    for _ in range(4):
        table = begin(database, club, "Eve", "Fay", variant=PINK_NINES, night="new")
        play(table, {"out": 0}, {"out": 0})
        nights.append(table.read().night)
    with database.writing() as connection:
        for at, night in enumerate(nights):
            then = finished.read().last_at - timedelta(days=30 - 2 * at)
            game = update(games).where(games.c.night == night)
            connection.execute(game.values(last_at=then))
            said = update(kept_nights).where(kept_nights.c.id == night)
            connection.execute(said.values(day=date(2024, 5, 1 + at)))
    assert owing_on_the_front_page(phone) == (
        "Not settled yet: Sat 4 May 2024, Fri 3 May 2024, Thu 2 May 2024 and older nights."
    )
    with Statements(database) as before:
        phone.get("/")
    for night in nights[1:3]:
        phone.get(f"/nights/{night}")
        pay(phone, night)
    assert owing_on_the_front_page(phone) == ("Not settled yet: Sat 4 May 2024, Wed 1 May 2024.")
    assert f"/nights/{nights[0]}" in phone.page.links
    # Whoever was paid has a person to be found, once for all of them.
    with Statements(database) as after:
        phone.get("/")
    assert after.count <= before.count + 1
    finished.write("correct_deal", {"deal": finished.deals[2], "facts": {"out": 0}})
    for night in (nights[0], nights[3]):
        phone.get(f"/nights/{night}")
        pay(phone, night)
    assert "Not settled yet" not in phone.get("/").text
    finished.write("correct_deal", {"deal": finished.deals[2], "facts": {"out": 1}})
    phone.get(f"/nights/{nights[4]}")
    pay(phone, nights[4])
    assert owing_on_the_front_page(phone) == "Not settled yet: Wed 1 May 2024."


def owing_on_the_front_page(phone: Phone) -> str:
    """What the front page says of older nights."""
    phone.get("/")
    found = re.search(r"Not settled yet.*?\.", phone.page.text)
    assert found, phone.page.text
    return found[0]


@pytest.mark.parametrize("others", [False, True])
def test_a_payment_for_a_game_that_was_deleted_is_owed_back(
    phone: Phone, finished: Table, database: Database, club: str, others: bool
) -> None:
    night = finished.read().night
    if others:
        table = begin_counters(database, club, "Eve", "Fay", variant=PINK_NINES, ante=3, **PENNY)
        play(table, {"out": 0}, {"out": 0})
    else:
        table = begin(database, club)
        table.deal()
    with database.writing() as connection:
        connection.execute(update(games).where(games.c.id == table.id).values(night=night))
    phone.get(f"/nights/{night}")
    for _ in range(2 if others else 1):
        pay(phone, night)
        phone.get(f"/nights/{night}")
    assert "All paid." in phone.page.text
    delete_game(database, club, finished.id, device=None)
    assert phone.get(f"/nights/{night}").status_code == 200
    for owed in ("Cat →pays Ben 15 coins", "Ben paid Cat"):
        assert owed in phone.page.text
    assert ("Fay" in phone.page.text) is others
    assert phone.get("/").status_code == 200
