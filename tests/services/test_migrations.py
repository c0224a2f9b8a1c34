"""What each migration says of what follows from the books."""

from scorer.services import projections
from scorer.storage import revisions
from scorer.storage.revisions import newest_revision


def test_every_migration_says_what_has_to_be_rebuilt_after_it() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(revisions.MIGRATIONS))
    for script in ScriptDirectory.from_config(config).walk_revisions():
        assert set(script.module.rebuilds) <= set(projections.PROJECTIONS), script.revision
        # Ratings rest on the results.
        if "results" in script.module.rebuilds and script.revision == newest_revision():
            assert "ratings" in script.module.rebuilds
