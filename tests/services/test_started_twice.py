"""Two phones that both started the next game without signal: one game, or both were played."""

from typing import Any

import pytest

from scorer.services.errors import Conflict, InTheBin
from scorer.services.games import score
from scorer.services.games.join_games import join_games, joined_to
from scorer.services.games.read import read_book
from scorer.services.games.start import same_again
from scorer.services.games.started_twice import find_started_twice, keep_both
from scorer.services.nights.bin import delete_game
from scorer.services.projections import check
from tests.tables import Table, all_games, facts, new_id

pytestmark = pytest.mark.every_database

THREE = [facts(0, 7, 23, 12), facts(1, 4, 20, 9), facts(2, 15, 3, 30)]


@pytest.fixture
def old(table: Table) -> Table:
    """The game that is over."""
    table.write("end", {"why": "late"})
    return table


def again(old: Table, known: Any = ()) -> Table:
    """The next game, started without having seen another one."""
    new = same_again(old.database, old.club, old.id, device=None, game_id=new_id(), known=known)
    return Table(old.database, old.club, new)


@pytest.fixture
def anns(old: Table) -> Table:
    return again(old)


@pytest.fixture
def bens(anns: Table, old: Table) -> Table:
    """The game that was started second, and will be part of the first."""
    return again(old)


def play(table: Table, *deals: dict[str, Any]) -> list[str]:
    """Deals one after the other, as one phone scores them; their names."""
    for told in deals:
        table.write("deal", {"after": table.read().sheet.last_deal, "facts": told})
    return table.deals


def join(anns: Table, bens: Table) -> None:
    assert join_games(anns.database, anns.club, bens.id, anns.id, device=None) == anns.id
    assert check(anns.database) == []


def started_twice(table: Table) -> Any:
    return find_started_twice(table.database, table.club, table.id, table.read().follows)


def dans(table: Table) -> list[Any]:
    """What Dan held in each deal, and what else is said of that."""
    return [
        (deal.scores[3], *(rival.scores[3] for rival in deal.rivals))
        for deal in table.read().sheet.deals
    ]


def test_both_are_shown_beside_each_other_with_what_they_hold(anns: Table, bens: Table) -> None:
    play(bens, *THREE[:2])
    for table in (anns, bens):
        first, second = started_twice(table)
        assert [started.line.id for started in (first, second)] == [anns.id, bens.id]
        assert [(started.line.deals, started.leaders) for started in (first, second)] == [
            (0, ()),
            (2, ("Ann",)),
        ]


def test_nothing_is_asked_of_a_game_that_stands_alone(anns: Table, old: Table) -> None:
    assert started_twice(anns) is None
    assert started_twice(old) is None


def test_both_were_played_is_kept_and_asked_no_more(anns: Table, bens: Table) -> None:
    for first, second in ((anns, bens), (bens, anns)):
        keep_both(anns.database, anns.club, first.id, second.id, device=None)
        assert (started_twice(anns), started_twice(bens)) == (None, None)


def test_of_three_each_pair_is_asked_about(anns: Table, bens: Table, old: Table) -> None:
    cats = again(old)
    keep_both(anns.database, anns.club, anns.id, bens.id, device=None)
    keep_both(anns.database, anns.club, anns.id, cats.id, device=None)
    assert started_twice(anns) is None
    assert [started.line.id for started in started_twice(cats)] == [bens.id, cats.id]


def test_equal_deals_are_one_and_others_stand_beside(anns: Table, bens: Table) -> None:
    mine = play(anns, THREE[0], THREE[1])
    yours = play(bens, THREE[0], facts(1, 4, 20, 10), THREE[2])
    join(anns, bens)
    assert dans(anns) == [(12,), (9, 10), (30,)]
    read = anns.read()
    assert [deal.id for deal in read.sheet.deals] == [*mine, yours[2]]
    assert [entry.name for entry in read.entries] == [*mine, *yours]
    anns.write("decide", {"entry": yours[1]})
    assert dans(anns) == [(12,), (10,), (30,)]


def test_entries_keep_their_names_writers_and_times(anns: Table, bens: Table) -> None:
    play(bens, *THREE)
    before = read_book(bens.database, bens.club, bens.id)
    play(anns, THREE[0])
    join(anns, bens)
    moved = read_book(anns.database, anns.club, anns.id)[1:]
    for one, other in zip(before, moved, strict=True):
        assert (one.entry.name, one.kind, one.device, one.written_at) == (
            other.entry.name,
            other.kind,
            other.device,
            other.written_at,
        )


def test_what_was_undone_corrected_and_put_in_between_in_the_second_stays_so(
    anns: Table, bens: Table
) -> None:
    play(anns, THREE[0])
    first, second = play(bens, facts(0, 7, 23, 28), THREE[2])
    bens.write("deal", {"after": first, "facts": THREE[1]})
    bens.write("correct_deal", {"deal": first, "facts": facts(0, 7, 23, 29)})
    play(bens, THREE[0])
    bens.undo()
    join(anns, bens)
    assert dans(anns) == [(12, 29), (9,), (30,)]
    assert second in [deal.id for deal in anns.read().sheet.deals]


def test_a_choice_made_in_the_second_says_nothing_of_the_first(anns: Table, bens: Table) -> None:
    play(anns, THREE[0])
    for dan in (20, 21):
        bens.write("deal", {"after": None, "facts": facts(0, 7, 23, dan)}, seen=0)
    bens.write("decide", {"entry": bens.deals[1]})
    join(anns, bens)
    assert sorted(dans(anns)[0]) == [12, 21]


def test_the_second_goes_to_the_bin_and_leads_to_the_first(anns: Table, bens: Table) -> None:
    play(bens, *THREE)
    join(anns, bens)
    assert joined_to(anns.database, anns.club, bens.id) == anns.id
    assert joined_to(anns.database, anns.club, anns.id) is None
    with pytest.raises(InTheBin):
        bens.read()
    assert bens.id not in {game.id for game in all_games(anns.database, anns.club)}
    # Said again from whichever sheet is still open, it is the same.
    join(anns, bens)
    assert len(anns.read().entries) == 3


def test_what_the_outbox_still_holds_goes_into_the_first_exactly_once(
    anns: Table, bens: Table
) -> None:
    play(anns, *THREE[:2])
    first = play(bens, THREE[0])[0]
    join(anns, bens)
    late = {"name": new_id(), "kind": "deal", "content": {"after": first, "facts": THREE[2]}}
    for repeated in (False, True, True):
        saved = score.write(bens.database, bens.club, bens.id, device=None, seen=1, **late)
        assert (saved.number, saved.repeated) == (4, repeated)
        assert saved.game_read.id == anns.id
    assert dans(anns) == [(12,), (9, 30)]
    assert check(anns.database) == []


def test_what_had_arrived_before_is_known_under_its_name(anns: Table, bens: Table) -> None:
    play(anns, THREE[1])
    sent = {"name": new_id(), "kind": "deal", "content": {"after": None, "facts": THREE[0]}}
    at = {"device": None, "seen": 0}
    score.write(bens.database, bens.club, bens.id, **at, **sent)
    join(anns, bens)
    for game in (bens.id, anns.id):
        saved = score.write(bens.database, bens.club, game, **at, **sent)
        assert (saved.number, saved.repeated) == (2, True)


def test_the_game_after_the_second_follows_the_first(anns: Table, bens: Table) -> None:
    play(bens, *THREE[:1])
    third = again(bens)
    join(anns, bens)
    assert third.read().follows == anns.id
    late = again(Table(bens.database, bens.club, bens.id), known=[third.id])
    assert late.id == third.id


def test_a_start_sent_again_after_the_join_is_answered_with_the_first(
    old: Table, anns: Table, bens: Table
) -> None:
    join(anns, bens)
    made = same_again(old.database, old.club, old.id, device=None, game_id=bens.id, known=())
    assert made == anns.id


def test_three_become_one(anns: Table, bens: Table, old: Table) -> None:
    cats = again(old)
    play(cats, THREE[0])
    play(bens, facts(0, 7, 23, 13))
    play(anns, facts(0, 7, 23, 14))
    join_games(old.database, old.club, cats.id, bens.id, device=None)
    join(anns, bens)
    assert dans(anns) == [(14, 13, 12)]
    name = new_id()
    content = {"after": cats.deals[0], "facts": THREE[1]}
    for _ in range(2):
        score.write(
            old.database,
            old.club,
            cats.id,
            device=None,
            name=name,
            seen=1,
            kind="deal",
            content=content,
        )
    assert dans(anns) == [(14, 13, 12), (9,)]


@pytest.mark.parametrize("change", ["people", "seats", "rules"])
def test_what_cannot_be_one_game_is_refused(anns: Table, bens: Table, change: str) -> None:
    eve = {"id": new_id(), "name": "Eve"}
    people = [{"id": one.player, "name": one.name} for one in bens.read().sheet.sitters]
    content: dict[str, Any] = {
        "people": {"players": [*people[:3], eve]},
        "seats": {"order": [1, 0, 2, 3]},
        "rules": {"house_rules": {"circuits": 2}},
    }[change]
    bens.write("correct_start", content)
    with pytest.raises(Conflict, match="not_one_game"):
        join_games(anns.database, anns.club, anns.id, bens.id, device=None)
    assert bens.read().version == 1


def test_a_game_that_was_stopped_takes_no_deals_of_another(anns: Table, bens: Table) -> None:
    play(anns, THREE[0])
    anns.write("end", {"why": "late"})
    play(bens, *THREE)
    with pytest.raises(Conflict, match="not_one_book"):
        join_games(anns.database, anns.club, anns.id, bens.id, device=None)
    assert len(bens.read().entries) == 3


def test_a_game_in_the_bin_is_not_shown_and_cannot_be_joined(anns: Table, bens: Table) -> None:
    delete_game(anns.database, anns.club, bens.id, device=None)
    assert started_twice(anns) is None
    with pytest.raises(InTheBin):
        join_games(anns.database, anns.club, anns.id, bens.id, device=None)
