"""Every value that a statement is given has a type, so that both databases keep it in one form."""

import importlib
import pkgutil
import re

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.selectable import FromClause, Select
from sqlalchemy.types import NullType

import scorer


def statements():
    """All statements that stand in a module of their own name, and the pieces of such."""
    for module in pkgutil.walk_packages(scorer.__path__, "scorer."):
        if "migrations" in module.name or module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            is_table = isinstance(value, FromClause) and not isinstance(value, Select)
            if isinstance(value, ClauseElement) and not is_table:
                yield f"{module.name}.{name}", value


# What is added by them names its columns only where it is sent.
@pytest.mark.filterwarnings("ignore:Column .* is marked as a member of the primary key")
@pytest.mark.parametrize("dialect", [sqlite.dialect(), postgresql.dialect()], ids=lambda d: d.name)
def test_every_value_in_a_statement_has_a_type(dialect):
    found = dict(statements())
    assert "scorer.storage.book.SET_VERSION" in found
    untyped = [
        f"{name}: {bind}"
        for name, statement in found.items()
        for bind, value in statement.compile(dialect=dialect).binds.items()
        if isinstance(value.type, NullType)
    ]
    assert untyped == []


def test_every_moment_of_a_game_is_kept_in_one_form(table):
    if not table.database.is_sqlite:
        pytest.skip("PostgreSQL has a type for moments")
    table.deal()
    with table.database.reading() as connection:
        moments = connection.execute(text("SELECT last_at, started_at FROM games")).one()
    assert [re.sub(r"[0-9]", "0", moment) for moment in moments] == [
        "0000-00-00 00:00:00.000000"
    ] * 2
