"""The documents by which nights are found; `searching` writes and finds them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, String, Table, Text, UniqueConstraint

from scorer.storage.columns import about, id_column, metadata

# `number` sorts the documents by day and hour, and is the row of the index on SQLite.
night_words = Table(
    "night_words",
    metadata,
    Column("club", String(36), primary_key=True),
    id_column("night", primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
    about("night", "nights"),
    UniqueConstraint("number"),
    Index(None, "club", "number"),
)
