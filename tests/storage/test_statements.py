"""Few statements for what is done most."""

from scorer.services.club import invitations
from scorer.services.club.invitations import join_club
from tests.joined import find_phone
from tests.tables import Statements, begin


def counted(database, deed):
    deed()  # the first time, a driver may ask things of its own
    with Statements(database) as sent:
        deed()
    return sent.count


def verbs(sent):
    """What each statement does, but for locks by a name, which SQLite does not need."""
    return [text.split()[0] for text in sent.texts if "advisory" not in text]


def test_saving_a_deal_takes_eleven_statements(database, club):
    """The lock, the book, the seats, the phone, the entry, and the rows for statistics."""
    for _ in range(2):  # the second game lies behind a finished one
        table = begin(database, club)
        table.deal()
        for _ in range(2):
            with Statements(database) as sent:
                table.deal()
            assert verbs(sent) == [
                *["SELECT"] * 4,
                "INSERT",
                "UPDATE",
                *["INSERT"] * 5,
            ]
        with Statements(database) as sent:
            table.deal()
        # The last deal, after which the game is over and ratings are due.
        assert verbs(sent)[8:] == ["UPDATE", *["INSERT"] * 4]


def test_a_page_of_games_takes_a_fixed_number_of_queries(database, table):
    for name in ("Eve", "Fay", "Gus"):
        table.take_seat(0, name)
    with Statements(database) as sent:
        read = table.read()
    assert sent.count == 4
    assert sorted(read.names.values()) == ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]


def test_knowing_a_phone_takes_one_query_and_writes_nothing(database, club):
    invitation = invitations.make_invitation(database, "secret", club)
    _, token = join_club(database, invitation, "")
    assert counted(database, lambda: find_phone(database, token)) == 1
