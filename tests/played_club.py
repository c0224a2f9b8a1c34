"""A club with finished games, corrections, payments and a deleted game, for tests."""

import sqlite3
from contextlib import closing
from dataclasses import replace

from sqlalchemy import func, select

from scorer.services.club import clubs, invitations
from scorer.services.club.invitations import join_club
from scorer.services.money.ledger import read_ledger, record_payment
from scorer.services.nights.edit import Description, edit_night
from scorer.services.nights.night_list import read_head
from scorer.storage.schema import clubs as clubs_table
from scorer.storage.schema import devices, metadata, players
from tests.tables import FakeClock, begin, new_id

# Names that files and pages have to take as they are.
NAMES = ("Ann", "=cmd()", "<b>Cat</b>", "דוד")


def counters(out, players=4):
    """A deal that is told in numbers of cards."""
    hands = [{"cards": 2, "red_nines": 0} for _ in range(players)]
    hands[out] = []
    return {"out": out, "hands": hands}


def corrected(database, club, device):
    """A finished game whose start, deals and people were corrected, and some of it withdrawn."""
    table = begin(database, club, *NAMES, device=device.id)
    table.device = device
    for _ in range(3):
        table.deal()
    facts = {"out": 2, "hands": [["K"], ["A", "9r"], [], {"points": 12, "red_nines": 0}]}
    table.correct(table.deals[0], facts)
    table.write("correct_start", {"first_dealer": 2})
    table.undo()
    table.redo()
    table.undo()
    table.write("correct_start", {"order": [0, 2, 1, 3], "first_dealer": 1})
    player = {"id": None, "name": "Eve"}
    table.write("take_seat", {"seat": 3, "player": player})
    table.deal(1)
    return table


def for_counters(database, club):
    """A game for counters that was stopped, with a purchase and a loan."""
    rules = {"counter_value": {"counters": 2, "pays": 1}}
    table = begin(database, club, *NAMES, variant="red-nines-1881", house_rules=rules)
    table.score(*({**counters(out), "aces_swept_by": out} for out in range(2)))
    table.write("buy", {"seat": 0, "counters": 36})
    table.write("lend", {"seat": 2, "lender": 0, "counters": 4})
    table.write("end", {"why": "it got late", "leftover": "level_the_dealing"})
    return table


# What was played, kept in memory: the database, the games, and what time it was then.
kept = []


def play_club(database, club, fake_clock):
    """Two evenings of games; some of what was played is in the bin.

    Playing takes longer than many a test: it is done once, and copied where nothing else is.
    """
    if not database.is_sqlite or fake_clock.at != FakeClock.at or not is_empty(database):
        return play(database, club, fake_clock)
    with closing(sqlite3.connect(database.file)) as file:
        if not kept:
            kept[:] = sqlite3.connect(":memory:"), play(database, club, fake_clock), fake_clock.at
            file.backup(kept[0])
        else:
            [own] = file.execute("SELECT id FROM clubs").fetchall()
            fake_clock.at = kept[2]
            kept[0].backup(file)
            file.execute("UPDATE clubs SET id = ?", own)
            for table in metadata.tables.values():
                if "club" in table.c:
                    file.execute(f"UPDATE {table.name} SET club = ?", own)
            file.commit()
    return [
        replace(
            one,
            database=database,
            club=club,
            deals=[*one.deals],
            device=one.device and replace(one.device, club=club),
        )
        for one in kept[1]
    ]


def is_empty(database):
    """Whether nobody is here yet, but one club."""
    with database.reading() as connection:
        counts = [select(func.count()).select_from(one) for one in (devices, players, clubs_table)]
        return [connection.scalar(count) for count in counts] == [0, 0, 1]


def play(database, club, fake_clock):
    clubs.set_currency(database, club, "EUR")
    made = invitations.make_invitation(database, "a secret for tests", club, "manage")
    device, _ = join_club(database, made, "Ann’s phone")
    played = [corrected(database, club, device), for_counters(database, club)]
    night = played[0].night
    due = read_ledger(database, club).due[0]
    note = {"payer": due.payer, "payee": due.payee, "amount": due.amount}
    record_payment(database, club, device=device.id, payment=new_id(), **note)
    fake_clock.advance(days=3)
    pink = begin(database, club, "Ann", "Fay", variant="pink-nines", house_rules={"per_card": 1})
    pink.score({"void": True})
    pink.deals.pop()
    played += [pink, begin(database, club, "Ann", "Fay", "Gus", "Hal", carried=[3, 1, 2, 40])]
    whole = begin(database, club, "Ann", "Fay", "Gus", "Hal", follows=played[-1].id)
    whole.write("totals", {"totals": [12, 30, 12, 96]})
    description = {"name": "Anna’s birthday", "place": "Brno", "note": "Rain.\n“Never again!”"}
    day = read_head(database, club, night).day
    edit_night(database, club, night, Description(day=day, **description))
    return [*played, whole]
