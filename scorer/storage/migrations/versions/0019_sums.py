"""Keep statistics and money as sums, the best of each game, and ratings by game."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"

UUID = sa.String(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")
MOMENT = sa.DateTime(timezone=True)
KIND = sa.String(200)
KEY = sa.String(24)
TALLY = ("games", "wins", "deals", "apart", "first_seats", "by_sides")
PAIR = ("deals", "better", "worse", "games", "ahead", "behind", "games_with", "won_with")


def upgrade() -> None:
    """Make the tables anew; the next start counts all games again."""
    for table in ("deal_results", "pair_results", "feats", "ratings"):
        op.drop_table(table)
    about = {"kind": KIND, "rank": sa.Integer(), "started_at": MOMENT, "about": sa.Text()}
    create("highlights", {"game": UUID, "key": KEY}, about)
    rank = ["club", "kind", "key", "rank", "started_at", "game"]
    op.create_index("ix_highlights_rank", "highlights", rank)
    create("left_seats", {"game": UUID, "player": UUID}, {})
    op.create_index("ix_left_seats_club_player", "left_seats", ["club", "player"])
    number = sa.BigInteger()
    mine = {"player": UUID, "kind": KIND}
    create("tallies", {**mine, "year": sa.Integer()}, dict.fromkeys(TALLY, number))
    create("pairs", {**mine, "other": UUID}, dict.fromkeys((*PAIR, "feats", "cost"), number))
    create("feats", {**mine, "key": KEY, "number": sa.Integer()}, {"times": number})
    create("balances", {"player": UUID}, {"amount": number})
    op.drop_index("ix_results_money", "results")
    rating: dict[str, Any] = {"mu": sa.Double(), "sigma": sa.Double(), "games": sa.Integer()}
    rating |= {"kind": KIND, "started_at": MOMENT, "streak": sa.Integer()}
    create("ratings", {"game": UUID, "person": UUID}, rating)
    when = ["started_at", "game"]
    op.create_index("ix_ratings_kind", "ratings", ["club", "kind", "person", *when])
    op.create_index("ix_ratings_streak", "ratings", ["club", "person", "streak"])
    create("ratings_due", {"since": MOMENT}, {})
    op.execute("UPDATE counted_by SET version = '0'")


def create(name: str, key: dict[str, Any], columns: dict[str, Any]) -> None:
    """Make a table with the club in its key, and references to the rows that the key names."""
    keys = {"club": UUID, **key}
    references = [
        sa.ForeignKeyConstraint(
            ["club", column], [f"{table}.club", f"{table}.id"], name=f"fk_{name}_club_{column}"
        )
        for column, table in (("game", "games"), ("player", "players"), ("other", "players"))
        if column in key
    ]
    if len(references) == 0:
        about_club = sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=f"fk_{name}_club")
        references.append(about_club)
    op.create_table(
        name,
        *(sa.Column(name, type_, nullable=False) for name, type_ in (keys | columns).items()),
        sa.PrimaryKeyConstraint(*keys, name=f"pk_{name}"),
        *references,
        sqlite_with_rowid=False,
    )
