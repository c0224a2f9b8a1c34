"""A correction that moves the end of a game is kept, whatever the game is scored in."""

from collections.abc import Iterator
from typing import Any

import pytest

from scorer.rules.errors import GameIsOver
from scorer.services.projections import check
from scorer.storage.database import Database
from tests.made_up_game import added
from tests.rules.moving_ends import Unit, every_unit
from tests.tables import Table, all_games, begin

pytestmark = [pytest.mark.every_database, every_unit]


@pytest.fixture(autouse=True, scope="module")
def _made_up() -> Iterator[None]:
    with added():
        yield


@pytest.fixture
def game(database: Database, club: str, unit: Unit) -> Table:
    """A slow deal, a quick one and two slow ones: another quick one would end it."""
    start = unit.start
    names = [sitter.name for sitter in start.sitters]
    table = begin(
        database, club, *names, variant=start.variant, house_rules=dict(start.house_rules)
    )
    for facts in (unit.slow, unit.quick, unit.slow, unit.slow):
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": facts})
    return table


def correct(table: Table, facts: dict[str, Any]) -> None:
    table.write("correct_deal", {"deal": table.deals[0], "facts": facts})


def test_it_ends_sooner_and_is_open_again_with_the_next_correction(
    database: Database, club: str, game: Table, unit: Unit
) -> None:
    before = game.read().sheet
    assert not before.over
    correct(game, unit.quick)
    sheet = game.read().sheet
    assert (sheet.over, len(sheet.deals), len(sheet.behind_the_end)) == (True, 2, 2)
    assert sheet.totals == unit.sheet(unit.quick, unit.quick).totals
    assert sheet.winners == unit.sheet(unit.quick, unit.quick).winners
    [line] = all_games(database, club)
    assert [seat.won for seat in line.seats] == [sheet.won(seat) for seat in sheet.start.order]
    assert check(database) == []
    with pytest.raises(GameIsOver):
        game.write("deal", {"after": game.deals[-1], "facts": unit.slow})
    correct(game, unit.slow)
    sheet = game.read().sheet
    assert (sheet.over, sheet.totals, sheet.behind_the_end) == (False, before.totals, ())
    assert check(database) == []
