"""A cache of SQL for a whole test run: a statement is compiled once, not for each database."""

from sqlalchemy import create_engine
from sqlalchemy.util import LRUCache

from scorer.storage import database

MAX_STATEMENTS = 4000


class SqlCache:
    """The compiled statements of all engines of one kind of database.

    SQLAlchemy asks by the dialect first, and each engine has one of its own.
    """

    def __init__(self):
        self._compiled = LRUCache(MAX_STATEMENTS)

    def get(self, key):
        return self._compiled.get(key[1:])

    def __setitem__(self, key, compiled):
        self._compiled[key[1:]] = compiled


CACHES = {name: SqlCache() for name in ("sqlite", "postgresql")}


def create_sharing_engine(*words, **options):
    """An engine that shares what others of its kind have compiled."""
    engine = create_engine(*words, **options)
    engine.update_execution_options(compiled_cache=CACHES[engine.dialect.name])
    return engine


def pytest_configure(config):
    """Let every database of the tests share."""
    database.create_engine = create_sharing_engine
