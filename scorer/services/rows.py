"""The row of a game or of a night, unless there is none or it lies in the bin."""

from sqlalchemy import Connection

from scorer.services.errors import InTheBin, NotFound
from scorer.services.ids import is_id
from scorer.storage.book import find_game
from scorer.storage.games import find_night
from scorer.storage.locks import lock_games
from scorer.storage.schema import AnyRow


def load_night_row(connection: Connection, club: str, night: str | None) -> AnyRow:
    """The row of a night of this club; raises NotFound, and InTheBin where it was deleted."""
    row = find_night(connection, club, night) if is_id(night) else None
    if row is None:
        raise NotFound
    if row.deleted_at is not None:
        raise InTheBin("night", row.id)
    return row


def load_game_row(connection: Connection, club: str, game: str, *, lock: bool = False) -> AnyRow:
    """The row of a game of this club; raises NotFound, and InTheBin where it was deleted."""
    if not is_id(game):
        raise NotFound
    if lock:
        row = lock_games(connection, club, [game]).get(game)
    else:
        row = find_game(connection, club, game)
    if row is None:
        raise NotFound
    if row.deleted_at is not None:
        is_empty = not (row.version or row.answers_version)
        raise InTheBin("game", game, follows=row.follows if is_empty else None)
    return row
