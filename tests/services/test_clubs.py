"""Clubs beside each other: the same games, nights and people may be in two of them."""

import pytest

from scorer.services.club import devices
from scorer.services.club.share_links import share, withdraw_share
from scorer.services.exchange.export import export_zip
from scorer.services.games.seats_held import free_seat, hold_seat
from scorer.services.money.ledger import undo_payment
from scorer.services.nights import bin, edit
from scorer.services.people import anonymise, merge, players
from tests.services.imports import everything, import_file, second_club
from tests.services.test_ledger import pay, pink
from tests.tables import Table, people

OUT = ("out", -1, 0)


@pytest.mark.every_database
def test_what_a_club_does_changes_nothing_in_another_with_the_same_games(database, club, table):
    first, last = (table.deal() and table.deals[-1] for _ in range(2))
    payment = pay(pink(database, club))
    leo = players.name_player(database, club, "Leo").id
    other, night = second_club(database), table.night
    import_file(database, other, export_zip(database, club).whole())
    theirs = Table(database, other, table.id, seen=2, deals=[first, last])
    ann = table.read().sheet.sitters[0].player
    for one in (table, theirs):
        one.answer(OUT)
        assert hold_seat(database, one.phone, one.id, 0)
        share(database, "secret", one.club, "game", one.id, device=None)

    def ours():
        return {
            name: [row for row in rows if club in row]
            for name, rows in everything(database).items()
        }

    before, here = ours(), (database, other)
    for deed in (
        theirs.undo,
        theirs.redo,
        lambda: theirs.write("withdraw", {"entry": first}),
        lambda: theirs.answer(clear=[OUT[:2]]),
        lambda: theirs.write("take_seat", {"seat": 3, "player": people("Kim")[0]}),
        lambda: free_seat(database, theirs.phone, theirs.id, 0),
        lambda: hold_seat(database, theirs.phone, theirs.id, 1),
        lambda: devices.revoke_device(*here, theirs.phone.id),
        lambda: undo_payment(*here, payment),
        lambda: withdraw_share(*here, "game", theirs.id),
        lambda: bin.delete(*here, "game", theirs.id, device=None),
        lambda: bin.restore(*here, "game", theirs.id),
        lambda: edit.move_game(*here, theirs.id, "new"),
        lambda: bin.delete(*here, "night", night, device=None),
        lambda: players.rename_player(*here, ann, "Zoe"),
        lambda: merge.merge_people(*here, leo, ann),
        lambda: merge.undo_merge(*here, leo),
        lambda: anonymise.remove_player(*here, leo),
        lambda: anonymise.anonymise(*here, ann),
    ):
        deed()
        assert ours() == before
