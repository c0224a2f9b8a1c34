"""Holding a club: one deed at a time of those that concern all its people or all its games.

Whoever needs more than the club takes the club first, and tables and rows after it, so that
no two wait for one another. Saving a deal does not wait for it.
"""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select

from scorer.storage.schema import clubs

_CLUB = select(clubs.c.id).where(clubs.c.id == bindparam("of_club"))
# Rows of other tables vouch for their club by a lock that these do not stand in the way of.
WAIT = _CLUB.with_for_update(key_share=True)
UNLESS_HELD = _CLUB.with_for_update(key_share=True, skip_locked=True)


def lock_club(connection: Connection, club: str, *, skip_locked: bool = False) -> bool:
    """Hold a club until this transaction ends; False where there is no such club.

    With `skip_locked` nobody is waited for: it is False too where somebody else holds it.
    """
    wanted = UNLESS_HELD if skip_locked else WAIT
    return connection.execute(wanted, {"of_club": club}).first() is not None
