"""The pieces and words that phones are sent to show what is not in the book yet."""

import gzip
from typing import Any

import pytest

from scorer.rules.variants import newest_variants
from scorer.services.club import Right
from scorer.storage.database import Database
from tests.tables import NAMES, begin
from tests.web.conftest import NewPhone

MOST_BYTES = 3_000
# Those of counters have their pools, and questions with a button for each name.
MOST_WITH_POOLS = 3_700


@pytest.mark.parametrize(("right", "status"), [("watch", 403), ("score", 200)])
def test_they_are_for_phones_that_score(
    joined: NewPhone, database: Database, club: str, right: Right, status: int
) -> None:
    table = begin(database, club)
    assert joined(right).get(f"/games/{table.id}/patterns").status_code == status


@pytest.mark.parametrize("variant", sorted(newest_variants()))
def test_they_are_few_bytes_for_eight_players(
    joined: NewPhone, database: Database, club: str, variant: str
) -> None:
    players = max(number for number in newest_variants()[variant].players if number <= 8)
    table = begin(database, club, *NAMES[:players], variant=variant)
    answer = joined("score").get(f"/games/{table.id}/patterns")
    most = MOST_WITH_POOLS if "data-pool" in answer.text else MOST_BYTES
    assert len(gzip.compress(answer.data, 9)) <= most


def test_what_was_played_does_not_change_them(
    joined: NewPhone, database: Database, club: str
) -> None:
    table, phone = begin(database, club), joined("score")

    def patterns() -> Any:
        return phone.get(f"/games/{table.id}/patterns").get_json()

    before = patterns()
    table.deal()
    table.write("end", {"why": "it got late", "leftover": None})
    again = patterns()
    # What Same again begins has a new name each time.
    assert {**again, "over": ""} == {**before, "over": ""}
