"""Makes all copies anew, over and over; killed in the middle by test_killed_rebuild.py."""

import sys

from scorer.services.projections import rebuild
from scorer.storage.database import open_database


def main(url: str) -> None:
    """Rebuild until killed, saying each time that it is done."""
    database = open_database(url)
    while True:
        print("rebuilding", flush=True)
        rebuild(database)


if __name__ == "__main__":
    main(*sys.argv[1:])
