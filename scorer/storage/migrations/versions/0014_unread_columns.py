"""Drop the columns that nothing reads any more."""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Drop them; SQLite makes the table of devices anew, since a reference is among them."""
    op.execute("ALTER TABLE seats_held DROP COLUMN held_since")
    with op.batch_alter_table("devices") as devices:
        devices.drop_constraint("fk_devices_club_invitation", type_="foreignkey")
        for column in ("invitation", "before", "knocked_at"):
            devices.drop_column(column)
    op.drop_index("ix_deal_results_player", "deal_results")
    op.execute("ALTER TABLE deal_results DROP COLUMN score")
    op.create_index("ix_deal_results_player", "deal_results", ["club", "player", "game", "apart"])
