"""Shares: the links by which a game or a night can be read without joining."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from scorer.storage.columns import about, club_column, id_column, metadata
from scorer.storage.moments import Utc

# `kind` says whether `target` is a game or a night.
shares = Table(
    "shares",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("kind", String(8), nullable=False),
    id_column("target"),
    Column("made_at", Utc, nullable=False),
    id_column("made_by", nullable=True),
    Column("withdrawn_at", Utc),
    about("made_by", "devices"),
    Index(None, "club", "kind", "target"),
)
