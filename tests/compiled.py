"""Statements are put into SQL once for a whole test run, not anew for the database of each test."""

from typing import Any

import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.util import LRUCache

from scorer.storage import database, sqlite

MOST = 4000


class Compiled:
    """What SQLAlchemy keeps of statements, for all engines of one kind of database.

    It asks by the dialect first, and each engine has one of its own.
    """

    def __init__(self) -> None:
        self._kept: LRUCache[Any, Any] = LRUCache(MOST)

    def get(self, key: tuple[Any, ...]) -> Any:
        return self._kept.get(key[1:])

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        self._kept[key[1:]] = compiled


KEPT = {name: Compiled() for name in ("sqlite", "postgresql")}


def create_sharing_engine(*words: Any, **options: Any) -> Engine:
    """An engine that shares what others of its kind have compiled."""
    engine = create_engine(*words, **options)
    engine.update_execution_options(compiled_cache=KEPT[engine.dialect.name])
    return engine


def pytest_configure(config: pytest.Config) -> None:
    """Let every database of the tests share."""
    for module in (database, sqlite):
        module.create_engine = create_sharing_engine  # type: ignore[attr-defined]
