"""Scorer keeps the score of card games, Red Nines and any other.

Nothing is imported here until it is needed: `import scorer.rules` must not load Flask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from scorer.settings import Settings


def create_app(settings: Settings | None = None, **overrides: Any) -> Flask:
    """Make the app and its database; what `settings` does not say comes from the surroundings.

    Several workers may do so at the same time: one of them makes or upgrades the tables, and counts
    again what an older version counted. Without arguments it is for a server: the lock that keeps
    `restore` away stays as long as the process.
    """
    import logging
    import os

    from scorer.app import build_app
    from scorer.rules.packages import add_packages
    from scorer.served import lock_instance
    from scorer.services.club.removal import empty_closed
    from scorer.services.projections import rebuild_once
    from scorer.settings import GAMES, read_settings
    from scorer.storage.migrate import prepared_database

    serves = settings is None and not overrides
    settings = settings or read_settings(**overrides)
    for fault in add_packages(settings.instance / GAMES):
        logging.getLogger(__name__).warning(fault)
    lock = lock_instance(settings.instance) if serves else None
    try:
        with prepared_database(settings.database_url) as database:
            rebuild_once(database)
            empty_closed(database)
    except BaseException:
        if lock is not None:
            os.close(lock)
        raise
    return build_app(settings)
