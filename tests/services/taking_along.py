"""What a club takes along in a file."""

from scorer.services import exporting
from scorer.storage.database import Database


def export(database: Database, club: str) -> bytes:
    """All games of a club, as one file."""
    return exporting.export_club(database, club).whole()
