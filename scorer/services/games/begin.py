"""Beginning a club: it, the phone that manages it and its first game come to be together."""

from dataclasses import replace

from scorer.services.clean_text import MAX_LINE_LENGTH
from scorer.services.club.clubs import add_club, read_club_name
from scorer.services.club.devices import Device, add_device, load_device, renew_token
from scorer.services.errors import NotFound
from scorer.services.games.start import NewGame, insert_game
from scorer.services.ids import id_from
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_name

# So many people name a club.
MOST_NAMED = 4


def begin_club(
    database: Database, name: str, device_name: str, zone: str, new_game: NewGame
) -> tuple[Device, str]:
    """Begin a club by its first game; the phone that manages it, and its token.

    The same request sent again under its `name`, a UUID that nobody else knows, is the same club
    and phone, whatever its game is by now. `zone` is the time zone of the phone (IANA). Raises
    Refused, and NotFound where the club, or that phone in it, was removed since.
    """
    club, identity = id_from("club", name), id_from("begin", name)
    with database.writing() as connection:
        lock_name(connection, club)
        if lock_club(connection, club) is not None:
            known = load_device(connection, club, identity)
            if known.revoked:
                raise NotFound
            return known, renew_token(connection, known)
        called = ", ".join(player["name"] or "" for player in new_game.players[:MOST_NAMED])
        name = read_club_name(called[:MAX_LINE_LENGTH])
        add_club(connection, name, id=club, zone=zone, by_stranger=True)
        joined = add_device(connection, club, identity, name=device_name, right="manage")
        insert_game(connection, club, replace(new_game, device=identity))
        return joined
