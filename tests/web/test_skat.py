"""Skat on the sheet and on paper."""

import re

from tests.tables import begin


def test_who_rests_has_a_dot_and_who_played_for_nothing_a_zero(phone, database, club):
    table = begin(database, club, variant="skat", house_rules={"list": "seeger_fabian"})
    table.score({"declarer": 1, "game": "null", "took": "none"})
    table.score({"declarer": 2, "game": "null", "took": "some"})
    for path in ("", "/paper"):
        text = phone.read(f"/games/{table.id}{path}")
        assert re.search(r"Ben null · 73 \w* ?0 0 .*Cat null 30 30 −96 \w* ?30 Total", text), text
