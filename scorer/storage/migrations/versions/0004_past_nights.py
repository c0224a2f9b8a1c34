"""Past nights: their date and name, the bin, and people who are one under two names."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from alembic import op

from scorer.storage.moments import Utc

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
rebuilds = ("results", "last_played")

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    alter_nights()
    alter_games()
    alter_players()
    alter_results()
    create_deeds()
    create_shares()
    alter_entries()
    create_uploads()


def alter_nights() -> None:
    with op.batch_alter_table("nights") as nights:
        nights.add_column(sa.Column("day", sa.Date(), nullable=True))
        nights.add_column(sa.Column("name", sa.String(80), server_default="", nullable=False))
        nights.add_column(sa.Column("deleted_at", MOMENT, nullable=True))
    say_days()
    with op.batch_alter_table("nights") as nights:
        nights.alter_column("day", existing_type=sa.Date(), nullable=False)
    op.create_index(
        op.f("ix_nights_club_day_opened_at_id"), "nights", ["club", "day", "opened_at", "id"]
    )


def say_days() -> None:
    """Each night was on the day that its club's calendar showed when it began."""
    club, night = sa.column("club", sa.String), sa.column("id", sa.String)
    opened_at, day = sa.column("opened_at", Utc), sa.column("day", sa.Date)
    nights = sa.table("nights", club, night, opened_at, day)
    clubs = sa.table("clubs", sa.column("id"), sa.column("time_zone"))
    asked = sa.select(nights.c.club, nights.c.id, nights.c.opened_at, clubs.c.time_zone)
    days = [
        {"of_club": row.club, "of_id": row.id, "on": day_of(row.opened_at, row.time_zone)}
        for row in op.get_bind().execute(asked.join_from(nights, clubs, clubs.c.id == club))
    ]
    here = (club == sa.bindparam("of_club"), night == sa.bindparam("of_id"))
    if days:
        say = sa.update(nights).where(*here).values({"day": sa.bindparam("on", type_=sa.Date)})
        op.get_bind().execute(say, days)


def day_of(moment: datetime, zone: str) -> date:
    try:
        return moment.astimezone(ZoneInfo(zone)).date()
    except (ValueError, OSError, KeyError):  # there is no such zone
        return moment.date()


def alter_games() -> None:
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("deleted_at", MOMENT, nullable=True))
        games.add_column(sa.Column("tallied", sa.Integer(), server_default="0", nullable=False))
    op.create_index(
        "ix_games_uncounted",
        "games",
        ["club", "started_at", "id"],
        sqlite_where=sa.text("tallied <> version"),
        postgresql_where=sa.text("tallied <> version"),
    )


def alter_players() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("person", sa.String(36), nullable=True))
        players.add_column(sa.Column("anonymous_at", MOMENT, nullable=True))
    op.execute("UPDATE players SET person = id")
    with op.batch_alter_table("players") as players:
        players.alter_column("person", existing_type=sa.String(36), nullable=False)
    op.create_index(op.f("ix_players_club_person"), "players", ["club", "person"])


def alter_results() -> None:
    with op.batch_alter_table("results") as results:
        results.add_column(sa.Column("person", sa.String(36), nullable=True))
        results.add_column(sa.Column("started_at", MOMENT, nullable=True))
        results.add_column(sa.Column("streak", sa.Integer(), nullable=True))
    op.execute("UPDATE results SET person = player")
    op.execute(
        "UPDATE results SET started_at = (SELECT games.started_at FROM games"
        " WHERE games.club = results.club AND games.id = results.game)"
    )
    with op.batch_alter_table("results") as results:
        results.alter_column("person", existing_type=sa.String(36), nullable=False)
        results.alter_column("started_at", existing_type=MOMENT, nullable=False)
    op.create_index(
        op.f("ix_results_club_person_started_at_game"),
        "results",
        ["club", "person", "started_at", "game"],
    )
    op.create_index(
        "ix_results_streaks",
        "results",
        ["club", "person", "streak"],
        sqlite_where=sa.text("streak > 1"),
        postgresql_where=sa.text("streak > 1"),
    )


def create_deeds() -> None:
    op.create_table(
        "deeds",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("about", sa.String(36), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("device", sa.String(36), nullable=True),
        sa.Column("undone_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_deeds_club")),
        sa.ForeignKeyConstraint(
            ["club", "device"], ["devices.club", "devices.id"], name=op.f("fk_deeds_club_device")
        ),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_deeds")),
    )
    op.create_index(op.f("ix_deeds_club_made_at_id"), "deeds", ["club", "made_at", "id"])
    op.create_index(op.f("ix_deeds_club_about_made_at"), "deeds", ["club", "about", "made_at"])


def create_shares() -> None:
    op.create_table(
        "shares",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.String(36), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("made_by", sa.String(36), nullable=True),
        sa.Column("withdrawn_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_shares_club")),
        sa.ForeignKeyConstraint(
            ["club", "made_by"],
            ["devices.club", "devices.id"],
            name=op.f("fk_shares_club_made_by"),
        ),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_shares")),
    )
    op.create_index(op.f("ix_shares_club_kind_target"), "shares", ["club", "kind", "target"])


def alter_entries() -> None:
    with op.batch_alter_table("entries") as entries:
        entries.add_column(sa.Column("phone", sa.String(40), nullable=True))


def create_uploads() -> None:
    op.create_table(
        "uploads",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_uploads_club")),
        sa.PrimaryKeyConstraint("club", "id", "part", name=op.f("pk_uploads")),
    )
    op.create_index(op.f("ix_uploads_made_at"), "uploads", ["made_at"])
