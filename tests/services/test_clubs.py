"""Clubs beside each other: the same games, nights and people may be in two of them."""

from scorer.services.club.share_links import share, withdraw_share
from scorer.services.games.seats_held import free_seat, hold_seat
from scorer.services.money.ledger import undo_payment
from scorer.services.nights import bin, edit
from scorer.services.people import anonymise, merge, players
from tests.services.imports import everything, export, import_file, second_club
from tests.services.test_ledger import pay, pink
from tests.tables import Table, name_player


def test_a_club_changes_nothing_in_another(database, club, table):
    table.deal()
    [deal], night, payment = table.deals, table.night, pay(pink(database, club))
    ann, leo = table.read().sheet.sitters[0].player, name_player(database, club, "Leo").id
    here = database, second_club(database)
    import_file(*here, export(database, club))
    theirs = Table(*here, table.id, seen=1)
    for one in (table, theirs):
        one.answer(("out", -1, 0))
        hold_seat(database, one.phone, one.id, 0)
        share(database, "secret", one.club, "game", one.id, device=None)

    def ours():
        return [[row for row in rows if club in row] for rows in everything(database).values()]

    before = ours()
    for deed in (
        lambda: theirs.answer(clear=[("out", -1)]),
        lambda: theirs.write("withdraw", {"entry": deal}),
        lambda: theirs.take_seat(3, "Kim"),
        lambda: free_seat(database, theirs.phone, theirs.id, 0),
        lambda: undo_payment(*here, payment),
        lambda: withdraw_share(*here, "game", theirs.id),
        lambda: edit.move_game(*here, theirs.id, "new"),
        lambda: bin.delete(*here, "game", theirs.id, device=None),
        lambda: bin.delete(*here, "night", night, device=None),
        lambda: players.rename_player(*here, ann, "Zoe"),
        lambda: merge.merge_people(*here, leo, ann),
        lambda: anonymise.anonymise(*here, ann),
    ):
        deed()
        assert ours() == before
