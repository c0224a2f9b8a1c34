"""Kinds of games: which are compared and added up, whatever their tables call them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.entries import Sitter
from scorer.rules.kinds import MAX_COMPARED, kind_of, parse_kind
from scorer.rules.start import Start, resolve_start
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS

SITTERS = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan"))


def kind(variant="points", **house_rules):
    return kind_of(resolve_start(Start(variant, SITTERS, house_rules=house_rules)))


def test_most_games_are_of_the_kind_that_their_variant_is():
    for key, variant in newest_variants().items():
        usual = parse_kind(key)
        assert (usual.key, usual.variant, usual.unit) == (key, key, variant.unit(variant.rules()))
        assert usual.title == WORDS["variants"][key]["title"]
    assert kind("red-nines", values="american") == parse_kind("red-nines")


def test_a_name_is_the_same_whatever_its_letters_and_spaces():
    names = ("Mau Mau", "mau mau", "MAU  MAU ", "MauMau", "\u202eMau Mau", "Ｍau Mau")
    assert {kind(title=name).key for name in names} == {"points/penalties/maumau"}
    assert kind(title="Ma Mau").key != kind(title="Mau Mau").key


def test_a_kind_shows_the_name_as_it_was_typed():
    assert kind(title=" Mau \t Mau\0").title == "Mau Mau"
    assert kind().title == kind(wins="highest").title == "Points"


@pytest.mark.parametrize("name", ["Red Nines", "red nines", "REDNINES"])
def test_a_name_that_another_game_has_says_what_it_is_scored_as(name):
    assert kind(title=name).title == f"{name} (only points)"
    assert kind(title="Points").title == "Points"
    assert kind("red-nines").title == "Red Nines"


def test_lowest_and_highest_are_never_added_up():
    lowest, highest = kind(title="Golf"), kind(title="Golf", wins="highest")
    assert (lowest.unit, highest.unit) == ("penalties", "points")
    assert lowest.key != highest.key
    assert kind().key != kind(wins="highest").key


def test_games_without_a_name_are_of_one_kind_however_they_end():
    assert kind() == kind(length="deals", deals=7) == kind(sides="two") == kind(title=" ")


# Made without a table of all letters, which takes seconds.
ANY = st.integers(0, 0x10FFFF).map(chr)


@given(st.text(ANY, max_size=40), st.sampled_from(("lowest", "highest")))
def test_every_kind_is_read_back_from_its_key(title, wins):
    made = kind(title=title, wins=wins)
    assert parse_kind(made.key, made.name) == made
    assert len(made.key) <= len("points/penalties/") + MAX_COMPARED
    assert len(made.name) <= 40
    made.key.encode()
    assert made.name.isprintable()
