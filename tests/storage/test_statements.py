"""Few statements, and as many for a club of many games as for a new one."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import insert

from scorer.services.club import devices, invitations
from scorer.services.club.join import join_club
from scorer.services.people.players import add_players
from scorer.storage.schema import entries, nights, results, seats
from scorer.storage.schema import games as all_games
from tests.tables import NAMES, Statements, begin, new_id

FEW, MANY = 10, 300


def fill(database, club, many):
    """Put many finished games into a club, quickly; say the id of one of their nights."""
    began = datetime(2020, 1, 1, 20, 0, tzinfo=UTC)
    people = [{"id": new_id(), "name": name, "made_at": began} for name in NAMES[:4]]
    night = {"club": club, "id": new_id(), "opened_at": began, "day": began.date()}
    rows = {nights: [night], all_games: []}
    rows |= {seats: [], results: [], entries: []}
    for number in range(many):
        game, at = new_id(), began + timedelta(minutes=number)
        rows[all_games].append(
            {
                "club": club,
                "id": game,
                "night": night["id"],
                "variant": "red-nines",
                "kind": "red-nines",
                "title": "",
                "edition": 1,
                "house_rules": "{}",
                "first_dealer": 0,
                "version": 1,
                "started_at": at,
                "over": True,
                "last_at": at,
            }
        )
        here = {"club": club, "game": game}
        for seat, one in enumerate(people):
            told = {**here, "seat": seat, "player": one["id"]}
            rows[seats].append({**told, "name": one["name"]})
            kept = {**told, "person": one["id"], "started_at": at, "side": seat, "finished": True}
            rows[results].append({**kept, "total": 0, "place": 1, "won": False, "deals": 0})
        said = {"number": 1, "id": new_id(), "kind": "end", "content": '{"why":"late"}'}
        rows[entries].append({**here, **said, "written_at": at})
    with database.writing() as connection:
        add_players(connection, club, people)
        for table, made in rows.items():
            connection.execute(insert(table), made)
    return str(night["id"])


def counted(database, deed):
    deed()  # the first time, a driver may ask things of its own
    with Statements(database) as sent:
        deed()
    return sent.count


def test_saving_a_deal_takes_ten_statements(database, club):
    """The lock, the book, the seats, the phone, the entry, and the rows for statistics."""
    for many in (FEW, MANY):
        fill(database, club, many)
        table = begin(database, club)
        table.deal()
        for _ in range(2):
            with Statements(database) as sent:
                table.deal()
            assert [one.split()[0] for one in sent.texts] == [
                *["SELECT"] * 4,
                "INSERT",
                *["UPDATE"] * 2,
                *["INSERT"] * 3,
            ]
        with Statements(database) as sent:
            table.deal()
        # The last deal, after which the game is over.
        assert [one.split()[0] for one in sent.texts[10:]] == ["UPDATE"]


def test_a_page_of_games_takes_as_many_queries_whoever_took_a_seat(database, table):
    for name in ("Eve", "Fay", "Gus"):
        content = {"seat": 0, "player": {"id": None, "name": name}}
        table.write("take_seat", content)
    with Statements(database) as sent:
        read = table.read()
    assert sent.count == 4
    assert sorted(read.names.values()) == ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]


def test_knowing_a_phone_takes_one_query_and_writes_nothing(database, club):
    invitation = invitations.standing_invitation(database, "secret", club)
    _, token = join_club(database, invitation, "")
    assert counted(database, lambda: devices.find_device(database, token)) == 1
