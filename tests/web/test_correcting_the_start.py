"""Correcting the start by the plain form: who sat there, and what other rules would make of it."""

import pytest

from scorer.storage.database import Database
from tests.tables import Table, begin
from tests.web.phones import Phone


def points(database: Database, club: str, *scored: list[int], **rules: object) -> Table:
    """A game of points, and the scores of its deals."""
    table = begin(database, club, variant="points", house_rules={"title": "Hearts", **rules})
    for numbers in scored:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": {"points": numbers}})
    return table


@pytest.mark.parametrize("typed", ["Ben", " BEN "])
def test_who_sits_there_already_cannot_sit_in_another_seat(
    phone: Phone, table: Table, typed: str
) -> None:
    address = f"/games/{table.id}/start"
    phone.get(address)
    assert phone.send(address, player=[typed, "Ben", "Cat", "Dan"]).status_code == 422
    assert f"{typed.strip()} sits here already." in phone.page.text
    invalid = [said["value"] for _, said in phone.page.tags if said.get("aria-invalid")]
    assert invalid == [typed.strip()]
    assert table.read().version == 0


def test_the_totals_say_who_sat_there_instead(phone: Phone, table: Table) -> None:
    table.deal()
    address = f"/games/{table.id}/start"
    phone.get(address)
    phone.send(address, player=["Ann", "Zoe", "Cat", "Dan"], look="1")
    assert "Zoe 7 7" in phone.page.text
    assert "Zoe instead of Ben." in phone.page.text


def test_two_who_changed_places_are_the_same_two(phone: Phone, table: Table) -> None:
    table.deal()
    address = f"/games/{table.id}/start"
    phone.get(address)
    phone.send(address, player=["Ben", "Ann", "Cat", "Dan"])
    assert phone.answer.status_code == 303, phone.page.text
    assert [sitter.name for sitter in table.read().sheet.sitters] == ["Ben", "Ann", "Cat", "Dan"]


def test_the_totals_say_who_wins_by_other_rules_and_what_it_is_called(
    phone: Phone, database: Database, club: str
) -> None:
    table = points(database, club, [4, 9, 20, 1], length="deals", deals=1)
    address = f"/games/{table.id}/start"
    phone.get(address)
    phone.send(address, rule__wins="highest", rule__title="Whist", look="1")
    assert "The game is then called “Whist”, not “Hearts”." in phone.page.text
    assert "Highest wins then. Cat wins then, not Dan." in phone.page.text


def test_the_totals_say_who_is_in_front_by_other_rules(
    phone: Phone, database: Database, club: str
) -> None:
    table = points(database, club, [4, 9, 20, 1])
    address = f"/games/{table.id}/start"
    phone.get(address)
    phone.send(address, rule__wins="highest", look="1")
    assert "Highest wins then. In front then: Cat, not Dan." in phone.page.text
    phone.send(address, rule__wins="lowest", look="1")
    assert "then" not in phone.page.text.partition("What it changes")[2].partition("Not saved")[0]


@pytest.mark.parametrize(
    ("rules", "scored", "told"),
    [
        ({"sides": "two"}, [4, 9], {"rule__sides": "each"}),
        ({}, [4, 9, 20, 1], {"rule__winner": "takes_all"}),
    ],
)
def test_deals_that_other_rules_cannot_read_are_told_with_what_to_do(
    phone: Phone,
    database: Database,
    club: str,
    rules: dict[str, str],
    scored: list[int],
    told: dict[str, str],
) -> None:
    table = points(database, club, scored, **rules)
    address = f"/games/{table.id}/start"
    phone.get(address)
    for look in ("", "1"):
        assert phone.send(address, look=look, **told).status_code == 422
        assert "The deals that were played cannot be read by these rules" in phone.page.text
        assert "start another game by these." in phone.page.text
        assert "nothing is said" not in phone.page.text
