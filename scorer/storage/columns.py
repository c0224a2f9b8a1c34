"""What all tables are made with: one metadata, ids, and the club in every key."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    Row,
    Select,
    String,
    text,
)

# Queries name their columns, so their types are told where the rows are read.
AnyRow: TypeAlias = Row[*tuple[Any, ...]]
AnySelect: TypeAlias = Select[*tuple[Any, ...]]


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def id_column(name: str, **options: Any) -> Column[Any]:
    """A UUID as text; a phone can make one."""
    return Column(name, String(36), nullable=options.pop("nullable", False), **options)


def own_id(context: Any) -> str:
    """The id of the row that is being added."""
    return str(context.get_current_parameters()["id"])


def club_column() -> Column[Any]:
    """The club of a row, which is part of its key."""
    return Column("club", String(36), ForeignKey("clubs.id"), primary_key=True)


def club_of_game_column() -> Column[Any]:
    """The club of a row that belongs to a game, which vouches for the club."""
    return Column("club", String(36), primary_key=True)


def about(column: str, table: str) -> ForeignKeyConstraint:
    """A reference to a row of the same club."""
    return ForeignKeyConstraint(["club", column], [f"{table}.club", f"{table}.id"])


def index_where(name: str, where: str, *columns: str) -> Index:
    """An index of those rows only for which a condition holds."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))
