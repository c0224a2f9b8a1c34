"""Statements are put into SQL once for a whole test run, not anew for the database of each test."""

from sqlalchemy import create_engine
from sqlalchemy.util import LRUCache

from scorer.storage import database

MOST = 4000


class Compiled:
    """What SQLAlchemy keeps of statements, for all engines of one kind of database.

    It asks by the dialect first, and each engine has one of its own.
    """

    def __init__(self):
        self._kept = LRUCache(MOST)

    def get(self, key):
        return self._kept.get(key[1:])

    def __setitem__(self, key, compiled):
        self._kept[key[1:]] = compiled


KEPT = {name: Compiled() for name in ("sqlite", "postgresql")}


def create_sharing_engine(*words, **options):
    """An engine that shares what others of its kind have compiled."""
    engine = create_engine(*words, **options)
    engine.update_execution_options(compiled_cache=KEPT[engine.dialect.name])
    return engine


def pytest_configure(config):
    """Let every database of the tests share."""
    database.create_engine = create_sharing_engine
