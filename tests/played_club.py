"""A club with finished games, corrections and payments, for tests."""

from scorer.services.club import clubs, invitations
from scorer.services.club.invitations import join_club
from scorer.services.money.ledger import read_ledger, record_payment
from tests.tables import begin, new_id

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


def play_club(database, club, fake_clock):
    """Two evenings of games: corrected, for counters, stopped, and of totals alone."""
    clubs.set_currency(database, club, "EUR")
    made = invitations.make_invitation(database, "a secret for tests", club, "manage")
    device, _ = join_club(database, made, "Ann’s phone")
    played = [corrected(database, club, device), for_counters(database, club)]
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
    note = "Rain.\n“Never again!”"
    played[0].describe_night(name="Anna’s birthday", place="Brno", note=note)
    return [*played, whole]
