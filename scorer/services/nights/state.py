"""The state of the games that a page of nights shows; all else is counted with the club."""

from datetime import timedelta

from sqlalchemy import bindparam, func, select

from scorer.services import clock
from scorer.storage.database import Database
from scorer.storage.schema import AnySelect, UtcDateTime, games, of_club

# As long as a game that was not finished is offered to go on with, unless it was left for later.
SHOWN_FOR = timedelta(days=3)
# So long after the last deal an evening is over.
EVENING_OVER = timedelta(hours=1)

_STATE: AnySelect = (
    select(func.count(), func.sum(games.c.version), func.max(games.c.last_at, type_=UtcDateTime()))
    .select_from(games)
    .where(of_club(games))
)
OF_NIGHT = _STATE.where(games.c.night == bindparam("of_night"))
LATELY_PLAYED = _STATE.where(games.c.last_at >= bindparam("since", type_=UtcDateTime()))


def state_of_games(database: Database, club: str, night: str | None = None) -> tuple[object, ...]:
    """The state of all games of a night, or of those that were played lately."""
    query = LATELY_PLAYED if night is None else OF_NIGHT
    parameters = {"of_club": club, "of_night": night, "since": clock.now() - SHOWN_FOR}
    ((*state, last_at),) = database.rows(query, parameters)
    return *state, last_at, last_at is None or last_at < clock.now() - EVENING_OVER
