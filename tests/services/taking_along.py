"""What a club takes along in a file."""

from scorer.services.exchange.export import export_club
from scorer.storage.database import Database


def export(database: Database, club: str) -> bytes:
    """All games of a club, as one file."""
    return export_club(database, club).whole()
