"""Two deeds at once that concern a whole club: one waits for the other."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorer.services import projections
from scorer.services.people.forget import anonymise
from scorer.services.projections import check, rebuild

A_MOMENT = 0.5


@pytest.mark.every_database
def test_somebody_is_forgotten_while_all_copies_are_made_anew(database, table, monkeypatch):
    """The name goes between the reading of the books and the writing of the rows."""
    table.deal()
    who = table.read().sheet.sitters[0].player
    save_changes = projections.save_changes
    with ThreadPoolExecutor(1) as other:
        forgot = []

        def save_while_another_forgets(*words):
            forgot.append(other.submit(anonymise, database, table.club, who))
            threading.Event().wait(A_MOMENT)
            save_changes(*words)

        monkeypatch.setattr(projections, "save_changes", save_while_another_forgets)
        assert rebuild(database) == 1
        assert forgot[0].result() == "Anon A"
    assert table.read().names[who] == "Anon A"
    assert check(database) == []
