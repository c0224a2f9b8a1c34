"""What a club takes along in a file."""

from scorer.services.exporting import records
from scorer.storage.database import Database


def export(database: Database, club: str) -> bytes:
    """All games of a club, as one file."""
    return records.export_club(database, club).whole()
